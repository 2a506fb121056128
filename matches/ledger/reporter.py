"""The person who reports a fact, and how they reached the page."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.accounts.models import User
from matches.ledger.models.match import Match
from matches.rules import Side
from matches.web import journal
from matches.web.models import JournalEntry

DESK: Final = "desk"
"""A director recorded it."""
PERSONAL: Final = "personal"
"""The player came by the personal link."""
SHEET: Final = "sheet"
"""The player scanned or typed the code on the score sheet."""
HANDOVER: Final = "handover"
"""The opponent answered in the same browser from which the report came."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """The person who records: a director (`user`), or a player on one side.

    `via` says how a player was identified: by the personal link or by the code on the
    sheet. `device` is a label of the browser; it distinguishes two phones.
    """

    user: User | None = None
    side: Side | None = None
    via: str = DESK
    device: str = ""

    @property
    def is_player(self) -> bool:
        return self.side is not None

    def name_in(self, match: Match) -> str:
        """Return the reporter's name in the journal, empty if unknown."""
        if self.side is not None:
            return match.player(self.side).name
        return str(self.user) if self.user else ""


By: TypeAlias = User | Reporter | None
"""The person who acts: a user is a director, None is the product itself."""


def reporter_of(by: By) -> Reporter:
    """Return the reporter that `by` stands for."""
    return by if isinstance(by, Reporter) else Reporter(user=by)


def write_line(
    *, act: str, reporter: Reporter, match: Match, **details: object
) -> JournalEntry:
    """Add one line about a match to the journal, inside the caller's transaction.

    The line names both players. If a player acts, it also has their `via` and `device`.
    """
    details.setdefault("match", f"{match.player_1.name} – {match.player_2.name}")
    if reporter.is_player:
        details |= {
            "player": reporter.name_in(match),
            "via": reporter.via,
            "device": reporter.device,
        }
    return journal.record_act(act=act, by=reporter.user, match=match, details=details)

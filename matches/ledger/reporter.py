"""Who reports a fact, and from where."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from matches.accounts.models import User
from matches.journal import services as journal
from matches.journal.models import JournalEntry
from matches.ledger.models.match import Match
from matches.rules import Side

DESK: Final = "desk"
PERSONAL: Final = "personal"
SHEET: Final = "sheet"
HANDOVER: Final = "handover"
"""The opponent answered on the phone of the one who had reported."""


@dataclass(frozen=True, slots=True)
class Reporter:
    """Somebody who records: a director (`user`), or a player on one side.

    `via` says how a player was known: by the personal link or by the code on the sheet.
    `device` labels the browser, so that two phones can be told apart.
    """

    user: User | None = None
    side: Side | None = None
    via: str = DESK
    device: str = ""

    @property
    def is_player(self) -> bool:
        """Whether this is one of the two who play."""
        return self.side is not None

    def name_in(self, match: Match) -> str:
        """What the journal calls this reporter, empty for nobody known."""
        if self.side is not None:
            return match.player(self.side).name
        return str(self.user) if self.user else ""


By: TypeAlias = User | Reporter | None
"""Whoever acts: an account stands for a director, None for the product itself."""


def reporter_of(by: By) -> Reporter:
    """Return the reporter that `by` stands for."""
    return by if isinstance(by, Reporter) else Reporter(user=by)


def write_line(
    *, act: str, by: By, match: Match, op: str | None = None, **details: Any
) -> JournalEntry:
    """Add one line about a match to the journal, inside the caller's transaction.

    The line names both players, and for a player who acts also their way in and device.
    """
    reporter = reporter_of(by)
    details.setdefault("match", f"{match.player_1} – {match.player_2}")
    if reporter.is_player:
        details |= {
            "player": reporter.name_in(match),
            "via": reporter.via,
            "device": reporter.device,
        }
    return journal.record_act(
        act=act, by=reporter.user, match=match, op=op, details=details
    )

"""The person who reports a fact, and how they reached the page."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from matches.accounts.models import User
from matches.ledger.models.match import FormerSheetCode, Match
from matches.players.identity import PLAYER_KEY, device_of, give_device_label, player_at
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


_SHEETS: Final = "sheets"

_MOST_SHEETS: Final = 20
_MOST_SEATS: Final = 20
"""Browsers at one sheet; the one that sat down first loses its seat."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A browser that reports for one side of a match, by the code on its sheet."""

    device: str
    side: Side
    at: datetime


def seats_at(match: Match) -> list[Seat]:
    """Return the browsers that sit at the sheet of a match, in the order they came."""
    found = [
        Seat(device, Side(seat["side"]), datetime.fromisoformat(seat["at"]))
        for device, seat in (match.seats or {}).items()
    ]
    return sorted(found, key=lambda seat: seat.at)


def forget_player(request: HttpRequest) -> None:
    """Remove the player and all sides of score sheets from this browser."""
    request.session.pop(PLAYER_KEY, None)
    request.session.pop(_SHEETS, None)


def choose_side(request: HttpRequest, match: Match, side: Side) -> None:
    sheets = dict(request.session.get(_SHEETS, {}))
    if sheets.get(match.sheet_code) != int(side):
        # A session key that another person knew from before must not get this side.
        request.session.cycle_key()
    sheets[match.sheet_code] = int(side)
    # The session must not grow without limit; JSON keeps the order of the keys.
    for oldest in list(sheets)[:-_MOST_SHEETS]:
        del sheets[oldest]
    request.session[_SHEETS] = sheets
    give_device_label(request)
    _sit(match, device_of(request), side)


def sheet_side(request: HttpRequest, match: Match) -> Side | None:
    side = request.session.get(_SHEETS, {}).get(match.sheet_code)
    seat = (match.seats or {}).get(device_of(request))
    return Side(side) if seat is not None and seat["side"] == side else None


def was_seated(request: HttpRequest, match: Match) -> bool:
    """Return True if this browser had a seat at the match and lost it. A query."""
    sheets = set(request.session.get(_SHEETS, {}))
    if match.sheet_code in sheets:
        return True
    rows = FormerSheetCode.objects.filter(match=match, code__in=sheets)
    return bool(sheets) and rows.exists()


def is_known_player(request: HttpRequest) -> bool:
    """Return True if this browser belongs to a player or has a side in a match."""
    return bool(request.session.get(_SHEETS)) or player_at(request) is not None


def _sit(match: Match, device: str, side: Side) -> None:
    """Store a browser at the match; no page of others changes by it."""
    now = timezone.now().isoformat()
    with transaction.atomic():
        # Both players may sit down at the same moment: the lock keeps both entries.
        rows = Match.objects.select_for_update(of=("self",)).filter(pk=match.pk)
        seats = dict(rows.values_list("seats", flat=True).get() or {})
        kept = seats.get(device)
        if kept is None or kept["side"] != int(side):
            seats[device] = {"side": int(side), "at": now}
        # ISO texts of one time zone sort like the moments that they name.
        last = sorted(seats.items(), key=lambda row: row[1]["at"])[-_MOST_SEATS:]
        Match.objects.filter(pk=match.pk).update(seats=dict(last))

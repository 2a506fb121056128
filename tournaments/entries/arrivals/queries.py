"""The entries that are checked in or missing, and those that a phone can check in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime
from django.utils.translation import get_language

from matches.players.alphabet import alphabetical
from matches.players.names import begins_with, fold, fold_words
from matches.players.shown import Shown
from matches.web.shown import full_names, public_names
from tournaments.engine.state import ABSENT
from tournaments.entries.arrivals.models import ArrivalWindow
from tournaments.entries.queries import first_stage, next_round
from tournaments.structure.models import CheckedIn, Entry, Tournament

FEWEST_LETTERS: Final = 3
MOST_FOUND: Final = 20


@dataclass(frozen=True, slots=True)
class ExpectedPlayer:
    """An entry, checked in since a time or not yet.

    `how` says who checked them in. `is_own`: this phone has checked them in.
    """

    number: int
    name: str
    club: str = ""
    here_since: datetime | None = None
    how: str = ""
    is_out: bool = False
    is_own: bool = False

    @property
    def since(self) -> str:
        """The time of day at which they were checked in."""
        return f"{localtime(self.here_since):%H:%M}" if self.here_since else ""

    @property
    def how_words(self) -> str:
        """How they were checked in."""
        return str(CheckedIn(self.how).label)


@dataclass(frozen=True, slots=True)
class FoundPeople:
    """People whose names begin like the typed text; `more`: how many are not listed."""

    typed: str
    people: tuple[ExpectedPlayer, ...] = ()
    more: int = 0
    is_short: bool = False


def window_of(tournament: Tournament) -> ArrivalWindow | None:
    """Return the check-in of a tournament, None if it was never used. One query."""
    return ArrivalWindow.objects.filter(tournament=tournament).first()


def found_by(
    tournament: Tournament, typed: str, *, own: Iterable[int] = ()
) -> FoundPeople:
    """Return the people whose shown name begins like this, each once. One query.

    Fewer than three letters find only an equal name, such as "A. B.". Hidden names are
    never found.
    """
    length = sum(map(len, fold_words(typed)))
    if not typed or not length:
        return FoundPeople(typed)
    with public_names():
        rows = _entries(tournament).exclude(
            Q(player__shown_by_club=Shown.HIDDEN)
            | Q(player__shown_by_player=Shown.HIDDEN)
        )
        found = _once(row for row in rows if begins_with(typed, row.player.name))
    if length < FEWEST_LETTERS:
        found = [row for row in found if fold(row.player.name) == fold(typed)]
    people = tuple(_comer(row, own) for row in _by_name(found)[:MOST_FOUND])
    more = max(0, len(found) - MOST_FOUND)
    return FoundPeople(typed, people, more, length < FEWEST_LETTERS and not people)


def own_people(
    tournament: Tournament, player: int | None, taps: Iterable[int] = ()
) -> list[ExpectedPlayer]:
    """Return the entries of the phone's player, and of their pairs.

    One query, none for an unknown phone. The player's own name is full. `taps` are the
    check-ins by this phone.
    """
    if player is None:
        return []
    with full_names():
        rows = _entries(tournament).filter(_of(player)).distinct()
        return [_comer(row, taps) for row in _by_name(_once(rows))]


def checked_in_here(
    tournament: Tournament, taps: Mapping[int, str]
) -> list[ExpectedPlayer]:
    """Return the entry that this phone checked in, if that is unchanged.

    `taps` are the moments by entry number. One query, none without taps.
    """
    if not taps:
        return []
    with public_names():
        rows = [
            row
            for row in _entries(tournament).filter(number__in=list(taps))
            if row.checked_in_at and row.checked_in_at.isoformat() == taps[row.number]
        ]
    return [_comer(row, taps) for row in _by_name(rows)]


def publicly_shown_name(tournament: Tournament, number: int) -> str:
    """Return the public name of an entry. One query."""
    with public_names():
        return str(_entries(tournament).get(number=number).player.name)


def expected_players(
    tournament: Tournament,
) -> tuple[list[ExpectedPlayer], list[ExpectedPlayer]]:
    """Return who is missing, and who checked in by phone or door, newest first.

    Each person once. One query.
    """
    rows = [row for row in _once(_entries(tournament)) if row.withdrawn_at is None]
    missing = _by_name(row for row in rows if row.checked_in_at is None)
    came = [row for row in rows if row.checked_in_at and row.checked_in_by]
    came.sort(key=lambda row: (row.checked_in_at, row.number), reverse=True)
    return [_comer(row, ()) for row in missing], [_comer(row, ()) for row in came]


def absent_in(entry: Entry) -> int:
    """Return the coming round if the entry is absent in it, else 0.

    Two queries, none for an entry that sits nothing out.
    """
    if not entry.sits_out:
        return 0
    coming = next_round(first_stage(entry.division))
    return coming if entry.sits_out.get(coming) == ABSENT else 0


def may_tap(entry: Entry, player: int | None) -> bool:
    """Return True if a phone may check this entry in: a public name or the own one."""
    if player is not None and _is_of(entry, player):
        return True
    return entry.player.shown != Shown.HIDDEN


def _is_of(entry: Entry, player: int) -> bool:
    return Entry.objects.filter(_of(player), pk=entry.pk).exists()


def _of(player: int) -> Q:
    return Q(player=player) | Q(player__members=player)


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    rows = Entry.objects.filter(tournament=tournament).select_related("player")
    return rows.order_by("number")


def _once(rows: Iterable[Entry]) -> list[Entry]:
    """Return one entry of each person, one that is not withdrawn if there is any."""
    found: dict[int, Entry] = {}
    for row in rows:
        known = found.get(row.player_id)
        if known is None or (known.withdrawn_at and not row.withdrawn_at):
            found[row.player_id] = row
    return list(found.values())


def _by_name(rows: Iterable[Entry]) -> list[Entry]:
    language = get_language() or "en"
    return sorted(rows, key=lambda row: alphabetical(row.player.sort_name, language))


def _comer(row: Entry, own: Iterable[int]) -> ExpectedPlayer:
    return ExpectedPlayer(
        number=row.number,
        name=row.player.name,
        club=row.player.told_club,
        here_since=row.checked_in_at,
        how=row.checked_in_by,
        is_out=row.withdrawn_at is not None,
        is_own=row.number in own,
    )

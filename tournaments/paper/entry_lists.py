"""The lists of entries: to sign in and pay, and for the wall."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.utils.translation import get_language, gettext

from matches.documents.text import clean
from matches.players.alphabet import alphabetical
from tournaments.paper.badges import NOBODY_ENTERED
from tournaments.paper.values import (
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    head_of,
)
from tournaments.structure.models import Division, Entry, Tournament
from tournaments.structure.names import shown_name

BLANK_ROWS: Final = 10
"""Empty rows at the end of a division, for late entries."""
TICKED: Final = "x"


def sign_in_list(tournament: Tournament) -> PrintedList:
    """Return the entries from A to Z, with boxes for paid and present.

    The boxes of entries that are checked in are ticked. Two queries.
    """
    divisions, people = _entered(tournament)
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Sign-in list"),
            path=tournament.get_absolute_url(),
        ),
        columns=(
            # Translators: heading of a column of numbers on a printed list.
            ListColumn(title=gettext("No."), width=12, kind="centre", size=10),
            ListColumn(title=gettext("Name"), width=76),
            ListColumn(title=gettext("Club"), width=64, size=11),
            # Translators: heading of a box to tick on the sign-in list.
            ListColumn(title=gettext("Paid"), width=19, kind="box"),
            # Translators: heading of a box to tick on the sign-in list.
            ListColumn(title=gettext("Checked in"), width=19, kind="box"),
        ),
        groups=tuple(_groups(divisions, people)),
    )


def entry_list(tournament: Tournament) -> PrintedList:
    """Return who has entered, from A to Z, for the wall. Two queries.

    Raises NOBODY_ENTERED.
    """
    divisions, people = _entered(tournament)
    if not any(people.values()):
        raise NOBODY_ENTERED()
    is_one = len(divisions) == 1
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Entries"),
            path=tournament.get_absolute_url(),
        ),
        columns=(
            ListColumn(title=gettext("Name"), width=54),
            ListColumn(title=gettext("Club"), width=38, size=10),
        ),
        groups=tuple(
            ListGroup(
                "" if is_one else _counted(division, len(people[division.pk])),
                tuple(row[1:3] for row in _rows(people[division.pk])),
            )
            for division in divisions
            if people[division.pk]
        ),
        strips=2,
    )


def _counted(division: Division, count: int) -> str:
    return f"{clean(shown_name(division.name))} · {count}"


def _entered(tournament: Tournament) -> tuple[list[Division], dict[int, list[Entry]]]:
    """Return the divisions, and the entries of each. Two queries."""
    divisions = list(Division.objects.filter(tournament=tournament).order_by("number"))
    entries = (
        Entry.objects.active()
        .filter(tournament=tournament)
        .select_related("player")
        .order_by("number")
    )
    people: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in entries:
        people[entry.division_id].append(entry)
    return divisions, people


def _groups(
    divisions: Sequence[Division], people: dict[int, list[Entry]]
) -> Iterable[ListGroup]:
    for division in divisions:
        named = clean(shown_name(division.name)) if len(divisions) > 1 else ""
        rows = tuple(_rows(people[division.pk]))
        yield ListGroup(named, (*rows, *[("",) * 5] * BLANK_ROWS))


def _rows(entries: list[Entry]) -> Iterable[ListCells]:
    language = get_language() or "en"
    entries.sort(key=lambda entry: alphabetical(entry.player.sort_name, language))
    for number, entry in enumerate(entries, 1):
        player = entry.player
        here = TICKED if entry.checked_in_at else ""
        yield (str(number), clean(player.sort_name), clean(player.told_club), "", here)

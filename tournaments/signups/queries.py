"""Reads of sign-ups: whether a list is open, its numbers, who the people may be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from matches.players.models import Player
from matches.players.roster import ListedAs, ListLine
from tournaments.entries.pasted_list import read_division_list
from tournaments.entries.queries import first_stage, next_round
from tournaments.signups.models import SignUp, SignUpList
from tournaments.signups.queue import LIVE, State
from tournaments.structure.models import Division, Entry, Tournament, Visibility


@dataclass(frozen=True, slots=True)
class ListNumbers:
    """How many places a list has, and how full it is. `places` is 0 for any number."""

    row: SignUpList
    entered: int
    waiting: int
    asked: int
    is_open: bool

    @property
    def is_to_open(self) -> bool:
        """Whether it opens later."""
        opens = self.row.opens_at
        return opens is not None and opens > timezone.now()

    @property
    def is_full(self) -> bool:
        """Whether who signs up now has to wait."""
        places = self.row.places
        return bool(places) and (self.entered >= places or bool(self.waiting))


def entered_in(division: Division) -> int:
    """Return how many play in a division, re-entries and those who left not counted."""
    rows = Entry.objects.filter(division=division, again=0, withdrawn_at__isnull=True)
    return rows.count()


def is_open(row: SignUpList, moment: datetime | None = None) -> bool:
    """Return whether people can sign up: in its time, and until the first round."""
    tournament = row.division.tournament
    return (
        row.is_open_at(moment or timezone.now())
        and not tournament.is_closed
        and tournament.visibility != Visibility.PRIVATE
        and next_round(first_stage(row.division)) == 1
    )


def is_shut(row: SignUpList) -> bool:
    """Return whether people cannot sign up now, nor later."""
    closes = row.closes_at
    return row.opens_at is None or (closes is not None and closes <= timezone.now())


def lists_of(tournament: Tournament) -> list[SignUpList]:
    """Return the lists of a tournament that were ever opened, in its order."""
    rows = SignUpList.objects.filter(division__tournament=tournament)
    rows = rows.exclude(opens_at__isnull=True)
    return list(rows.select_related("division__tournament").order_by("division"))


def numbers_of(row: SignUpList) -> ListNumbers:
    """Return the numbers of a list."""
    states = list(row.sign_ups.filter(state__in=LIVE).only("state", "entry_id"))
    standing = [person.stands for person in states]
    return ListNumbers(
        row=row,
        entered=entered_in(row.division),
        waiting=standing.count(State.WAITING) + standing.count(State.OFFERED),
        asked=standing.count(State.ASKED),
        is_open=is_open(row),
    )


def public_numbers(tournament: Tournament) -> list[ListNumbers]:
    """Return the numbers of the lists that a public page names: open, or to open."""
    return [
        numbers
        for row in lists_of(tournament)
        if (numbers := numbers_of(row)).is_open or numbers.is_to_open
    ]


def number_in_queue(person: SignUp) -> int:
    """Return the place in the queue of somebody who waits, from 1."""
    waiting = person.sign_up_list.sign_ups.filter(state=State.WAITING)
    ahead = waiting.filter(ranked_at__lt=person.ranked_at).count()
    same = waiting.filter(ranked_at=person.ranked_at, pk__lt=person.pk)
    return ahead + same.count() + 1


def people_meant(division: Division, people: Sequence[SignUp]) -> dict[int, ListLine]:
    """Return by sign-up whom its name may mean, read as a pasted list is.

    Two sign-ups of one person are DUPLICATE for the second. Raises TOO_MANY_LINES.
    """
    text = "\n".join(
        _line(person.name, person.club, person.country, "–") for person in people
    )
    lines = read_division_list(division, text) if people else ()
    return {
        people[line.number - 1].pk: line for line in lines if line.number <= len(people)
    }


def is_clear(line: ListLine | None) -> bool:
    """Return whether a line means one known player, or nobody who is known."""
    return line is not None and line.verdict in {ListedAs.KNOWN, ListedAs.NEW}


def live_people(row: SignUpList) -> list[SignUp]:
    """Return the people of a list who still want to play, in the order of the queue."""
    return list(row.sign_ups.filter(state__in=LIVE).select_related("player", "entry"))


def sign_ups_of(player: Player) -> QuerySet[SignUp]:
    """Return all sign-ups of a person, which go when the person is forgotten."""
    return SignUp.objects.filter(player=player)


def own_part(player: Player) -> list[dict[str, object]]:
    """Return the sign-ups of a player, for the player's own file."""
    rows = sign_ups_of(player).select_related("sign_up_list__division__tournament")
    return [
        {
            "tournament": row.sign_up_list.division.tournament.name,
            "state": row.stands.value,
            "signed_up_at": row.created_at.isoformat(),
            "name": row.name,
            "club": row.club,
            "country": row.country,
            "contact": row.contact,
            "answers": dict(row.answered),
        }
        for row in rows.order_by("pk")
    ]


def _line(*cells: str) -> str:
    return ";".join(f'"{_cell(cell)}"' for cell in cells)


def _cell(cell: str) -> str:
    return cell.replace('"', "").replace("\n", " ")


def in_order(people: Iterable[SignUp]) -> list[SignUp]:
    """Return people in the order of the desk: to be confirmed, waiting, in, gone."""
    order = [State.ASKED, State.OFFERED, State.WAITING, State.IN, *State]
    return sorted(people, key=lambda person: order.index(person.stands))

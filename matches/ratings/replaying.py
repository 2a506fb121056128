"""Computes the ratings of a list from its matches, without writing.

Matches come in their order, and imported ratings before the matches of their day.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from matches.ratings.checkpoints import EVERY, packed
from matches.ratings.counting import CountedMatch, counted, first_moment
from matches.ratings.models import GivenRating, RatingList, day_of_moment
from matches.rules.ratings import Ladder, Worth

_RESULT = itemgetter(2, 3, 4, 5)


class Given(NamedTuple):
    """An imported rating, valid from the beginning of its day."""

    day: date
    player: int
    rating: int
    experience: int


class NewCheckpoint(NamedTuple):
    """A checkpoint to store: the place of the last match before it, and the ratings."""

    moment: int
    match: int
    rated: int
    content: bytes


@dataclass(slots=True)
class Replayed:
    """The rating changes of matches in their order, and all ratings after them."""

    matches: Sequence[CountedMatch]
    worth: list[Worth] = field(default_factory=list)
    marks: list[NewCheckpoint] = field(default_factory=list)


class Record(NamedTuple):
    """The numbers of rated and won matches of a player, and the last day."""

    matches: int
    wins: int
    last_day: date | None


def ladder_of(of: RatingList) -> Ladder:
    """Return the empty ladder of a list."""
    return Ladder(of.rule, start=of.start, counts_own=of.own)


def given_on(of: RatingList, *, after: date | None = None) -> list[Given]:
    """Return the imported ratings of a list by day, or those after a day. One query."""
    rows = GivenRating.objects.valid().filter(list=of)
    if after is not None:
        rows = rows.filter(day__gt=after)
    columns = ("day", "player_id", "rating", "experience")
    return [Given(*row) for row in rows.order_by("day", "pk").values_list(*columns)]


def replay_ratings(
    ladder: Ladder,
    matches: Sequence[CountedMatch],
    given: Sequence[Given],
    *,
    rated: int = 0,
) -> Replayed:
    """Rate matches in their order, starting from a ladder; `rated` came before them."""
    done = Replayed(matches)
    pending: dict[int, list[Given]] = {}
    for one in given:
        at = bisect_left(matches, (first_moment(one.day),))
        pending.setdefault(at, []).append(one)
    count = len(matches)
    steps = range(EVERY - rated % EVERY, count + 1, EVERY)
    for begin, end in pairwise(sorted({0, count, *steps, *pending})):
        _give(ladder, pending.pop(begin, ()))
        done.worth += ladder.rate(map(_RESULT, matches[begin:end]))
        if end in steps:
            last = matches[end - 1]
            done.marks.append(
                NewCheckpoint(last.moment, last.match, rated + end, packed(ladder))
            )
    for rest in pending.values():  # after the last match
        _give(ladder, rest)
    return done


def computed(of: RatingList) -> tuple[Ladder, Replayed]:
    """Return the whole list, computed from all results. Two queries."""
    ladder = ladder_of(of)
    matches = sorted(counted(of))
    return ladder, replay_ratings(ladder, matches, given_on(of))


def records(matches: Iterable[CountedMatch]) -> dict[int, Record]:
    """Return the record of every player of these matches, which are in order."""
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    last: dict[int, int] = {}
    for moment, _match, one, two, _length, winner in matches:
        played[one] += 1
        played[two] += 1
        won[one if winner == 1 else two] += 1
        last[one] = last[two] = moment
    return {
        player: Record(count, won[player], day_of_moment(last[player]))
        for player, count in played.items()
    }


def players_of(matches: Iterable[CountedMatch]) -> set[int]:
    return {player for row in matches for player in (row.player_1, row.player_2)}


def _give(ladder: Ladder, given: Iterable[Given]) -> None:
    for one in given:
        ladder.give(one.player, one.rating, one.experience)

"""A player's matches as plain values, and counts of them.

Pure: no database, no clock. A history is ordered, the newest match first; functions
that count matches won and lost get those that were `decided`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar

Key = TypeVar("Key", str, int)

FORM: Final = 10
"""The number of newest results in the form of a player."""
MET_OFTEN: Final = 3
"""The least number of matches against a nemesis or a favourite opponent."""
ROUND_NUMBERS: Final = (1, 10, 50, 100, 250, 500, 1000, 2500, 5000, 10000)
LONG_RUN: Final = 5
"""The least number of consecutive wins that is shown as a run."""
MARKS: Final = 5
"""The number of milestones that are shown."""


class PlayerMatch(NamedTuple):
    """One match or session of a player. `is_won` is None without a winner.

    Sorted, they are in the order in which they were played. `kind` is the format of the
    stage, empty for a match outside tournaments; `length` is 0 for a money session.
    """

    day: date
    ended: datetime
    match: int
    opponent: int
    length: int
    is_won: bool | None
    kind: str

    @property
    def year(self) -> int:
        return self.day.year


class MatchTally(NamedTuple):
    won: int
    lost: int

    @property
    def matches(self) -> int:
        return self.won + self.lost

    @property
    def percent(self) -> int:
        """The share won, in whole per cent."""
        return round(100 * self.won / self.matches) if self.matches else 0


MATCH, WIN, RUN = "match", "win", "run"


Milestone: TypeAlias = tuple[str, int, PlayerMatch]
"""A match that a player may remember: the nth match, the nth win, or the end of the
longest run of so many wins."""


class Counted(NamedTuple):
    """The decided matches of a history, their counts by opponent, and the milestones.

    Counted once for all parts of a page.
    """

    decided: Sequence[PlayerMatch]
    against: Mapping[int, MatchTally]
    marks: Sequence[Milestone]


def counted(history: Iterable[PlayerMatch]) -> Counted:
    """Return what parts of a page have in common."""
    found = decided(history)
    return Counted(found, tallies(found, lambda one: one.opponent), milestones(found))


def decided(history: Iterable[PlayerMatch]) -> list[PlayerMatch]:
    return [one for one in history if one.is_won is not None]


def tally(history: Iterable[PlayerMatch]) -> MatchTally:
    results = [one.is_won for one in history]
    return MatchTally(results.count(True), results.count(False))


def tallies(
    history: Sequence[PlayerMatch], key: Callable[[PlayerMatch], Key]
) -> dict[Key, MatchTally]:
    """Count the matches won and lost for each value of `key`, such as each year.

    Of matches that were decided: what was not won was lost.
    """
    played = Counter(map(key, history))
    won = Counter(key(one) for one in history if one.is_won)
    return {
        value: MatchTally(won[value], matches - won[value])
        for value, matches in played.items()
    }


def form(history: Sequence[PlayerMatch]) -> Sequence[PlayerMatch]:
    return history[:FORM][::-1]


def met(history: Iterable[PlayerMatch]) -> list[int]:
    """Return the opponents, those met most often first."""
    times = Counter(one.opponent for one in history)
    return sorted(times, key=lambda one: (-times[one], one))


def often(against: Mapping[int, MatchTally]) -> list[int]:
    """Return the same of matches that were decided, which are counted already."""
    return sorted(against, key=lambda one: (-against[one].matches, one))


def rivals(against: Mapping[int, MatchTally]) -> set[int]:
    """Return the nemesis and the favourite opponent, if there are any."""
    found = (nemesis(against), favourite(against))
    return {one for one in found if one is not None}


def nemesis(tallied: Mapping[int, MatchTally]) -> int | None:
    """Return the opponent with the worst balance for the player, None without one."""
    return _extreme({one: MatchTally(of.lost, of.won) for one, of in tallied.items()})


def favourite(tallied: Mapping[int, MatchTally]) -> int | None:
    """Return the opponent with the best balance for the player, None without one."""
    return _extreme(tallied)


def _extreme(tallied: Mapping[int, MatchTally]) -> int | None:
    """Return the key of the best balance; of equal ones the most met, then the lowest.

    Opponents with too few matches or without a lead are left out.
    """
    often = {
        one: of
        for one, of in tallied.items()
        if of.matches >= MET_OFTEN and of.won > of.lost
    }
    order = ((of.lost - of.won, -of.matches, one) for one, of in often.items())
    return min(order, default=(0, 0, None))[2]


def longest_run(history: Sequence[PlayerMatch]) -> Sequence[PlayerMatch]:
    """Return the longest run of wins, oldest first; the first of equally long ones."""
    longest: Sequence[PlayerMatch] = ()
    for is_won, run in groupby(reversed(history), key=lambda one: one.is_won):
        wins = list(run)
        if is_won and len(wins) > len(longest):
            longest = wins
    return longest


def milestones(history: Sequence[PlayerMatch]) -> list[Milestone]:
    oldest_first = history[::-1]
    wins = [one for one in oldest_first if one.is_won]
    marks = [*_marks(MATCH, oldest_first), *_marks(WIN, wins)]
    run = longest_run(history)
    if len(run) >= LONG_RUN:
        marks.append((RUN, len(run), run[-1]))
    marks.sort(key=lambda mark: (mark[2].day, mark[1]), reverse=True)
    return marks[:MARKS]


def remembered(counted: Counted) -> list[PlayerMatch]:
    """Return the matches of form and milestones, which a page shows beside its list."""
    return [
        *form(counted.decided),
        *(played for _what, _number, played in counted.marks),
    ]


def _marks(what: str, found: Sequence[PlayerMatch]) -> Iterator[Milestone]:
    for number in ROUND_NUMBERS:
        if number <= len(found):
            yield what, number, found[number - 1]

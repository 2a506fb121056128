"""The chance that the best player of a field wins, by simulation.

Pure: equal arguments give equal chances, because the random numbers come from a seed.
The strengths of the field are given, or are normally distributed as in a usual club.
The better player wins a longer match more often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from statistics import NormalDist
from typing import Final

from matches.rules.ratings import POINT

SWISS: Final = "rounds"
KNOCK_OUT: Final = "knock-out"
LIVES: Final = "lives left"
ALL: Final = "all"

SPREAD: Final = 150.0
"""The standard deviation of the strengths of a club, in points of the usual ratings."""

WORK: Final = 4000
"""The number of simulated matches for one chance."""

_FEWEST, _MOST = 40, 400
_SEED: Final = 0x2545F4914F6CDD1D
_MASK: Final = 2**64 - 1
_MOST_ROUNDS: Final = 40


@dataclass(frozen=True, slots=True)
class Contest:
    """A stage as far as the chances need it.

    `kind` is one of the constants above. `losses` is the number of losses that
    eliminate a player, in a stage of lives. In a round robin, `times` is the number of
    meetings, in so many `groups`. The best `take` play on in the next stage, 0: the
    last stage.
    """

    kind: str
    length: int
    rounds: int = 0
    losses: int = 1
    times: int = 1
    groups: int = 1
    take: int = 0


@lru_cache(maxsize=512)
def best_wins(
    players: int,
    contests: tuple[Contest, ...],
    matches: int,
    *,
    strengths: tuple[float, ...] = (),
) -> float:
    """Return the chance that the best of so many players wins the last of the stages.

    `matches` is the number of matches in all stages, which decides the number of
    simulations. `strengths`: those of the players, the best first; without any, of a
    usual club.
    """
    if players < 2 or not contests:  # noqa: PLR2004 - no opponent
        return 1.0
    times = min(max(WORK // max(matches, 1), _FEWEST), _MOST)
    event = _Event(players, strengths)
    return sum(event.winner(contests) == 0 for _again in range(times)) / times


def like(ratings: Sequence[int], players: int) -> tuple[float, ...]:
    """Return strengths of this many players, distributed as `ratings`.

    The best first; `ratings` in 1/10,000 point, at least one. With fewer players than
    ratings, both ends are left out.
    """
    known = sorted((rating / POINT for rating in ratings), reverse=True)
    found = []
    for place in range(players):
        at = (place + 0.5) / players * len(known) - 0.5
        at = min(max(at, 0.0), len(known) - 1.0)
        above, below = known[int(at)], known[min(int(at) + 1, len(known) - 1)]
        found.append(above + (below - above) * (at - int(at)))
    return tuple(found)


def _usual(players: int) -> list[float]:
    strengths = NormalDist(0, SPREAD)
    return [
        strengths.inv_cdf((players - place - 0.375) / (players + 0.25))
        for place in range(players)
    ]


class _Event:
    """A field whose players are numbered by strength, 0 the best; random numbers."""

    def __init__(self, players: int, strengths: Sequence[float]) -> None:
        self._field = range(players)
        self._strength = strengths or _usual(players)
        self._dice = _SEED
        self.chance = cache(self._chance)

    def winner(self, contests: Sequence[Contest]) -> int:
        """Play all stages once; return who wins the last one."""
        field = list(self._field)
        for contest in contests:
            order = _PLAYED[contest.kind](self, field, contest)
            field = order[: contest.take] if contest.take else order
        return field[0]

    def roll(self) -> float:
        self._dice = (self._dice * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self._dice >> 11) / 2**53

    def shuffled(self, field: Sequence[int]) -> list[int]:
        return sorted(field, key=lambda _one: self.roll())

    def beats(self, one: int, two: int, length: int) -> bool:
        """Play a match; return True if `one` wins it."""
        return self.roll() < self.chance(one, two, length)

    def _chance(self, one: int, two: int, length: int) -> float:
        ahead = self._strength[one] - self._strength[two]
        return float(1 / (1 + 10 ** (-ahead * sqrt(length) / 2000)))

    def in_rounds(self, field: list[int], contest: Contest) -> list[int]:
        """Play rounds in which players with as many wins meet."""
        wins = dict.fromkeys(field, 0)
        for _round in range(contest.rounds):
            order = sorted(field, key=lambda one: (-wins[one], self.roll()))
            for one, two in zip(order[::2], order[1::2], strict=False):
                wins[one if self.beats(one, two, contest.length) else two] += 1
            if len(order) % 2:
                wins[order[-1]] += 1
        return sorted(field, key=lambda one: (-wins[one], self.roll()))

    def with_lives(self, field: list[int], contest: Contest) -> list[int]:
        """Play until one player has fewer losses than the limit."""
        losses = dict.fromkeys(field, 0)
        out: list[int] = []
        for _round in range(_MOST_ROUNDS):
            if len(losses) == 1:
                break
            order = sorted(losses, key=lambda one: (losses[one], self.roll()))
            for one, two in zip(order[::2], order[1::2], strict=False):
                lost = two if self.beats(one, two, contest.length) else one
                losses[lost] += 1
                if losses[lost] >= contest.losses:
                    del losses[lost]
                    out.append(lost)
        return [*losses, *reversed(out)]

    def everybody(self, field: list[int], contest: Contest) -> list[int]:
        """Play round robins in groups; return the best of all groups."""
        order = self.shuffled(field)
        wins = dict.fromkeys(field, 0)
        ranked = []
        for number in range(contest.groups):
            group = order[number :: contest.groups]
            for place, one in enumerate(group):
                for two in group[place + 1 :]:
                    for _again in range(contest.times):
                        wins[one if self.beats(one, two, contest.length) else two] += 1
            by_wins = sorted(group, key=lambda one: (-wins[one], self.roll()))
            ranked += [(place, one) for place, one in enumerate(by_wins)]
        ranked.sort(key=lambda found: (found[0], -wins[found[1]]))
        return [one for _place, one in ranked]


_PLAYED: Final = {
    SWISS: _Event.in_rounds,
    KNOCK_OUT: _Event.with_lives,
    LIVES: _Event.with_lives,
    ALL: _Event.everybody,
}

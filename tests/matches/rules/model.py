"""A second, independent opinion on how a match is scored.

Written the other way round: it plays the doubling cube and lists what can happen, where
the rule book judges what was reported; and it counts down what each side still needs.
"""

from functools import cache
from typing import NamedTuple

WEIGHTS = {"single": 1, "gammon": 2, "backgammon": 3}
TO_THE_END = ("played", "resigned", "awarded")

# What a game is remembered by: ending, kind, cube, automatic doubles.
Game = tuple[str, str, int, int]


class Habits(NamedTuple):
    """How games are played here."""

    highest: int
    automatic: int = 0
    jacoby: bool = False
    weights: tuple[int, int, int] = (1, 2, 3)


def playable(habits, *, doubling):
    """Play a game in every way there is; yield each with its points."""
    for automatic in range(habits.automatic + 1 if doubling else 1):
        stake = 1
        for _ in range(automatic):
            stake += stake
        yield from _from(habits, stake, automatic, doubling=doubling)


def _from(habits, stake, automatic, *, doubling):
    asleep = habits.jacoby and doubling and habits.highest > 1
    while True:
        for kind, weight in zip(WEIGHTS, habits.weights, strict=True):
            for ending in TO_THE_END:
                points = stake if asleep else stake * weight
                yield (ending, kind, stake, automatic), points
            yield ("washed", kind, stake, automatic), 0
        if not doubling or stake * 2 > habits.highest:
            return
        yield ("dropped", "single", stake, automatic), stake
        stake *= 2
        asleep = False


@cache
def points_of(habits, *, doubling):
    return dict(playable(habits, doubling=doubling))


class Countdown(NamedTuple):
    """A match as what is left: points needed by each side, and the Crawford game.

    `begun`: points were given while the next game was being played.
    """

    length: int
    needs: tuple[int, int]
    crawford: str
    playing: dict[Game, int]
    crawford_playing: dict[Game, int]
    begun: bool = False

    @classmethod
    def of(cls, *, length, crawford, habits, start=(0, 0)):
        cubeless = points_of(habits, doubling=False)
        with_cube = points_of(habits, doubling=length > 1)
        coming = "to come" if crawford and length > 1 else "never"
        needs = (length - start[0], length - start[1])
        new = cls(length, needs, coming, with_cube, cubeless)
        return new._look_ahead()

    def points(self, game):
        """What the game is worth now, or None if it cannot happen."""
        games = self.crawford_playing if self.crawford == "now" else self.playing
        return games.get(game)

    def play(self, winner, game):
        """The match after a game won by side 1 or 2."""
        points = self.points(game)
        assert points is not None
        crawford = self.crawford
        if crawford == "now":
            crawford = "to come" if game[0] == "washed" else "over"
        after = self._replace(crawford=crawford, begun=False)
        return after._less(winner, points)._look_ahead()

    def can_adjust(self, side, points):
        """Whether the side has what is taken from it."""
        return self.needs[side - 1] - points <= self.length

    def adjust(self, side, points, *, in_play):
        """The match after points given or taken, which may be below zero."""
        after = self._less(side, points)._replace(begun=self.begun or in_play)
        if after.begun:
            return after
        if after.crawford == "now":
            after = after._replace(crawford="to come")
        return after._look_ahead()

    def _less(self, side, points):
        one, two = self.needs
        if side == 1:
            return self._replace(needs=(max(0, one - points), two))
        return self._replace(needs=(one, max(0, two - points)))

    def _look_ahead(self):
        if self.crawford == "to come" and min(self.needs) == 1:
            return self._replace(crawford="now")
        return self

    @property
    def phase(self):
        if 0 in self.needs:
            return "over"
        return {"now": "crawford", "over": "post-crawford"}.get(self.crawford, "normal")

"""A second, independent opinion on how a match is scored.

Written the other way round: it plays the doubling cube and lists what can happen, where
the rule book judges what was reported; and it counts down what each side still needs.
"""

from collections.abc import Iterator
from functools import cache

WEIGHTS = {"single": 1, "gammon": 2, "backgammon": 3}

# What a game is remembered by: ending, kind, cube.
Game = tuple[str, str, int]


def playable(*, doubling: bool, highest: int) -> Iterator[tuple[Game, int]]:
    """Play a game in every way there is; yield each with its points."""
    stake = 1
    while True:
        for kind, weight in WEIGHTS.items():
            yield ("played", kind, stake), stake * weight
        if not doubling or stake * 2 > highest:
            return
        yield ("dropped", "single", stake), stake
        stake *= 2


@cache
def points_of(*, doubling: bool, highest: int) -> dict[Game, int]:
    return dict(playable(doubling=doubling, highest=highest))


class Countdown:
    """A match as what is left: points needed by each side, and the Crawford game."""

    def __init__(self, *, length: int, crawford: bool, highest: int) -> None:
        self.needs = [length, length]
        self.highest = highest
        self.cube_exists = length > 1
        self.crawford = "to come" if crawford and length > 1 else "never"

    def copy(self) -> "Countdown":
        twin = object.__new__(Countdown)
        twin.__dict__ = {**self.__dict__, "needs": [*self.needs]}
        return twin

    @property
    def over(self) -> bool:
        return 0 in self.needs

    def points(self, game: Game) -> int | None:
        """What the game is worth now, or None if it cannot happen."""
        if self.over:
            return None
        doubling = self.cube_exists and self.crawford != "now"
        return points_of(doubling=doubling, highest=self.highest).get(game)

    def play(self, winner: int, game: Game) -> "Countdown":
        """The match after a game won by side 1 or 2."""
        points = self.points(game)
        assert points is not None
        after = self.copy()
        after.needs[winner - 1] = max(0, self.needs[winner - 1] - points)
        if after.crawford == "now":
            after.crawford = "over"
        elif after.crawford == "to come" and min(after.needs) == 1:
            after.crawford = "now"
        return after

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        words = {"now": "crawford", "over": "post-crawford"}
        return words.get(self.crawford, "normal")

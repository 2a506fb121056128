"""A second, independent opinion on how a match is scored.

Written the other way round: it plays the doubling cube and lists what can happen, where
the rule book judges what was reported; and it counts down what each side still needs.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

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


class Countdown(NamedTuple):
    """A match as what is left: points needed by each side, and the Crawford game."""

    needs: tuple[int, int]
    crawford: str
    playing: dict[Game, int]
    crawford_playing: dict[Game, int]

    @classmethod
    def of(cls, *, length: int, crawford: bool, highest: int) -> "Countdown":
        cubeless = points_of(doubling=False, highest=highest)
        with_cube = points_of(doubling=length > 1, highest=highest)
        coming = "to come" if crawford and length > 1 else "never"
        return cls((length, length), coming, with_cube, cubeless)

    def points(self, game: Game) -> int | None:
        """What the game is worth now, or None if it cannot happen."""
        games = self.crawford_playing if self.crawford == "now" else self.playing
        return games.get(game)

    def play(self, winner: int, game: Game) -> "Countdown":
        """The match after a game won by side 1 or 2."""
        points = self.points(game)
        assert points is not None
        one, two = self.needs
        left = (
            (max(0, one - points), two) if winner == 1 else (one, max(0, two - points))
        )
        crawford = self.crawford
        if crawford == "now":
            crawford = "over"
        elif crawford == "to come" and min(left) == 1:
            crawford = "now"
        return Countdown(left, crawford, self.playing, self.crawford_playing)

    @property
    def phase(self) -> str:
        if 0 in self.needs:
            return "over"
        return {"now": "crawford", "over": "post-crawford"}.get(self.crawford, "normal")

"""Counts of the games of a match, for each side.

They come from the score sheet and do not measure how well a player played.
"""

from typing import NamedTuple

from matches.rules.game import Ending, Kind, Side
from matches.rules.ledger import Ledger, Line


class GameCounts(NamedTuple):
    """The games of one side: those it won, except where the words say otherwise.

    `points` are those that it won, the surplus of the last game included. `drops` are
    doubles that it refused. `crawford` are Crawford games, `deciding` games in which
    both sides needed one point (double match point). `cubes` is the sum of the values
    of the cube in the games that it won.
    """

    games: int = 0
    points: int = 0
    gammons: int = 0
    backgammons: int = 0
    drops: int = 0
    crawford: int = 0
    deciding: int = 0
    cubes: int = 0

    def plus(self, other: "GameCounts") -> "GameCounts":
        return GameCounts(*map(sum, zip(self, other, strict=True)))


def count_games(ledger: Ledger) -> tuple[GameCounts, GameCounts]:
    lines = [line for line in ledger.lines if line.result.ending != Ending.WASHED]
    one, two = (_of(side, lines, ledger.rules.length) for side in Side)
    return one, two


def _of(side: Side, lines: list[Line], length: int) -> GameCounts:
    won = [line for line in lines if line.result.winner == side]
    kinds = [line.result.kind for line in won]
    dropped = [line for line in lines if line.result.ending == Ending.DROPPED]
    return GameCounts(
        games=len(won),
        points=sum(line.points for line in won),
        gammons=kinds.count(Kind.GAMMON),
        backgammons=kinds.count(Kind.BACKGAMMON),
        drops=sum(line.result.winner != side for line in dropped),
        crawford=sum(line.is_crawford_game for line in won),
        deciding=sum(_is_deciding(line, length) for line in won),
        cubes=sum(line.result.cube for line in won),
    )


def _is_deciding(line: Line, length: int) -> bool:
    return line.before.one == line.before.two == length - 1

"""A position with all that decides what may be done in it."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.rules.board.position import START, Position
from matches.rules.conditions import Score
from matches.rules.game import Side

Dice: TypeAlias = tuple[int, int]
"""What two dice show, 1–6 each, in the order in which they were told."""


_NO_POINTS: Final = Score(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The board, the cube and the score, as one player has to act.

    `position` is seen by `on_roll`, whose turn it is. `owner` None: the cube is in the
    middle. `dice` None: not thrown yet. `doubled`: the player on roll has doubled and
    the opponent must answer. `length` 0: played for money, where `jacoby` and
    `beavers` may hold. `crawford`: this is the Crawford game. `cube_cap`: the cube
    goes no higher.
    """

    position: Position = START
    on_roll: Side = Side.ONE
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    doubled: bool = False
    length: int = 0
    score: Score = _NO_POINTS
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_cap: int | None = None

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
    the opponent must answer. `turned_back`: how often the cube has been turned straight
    back in that exchange: 1 is a beaver, which the player on roll must answer, 2 a
    raccoon; `cube` and `owner` are then those of the double or beaver taken last.
    `length` 0: played for money, where `jacoby` and `beavers` may hold. `crawford`:
    this is the Crawford game. `cube_cap`: the cube goes no higher.
    """

    position: Position = START
    on_roll: Side = Side.ONE
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    doubled: bool = False
    turned_back: int = 0
    length: int = 0
    score: Score = _NO_POINTS
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_cap: int | None = None

    @property
    def decides(self) -> Side:
        """Who has to act next: who answers a double, or else the player on roll."""
        if self.doubled and self.turned_back % 2 == 0:
            return self.on_roll.other
        return self.on_roll

"""A situation: a position with everything that determines the possible acts in it."""

from dataclasses import dataclass
from typing import Final, TypeAlias

from matches.rules.board.position import START, Position
from matches.rules.conditions import Score
from matches.rules.game import Side

Dice: TypeAlias = tuple[int, int]
"""The numbers of two dice, 1–6 each, in the order in which they were given."""


_NO_POINTS: Final = Score(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The board, the cube and the score at the moment when a player has to act.

    `position` is seen by `on_roll`, the player whose turn it is. `owner` is None while
    the cube is in the middle. `dice` is None before the roll. With `doubled` the player
    on roll has doubled and the opponent must answer. `turned_back` is how often the
    cube has been turned straight back in that exchange: 1 is a beaver, which the player
    on roll must answer, 2 a raccoon; `cube` and `owner` are then those of the double or
    beaver taken last. `length` is 0 in money play, where `jacoby` and `beavers` may
    hold. With `crawford` this is the Crawford game. `cube_cap` is the highest value of
    the cube, None for no limit.
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
        """The player who must act next: to answer a double, else the player on roll."""
        if self.doubled and self.turned_back % 2 == 0:
            return self.on_roll.other
        return self.on_roll

"""The opening roll: the player who begins, the dice, and the stake.

Sources: Norwegian "Backgammonregler", "Å begynne spillet"; Swedish federation, "Såhär
spelas backgammon" (2021), "Spelet börjar"; older Norwegian leaflet "Spilleregler",
section 8 (automatic doubles).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from matches.rules.board.situation import Dice
from matches.rules.conditions import GameRules
from matches.rules.game import Side
from matches.rules.refusals import Refusal

_FACES: Final = range(1, 7)

OPENING_DIE_INVALID = Refusal(
    "opening.die_invalid", "A die cannot show %(die)s. Enter a number from 1 to 6."
)
OPENING_DECIDED = Refusal(
    "opening.decided",
    "%(one)s and %(two)s decide who begins, and the dice are not rolled again. Leave "
    "out the later dice.",
)


@dataclass(frozen=True, slots=True)
class Opening:
    """The result of the throws so far, in which each player throws one die.

    `starts` is the player who begins, with `dice`, the higher one first. Both are None
    if the dice were equal every time. `ties` is how often the dice were equal,
    `automatic` how often that doubled the stake.
    """

    starts: Side | None
    dice: Dice | None
    ties: int
    automatic: int

    @property
    def cube(self) -> int:
        """The value of the cube before the first move; it is in the middle."""
        return 1 << self.automatic


def open_game(
    throws: Sequence[Dice], rules: GameRules, *, cube_in_play: bool = True
) -> Opening:
    """Return the opening after these throws, each the die of ONE and the die of TWO.

    Equal dice are thrown again. If automatic doubles are played, they double the
    stake, as often as agreed on and as the limit of the cube allows. `cube_in_play` is
    False in the Crawford game and in a match to 1 point, where nothing is doubled.

    Raises RuleError.

    Source: older Norwegian leaflet "Spilleregler", section 8: equal dice double the
    stake, equal dice again make it four times.
    """
    ties = 0
    for one, two in throws:
        _check(one, two)
        ties += one == two
    decided = [dice for dice in throws if dice[0] != dice[1]]
    if len(decided) > 1 or (decided and throws[-1] != decided[0]):
        one, two = decided[0]
        raise OPENING_DECIDED(one=one, two=two)
    automatic = min(ties, _most_automatic(rules)) if cube_in_play else 0
    if not decided:
        return Opening(None, None, ties, automatic)
    one, two = decided[0]
    starts = Side.ONE if one > two else Side.TWO
    return Opening(starts, (max(one, two), min(one, two)), ties, automatic)


def _check(*dice: int) -> None:
    for die in dice:
        if die not in _FACES:
            raise OPENING_DIE_INVALID(die=die)


def _most_automatic(rules: GameRules) -> int:
    """Return how many automatic doubles count, at most up to the limit of the cube."""
    return min(rules.automatic, rules.most_automatic)

"""How games of the variants begin that match files name."""

from typing import Final

from matches.rules.board import BAR, Position, position_of

HYPERGAMMON_SIZES: Final = (1, 2, 3)
"""With how many checkers Hypergammon is played; nearly always three."""


def hypergammon(checkers: int) -> Position:
    """Return the position with so many checkers, one each on the last points."""
    own = dict.fromkeys(range(BAR - checkers, BAR), 1)
    return Position(position_of(own, own).points, checkers)

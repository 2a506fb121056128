"""All ratings of a list after so many matches, packed into a column."""

import zlib
from array import array
from typing import Final

from matches.rules.ratings import Ladder

EVERY: Final = 10_000
"""The number of matches between two checkpoints of a list."""
_LEVEL: Final = 1


def packed(ladder: Ladder) -> bytes:
    """Return the ratings and the experience of all players as bytes."""
    numbers = array("q")
    for player in ladder.players():
        numbers.extend((player, ladder.rating_of(player), ladder.experience[player]))
    return zlib.compress(numbers.tobytes(), _LEVEL)


def unpack(content: bytes, ladder: Ladder) -> None:
    """Put what `packed` returned into a new ladder."""
    numbers = array("q")
    numbers.frombytes(zlib.decompress(content))
    columns = (numbers[part::3] for part in range(3))
    for player, rating, experience in zip(*columns, strict=True):
        ladder.give(player, rating, experience)

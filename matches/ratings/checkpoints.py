"""All ratings of a list after so many matches, packed into a column."""

import zlib
from array import array
from typing import Final

from matches.rules.ratings import Ladder

EVERY: Final = 10_000
"""So many matches lie between two checkpoints of a list."""
_LEVEL: Final = 1


def packed(ladder: Ladder) -> bytes:
    """Return the ratings and the experience of all players as bytes."""
    numbers = array("q")
    for player, rating in ladder.ratings.items():
        numbers.extend((player, rating, ladder.experience.get(player, 0)))
    return zlib.compress(numbers.tobytes(), _LEVEL)


def unpack(content: bytes, ladder: Ladder) -> None:
    """Put what `packed` returned into a new ladder."""
    numbers = array("q")
    numbers.frombytes(zlib.decompress(content))
    ladder.ratings.update(zip(numbers[0::3], numbers[1::3], strict=True))
    ladder.experience.update(zip(numbers[0::3], numbers[2::3], strict=True))

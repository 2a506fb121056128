"""Drawing lots from a seed, in a way that can be repeated anywhere.

A lot is the SHA-256 digest of the UTF-8 bytes of `<seed>:<purpose>:<number>`: the seed
as published, the purpose as its format documents it, the entrant's number in decimal
without leading zeros. Example: seed `night`, purpose `swiss:1:1`, entrant 7 gives the
digest of the 17 bytes `night:swiss:1:1:7`, which begins `f742882a`. Drawing lots means
sorting by digest, lowest first. With sha256sum:

    printf %s 'night:swiss:1:1:7' | sha256sum

Python's own `random` is not used: its methods may change from version to version.
"""

from collections.abc import Iterable
from hashlib import sha256

PAIR_PRIME = 2**48 - 59
"""The largest prime below 2**48; lots of pairs are smaller."""


def lot(seed: str, purpose: str, number: int) -> bytes:
    """Return the lot of an entrant: 32 bytes."""
    return sha256(f"{seed}:{purpose}:{number}".encode()).digest()


def by_lot(seed: str, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return the numbers in the order of their lots, the same for any input order."""
    lots = {number: lot(seed, purpose, number) for number in numbers}
    return sorted(lots, key=lots.__getitem__)


def pair_factors(seed: str, purpose: str, numbers: Iterable[int]) -> dict[int, int]:
    """Return each entrant's factor, 0 to `PAIR_PRIME` - 1, for the lot of a pair.

    The factor is the lot read as a big-endian integer, modulo `PAIR_PRIME`. The lot of
    a pair is the product of its two factors modulo `PAIR_PRIME`; that of a bye
    is the factor of who has it. Among equally good draws the least sum of these
    lots wins, so that every exact method finds the same one. (A digest for each pair
    would do the same; in a field of 500 that would be 125,000 of them.)
    """
    return {
        number: int.from_bytes(lot(seed, purpose, number), "big") % PAIR_PRIME
        for number in numbers
    }

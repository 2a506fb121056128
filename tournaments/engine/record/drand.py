"""The public beacon drand: which of its numbers comes when, and checking one of them.

The network *quicknet* of drand (https://docs.drand.love) publishes a signature of the
number of a round every three seconds. It cannot be known before, since many
organisations have to sign together, and there is only one for each round, so no one can
choose it. An announcement that names a round has for its public number the text
`drand quicknet ROUND`; the public number is then the signature, 96 hexadecimal digits.
"""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tournaments.engine.record.bls12_381 import (
    TwistedPoint,
    from_bytes,
    hashed,
    negative,
    pairs_to_one,
)

GENESIS: Final = 1692803367
"""The time of round 1, in seconds since 1970."""
PERIOD: Final = 3
_MARCH_FIRST: Final = 719468
"""Days from the first of March of the year 0 to the first of January 1970."""
_FOUR_CENTURIES: Final = 146097
"""The days of four centuries."""
CHAIN: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash by which the network is known."""

_TAG: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_NAMED: Final = re.compile(r"drand quicknet ([1-9][0-9]{0,9})")
_SHOWN: Final = re.compile(r'"signature"\s*:\s*"([0-9a-f]{96})"')
_SIGNATURE: Final = re.compile(r"[0-9a-f]{96}")


def _number(high: str, low: str) -> int:
    return int(high + low, 16)


_KEY: Final[TwistedPoint] = (
    (
        _number(
            "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809",
            "bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        ),
        _number(
            "03cf0f2896adee7eb8b5f01fcad3912212c437e0073e911f",
            "b90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451",
        ),
    ),
    (
        _number(
            "0e5db2b6bfbb01c867749cadffca88b36c24f3012ba09fc4",
            "d3022c5c37dce0f977d3adb5d183c7477c442b1f04515273",
        ),
        _number(
            "01a714f2edb74119a2f2b0d5a7c75ba902d163700a61bc22",
            "4ededd8e63aef7be1aaf8e93d7a9718b047ccddb3eb5d68b",
        ),
    ),
)
"""The public key of the network."""

_GENERATOR: Final[TwistedPoint] = (
    (
        _number(
            "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02",
            "b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
        ),
        _number(
            "13e02b6052719f607dacd3a088274f65596bd0d09920b61a",
            "b5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
        ),
    ),
    (
        _number(
            "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a7",
            "6d429a695160d12c923ac9cc3baca289e193548608b82801",
        ),
        _number(
            "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af",
            "267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """A round of quicknet: `number` counts from 1."""

    number: int

    @property
    def name(self) -> str:
        """The text by which an announcement names it."""
        return f"drand quicknet {self.number}"

    @property
    def seconds(self) -> int:
        """The time of its publication, in seconds since 1970."""
        return GENESIS + (self.number - 1) * PERIOD

    @property
    def time(self) -> str:
        """The same as an announcement writes a time: UTC, to the second."""
        days, seconds = divmod(self.seconds, 24 * 60 * 60)
        minutes, second = divmod(seconds, 60)
        hour, minute = divmod(minutes, 60)
        return f"{_date(days)}T{hour:02}:{minute:02}:{second:02}Z"

    @property
    def address(self) -> str:
        """The public address of the round."""
        return f"https://api.drand.sh/{CHAIN}/public/{self.number}"

    def is_signed(self, signature: str) -> bool:
        """Return True if this is its signature, as 96 hexadecimal digits."""
        if not _SIGNATURE.fullmatch(signature):
            return False
        signed = from_bytes(bytes.fromhex(signature))
        if signed is None:
            return False
        message = sha256(self.number.to_bytes(8, "big")).digest()
        wanted = hashed(message, _TAG)
        return pairs_to_one([(negative(signed), _GENERATOR), (wanted, _KEY)])


def round_of(name: str) -> BeaconRound | None:
    """Return the round that an announcement names, None if it names another number."""
    found = _NAMED.fullmatch(name)
    return BeaconRound(int(found[1])) if found else None


def first_round_after(seconds: float) -> BeaconRound:
    """Return the first round that is published after a moment since 1970."""
    return BeaconRound(max(1, int((seconds - GENESIS) // PERIOD) + 2))


def signature_in(text: str) -> str:
    """Return the signature in what the network shows of a round, or a bare one."""
    found = _SHOWN.search(text)
    return found[1] if found else text.strip().lower()


def _date(days: int) -> str:
    """Return the date so many days after the first of January 1970."""
    centuries, day = divmod(days + _MARCH_FIRST, _FOUR_CENTURIES)
    # Leap days are the last of their years, because these begin in March here.
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    day -= (153 * month + 2) // 5
    year += 400 * centuries + (month >= 10)  # noqa: PLR2004 - January and February
    return f"{year:04}-{(month + 2) % 12 + 1:02}-{day + 1:02}"

"""The announcement of a draw: what is fixed before its seed exists, and the seed.

An announcement is an object of plain values, ready for JSON. Its *digest* is the
SHA-256 of its canonical text (`canonical`). It holds the digest of the announcement
before it in the same tournament, so that none can be cut out, and the fingerprint of
the field, so that nothing in it can be changed.

Every announcement holds the hash of a *secret*: 128 random bits of the server. With
`rolls` it was public before its seed, and so many rolls of two dice count; without (0)
the draw was made at once, and the secret alone is the seed.

All texts that are hashed are ASCII, except names: these are hashed in UTF-8. All
digests are written as 64 lower-case hexadecimal digits.
"""

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from matches.rules.refusals import Refusal
from tournaments.engine.record import canonical, fingerprint

DICE: Final = "dice"
SECRET: Final = "secret"  # noqa: S105 - the name of a part of the seed
Announcement = Mapping[str, Any]


def digest_of(announcement: Announcement) -> str:
    return fingerprint(dict(announcement))


def salted(salt: str, name: str) -> str:
    """Return the SHA-256 of salt, colon and name in UTF-8.

    The salt is random: without it a hidden name could be found by trying names.
    """
    # Joined, not formatted: a name that is put into a sentence gets marks around it.
    return sha256(":".join((salt, name)).encode()).hexdigest()


def names_digest(hashes: Mapping[int, str]) -> str:
    """Return the SHA-256 of all salted names, by entrant number.

    It is that of the canonical text of an object with the numbers as text:
    `{"1":"…","10":"…","2":"…"}`.
    """
    return fingerprint({str(number): hashes[number] for number in hashes})


def commitment(secret: str) -> str:
    """Return the SHA-256 of a secret: published before, it fixes the secret."""
    return sha256(f"secret:{secret}".encode()).hexdigest()


def seed_from(digest: str, parts: Mapping[str, str]) -> str:
    r"""Return the seed that the parts make under the announcement with this digest.

    The parts are "secret", and after an announcement also "dice", the sorted rolls.
    With dice the seed is the SHA-256 of the canonical text of both and the digest:

        {"announcement":"…","dice":"53-66-41","secret":"…"}
    """
    if DICE not in parts:
        return parts[SECRET]
    # With the digest of the announcement: the same dice under other terms give another
    # seed, so no announcement can be exchanged afterwards.
    return sha256(canonical({**parts, "announcement": digest}).encode()).hexdigest()


def broken_links(chain: Sequence[Announcement]) -> list[int]:
    """Return the indices of the announcements that do not follow the one before them.

    An announcement follows another one if it holds its digest and the next place, and
    was not made earlier. The
    first of a tournament has place 1 and an empty digest before it; the chain may begin
    later.
    """
    broken = []
    for index, one in enumerate(chain):
        is_first, before = one["place"] == 1, chain[index - 1] if index else None
        follows = before is None or (
            one["place"] == before["place"] + 1
            and one["before"] == digest_of(before)
            and one["made"] >= before["made"]
        )
        if is_first != (one["before"] == "") or not follows:
            broken.append(index)
    return broken


ROLLS: Final = 8
"""The rolls of two dice of an announced draw: 34 bits."""

_BETWEEN: Final = re.compile(r"[\s,;.:/+–-]+")
_ROLLS: Final = re.compile(r"[1-6]{2}(?:-[1-6]{2})*")

NOT_DICE = Refusal(
    "dice.not_dice", "A die cannot show %(found)s. Enter numbers from 1 to 6."
)
ODD_DICE = Refusal(
    "dice.odd_dice", "The last roll has only one die. Enter both dice of every roll."
)
OTHER_DICE = Refusal(
    "dice.other_dice",
    "You entered %(rolls)s rolls, but %(needed)s were announced. Enter exactly that "
    "many.",
)


def sorted_rolls(text: str, *, rolls: int) -> str:
    """Return the dice that were called out, two at a time: `53-66-41-22`.

    Each roll is sorted, the higher die first, so that the order in which its two dice
    are called decides nothing; the rolls keep their order. Spaces and signs between the
    numbers are ignored.

    Raises NOT_DICE, ODD_DICE, OTHER_DICE: not as many as `rolls`.
    """
    digits = _BETWEEN.sub("", text)
    for found in digits:
        if found not in "123456":
            raise NOT_DICE(found=found)
    if len(digits) % 2:
        raise ODD_DICE()
    if len(digits) != 2 * rolls:
        raise OTHER_DICE(rolls=len(digits) // 2, needed=rolls)
    pairs = (digits[place : place + 2] for place in range(0, len(digits), 2))
    return "-".join(max(pair) + min(pair) for pair in pairs)


def are_sorted_rolls(text: str, *, rolls: int) -> bool:
    """Return True for so many rolls with the higher die first, as `sorted_rolls`."""
    pairs = text.split("-")
    return (
        _ROLLS.fullmatch(text) is not None
        and len(pairs) == rolls
        and all(pair[0] >= pair[1] for pair in pairs)
    )


def bits_of_rolls(rolls: int) -> int:
    """Return the bits of chance in so many sorted rolls, rounded down.

    A sorted roll has 21 results; 15 of them fall twice as often as the 6 doubles. That
    is 4.337 bits: 34 for 8 rolls.
    """
    return rolls * 4337 // 1000

"""The announcement of a draw: what is fixed before its seed exists, and the seed.

An announcement is an object of plain values, ready for JSON. Its *digest* is the
SHA-256 of its canonical text (`canonical`). It holds the digest of the announcement
before it in the same tournament, so that none can be cut out, and the fingerprint of
the field, so that nothing in it can be changed. The seed is joined from the digest and
from what several people contribute after the announcement.

All texts that are hashed are ASCII, except names: these are hashed in UTF-8. All
digests are written as 64 lower-case hexadecimal digits.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from tournaments.engine.record import canonical, fingerprint

DICE: Final = "dice"
NUMBERS: Final = "numbers"
PUBLIC: Final = "public"
SECRET: Final = "secret"  # noqa: S105 - the name of a source
TYPED: Final = "typed"
SOURCES: Final = (DICE, NUMBERS, PUBLIC, SECRET, TYPED)
"""The sources of a seed, in the order in which an announcement names them.

"dice": rolls in the room, sorted. "numbers": typed on phones until a time that the
announcement names. "public": a number that is drawn elsewhere later and that anyone
can look up. "secret": chosen by the server beforehand; its hash is in the announcement.
"typed": a text of one person, alone; it proves nothing.
"""

Announcement = Mapping[str, Any]


def digest_of(announcement: Announcement) -> str:
    """Return the SHA-256 of the canonical text of an announcement."""
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


def joined(digest: str, parts: Mapping[str, object]) -> str:
    r"""Return the seed of an announced draw: 64 hexadecimal digits.

    `parts` are what the sources contributed: "dice" sorted rolls as text, "numbers" a
    list of whole numbers in ascending order, "public" a text, "secret" a text. The seed
    is the SHA-256 of the canonical text of these and of the digest of the announcement:

        {"announcement":"…","dice":"53-66-41","numbers":[7,482913],"secret":"…"}

    The part "typed" is the seed itself: it is joined with nothing.
    """
    if TYPED in parts:
        return str(parts[TYPED])
    # With the digest of the announcement: the same dice under other terms give another
    # seed, so no announcement can be exchanged afterwards.
    return sha256(canonical({**parts, "announcement": digest}).encode()).hexdigest()


def in_order(numbers: Iterable[int]) -> list[int]:
    """Return the numbers from phones in the order in which they are joined."""
    return sorted(numbers)


def broken_links(chain: Sequence[Announcement]) -> list[int]:
    """Return the indices of the announcements that do not follow the one before them.

    An announcement follows another one if it holds its digest and the next place. The
    first of a tournament has place 1 and an empty digest before it; the chain may begin
    later.
    """
    broken = []
    for index, one in enumerate(chain):
        is_first, before = one["place"] == 1, chain[index - 1] if index else None
        follows = before is None or (
            one["place"] == before["place"] + 1 and one["before"] == digest_of(before)
        )
        if is_first != (one["before"] == "") or not follows:
            broken.append(index)
    return broken

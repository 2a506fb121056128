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

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from tournaments.engine.record import canonical, fingerprint

DICE: Final = "dice"
SECRET: Final = "secret"  # noqa: S105 - the name of a part of the seed

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

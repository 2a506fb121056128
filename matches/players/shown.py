"""How a player is shown to everybody: in full, shortened, by initials, or hidden.

Pure. The club chooses, and the player may choose too; the stricter choice counts, and
minors are never shown in full. Directors see the full name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from matches.players.names import SUFFIXES, sort_name


class Shown(TextChoices):
    """How a name is shown, from the mildest to the strictest."""

    FULL = "full", _("Full name")
    SHORT = "short", _("First name and initial")
    INITIALS = "initials", _("Initials")
    HIDDEN = "hidden", _("Hidden")


_ORDER: Final = tuple(Shown)
NAMELESS: Final = "N.N. "
"""How the names of hidden and of forgotten persons begin."""
_CODE_LENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class PublicName:
    """The public form of a name and of its sort name; empty means the full name."""

    name: str = ""
    sort_name: str = ""


IN_FULL: Final = PublicName()


def is_nameless(name: str) -> bool:
    """Return True if a name is hidden from the reader.

    Club, country and rating are then hidden too, because they may identify the person.
    """
    return name.startswith(NAMELESS)


def told_club(name: str, club: str) -> str:
    """Return the club that is shown beside a name, empty where the name is hidden."""
    return "" if is_nameless(name) else club


def strictest(choices: Iterable[str], *, is_minor: bool = False) -> Shown:
    asked = [Shown(choice) for choice in choices if choice]
    least = Shown.SHORT if is_minor else Shown.FULL
    return max((least, *asked), key=_ORDER.index)


def public_name(name: str, how: str, key: str) -> PublicName:
    """Return the public form of a name.

    `key` is the public key of the player: a hidden name has its first characters, so
    that rows of a table can be told apart.
    """
    if how == Shown.FULL:
        return IN_FULL
    if how == Shown.HIDDEN:
        text = f"{NAMELESS}{key[:_CODE_LENGTH]}"
        return PublicName(text, text)
    words = _words(name)
    initials = [f"{_first_letter(word)}." for word in words]
    if how == Shown.INITIALS or len(words) == 1:
        text = " ".join((initials[0], initials[-1]) if len(words) > 1 else initials)
        return PublicName(text, text)
    text = f"{words[0]} {initials[-1]}"
    return PublicName(text, sort_name(text))


def public_pair(
    name: str, sort_as: str, members: Sequence[tuple[str, PublicName]], *, key: str
) -> PublicName:
    """Return the public form of a pair's name, each member as they are shown.

    `members` are the full and the public names of the two. A pair with another name
    than its members' is hidden if one of them is not shown in full.
    """
    if all(shown == IN_FULL for _full, shown in members):
        return IN_FULL
    told, listed = name, sort_as
    for full, shown in members:
        if shown == IN_FULL:
            continue
        if full not in told:
            return public_name(name, Shown.HIDDEN, key)
        told = told.replace(full, shown.name)
        listed = listed.replace(sort_name(full), shown.sort_name)
        if sort_name(full) in listed or full in listed:
            listed = told
    return PublicName(told, listed)


def _words(name: str) -> list[str]:
    """Return the words of a name that have letters, without "Jr." at its end."""
    words = [word for word in name.split() if any(map(str.isalpha, word))]
    while len(words) > 1 and words[-1].casefold() in SUFFIXES:
        words.pop()
    return words or [name]


def _first_letter(word: str) -> str:
    return next(filter(str.isalpha, word), word[:1])

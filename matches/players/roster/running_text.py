"""Splits a line without columns, as people type it: a name, then perhaps more.

"Jørgen Ærø 1433", "Tove Lind (Aarhus BK) 1612" and "Holm, Søren, Køge" name a player,
the club and the rating without saying where each begins.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from matches.players.names import PARTICLES, SUFFIXES, fold_words
from matches.players.roster.errors import COMMAS_BETWEEN_FIELDS, LOOKS_LIKE_HEADING

IsClub = Callable[[str], bool]
"""Says whether a text is the name of a club that is known."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Information for reading a list: known clubs, and how its other lines are typed.

    `is_listed`: other lines are like "Berg, Ole", so a comma before one word is not
    that of a club.
    """

    is_club: IsClub
    is_listed: bool = False

    @classmethod
    def of(cls, lines: Iterable[str], is_club: IsClub) -> "Habits":
        """Return the habits of a list."""
        habits = cls(is_club)
        return cls(is_club, any(habits.is_in_listed_order(line) for line in lines))

    def is_in_listed_order(self, line: str) -> bool:
        """Return True for a line like "Berg, Ole": one family name, a given name."""
        first, _comma, second = _without_ends(line)[0].partition(",")
        if not second.strip().isalpha() or self.means_club(second):
            return False
        names = _names(first)
        return len(names) == 1 and names[0].isalpha()

    def means_club(self, text: str) -> bool:
        """Return True for a known club, and for a word that only clubs have."""
        return self.is_club(text) or any(
            word in _OF_CLUBS or word.endswith(_ENDS_OF_CLUBS)
            for word in fold_words(text)
        )


_IN_BRACKETS: Final = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]+)[)\]][\s,]*")
_NUMBER_AT_END: Final = re.compile(r"(?<=[\s,])(?:[5-9]\d\d|\d{4})(?:[.,]\d{1,2})?\Z")
_NUMBER: Final = re.compile(r"(?:[5-9]\d\d|\d{4})(?:[.,]\d{1,2})?")
"""A rating from 500: a smaller number may be a place or a table."""
_NUMBER_WORD: Final = re.compile(r"(?<!\S)\d+[^\w\s]*(?!\S)")
_DASH: Final = re.compile(r"\s+[-–—|]\s+")
_OF_CLUBS: Final = frozenset({"bk", "bc", "bgk", "bgc", "bf", "bgf", "backgammon"})
_ENDS_OF_CLUBS: Final = ("klub", "klubb", "klubben", "club", "forening", "vereniging")
_LOOSE: Final = " ,–—|"
_MOST_COMMAS: Final = 2


class Doubt(StrEnum):
    """The doubt about a line that was split.

    NUMBER: a number is left in the name. COMMA: what follows the comma was read as the
    club, and may be the given name.
    """

    NUMBER = "number"
    COMMA = "comma"


@dataclass(frozen=True, slots=True)
class Split:
    """The parts of a line as typed; empty if there is no such part."""

    name: str
    club: str = ""
    rating: str = ""
    doubt: Doubt | None = None


def split(text: str, habits: Habits) -> Split:
    """Split a tidied line without columns, without a bullet or number before it.

    Raises LOOKS_LIKE_HEADING; COMMAS_BETWEEN_FIELDS: too many commas to tell what each
    separates.
    """
    if text.endswith(":"):
        raise LOOKS_LIKE_HEADING()
    name, club, rating = _without_ends(text)
    before, *dashed = _DASH.split(name)
    if len(dashed) == 1 and not club:
        name, club = before, dashed[0]
        if not rating and _NUMBER.fullmatch(club):
            club, rating = "", club
    name, of_commas, is_sure = _at_commas(name, habits)
    club = club or of_commas
    if _NUMBER_WORD.search(name):
        return Split(name, club, rating, Doubt.NUMBER)
    return Split(name, club, rating, None if is_sure else Doubt.COMMA)


def _without_ends(text: str) -> tuple[str, str, str]:
    """Return what is left without brackets and a rating at the end, and these two."""
    club = rating = ""
    while True:
        bracket = _IN_BRACKETS.fullmatch(text)
        number = _NUMBER_AT_END.search(text)
        if bracket and not rating and _NUMBER.fullmatch(bracket[2].strip()):
            text, rating = bracket[1], bracket[2].strip()
        elif bracket and not club:
            text, club = bracket[1], bracket[2].strip()
        elif number and not rating and any(map(str.isalpha, text[: number.start()])):
            text, rating = text[: number.start()], number[0]
        else:
            return text.rstrip(_LOOSE), club, rating
        text = text.rstrip(_LOOSE)


def _at_commas(text: str, habits: Habits) -> tuple[str, str, bool]:
    """Return name and club of a text with commas, and whether that is sure."""
    first, *others = (part.strip() for part in text.split(","))
    if not others or (len(others) == 1 and others[0].casefold() in SUFFIXES):
        return text, "", True
    if len(others) > _MOST_COMMAS:
        raise COMMAS_BETWEEN_FIELDS()
    has_two_names = len(_names(first)) > 1
    if len(others) > 1:
        if has_two_names and not habits.is_listed:
            return first, ", ".join(others), False
        return f"{first}, {others[0]}", others[1], True
    if habits.means_club(others[0]):
        return first, others[0], True
    if has_two_names and not habits.is_listed:
        return first, others[0], False
    return text, "", True


def _names(text: str) -> list[str]:
    return [word for word in text.split() if word.casefold() not in PARTICLES]

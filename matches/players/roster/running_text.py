"""Splits a line without columns, as people type it: a name, then perhaps more.

"Jørgen Ærø 1433", "Tove Lind (Aarhus BK) 1612" and "Holm, Søren, Køge" name a player,
the club and the rating without saying where each begins.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from matches.players.names import PARTICLES, SUFFIXES, fold_words
from matches.players.roster.errors import COMMAS_BETWEEN_FIELDS, LOOKS_LIKE_HEADING
from matches.players.roster.layout import is_country, is_country_code

ONE_SLIP_FROM: Final = 3
TWO_SLIPS_FROM: Final = 5
_MOST_SLIPS: Final = 2

# Letters that replace each other at the start of a name, as in Carl and Karl.
_ALIKE: Final = str.maketrans("cqwzyj", "kkvsii")


def near_words(
    asked: Iterable[str], vocabulary: Iterable[str]
) -> dict[str, dict[str, int]]:
    """Return for each asked word the similar other words with their slips, 1 or 2.

    One slip is allowed in words from 3 letters. Two slips in one word are allowed from
    5 letters if the words begin alike: Hansen and Jensen are two families, Kristian and
    Christian one name. Numbers have no slips: Team 12 is not Team 13.
    """
    words = [word for word in vocabulary if not has_digit(word)]
    return {word: {} if has_digit(word) else _near(word, words) for word in asked}


def begin_alike(one: str, other: str) -> bool:
    """Return True if two words begin with the same letter, or as Carl and Karl do."""
    return one[:1].translate(_ALIKE) == other[:1].translate(_ALIKE)


def has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _near(word: str, words: Sequence[str]) -> dict[str, int]:
    similar = extract(
        word, words, scorer=OSA.distance, score_cutoff=_MOST_SLIPS, limit=None
    )
    return {
        other: int(distance)
        for other, distance, _ in similar
        if distance and _is_near(word, other, int(distance))
    }


def _is_near(one: str, other: str, distance: int) -> bool:
    """Return True if two words of this distance may be one word, mistyped."""
    shorter = min(len(one), len(other))
    if distance <= 1:
        return not distance or shorter >= ONE_SLIP_FROM
    return (
        distance == _MOST_SLIPS
        and shorter >= TWO_SLIPS_FROM
        and begin_alike(one, other)
    )


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
        habits = cls(is_club)
        listed = in_columns = 0
        for line in lines:
            listed += habits.is_in_listed_order(line)
            first, *others = line.split(",")
            in_columns += len(others) > _MOST_COMMAS and len(_names(first)) > 1
        return cls(is_club, bool(listed) and listed >= in_columns)

    def is_in_listed_order(self, line: str) -> bool:
        """Return True for a line like "Berg, Ole": one family name, a given name."""
        first, _comma, second = without_ends(line, self)[0].partition(",")
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


_IN_BRACKETS: Final = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]*)[)\]][\s,]*")
_CODE_AT_END: Final = re.compile(r"(.*\S \S+)[\s,]+([A-Z]{2,3})")
_REMARK_AT_END: Final = re.compile(r"(.*\S)[\s,–—-]+([a-z]+|[A-Z]+)[!?.]*")
_REMARKS: Final = frozenset(
    [
        *("paid", "unpaid", "cash", "late", "maybe", "waiting", "betalt", "ubetalt"),
        *("betald", "obetald", "betaald", "bezahlt", "forsinket", "försenad", "sen"),
        *("laat", "verspätet"),
    ]
)
_TIME: Final = re.compile(r"\d?\d[:.]\d\d")
_RULED: Final = re.compile(
    r"(?:[-–—=*_#~]{2,}\s*|[-–—=*_#~]\s+)\w.*?(?:\s*[-–—=*_#~]{2,}|\s+[-–—=*_#~])"
)
_TITLES: Final = frozenset(
    [
        *("waiting list", "waitlist", "reserves", "reserve list", "not paid"),
        *("total", "sum", "totalt", "totaal", "i alt"),
        *("venteliste", "väntelista", "reserver", "wachtlijst", "warteliste"),
    ]
)
_COUNT_AT_END: Final = re.compile(r"[\s:;,()\d]+\Z")
_SHORTEST_CAPITALS: Final = 3
"""Letters of a family name in capitals; fewer may be initials."""
_NUMBER_AT_END: Final = re.compile(r"(?<=[\s,])(?:[5-9]\d\d|\d{4})(?:[.,]\d{1,2})?\Z")
_NUMBER: Final = re.compile(r"(?:[5-9]\d\d|\d{4})(?:[.,]\d{1,2})?")
"""A rating from 500: a smaller number may be a place or a table."""
_NUMBER_WORD: Final = re.compile(r"(?<!\S)\d+[^\w\s]*(?!\S)")
_DASH: Final = re.compile(r"\s+[-–—|]\s+")
_OF_CLUBS: Final = frozenset(
    {"bk", "bc", "bg", "bgk", "bgc", "bgv", "bf", "bgf", "backgammon"}
)
_ENDS_OF_CLUBS: Final = ("klub", "klubb", "klubben", "club", "forening", "vereniging")
_LOOSE: Final = " ,–—|"
_MOST_COMMAS: Final = 2


class Doubt(StrEnum):
    """The doubt about a line that was split.

    NUMBER: a number is left in the name. COMMA: what follows the comma was read as the
    club, and may be the given name. REMARK: a word such as "paid" was left out.
    CAPITALS: words in capital letters were read as the family name.
    """

    NUMBER = "number"
    COMMA = "comma"
    REMARK = "remark"
    CAPITALS = "capitals"


@dataclass(frozen=True, slots=True)
class Split:
    """The parts of a line as typed; empty if there is no such part."""

    name: str
    club: str = ""
    rating: str = ""
    doubt: Doubt | None = None
    country: str | None = None


def is_title(line: str) -> bool:
    """Return True for a line between dashes or signs, and for "Waiting list"."""
    words = _COUNT_AT_END.sub("", line).casefold()
    return _RULED.fullmatch(line) is not None or words in _TITLES


def split(text: str, habits: Habits, *, is_table: bool = False) -> Split:
    """Split a tidied line without columns, without a bullet or number before it.

    `is_table`: there were so many commas that each ends a column.

    Raises LOOKS_LIKE_HEADING; COMMAS_BETWEEN_FIELDS: too many commas to tell what each
    separates.
    """
    if text.endswith(":"):
        raise LOOKS_LIKE_HEADING()
    name, ends = without_ends(text, habits)
    club, rating = ends.get("club", ""), ends.get("rating", "")
    country = ends.get("country")
    before, *dashed = _DASH.split(name)
    if len(dashed) == 1 and not club:
        name, club = before, dashed[0]
        if not rating and _NUMBER.fullmatch(club):
            club, rating = "", club
        elif country is None and _is_land(club, habits):
            club, country = "", club
    name, of_commas, is_sure = _at_commas(name, habits, is_table=is_table)
    club = club or of_commas
    listed = capitals_first(name)
    doubts = {
        Doubt.NUMBER: _NUMBER_WORD.search(name) is not None,
        Doubt.REMARK: "remark" in ends,
        Doubt.CAPITALS: listed != name,
        Doubt.COMMA: not is_sure,
    }
    doubt = next((doubt for doubt, is_there in doubts.items() if is_there), None)
    return Split(listed, club, rating, doubt, country)


def without_ends(text: str, habits: Habits) -> tuple[str, dict[str, str]]:
    """Return what is left without what follows the name, and these parts by kind.

    The kinds are rating, club, country and remark: in brackets, or at the end.
    """
    ends: dict[str, str] = {}
    while (found := _last_part(text, habits, ends)) is not None:
        text, kind, part = found
        text = text.rstrip(f"{_LOOSE}-")
        if kind:
            ends[kind] = part
    return text.rstrip(_LOOSE), ends


def _last_part(
    text: str, habits: Habits, ends: Mapping[str, str]
) -> tuple[str, str, str] | None:
    """Return what is before the last part, its kind and the part; None if no more."""
    if bracket := _IN_BRACKETS.fullmatch(text):
        kind = _kind_in_brackets(bracket[2].strip(), habits)
        return (bracket[1], kind, bracket[2].strip()) if kind not in ends else None
    number = _NUMBER_AT_END.search(text)
    if number and any(map(str.isalpha, text[: number.start()])):
        found = text[: number.start()], "rating", number[0]
        return found if "rating" not in ends else None
    word = _REMARK_AT_END.fullmatch(text)
    if word and word[2].casefold() in _REMARKS:
        return word[1], "remark", word[2]
    code = _CODE_AT_END.fullmatch(text)
    if code and "country" not in ends and is_country_code(code[2]):
        is_capital = code[1] == code[1].upper()
        return None if is_capital else (code[1], "country", code[2])
    return None


def _kind_in_brackets(part: str, habits: Habits) -> str:
    if not part:
        return ""
    if _NUMBER.fullmatch(part):
        return "rating"
    if _is_land(part, habits):
        return "country"
    words = part.casefold().replace(",", " ").split()
    is_remark = not _REMARKS.isdisjoint(words) or _TIME.search(part) is not None
    return "remark" if is_remark else "club"


def _is_land(text: str, habits: Habits) -> bool:
    return is_country(text) and not habits.is_club(text)


def capitals_first(name: str) -> str:
    """Return "Dupont, Ditte" for "DUPONT Ditte", any other name as it is."""
    words = name.split()
    family = [word for word in words if _is_capitals(word)]
    given = [word for word in words if not _is_capitals(word)]
    if (
        not family
        or not given
        or "," in name
        or words not in (family + given, given + family)
    ):
        return name
    return f"{' '.join(map(str.title, family))}, {' '.join(given)}"


def _is_capitals(word: str) -> bool:
    letters = sum(map(str.isalpha, word))
    return (
        letters >= _SHORTEST_CAPITALS
        and word == word.upper() != word.lower()
        and word.casefold() not in SUFFIXES
    )


def _at_commas(text: str, habits: Habits, *, is_table: bool) -> tuple[str, str, bool]:
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
    if habits.means_club(others[0]) or (has_two_names and is_table):
        return first, others[0], True
    if has_two_names and not habits.is_listed:
        return first, others[0], False
    return text, "", True


def _names(text: str) -> list[str]:
    return [word for word in text.split() if word.casefold() not in PARTICLES]

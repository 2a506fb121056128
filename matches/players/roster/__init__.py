r"""Reads a pasted list of players and finds them in the directory.

>>> from matches.players.roster import KnownPlayer, read_list
>>> people = [("p1", "Ole Berg", "Oslo"), ("p2", "Lise Lund", "Malmö")]
>>> known = [KnownPlayer(*person) for person in people]
>>> for line in read_list("Berg, Ole; Oslo; 1688\nL Lund", known=known, entered=()):
...     print(line.name, line.verdict, [player.name for player in line.candidates])
Ole Berg known ['Ole Berg']
L Lund unsure ['Lise Lund']
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from heapq import nsmallest
from typing import Final

from matches.players.names import fold, spelled_alike
from matches.players.roster.columns import (
    MOST_LINES,
    PastedRow,
    decode,
    layout_of,
    read_rows,
    split_lines,
)
from matches.players.roster.errors import (
    COMMAS_BETWEEN_FIELDS,
    FORMULA,
    LINE_TOO_LONG,
    LOOKS_LIKE_HEADING,
    RATING_UNREADABLE,
    TOO_MANY_COLUMNS,
    TOO_MANY_NAMES,
)
from matches.players.roster.layout import COLUMNS, LINE_BY_LINE, Layout, is_country_code
from matches.players.roster.likeness import (
    ClubRelation,
    KnownNames,
    KnownPlayer,
    LikelyPlayer,
    Likeness,
    club_words,
    compare_clubs,
)
from matches.players.roster.running_text import Doubt
from matches.rules.refusals import RuleError

__all__ = [
    "COLUMNS",
    "COMMAS_BETWEEN_FIELDS",
    "FORMULA",
    "LINE_BY_LINE",
    "LINE_TOO_LONG",
    "LOOKS_LIKE_HEADING",
    "MOST_CANDIDATES",
    "MOST_LINES",
    "RATING_UNREADABLE",
    "TOO_MANY_COLUMNS",
    "TOO_MANY_NAMES",
    "ClubRelation",
    "Doubt",
    "KnownPlayer",
    "Layout",
    "ListLine",
    "ListedAs",
    "RuleError",
    "club_words",
    "compare_clubs",
    "decode",
    "is_country_code",
    "layout_of",
    "read_list",
    "split_lines",
]

MOST_CANDIDATES: Final = 5


class ListedAs(StrEnum):
    """The meaning of a line.

    KNOWN: one player of the directory. NEW: no player there. UNSURE: perhaps one of the
    candidates, or there is a doubt. DUPLICATE: the person of an earlier line. ENTERED:
    a known player who is in the tournament already. INVALID: the line cannot be read,
    its error says why.
    """

    KNOWN = "known"
    NEW = "new"
    UNSURE = "unsure"
    DUPLICATE = "duplicate"
    ENTERED = "entered"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line of the list.

    `number` counts the lines of the text from 1, including blank ones; `raw` is the
    text of the line. `name` is the name in spoken order and `sort_name` in listed
    order. `country` is as typed; None if the line has none and the list no column for
    it. `candidates`, at most five and the best first, are set for KNOWN, ENTERED and
    UNSURE; `known` for KNOWN and ENTERED; `duplicate_of`, a line number, for DUPLICATE;
    `error` for INVALID, whose other fields have what could be read. UNSURE without
    candidates has a `doubt`, or the number of an earlier new line `like_line`.
    `is_by_name` is True for DUPLICATE and ENTERED if only the name says so, because a
    club is missing: two people may be meant.
    """

    number: int
    raw: str
    name: str
    club: str
    rating: Decimal | None
    verdict: ListedAs
    candidates: tuple[KnownPlayer, ...] = ()
    known: KnownPlayer | None = None
    duplicate_of: int | None = None
    error: RuleError | None = None
    sort_name: str = ""
    doubt: Doubt | None = None
    country: str | None = None
    like_line: int | None = None
    is_by_name: bool = False


def read_list(
    text: str,
    *,
    known: Iterable[KnownPlayer],
    entered: Collection[str],
    layout: Layout | None = None,
) -> tuple[ListLine, ...]:
    """Read a list with one player per line: "Name; Club; Rating", in this order.

    Semicolons or tabs separate the columns. A line without them is read as people type
    it: "Ole Berg (Oslo) 1688", "Berg, Ole, Oslo". A first line with headings may name
    the columns in another order, or make commas the separator. A country needs a
    heading; without one, only a cell of its own with a code such as DEN or DK is read
    as one, and four cells in quotes are "Name"; "Club"; "Country"; "Rating". Blank
    lines, the heading of columns and what is above it give no line. A new player whose
    name nearly is that of an earlier new line is UNSURE.

    `entered` are the keys of the known players who are in the tournament already. With
    a `layout` the columns are those that a person has chosen.

    Raises TOO_MANY_LINES (above 1,000 lines). Other errors are in the lines.
    """
    people = tuple(known)
    clubs = {fold(player.club) for player in people if player.club}
    layout = layout or layout_of(text)
    rows = read_rows(text, lambda club: fold(club) in clubs, layout)
    directory = KnownNames(people)
    same = {row.name: directory.same_name(row.name) for row in rows if not row.error}
    like = directory.like(name for name, players in same.items() if not players)
    earlier = _Earlier()
    lines = []
    for row in rows:
        if row.error:
            lines.append(_line(row, ListedAs.INVALID))
            continue
        if players := same[row.name]:
            meant = _namesake(row, players, entered=entered)
        else:
            meant = _lookalike(row, like[row.name])
        lines.append(earlier.told(meant))
    return _with_likenesses(lines)


def _with_likenesses(lines: Sequence[ListLine]) -> tuple[ListLine, ...]:
    """Return the lines; a new one is UNSURE if it is like an earlier new one."""
    new = {str(line.number): line for line in lines if line.verdict is ListedAs.NEW}
    names = KnownNames(
        KnownPlayer(key, line.name, line.club) for key, line in new.items()
    )
    like = names.like(line.name for line in new.values())
    for key, line in new.items():
        earlier = [
            number
            for found in like[line.name]
            if (number := int(found.player.key)) < line.number
            # Those of one spelling were compared before: Sara and Saara are two. Two
            # slips apart are Hansen and Jensen.
            and fold(found.player.name) != fold(line.name)
            and found.likeness < Likeness.TWO_SLIPS
        ]
        if earlier:
            new[key] = replace(line, verdict=ListedAs.UNSURE, like_line=min(earlier))
    return tuple(new.get(str(line.number), line) for line in lines)


def _line(row: PastedRow, verdict: ListedAs, *candidates: KnownPlayer) -> ListLine:
    """Return the line of a row; `known` is set if the verdict means one player."""
    named = verdict in (ListedAs.KNOWN, ListedAs.ENTERED)
    return ListLine(
        number=row.number,
        raw=row.raw,
        name=row.name,
        sort_name=row.sort_name,
        club=row.club,
        country=row.country,
        rating=row.rating,
        verdict=verdict,
        candidates=candidates,
        known=candidates[0] if named else None,
        error=row.error,
    )


def _namesake(
    row: PastedRow, found: Sequence[LikelyPlayer], *, entered: Collection[str]
) -> ListLine:
    """Return the line of a row whose name known players have.

    The club decides between several players. If the only player belongs to another
    club, the line is UNSURE.
    """
    club = club_words(row.club)
    ranked = _ranked(row, found)
    clubs = [compare_clubs(club, other.club) for other in found]
    if clubs.count(ClubRelation.SAME) != 1 and clubs != [ClubRelation.UNKNOWN]:
        return _line(row, ListedAs.UNSURE, *ranked)
    if ranked[0].key not in entered:
        return _line(row, ListedAs.KNOWN, ranked[0])
    line = _line(row, ListedAs.ENTERED, ranked[0])
    return replace(line, is_by_name=clubs == [ClubRelation.UNKNOWN])


def _lookalike(row: PastedRow, found: Sequence[LikelyPlayer]) -> ListLine:
    """Return the line of a row whose name no known player has, with similar players."""
    is_new = not found and row.doubt is None
    line = _line(row, ListedAs.NEW if is_new else ListedAs.UNSURE, *_ranked(row, found))
    return replace(line, doubt=row.doubt)


def _ranked(row: PastedRow, found: Sequence[LikelyPlayer]) -> list[KnownPlayer]:
    club = club_words(row.club)
    best = nsmallest(MOST_CANDIDATES, found, key=lambda other: other.order(club))
    return [other.player for other in best]


class _Earlier:
    def __init__(self) -> None:
        self._by_name = defaultdict[str, list[tuple[ListLine, frozenset[str]]]](list)
        self._by_key: dict[str, int] = {}

    def told(self, line: ListLine) -> ListLine:
        """Return the line, as DUPLICATE if an earlier line means the same person.

        Two people may have the same name if their clubs differ.
        """
        club = club_words(line.club)
        namesakes = self._by_name[fold(line.name)]
        number, other_club = next(
            (
                (other.number, other_club)
                for other, other_club in namesakes
                if compare_clubs(club, other_club) is not ClubRelation.DIFFERENT
                and spelled_alike(line.name, other.name)
            ),
            (None, frozenset[str]()),
        )
        if line.known and number is None:
            number = self._by_key.get(line.known.key)
            other_club = club_words(line.known.club)
        if number is not None:
            return replace(
                line,
                verdict=ListedAs.DUPLICATE,
                candidates=(),
                known=None,
                duplicate_of=number,
                is_by_name=compare_clubs(club, other_club) is ClubRelation.UNKNOWN,
            )
        namesakes.append((line, club))
        if line.known:
            self._by_key[line.known.key] = line.number
        return line

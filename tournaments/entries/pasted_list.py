"""The lines of a pasted list, and the director's choice for each of them."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from django.http import QueryDict

from matches.players.models import Player
from matches.players.names import LONGEST_NAME, fold, tidy
from matches.players.roster import COLUMNS as LIST_COLUMNS
from matches.players.roster import (
    LINE_BY_LINE,
    ClubRelation,
    KnownPlayer,
    Layout,
    ListedAs,
    ListLine,
    club_words,
    compare_clubs,
    is_country_code,
    layout_of,
    read_list,
    split_lines,
)
from tournaments.entries.errors import PAIR_MEMBERS
from tournaments.entries.pairs import (
    is_one_person,
    names_of_pair,
    pair_name,
    pair_sort_name,
)
from tournaments.entries.queries import directory, keys_of, players_by_key
from tournaments.structure.models import Division

SKIP, NEW = "skip", "new"
NAMESAKE = "namesake"
"""The choice of a new player with a name that is there already."""
COLUMNS = ("name", "club", "country", "rating")
_WORDS: Final = re.compile(r"[^\W_]+")
_LINE_NUMBER: Final = re.compile(r"[1-9]\d{0,3}")


def read_division_list(
    division: Division, text: str, layout: Layout | None = None
) -> tuple[ListLine, ...]:
    """Return the lines of a list of people and pairs. Raises TOO_MANY_LINES."""
    known, entered = directory(), keys_of(division)
    lines = read_list(text, known=known, entered=entered, layout=layout)
    return with_pairs(lines, known=known, entered=entered)


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line with the choice made for it, as a row of the preview.

    `mark` is the suffix of the names of its fields; `renewed`: the player is to be
    updated where the line differs.
    """

    line: ListLine
    choice: str
    mark: str
    renewed: bool = False

    @property
    def is_editable(self) -> bool:
        """Whether its columns can be changed: it may be a new player."""
        may_be_new = {ListedAs.NEW, ListedAs.UNSURE, ListedAs.INVALID}
        return self.line.verdict in may_be_new or self.line.is_by_name

    @property
    def is_optional(self) -> bool:
        """Whether the line is entered unless its box is unticked."""
        return self.line.verdict in {ListedAs.NEW, ListedAs.KNOWN}

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Name, club, country and rating as they were read."""
        return cells_of(self.line)

    @property
    def is_split(self) -> bool:
        """Whether the line was typed otherwise than its fields show it."""
        return _WORDS.findall(self.line.raw) != _WORDS.findall(" ".join(self.cells))

    @property
    def additions(self) -> str:
        """What the line says of the known player and the directory does not."""
        return ", ".join(
            _shown(value) for value in _additions(self.line, self.line.known).values()
        )

    @property
    def differences(self) -> str:
        """What the line says otherwise than the directory: "Oslo → Bergen BK"."""
        known = self.line.known
        return ", ".join(
            f"{_shown(getattr(known, name))} → {_shown(value)}"
            for name, value in _differences(self.line, known).items()
        )

    @property
    def may_differ(self) -> bool:
        """Whether a player who can be chosen differs from the line."""
        return any(
            _differences(self.line, candidate) for candidate in self.line.candidates
        )


def sent_choices(sent: QueryDict, lines: Iterable[ListLine]) -> dict[int, str]:
    """Return by line number what was chosen for each line; empty where nothing was."""
    shown, taken = set(sent.getlist("shown")), set(sent.getlist("take"))
    return {
        number: SKIP if mark in shown - taken else sent.get(f"line-{mark}", "")
        for number, mark in marks_of(lines).items()
    }


def choice_of(chosen: str, line: ListLine) -> str:
    """Return the choice for a line: a key, `new` or `skip`; empty without one."""
    if line.verdict is ListedAs.UNSURE:
        allowed = {candidate.key for candidate in line.candidates} | {NEW, SKIP}
        return chosen if chosen in allowed else ""
    if chosen == SKIP:
        return SKIP
    if line.verdict is ListedAs.NEW or is_namesake(chosen, line):
        return NEW
    if line.verdict is ListedAs.KNOWN and line.known is not None:
        return line.known.key
    return SKIP


def is_namesake(chosen: str, line: ListLine) -> bool:
    """Return True if a line was chosen as another person of a name that is there."""
    return line.is_by_name and chosen == NAMESAKE


def marks_of(lines: Iterable[ListLine]) -> dict[int, str]:
    """Return by number the suffixes of the names of the lines' fields.

    They are made from the text and from how often it came before: line numbers would
    change when the list is edited.
    """
    seen = Counter[str]()
    marks = {}
    for line in lines:
        text = f"{line.raw}\n{seen[line.raw]}" if seen[line.raw] else line.raw
        seen[line.raw] += 1
        marks[line.number] = hashlib.sha256(text.encode()).hexdigest()[:12]
    return marks


def edited_lines(sent: QueryDict, lines: Sequence[ListLine]) -> dict[int, str]:
    """Return by number the lines that were changed in their columns, as new lines."""
    found = {}
    marks = marks_of(lines)
    for line in lines:
        mark = marks[line.number]
        # A preview without countries has no field for them.
        typed = [
            sent.get(f"{column}-{mark}", "" if column == "country" else None)
            for column in COLUMNS
        ]
        cells = [tidy(cell) for cell in typed if cell is not None]
        if len(cells) == len(COLUMNS) and cells != list(cells_of(line)):
            found[line.number] = _written(cells)
    return found


def with_edits(text: str, lines: Sequence[ListLine], edited: Mapping[int, str]) -> str:
    """Return the list with edited lines in place of those that were typed.

    A heading names other columns, so it is left out and all lines are written anew.
    """
    parts = split_lines(text)
    numbers = {line.number for line in lines}
    has_heading = any(
        part.strip() for number, part in enumerate(parts, 1) if number not in numbers
    )
    if has_heading:
        parts = [""] * len(parts)
        for line in lines:
            name, *others = cells_of(line)
            name = line.sort_name if "," in line.sort_name else name
            parts[line.number - 1] = _written((name, *others))
    for number, line_typed in edited.items():
        parts[number - 1] = line_typed
    return "\n".join(parts)


def cells_of(line: ListLine) -> tuple[str, str, str, str]:
    """Return name, club, country and rating of a line as its fields show them."""
    rating = "" if line.rating is None else f"{line.rating.normalize():f}"
    return line.name, line.club, line.country or "", rating


def line_of(player: Player, division: Division) -> ListLine:
    """Return the line of a player who was chosen, whatever a list would read."""
    known = KnownPlayer(
        player.key, player.name, player.club, player.rating, player.country
    )
    is_entered = player.key in keys_of(division)
    return ListLine(
        number=1,
        raw=_written((player.name, player.club, "", "")),
        name=player.name,
        sort_name=player.sort_name,
        club=player.club,
        rating=player.rating,
        verdict=ListedAs.ENTERED if is_entered else ListedAs.KNOWN,
        candidates=(known,),
        known=known,
    )


Details = dict[str, str | Decimal]
"""Club, country and rating of a player, by the names of the columns."""


def _told(line: ListLine) -> Details:
    details = {"club": line.club, "country": line.country, "rating": line.rating}
    return {name: value for name, value in details.items() if value}


def _additions(line: ListLine, known: KnownPlayer | None) -> Details:
    return {
        name: value
        for name, value in _told(line).items()
        if known is not None and not getattr(known, name)
    }


def _differences(line: ListLine, known: KnownPlayer | None) -> Details:
    return {
        name: value
        for name, value in _told(line).items()
        if known is not None
        and (stored := getattr(known, name))
        and not _is_same(value, stored)
    }


def _is_same(value: str | Decimal, stored: str | Decimal) -> bool:
    if isinstance(value, str) and isinstance(stored, str):
        clubs = club_words(value), club_words(stored)
        return compare_clubs(*clubs) is ClubRelation.SAME
    return value == stored


def _shown(value: str | Decimal) -> str:
    return value if isinstance(value, str) else f"{value.normalize():f}"


def renewals(
    sent: QueryDict,
    lines: Iterable[ListLine],
    choices: Mapping[int, str],
    *,
    may_change: bool,
) -> dict[str, Details]:
    """Return by key what changes in the directory for the chosen players.

    What is missing there is added; what differs is replaced if its box was ticked and
    the person `may_change` players of the club.
    """
    ticked = set(sent.getlist("renew")) if may_change else set()
    marks = marks_of(lines)
    found = {}
    for line in lines:
        choice = choices[line.number]
        known = next(
            (player for player in line.candidates if player.key == choice), None
        )
        details = _additions(line, known)
        if marks[line.number] in ticked:
            details |= _differences(line, known)
        if known is not None and details:
            found[known.key] = details
    return found


def sent_layout(sent: QueryDict, text: str) -> Layout:
    """Return the columns of a list, as chosen in the preview if that was sent.

    Raises TOO_MANY_LINES.
    """
    layout = layout_of(text) or LINE_BY_LINE
    if sent.get("layout") == LINE_BY_LINE.mark and "again" not in sent:
        return LINE_BY_LINE
    return _with_columns(layout, sent.getlist("column"), sent.get("first", ""))


def shown_layout(sent: QueryDict, layout: Layout) -> Layout:
    """Return the columns that the preview showed, by their mark."""
    first, _colon, columns = sent.get("layout", layout.mark).partition(":")
    return _with_columns(layout, columns.split(","), first)


def _with_columns(layout: Layout, columns: Sequence[str], first: str) -> Layout:
    """Return a layout with columns that were sent, itself if they do not fit."""
    if len(columns) != len(layout.columns) or not {*columns} <= {"", *LIST_COLUMNS}:
        return layout
    return replace(
        layout,
        columns=tuple(columns),
        first=int(first) if _LINE_NUMBER.fullmatch(first) else layout.first,
        is_sure=True,
    )


def _written(all_cells: Sequence[str]) -> str:
    """Return a line that is read as these cells of `COLUMNS`, whatever they are."""
    name, club, country, rating = all_cells
    cells = [name, club, rating] if rating else [name, club]
    if country or any(map(is_country_code, cells)):
        # Four cells in quotes are read by their places; a dash is no rating.
        cells = [name, club, country, rating or "–"]
    return ";".join(map(_quoted, cells))


def _quoted(cell: str) -> str:
    return '"{}"'.format(cell.replace('"', '""'))


def is_clear(lines: tuple[ListLine, ...]) -> bool:
    """Return True for a list of one line that needs no choice."""
    return (
        len(lines) == 1
        and lines[0].verdict in {ListedAs.NEW, ListedAs.KNOWN}
        and not _differences(lines[0], lines[0].known)
    )


def known_players(choices: Iterable[str]) -> list[Player]:
    """Return the chosen players of the directory, each once. One query."""
    keys = [choice for choice in choices if choice not in {NEW, SKIP}]
    players = players_by_key(keys)
    return [players[key] for key in dict.fromkeys(keys) if key in players]


Both = frozenset[str]


def with_pairs(
    lines: Iterable[ListLine], *, known: Iterable[KnownPlayer], entered: Collection[str]
) -> tuple[ListLine, ...]:
    """Return the lines, with lines of two names read as pairs."""
    pairs = {
        _both(names): player
        for player in known
        if (names := names_of_pair(player.name)) is not None
    }
    earlier: dict[Both, int] = {}
    found = []
    for line in lines:
        names = names_of_pair(line.name)
        if names is None or line.verdict is ListedAs.INVALID:
            found.append(line)
            continue
        player = pairs.get(_both(names))
        found.append(_pair(line, names, player=player, entered=entered))
        number = earlier.setdefault(_both(names), line.number)
        if number != line.number:
            found[-1] = replace(
                found[-1],
                verdict=ListedAs.DUPLICATE,
                known=None,
                duplicate_of=number,
            )
    return tuple(found)


def _pair(
    line: ListLine,
    names: tuple[str, str],
    *,
    player: KnownPlayer | None,
    entered: Collection[str],
) -> ListLine:
    if is_one_person(names):
        return replace(line, verdict=ListedAs.INVALID, error=PAIR_MEMBERS())
    verdict = ListedAs.NEW
    if player is not None:
        verdict = ListedAs.ENTERED if player.key in entered else ListedAs.KNOWN
    return replace(
        line,
        name=pair_name(names)[:LONGEST_NAME],
        sort_name=pair_sort_name(names),
        verdict=verdict,
        candidates=() if player is None else (player,),
        known=player,
        duplicate_of=None,
        is_by_name=False,
    )


def _both(names: tuple[str, str]) -> Both:
    return frozenset(fold(name) for name in names)

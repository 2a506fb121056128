"""The lines of a pasted list, and the director's choice for each of them."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from matches.players.models import Player
from matches.players.names import LONGEST_NAME, fold, tidy
from matches.players.roster import (
    KnownPlayer,
    ListedAs,
    ListLine,
    is_country_code,
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
from tournaments.entries.queries import directory_keys, keys_of, players_by_key
from tournaments.structure.models import Division

SKIP, NEW = "skip", "new"
NAMESAKE = "namesake"
"""The choice of a new player with a name that is there already."""
COLUMNS = ("name", "club", "country", "rating")


def read_division_list(division: Division, text: str) -> tuple[ListLine, ...]:
    """Return the lines of a list of people and pairs. Raises TOO_MANY_LINES."""
    known = [
        KnownPlayer(key=key, name=name, club=club, rating=rating)
        for key, name, club, rating in directory_keys()
    ]
    entered = keys_of(division)
    return with_pairs(
        read_list(text, known=known, entered=entered), known=known, entered=entered
    )


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A line with the choice made for it, as a row of the preview.

    `mark` is the suffix of the names of its fields.
    """

    line: ListLine
    choice: str
    mark: str

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
        return self.line.raw.strip() != self.line.name


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
        key=player.key, name=player.name, club=player.club, rating=player.rating
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
    return len(lines) == 1 and lines[0].verdict in {ListedAs.NEW, ListedAs.KNOWN}


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

"""Reads the cells of a text match: the contents of one row, left and right.

A cell is recognised by its first word, never by fixed columns, because columns differ
between programs and a long play moves the cell beside it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

from matches.rules import Side
from matches.rules.board import BAR, OFF, Dice, Move, Position, PositionError
from matches.rules.board.notation import UnreadablePlayError, parse_play
from matches.transcripts.record import Action, ActKind

RIGHT_FROM: Final = 20
"""A single cell that begins at this column or later belongs to the right player."""

QUESTIONS: Final = "???"
"""At least three question marks stand for no play, or for one the program lacks."""

SETUP: Final = "Illegal play ("
_SETUP_END: Final = ";)"
_SETUP_TAIL: Final = 33
_SETUP_CUBE: Final = 3
_SETUP_OWNER: Final = 4
_SETUP_BOARD: Final = slice(5, 31)

_LONGEST_CELL: Final = 64
_MOST_CELLS: Final = 8
_REMEMBERED: Final = 8192
_DANCE: Final = "cannot move"
_WINS: Final = "wins"
_DICE: Final = {f"{one}{two}": (one, two) for one in range(1, 7) for two in range(1, 7)}
_WORDS: Final = {
    "doubles": ActKind.DOUBLE,
    "double": ActKind.DOUBLE,
    "redoubles": ActKind.DOUBLE,
    "beavers": ActKind.BEAVER,
    "beaver": ActKind.BEAVER,
    "raccoons": ActKind.BEAVER,
    "takes": ActKind.TAKE,
    "accepts": ActKind.TAKE,
    "drops": ActKind.DROP,
    "passes": ActKind.DROP,
    "rejects": ActKind.DROP,
    "losses": ActKind.RESIGN,
    "concedes": ActKind.RESIGN,
    "resign": ActKind.RESIGN,
    "resigns": ActKind.RESIGN,
    "resigned": ActKind.RESIGN,
    "forfeit": ActKind.RESIGN,
    "forfeits": ActKind.RESIGN,
    "forfeited": ActKind.RESIGN,
    "loses": ActKind.TIMEOUT,
    "lost": ActKind.TIMEOUT,
    "timeout": ActKind.TIMEOUT,
}
_NEVER_ODD: Final = frozenset(
    {ActKind.DOUBLE, ActKind.BEAVER, ActKind.TAKE, ActKind.DROP}
)
_ANY_WORD: Final = "|".join(sorted((_WINS, *_WORDS), key=len, reverse=True))
_FIRST: Final = re.compile(
    r"(?<!\S)(?:\d\d:(?: ?\?{3,6}+)?|[1-6]{2}(?= (?:\d|bar/))|\?{3,6}+|(?:"
    + _ANY_WORD
    + r")\b)",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(
    "("
    + _ANY_WORD
    + r")\b((?:\s*+(?:=>)?\s*+\d{1,6}(?: points?)?(?: and the match)?)?)$",
    re.IGNORECASE,
)
# A row number inside a row, for example " 24) Losses 1 point".
_NUMBERS: Final = re.compile(r"(?<!\S)\d{1,4}\)(?!\S)")
_NUMBER: Final = re.compile(r"\d{1,6}")
_ENDS_MATCH: Final = re.compile(r"\bmatch\b", re.IGNORECASE)

_PLACES: Final = [
    (str(BAR), BAR),
    ("bar", BAR),
    ("Bar", BAR),
    *((str(point), point) for point in range(1, BAR)),
]
_ENDS: Final = [(name, place) for name, place in _PLACES if place != BAR]
_OFFS: Final = [(str(OFF), OFF), ("off", OFF), ("Off", OFF)]
_MOVES: Final[dict[str, tuple[Move, ...]]] = {
    f"{start}/{end}{hit}": ((from_, to),)
    for start, from_ in _PLACES
    for end, to in (*_ENDS, *_OFFS)
    for hit in ("", "*")
    if to < from_
}
"""The most common moves by their text; `parse_play` reads all others."""


@dataclass(frozen=True, slots=True)
class Win:
    """A cell that states the result; `points` is None if it states none."""

    side: Side
    points: int | None
    ends_match: bool
    line: int


@dataclass(frozen=True, slots=True)
class Unread:
    text: str
    line: int


Said: TypeAlias = Action | Win | Unread


_Cell: TypeAlias = tuple[
    ActKind | None, Dice | None, tuple[Move, ...] | None, str, int, bool
]
"""A cell without its side: kind, dice, moves, text, value, and whether it is plain.

The kind of a result is None, and its value is -1 if it states no points. A later cell
never changes the meaning of a plain cell.
"""


def read_whole(
    body: str, column: int, line: int
) -> tuple[list[Action], list[Win], bool] | None:
    """Return the acts and results of a common row, and whether all its cells are plain.

    `body` is the row after its number and begins at `column`. Return None if the row
    needs `read_row`, which is slower.
    """
    is_right = body[: RIGHT_FROM - column].isspace()
    text, gap, other = body.strip().partition("  ")
    cell = _whole_cell(text)
    if cell is None or (gap and is_right):
        return None
    kind, dice, moves, text, value, is_plain = cell
    side = Side.TWO if is_right else Side.ONE
    if kind is None:
        return None if gap else ([], [_win(side, cell, line)], False)
    acts = [Action(side, kind, dice, moves, text, value, None, line)]
    if not gap:
        return acts, [], is_plain
    cell = _whole_cell(other.lstrip())
    if cell is None:
        return None
    kind, dice, moves, text, value, also_plain = cell
    if kind is None:
        return acts, [_win(Side.TWO, cell, line)], False
    acts.append(Action(Side.TWO, kind, dice, moves, text, value, None, line))
    return acts, [], is_plain and also_plain


def _win(side: Side, cell: _Cell, line: int) -> Win:
    _, _, _, text, points, _ = cell
    ends_match = bool(_ENDS_MATCH.search(text))
    return Win(side, points if points >= 0 else None, ends_match, line)


def read_row(
    body: str, column: int, line: int, *, names: tuple[str, str]
) -> list[Said]:
    """Return everything in a row, in its order.

    `names` of the columns show whose turn it is in a position that the row sets up.
    """
    start = body.find(SETUP)
    end = body.find(_SETUP_END, start)
    if start < 0 or end < 0:
        return _read_cells(body, column, line)
    inside = body[start + len(SETUP) : end]
    after = end + len(_SETUP_END)
    return [
        *_read_cells(body[:start], column, line),
        _read_setup(inside, line, names),
        *_read_cells(body[after:], column + after, line),
    ]


def _read_cells(body: str, column: int, line: int) -> list[Said]:
    body = _NUMBERS.sub(_blanks, body)
    starts = list(islice(_FIRST.finditer(body), _MOST_CELLS + 1))
    if len(starts) > _MOST_CELLS:
        return [Unread(body.strip(), line)]
    before = body[: starts[0].start()] if starts else body
    found: list[Said] = [Unread(before.strip(), line)] if before.strip() else []
    side: Side | None = None
    own_end = -1
    for index, start in enumerate(starts, 1):
        end = starts[index].start() if index < len(starts) else len(body)
        if side is None:
            is_left = column + start.start() < RIGHT_FROM
            side = Side.ONE if is_left else Side.TWO
        elif start[0][0].isdigit() or start.start() > own_end:
            side = Side.TWO
        found.append(_said(start[0], body[start.end() : end].strip(), side, line=line))
        # "32: Concedes": a word at most one blank after the dice is in the same cell.
        own_end = start.end() + 1 if start[0].endswith(":") else -1
    return found


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _said(word: str, text: str, side: Side, *, line: int) -> Action | Win:
    cell = _cell(word, text)
    kind, dice, moves, text, value, _ = cell
    if kind is None:
        return _win(side, cell, line)
    return Action(side, kind, dice, moves, text, value, None, line)


@lru_cache(maxsize=_REMEMBERED)
def _whole_cell(text: str) -> _Cell | None:
    """Return the contents of a cell, None if the text must be split first."""
    if len(text) > _LONGEST_CELL:
        return None
    if text[2:3] == ":" and (dice := _DICE.get(text[:2])):
        play = text[3:].strip()
        moves = _read_play(play)
        return None if moves is None else (ActKind.ROLL, dice, moves, play, 0, True)
    found = _WHOLE.match(text)
    return _cell(found[1], found[2].strip()) if found else None


def _cell(word: str, text: str) -> _Cell:
    if word[0].isdigit():
        return _roll_cell(word, f"{word[3:]} {text}".strip())
    whole = f"{word} {text}".strip()
    if word.startswith(QUESTIONS):
        return ActKind.ROLL, None, None, whole, 0, False
    number = _NUMBER.search(text)
    if word.lower() == _WINS:
        return None, None, (), text, int(number[0]) if number else -1, False
    kind = _WORDS[word.lower()]
    value = int(number[0]) if number else 0
    return kind, None, (), whole, value, kind in _NEVER_ODD


def _roll_cell(word: str, text: str) -> _Cell:
    dice = _DICE.get(word[:2])
    moves = _read_play(text)
    if dice is None and not text:
        text = word[:2]
    is_plain = dice is not None and moves is not None
    return ActKind.ROLL, dice, moves, text, 0, is_plain


def _read_play(text: str) -> tuple[Move, ...] | None:
    """Return the moves of a play as written, () for a dance, None if unreadable."""
    moves: list[Move] = []
    try:
        for word in text.split():
            moves += _MOVES.get(word) or parse_play(word)
    except UnreadablePlayError:
        return _read_whole_play(text)
    return tuple(moves)


def _read_whole_play(text: str) -> tuple[Move, ...] | None:
    if text.lower() == _DANCE:
        return ()
    try:
        return parse_play(text)
    except UnreadablePlayError:
        return None


def _read_setup(inside: str, line: int, names: tuple[str, str]) -> Action:
    """Return the act that sets up a position, seen by the player now on roll.

    Source: GNU Backgammon 1.07.001, "export match snowietxt".
    """
    fields = inside.rsplit(";", _SETUP_TAIL)
    head = fields[0].split(";", 5)
    side = Side.ONE if head[4:5] == ["1"] else Side.TWO
    if names[0] != names[1]:
        for candidate, name in zip(Side, names, strict=True):
            if head[5:] and head[5].startswith(f"{name};"):
                side = candidate
    try:
        numbers = [int(field) for field in fields[1:]]
        position = Position(tuple(numbers[_SETUP_BOARD])).checked()
    except (ValueError, PositionError):
        return Action(side, ActKind.ROLL, None, None, SETUP, line=line)
    return Action(
        side,
        ActKind.SETUP,
        position=position,
        text=inside,
        value=numbers[_SETUP_CUBE],
        owner={1: side, -1: side.other}.get(numbers[_SETUP_OWNER]),
        line=line,
    )

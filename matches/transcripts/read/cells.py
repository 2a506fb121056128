"""Reads the cells of a text match: the contents of one row, left and right.

A cell is recognised by its first word, never by fixed columns, because columns differ
between programs and a long play moves the cell beside it.
"""

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final, TypeAlias

from matches.rules import Side
from matches.rules.board import Move, Position, PositionError
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
_MOST_CELLS: Final = 8
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
_ANY_WORD: Final = "|".join(sorted((_WINS, *_WORDS), key=len, reverse=True))
_FIRST: Final = re.compile(
    r"(?<!\S)(?:\d\d:(?: ?\?{3,6}+)?|[1-6]{2}(?= (?:\d|bar/))|\?{3,6}+|(?:"
    + _ANY_WORD
    + r")\b)",
    re.IGNORECASE,
)
# A row number inside a row, for example " 24) Losses 1 point".
_NUMBERS: Final = re.compile(r"(?<!\S)\d{1,4}\)(?!\S)")
_NUMBER: Final = re.compile(r"\d{1,6}")
_ENDS_MATCH: Final = re.compile(r"\bmatch\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Win:
    """A cell that states the result; `points` is None if it states none."""

    side: Side
    points: int | None
    ends_match: bool
    line: int


Said: TypeAlias = Action | Win | str
"""What a cell says; a text that cannot be read is that text."""


def read_row(
    body: str, column: int, line: int, *, names: tuple[str, str]
) -> list[Said]:
    """`names` show whose turn it is in a position that the row sets up."""
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
        return [body.strip()]
    before = body[: starts[0].start()] if starts else body
    found: list[Said] = [before.strip()] if before.strip() else []
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
    whole = f"{word} {text}".strip()
    if word[0].isdigit():
        play = f"{word[3:]} {text}".strip()
        dice, moves = _DICE.get(word[:2]), _read_play(play)
        if dice is None and not play:
            play = word[:2]
        return Action(side, ActKind.ROLL, dice, moves, play, line=line)
    if word.startswith(QUESTIONS):
        return Action(side, ActKind.ROLL, None, None, whole, line=line)
    number = _NUMBER.search(text)
    value = int(number[0]) if number else 0
    if word.lower() == _WINS:
        ends_match = bool(_ENDS_MATCH.search(text))
        return Win(side, value if number else None, ends_match, line)
    return Action(side, _WORDS[word.lower()], text=whole, value=value, line=line)


def _read_play(text: str) -> tuple[Move, ...] | None:
    """Return the moves of a play as written, () for a dance, None if unreadable."""
    moves: list[Move] = []
    try:
        for word in text.split():
            moves += parse_play(word)
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
    """Source: GNU Backgammon 1.07.001, "export match snowietxt"."""
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

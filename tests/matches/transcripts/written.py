"""Builds games as a reader would have read them, from the cells of a text file."""

from itertools import cycle

from matches.rules import Score, Side
from matches.rules.board import START, position_of
from matches.rules.board.notation import UnreadablePlayError, parse_play
from matches.transcripts.record import (
    Action,
    ActKind,
    Dialect,
    FileFormat,
    Transcript,
    WrittenGame,
)

ONE, TWO = Side.ONE, Side.TWO
NAMES = ("Ada", "Bo")

# Side ONE, on roll, bears off the last checker with anything.
SINGLE = position_of({1: 1}, {6: 14})
GAMMON = position_of({1: 1}, {6: 15})
BACKGAMMON = position_of({1: 1}, {20: 1, 6: 14})
LAST_ROLL = "21: 1/0"

_KINDS = {
    "Doubles": ActKind.DOUBLE,
    "Beavers": ActKind.BEAVER,
    "Takes": ActKind.TAKE,
    "Drops": ActKind.DROP,
    "Losses": ActKind.RESIGN,
    "Timeout": ActKind.TIMEOUT,
}


def cells(*written, first=ONE):
    """Return the acts of alternating cells; an empty one is skipped."""
    sides = cycle((first, first.other))
    return tuple(
        cell(side, text, line=line)
        for line, (side, text) in enumerate(zip(sides, written, strict=False), 1)
        if text
    )


def cell(side, text, *, line=0):
    word, _, rest = text.partition(" ")
    if word in _KINDS:
        value = int(rest) if rest else 0
        return Action(side, _KINDS[word], value=value, line=line)
    if word == "????":
        return Action(side, ActKind.ROLL, None, (), text, line=line)
    dice = (int(word[0]), int(word[1]))
    try:
        moves = parse_play(rest)
    except UnreadablePlayError:
        return Action(side, ActKind.ROLL, dice, None, rest, line=line)
    return Action(side, ActKind.ROLL, dice, moves, rest, line=line)


def setup(side, position, *, value=0, line=0):
    return Action(side, ActKind.SETUP, position=position, value=value, line=line)


def game(number=1, *written, **told):
    """Return a game; `before` may be a pair, `first` says who begins."""
    first = told.pop("first", ONE)
    before = Score(*told.pop("before", (0, 0)))
    values = {"names": NAMES, "start": START, "acts": cells(*written, first=first)}
    return WrittenGame(number=number, before=before, **values | told)


def match(length, *games, **told):
    values = {"format": FileFormat.MAT, "dialect": Dialect.OTHER, "names": NAMES}
    return Transcript(length=length, games=games, **values | told)


def won(number, winner, stated, *, before, **told):
    """Return a game given up at once."""
    return game(number, "31:", before=before, winner=winner, stated=stated, **told)

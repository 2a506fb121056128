"""The contents of a match file, cell by cell, before the rules are applied.

Readers create it, writers write it, and `matches.transcripts.judge` applies the rules.
Side ONE is the left column of a text file, or White of an SGF file.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from matches.rules import Score, Side
from matches.rules.board import START, Dice, Move, Position
from matches.rules.refusals import RuleError

_NO_POINTS: Final = Score(0, 0)


class FileFormat(StrEnum):
    MAT = "mat"
    SGF = "sgf"


class Dialect(StrEnum):
    GNUBG = "gnubg"
    SNOWIE = "snowie"
    XG = "xg"
    BGSTUDIO = "bgstudio"
    GALAXY = "galaxy"
    GRIDGAMMON = "gridgammon"
    JAVAFIBS = "javafibs"
    PLAYOK = "playok"
    OPENGAMMON = "opengammon"
    CRAWFORD = "crawford"
    OTHER = "other"


class ActKind(StrEnum):
    ROLL = "roll"
    DOUBLE = "double"
    BEAVER = "beaver"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    SETUP = "setup"


class Action(NamedTuple):
    """One cell: an act of one side. A tuple, because a file has thousands of them.

    `dice` are as written, in either order; None for a roll without dice (`????`).
    `moves` is None if a play could not be read, () if none was written. `text` is the
    play as written. `value` is the cube that a double or beaver states, or the points
    that a RESIGN states, 0 if none. `position` is the position that a SETUP sets, seen
    by `side`, whose turn it is; None if it leaves the board unchanged. If a SETUP has a
    `value`, it sets the cube to it, owned by `owner`. `line` counts from 1.
    """

    side: Side
    kind: ActKind
    dice: Dice | None = None
    moves: tuple[Move, ...] | None = ()
    text: str = ""
    value: int = 0
    position: Position | None = None
    line: int = 0
    owner: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenGame:
    """One game as written.

    `before` is the score in its header. `winner` and `stated` are the column of its
    result and the points it states; None if it states none, as in an unfinished game.
    With `ends_match` it states that this was the match. `names` are as in this game's
    header. `crawford` is what the file itself says about this game, None if it says
    nothing. `cube` is its value before the first move. `start` is the starting
    position, seen by side ONE.
    """

    number: int
    names: tuple[str, str]
    before: Score = _NO_POINTS
    acts: tuple[Action, ...] = ()
    winner: Side | None = None
    stated: int | None = None
    resigned: bool = False
    ends_match: bool = False
    crawford: bool | None = None
    cube: int = 1
    start: Position = START
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A match file as read.

    `length` is 0 in money play. `names` are those of the columns, which decide who the
    players are; `tags` may name others, and keep their order. `crawford` and `jacoby`
    are what the file says about the whole match, None if it says nothing. `notes` say
    what could not be read, or looked odd, without any loss of a result.
    """

    format: FileFormat
    dialect: Dialect = Dialect.OTHER
    length: int
    names: tuple[str, str]
    games: tuple[WrittenGame, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    crawford: bool | None = None
    jacoby: bool | None = None
    notes: tuple[RuleError, ...] = ()

    def tag(self, name: str) -> str:
        return next((value for key, value in self.tags if key == name), "")

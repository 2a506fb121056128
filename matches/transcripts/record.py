"""The content of a match file, cell by cell, before the rules are applied.

Readers create it, writers write it, `matches.transcripts.judge` applies the rules to
it. Side ONE is the left column of a text file, or White of an SGF file.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from matches.rules import Score, Side
from matches.rules.board import START, Dice, Move, Position
from matches.rules.errors import RuleError


class TranscriptError(RuleError):
    """A match file that cannot be read, or, as a note, a part of one."""


_NO_POINTS: Final = Score(0, 0)


class FileFormat(StrEnum):
    """How a file is written."""

    MAT = "mat"
    SGF = "sgf"


class Dialect(StrEnum):
    """The program that wrote the file, as far as it is known."""

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
    """What a cell says."""

    ROLL = "roll"
    DOUBLE = "double"
    BEAVER = "beaver"
    TAKE = "take"
    DROP = "drop"
    RESIGN = "resign"
    TIMEOUT = "timeout"
    SETUP = "setup"


class Act(NamedTuple):
    """One cell: what one side did. A tuple, because a file has thousands of them.

    `dice` as written, in either order; None for a roll without dice (`????`). `moves`
    is None where a play could not be read, () for none written. `text` is the play as
    written. `value` is the cube a double or beaver names, 0 if none; for RESIGN the
    points it names, 0 if none. `position` is what a SETUP puts on the board, seen by
    `side`, whose turn it is; None if it leaves the board alone. Where a SETUP has a
    `value`, it turns the cube to it, owned by `owner`. `line` counts from 1.
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

    `before`: the score in its header. `winner` and `stated`: the column of its result
    and the points it states; None where it states none, as in an unfinished game.
    `ends_match`: it says that this was the match. `names` as in this game's header.
    `crawford`: what the file itself says about this game, None where it says nothing.
    `cube`: what it shows before the first move. `start`: how the game begins, seen by
    side ONE.
    """

    number: int
    names: tuple[str, str]
    before: Score = _NO_POINTS
    acts: tuple[Act, ...] = ()
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

    `length` 0: money, without end. `names` are those of the columns, which decide who
    is who; `tags` may name others, and keep their order. `crawford` and `jacoby`: what
    the file says of the whole match, None where it is silent. `notes` say what could
    not be read, or looked odd, without any loss of a result.
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
        """Return the value of a header tag, or nothing."""
        return next((value for key, value in self.tags if key == name), "")

"""Writes a match as text, as GNU Backgammon does and other programs read it.

Facts for which the layout has no field are in comments: `; [Key "value"]` before the
match, and a line `; Set Pos=` where the board or the cube was set by hand. A game
without moves gets such a line too, because GNU Backgammon takes no result without it.

Source: files written and read by GNU Backgammon 1.07.001.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from matches.rules import Score, Side
from matches.rules.board import Move, Position
from matches.rules.board.plays import Play
from matches.transcripts.moves import forced, seen, set_pos
from matches.transcripts.record import (
    Action,
    ActKind,
    FileFormat,
    Transcript,
    WrittenGame,
)

LONGEST_NAME: Final = 31
"""The longest name in bytes; GNU Backgammon breaks down at longer ones."""

_BLANKS: Final = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ud800-\udfff\ufeff]+")


def one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip()


def plain_name(name: str, *, instead: str) -> str:
    """Return the beginning of a name that fits, `instead` if nothing is left of it."""
    cut = one_line(name).encode()[:LONGEST_NAME].decode(errors="ignore").strip()
    return cut or instead


def with_steps(game: WrittenGame, plays: Iterable[Play | None]) -> WrittenGame:
    """Return the game with every roll written die by die, the farthest checker first.

    `plays` are the judged plays, one for each act in order; None keeps an act as
    written.
    """
    acts = zip(game.acts, plays, strict=True)
    return replace(game, acts=tuple(_stepped(act, play) for act, play in acts))


def _stepped(act: Action, play: Play | None) -> Action:
    if play is None or act.kind is not ActKind.ROLL:
        return act
    return act._replace(moves=tuple(sorted(play.steps, key=_by_distance)))


def _by_distance(step: Move) -> Move:
    return -step[0], step[1]


LONGEST_VALUE: Final = 400
"""The longest value of a header tag; programs split a line of more than 1,024 bytes."""

_RIGHT: Final = 33
_RIGHT_NAME: Final = 32
_GAP: Final = 3
_LEFT_WINS: Final = " " * 6
_RIGHT_WINS: Final = " " * 34
_RATING: Final = re.compile(r",(?=\s*[-+]?\d)")
_NO_KEY: Final = re.compile(r"[^A-Za-z0-9 ]+")
_BY_RULE: Final = ("Crawford", "Jacoby")


def write_mat(transcript: Transcript) -> str:
    """Return the match as a text file.

    Names and tags are made safe for programs that look for colons, commas and columns.
    Moves are written as they are; `matches.transcripts.write.mat.with_steps` makes
    single steps of them, which shows every hit.
    """
    lines = [f'; [{key} "{value}"]' for key, value in _tags(transcript)]
    if lines:
        lines.append("")
    lines += [f" {transcript.length} point match", ""]
    for game in transcript.games:
        lines += _game(transcript, game)
        lines.append("")
    return "\n".join(lines)


def safe_name(name: str, *, instead: str) -> str:
    """A colon ends a name, a comma before a number begins a rating."""
    return plain_name(_RATING.sub(" ", name.replace(":", " ")), instead=instead)


def _tags(transcript: Transcript) -> Iterator[tuple[str, str]]:
    for key, value in transcript.tags:
        if key not in _BY_RULE:
            yield _NO_KEY.sub("", key), _value(value)
    for key, is_on in zip(
        _BY_RULE, (transcript.crawford, transcript.jacoby), strict=True
    ):
        if is_on is not None:
            yield key, "On" if is_on else "Off"


def _value(text: str) -> str:
    return one_line(text.replace('"', "'"))[:LONGEST_VALUE]


def _game(transcript: Transcript, game: WrittenGame) -> Iterable[str]:
    left = safe_name(game.names[0], instead="Player 1")
    right = safe_name(game.names[1], instead="Player 2")
    one = f" {left} : {game.before.one}"
    gap = max(_RIGHT_NAME - len(one), _GAP)
    yield f" Game {game.number}"
    yield f"{one}{' ' * gap}{right} : {game.before.two}"
    rows = _Rows(transcript.format, game.start)
    if _needs_setup(game):
        rows.set_up(1, None)
    for act in game.acts:
        rows.add(act)
    if game.winner is not None and game.stated is not None:
        rows.end(game.winner, _wins(transcript.length, game, game.winner))
    yield from rows.lines()


def _needs_setup(game: WrittenGame) -> bool:
    first = game.acts[0].kind if game.acts else None
    has_result = game.winner is not None
    return first is not ActKind.SETUP and (
        has_result and not any(_is_played(act) for act in game.acts)
    )


def _is_played(act: Action) -> bool:
    return act.kind is ActKind.DOUBLE or act.dice is not None


def _wins(length: int, game: WrittenGame, winner: Side) -> str:
    points = game.stated or 0
    after: Score = game.before.plus(winner, points)
    over = game.ends_match or 0 < length <= after.of(winner)
    plural = "" if points == 1 else "s"
    return f"Wins {points} point{plural}{' and the match' if over else ''}"


@dataclass(slots=True)
class _Rows:
    """The rows of one game: each side has its own column.

    `position` is None after a play that cannot be followed, until one is set up.
    """

    format: FileFormat
    position: Position | None
    done: list[str] = field(default_factory=list)
    row: dict[Side, str] = field(default_factory=dict)
    number: int = 0
    last: ActKind | None = None

    def lines(self) -> list[str]:
        self._close()
        return self.done

    def add(self, act: Action) -> None:
        if act.kind is ActKind.SETUP:
            if act.position is not None:
                self.position = seen(act.side, act.position)
            self.set_up(act.value or 1, act.owner)
            return
        is_silent = act.kind is ActKind.TAKE and self.last is ActKind.BEAVER
        text = "" if is_silent else self._cell(act)
        self.last = act.kind
        if text:
            self._put(act.side, text)

    def set_up(self, cube: int, owner: Side | None) -> None:
        if self.position is not None:
            self._close()
            self.done.append(set_pos(self.position, cube=cube, owner=owner))

    def end(self, winner: Side, text: str) -> None:
        if (
            self.last is ActKind.DROP
            and winner is Side.TWO
            and Side.TWO not in self.row
        ):
            self._put(winner, f" {text}")
            return
        self._close()
        indent = _LEFT_WINS if winner is Side.ONE else _RIGHT_WINS
        self.done.append(indent + text)

    def _put(self, side: Side, text: str) -> None:
        if Side.TWO in self.row or side in self.row:
            self._close()
        self.row[side] = text

    def _close(self) -> None:
        if not self.row:
            return
        self.number += 1
        left, right = self.row.get(Side.ONE, ""), self.row.get(Side.TWO, "")
        start = f"{self.number:3}) {left}"
        # Programs split the columns at two blanks, and look for them in every row.
        gap = max(_RIGHT - len(start), 1)
        self.done.append(f"{start}{' ' * gap}{right}")
        self.row = {}

    def _cell(self, act: Action) -> str:
        match act.kind:
            case ActKind.DOUBLE:
                return f" Doubles => {act.value}"
            case ActKind.BEAVER:
                return f" Beavers => {act.value}"
            case ActKind.TAKE:
                return " Takes"
            case ActKind.DROP:
                return " Drops"
            case ActKind.ROLL | ActKind.RESIGN | ActKind.TIMEOUT if act.dice:
                return f"{act.dice[0]}{act.dice[1]}: {self._play(act)}"
            case _:
                return ""

    def _play(self, act: Action) -> str:
        if act.moves is None:
            self.position = None
            return act.text if act.text and self.format is FileFormat.MAT else "????"
        before = self.position
        made = forced(seen(act.side, before), act.moves) if before else None
        self.position = seen(act.side, made[0]) if made else None
        hits = made[1] if made else (False,) * len(act.moves)
        return " ".join(
            f"{source}/{target}{'*' if is_hit else ''}"
            for (source, target), is_hit in zip(act.moves, hits, strict=True)
        )

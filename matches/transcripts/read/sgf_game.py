"""Reads one game of an SGF file: letters become moves, nodes become acts.

Sources: as for `matches.transcripts.read.sgf`.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from matches.rules import LARGEST_CUBE, Score, Side, is_cube_value
from matches.rules.board import (
    BAR,
    NACKGAMMON,
    NO_POSITION,
    OFF,
    START,
    Dice,
    Move,
    Position,
    PositionError,
)
from matches.transcripts.doubts import UNREAD_PLAY, UNREAD_SETUP
from matches.transcripts.read.refused import HYPERGAMMON_SIZES, hypergammon
from matches.transcripts.read.text_game import Notes
from matches.transcripts.record import Action, ActKind, WrittenGame
from matches.transcripts.sgf_tree import Node, SgfGame, unescaped

_COLOURS: Final = {"W": Side.ONE, "B": Side.TWO}
_SETUP: Final = frozenset({"PL", "DI", "CV", "CP", "CO", "AE", "AW", "AB"})
# The program gibbon writes separate nodes: "resign:2", then "accept" or "reject".
_RESIGNING: Final = ("resign", "accept", "reject")
_OWNERS: Final = {"w": Side.ONE, "b": Side.TWO}
_ALL: Final = "abcdefghijklmnopqrstuvwxyz"
_PLAY: Final = re.compile(r"([1-6])([1-6])((?:[a-y][a-xz]){0,4})")
_DICE: Final = re.compile(r"([1-6])([1-6])")
_SHOWN: Final = 60
_RESULT: Final = re.compile(r"([WB])\+(?:(\d{1,6})(?!\d)\s*)?(\w*)")
_INFO: Final = re.compile(r"\s*(\w+)\s*:\s*(\d{1,5})\s*")

HYPERGAMMON: Final = {
    f"Hypergammon{size}": hypergammon(size) for size in HYPERGAMMON_SIZES
}
"""The starting positions of the variants with one to three checkers, by their names."""

STARTS: Final = {"Nackgammon": NACKGAMMON, **HYPERGAMMON}


@dataclass(slots=True)
class GameReader:
    game: SgfGame
    count: int
    names: tuple[str, str]
    notes: Notes
    acts: list[Action] = field(default_factory=list)
    start: Position = START
    turn: Side = Side.ONE
    cube: int = 1
    owner: Side | None = None
    offered: int = 0
    doubler: Side | None = None

    def read(self) -> WrittenGame:
        root, rules, info = self._root, rule_words(self._root), match_info(self._root)
        self.start = next((STARTS[rule] for rule in rules if rule in STARTS), START)
        self.cube = opening = _cube(root) or 1
        self._read_nodes()
        result = _RESULT.match(first_value(root, "RE"))
        is_crawford = "CrawfordGame" in rules
        return WrittenGame(
            number=info.get("game", self.count - 1) + 1,
            names=self.names,
            before=Score(info.get("ws", 0), info.get("bs", 0)),
            acts=tuple(self.acts),
            winner=_COLOURS[result[1]] if result else None,
            stated=int(result[2]) if result and result[2] else None,
            resigned=bool(result and result[3].upper().startswith("R")),
            crawford=is_crawford if is_crawford or "Crawford" in rules else None,
            cube=opening,
            start=self.start,
            line=self.game.lines[0],
        )

    @property
    def _root(self) -> Node:
        return self.game.nodes[0]

    def _read_nodes(self) -> None:
        root = self._root
        if root.keys() & {"AW", "AB", "PL", "DI"}:
            # In a root, CV is the cube before the first move, and CP is the copyright
            # notice.
            self._set_up(
                {name: root[name] for name in root.keys() - {"CV", "CP", "CO"}},
                self.game.lines[0],
            )
        for node, line in zip(self.game.nodes, self.game.lines, strict=True):
            if node is not root and not node.keys().isdisjoint(_SETUP):
                self._set_up(node, line)
            for colour, side in _COLOURS.items():
                if colour in node:
                    self._act(side, node[colour][0].strip(), line)

    def _act(self, side: Side, value: str, line: int) -> None:
        word, _, _ = value.lower().partition(":")
        if word in _RESIGNING:
            self._resign(side, word, line)
            return
        match word:
            case "double":
                self._double(side, line)
            case "take":
                self._answer(side, ActKind.TAKE, line)
            case "drop":
                self._answer(side, ActKind.DROP, line)
            case _:
                self._roll(side, value, line)
        self.turn = side.other

    def _resign(self, side: Side, word: str, line: int) -> None:
        if word == "resign":
            self.acts.append(Action(side, ActKind.RESIGN, line=line))
        elif word == "reject" and self.acts and self.acts[-1].kind is ActKind.RESIGN:
            self.acts.pop()

    def _double(self, side: Side, line: int) -> None:
        kind = ActKind.DOUBLE
        if self.offered and self.acts[-1].side != side:
            kind = ActKind.BEAVER
        else:
            self.doubler = side
        self.offered = min((self.offered or self.cube) * 2, LARGEST_CUBE)
        self.acts.append(Action(side, kind, value=self.offered, line=line))

    def _answer(self, side: Side, kind: ActKind, line: int) -> None:
        self.acts.append(Action(side, kind, line=line))
        if kind is ActKind.TAKE and self.offered and self.doubler:
            self.cube, self.owner = self.offered, self.doubler.other
        self.offered = 0

    def _roll(self, side: Side, value: str, line: int) -> None:
        self.offered = 0
        play = _PLAY.fullmatch(value)
        dice, moves = _dice(value), None
        if play:
            moves = tuple(
                _move(side, play[3][at : at + 2]) for at in range(0, len(play[3]), 2)
            )
        else:
            self.notes.add(UNREAD_PLAY(line=line, text=value[:_SHOWN]))
        last = self.acts[-1] if self.acts else None
        if last and last.kind is ActKind.SETUP and last.side is side:
            self._forget_dice(last)
        self.acts.append(Action(side, ActKind.ROLL, dice, moves, value[2:], line=line))

    def _forget_dice(self, last: Action) -> None:
        """Remove a setup act that only sets the dice: the play after it names them."""
        if last.position is None and not last.value:
            self.acts.pop()

    def _set_up(self, node: Node, line: int) -> None:
        self.offered = 0
        self.turn = _COLOURS.get(first_value(node, "PL")[:1].upper(), self.turn)
        before = self.acts.pop() if self._follows_setup() else None
        dice = _dice(first_value(node, "DI")) or (before.dice if before else None)
        value = before.value if before else 0
        if not node.keys().isdisjoint({"CV", "CP", "CO"}):
            self.cube = value = _cube(node) or self.cube
            owner = (first_value(node, "CP") or first_value(node, "CO"))[:1].lower()
            self.owner = _OWNERS.get(owner) if owner else self.owner
        board = self._board(node, line)
        if board is None and before and before.position:
            board = before.position
            board = board if before.side is self.turn else board.turned
        self.acts.append(
            Action(
                self.turn,
                ActKind.SETUP,
                dice,
                value=value,
                position=board,
                line=before.line if before else line,
                owner=self.owner if value else None,
            )
        )

    def _follows_setup(self) -> bool:
        return bool(self.acts) and self.acts[-1].kind is ActKind.SETUP

    def _board(self, node: Node, line: int) -> Position | None:
        """Return the board that a node sets up, seen by the side on roll, or None.

        Checkers placed by earlier nodes are ignored, because every program clears the
        board before it places checkers.
        """
        if "AW" not in node and "AB" not in node:
            return None
        white, black = _places(node, "AW"), _places(node, "AB")
        points = [0] * (BAR + 1)
        for place in white:
            points[place] += 1
        for place in black:
            points[OFF if place == BAR else place] -= 1
        position = Position(tuple(points), self.start.checkers)
        try:
            if {*white} & {*black} - {BAR}:
                raise NO_POSITION()
            position.checked()
        except PositionError:
            self.notes.add(UNREAD_SETUP(line=line))
            return None
        return position if self.turn is Side.ONE else position.turned


def _cube(node: Node) -> int:
    """Return the value of the cube, 0 if the node does not state a valid one."""
    value = first_value(node, "CV")
    if not re.fullmatch(r"\d{1,7}", value):
        return 0
    return int(value) if is_cube_value(int(value)) else 0


def _dice(value: str) -> Dice | None:
    found = _DICE.match(value)
    return (int(found[1]), int(found[2])) if found else None


def _move(side: Side, letters: str) -> Move:
    start, end = letters[0], letters[1]
    return (
        BAR if start == "y" else _place(side, start),
        OFF if end == "z" else _place(side, end),
    )


def _place(side: Side, letter: str) -> int:
    place = _ALL.index(letter) + 1
    return place if side is Side.ONE else BAR - place


def _places(node: Node, name: str) -> list[int]:
    """Return the places of checkers as White counts; `BAR` is the bar of any player."""
    places: list[int] = []
    for value in node.get(name, ()):
        first, _, last = value.strip().lower().partition(":")
        if not re.fullmatch("[a-y]", first) or not re.fullmatch("[a-y]?", last):
            continue
        places += range(_ALL.index(first) + 1, _ALL.index(last or first) + 2)
    return places


def first_value(node: Node, name: str) -> str:
    values = node.get(name)
    return unescaped(values[0]) if values else ""


def match_info(root: Node) -> dict[str, int]:
    """Return the numbers of the property MI: length, game, ws and bs, if present."""
    found = (_INFO.fullmatch(value) for value in root.get("MI", ()))
    return {match[1].lower(): int(match[2]) for match in found if match}


def rule_words(root: Node) -> list[str]:
    return [rule.strip() for rule in first_value(root, "RU").split(":")]

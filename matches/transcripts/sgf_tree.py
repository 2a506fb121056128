"""Parses Smart Game Format, independent of the game.

The files are untrusted: the parser makes one pass without recursion, and keeps
everything before a damaged end. Of a game with variations it keeps only the main line.

Source: "SGF File Format FF[4]" (red-bean.com), "Basic (EBNF) Definition", "Property
Value Types".
"""

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import Final, TypeAlias

from matches.rules.refusals import Refusal, RuleError
from matches.transcripts.doubts import TOO_LONG_MATCH

MOST_NODES: Final = 50_000
"""More nodes than any match has; a file with more is refused."""

MOST_VALUES: Final = 500
"""The number of values kept of one property; a board has 26 places."""

Node: TypeAlias = dict[str, list[str]]
"""Properties by name in capitals. Values are as in the file, including escapes."""

_VALUE: Final = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_START: Final = re.compile(r"\(\s*+;")
_TOKEN: Final = re.compile(
    r"(?P<mark>[();])|(?P<name>[A-Za-z]++)|(?P<values>(?:\[(?:[^\]\\]++|\\.)*+\]\s*+)++)"
    r"|(?P<blank>[^A-Za-z();\[]++)",
    re.DOTALL,
)
# A root inside another game means that the closing bracket of that game is missing.
_ROOT: Final = re.compile(r"\(\s*+;\s*+(?:FF|GM)\s*+\[")
_LOWER: Final = re.compile("[a-z]+")
_ESCAPE: Final = re.compile(r"\\(\r\n|\n\r|.)|(\r\n|\n\r|[\s\x00])", re.DOTALL)
_UNSAFE: Final = re.compile(r"([\]\\])")
_CHARSET: Final = re.compile(rb"[;\]\s]CA\s{0,9}\[([^\]]{1,40})\]")
_CODECS: Final = re.compile(
    r"us-?ascii|latin-?[1-9]|iso-?8859-?\d{1,2}|(?:windows-?|cp)12\d\d|koi8-?[ru]"
    r"|big5|gb2312|gbk|gb18030|euc-?(?:jp|kr)|shift_?-?jis"
)

DAMAGED_END = Refusal(
    "transcript.damaged_end",
    "Line %(line)s of the file is damaged. What comes before it has been read; "
    "compare the last game with your own record.",
)
VARIATIONS_LEFT_OUT = Refusal(
    "transcript.variations_left_out",
    "The file contains variations. Only the main line was read.",
)


@dataclass(slots=True)
class SgfGame:
    """The main line of one game tree: its nodes, and the line in which each begins."""

    nodes: list[Node] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


def parse(text: str) -> tuple[list[SgfGame], list[RuleError]]:
    """Return the games, and notes about them. Text outside the games is skipped.

    Raises TOO_LONG_MATCH.
    """
    reader = _SgfReader(text)
    start = _START.search(text)
    while start is not None:
        start = _START.search(text, reader.read_game(start.start()))
    return reader.games, reader.notes


def unescaped(value: str) -> str:
    return _ESCAPE.sub(_meant, value).strip()


def escaped(value: str) -> str:
    return _UNSAFE.sub(r"\\\1", value)


def declared_charset(content: bytes) -> str:
    """Return the encoding that a file declares, "" if Python should not use it."""
    found = _CHARSET.search(content[:100_000])
    if found is None:
        return ""
    name = found[1].decode("ascii", "replace").replace("\\", "").strip().lower()
    return name if _CODECS.fullmatch(name) else ""


def _meant(found: re.Match[str]) -> str:
    if found[1] is None:
        return " "
    return "" if found[1].isspace() else found[1]


class _SgfReader:
    def __init__(self, text: str) -> None:
        self.games: list[SgfGame] = []
        self.notes: list[RuleError] = []
        self._text = text
        self._nodes = 0
        self._line = 1
        self._seen = 0

    def read_game(self, start: int) -> int:
        """Read the game that begins at `start`; return where the next search begins."""
        game = SgfGame()
        self.games.append(game)
        depth, at = 0, start
        is_main = True
        name = ""
        while token := _TOKEN.match(self._text, at):
            mark = token["mark"]
            if mark == "(":
                if depth and _ROOT.match(self._text, at):
                    self._note_damage(at)
                    return at
                depth += 1
                if not is_main:
                    self._note(VARIATIONS_LEFT_OUT())
            elif mark == ")":
                depth -= 1
                is_main = False
                if not depth:
                    return token.end()
            elif mark == ";" and is_main:
                self._add_node(game, at)
                name = ""
            elif is_main and token["name"]:
                name = _LOWER.sub("", token["name"])
            elif is_main and token["values"]:
                _add_values(game, name, token["values"])
            at = token.end()
        self._note_damage(at)
        return len(self._text)

    def _add_node(self, game: SgfGame, at: int) -> None:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise TOO_LONG_MATCH()
        game.nodes.append({})
        game.lines.append(self._line_of(at))

    def _line_of(self, at: int) -> int:
        self._line += self._text.count("\n", self._seen, at)
        self._seen = at
        return self._line

    def _note_damage(self, at: int) -> None:
        self._note(DAMAGED_END(line=self._line_of(at)))

    def _note(self, note: RuleError) -> None:
        if note not in self.notes:
            self.notes.append(note)


def _add_values(game: SgfGame, name: str, run: str) -> None:
    if not game.nodes or not name:
        return
    values = game.nodes[-1].setdefault(name, [])
    found = islice(_VALUE.finditer(run), MOST_VALUES - len(values))
    values += [match[1] for match in found]

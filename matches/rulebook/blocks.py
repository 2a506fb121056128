"""The parts of a chapter of the rules, independent of profile and language.

Texts are English message ids. The profile fills in their `%(named)s` values. A plain
text holds for every profile, a `Rule` under its condition.
"""

from dataclasses import dataclass
from typing import TypeAlias

from matches.rulebook.profiles import ready_made
from matches.rulebook.switches import Rule, SwitchValues, has_cube
from matches.rulebook.switches.switch import When, always
from matches.rules.board import START, Dice, Move, Position

Sentence: TypeAlias = str | Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A board with its texts, seen by the reader, who has the white checkers.

    `play` is the play that the picture shows. `impossible` are plays that the caption
    calls impossible; tests check both with the rules. With `shows_before` the position
    before the play is drawn as well.
    """

    key: str
    title: str
    caption: str
    when: When = always
    position: Position = START
    dice: Dice | None = None
    play: tuple[Move, ...] = ()
    impossible: tuple[tuple[Move, ...], ...] = ()
    shows_before: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """A row of the table of poengspill: where checkers are, and what each costs."""

    where: str
    points_each: int
    checkers: int

    @property
    def points(self) -> int:
        return self.points_each * self.checkers


@dataclass(frozen=True, slots=True)
class Paragraph:
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Boards that stand side by side where there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class CheckerCounts:
    """The table of poengspill, computed for a picture."""

    rule: Rule
    rows: tuple[Count, ...]


Part: TypeAlias = Paragraph | Pictures | CheckerCounts


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, title and parts. It is left out if no part is shown."""

    key: str
    title: str
    parts: tuple[Part, ...]


def says(*sentences: Sentence) -> Paragraph:
    return Paragraph(sentences)


def only(rules: str, text: str) -> Rule:
    """Return a sentence of some ready-made rules: their keys with spaces between."""
    keys = rules.split()
    return Rule(text=text, when=lambda values: ready_made(values.key).key in keys)


def with_cube(text: str, *, only: str = "") -> Rule:
    """Return a sentence about the cube, of all ready-made rules or `only` of one."""

    def when(values: SwitchValues) -> bool:
        return has_cube(values) and only in {"", ready_made(values.key).key}

    return Rule(text=text, when=when)


def holds(sentence: Sentence, values: SwitchValues) -> bool:
    return isinstance(sentence, str) or sentence.when(values)


def text_of(sentence: Sentence) -> str:
    return sentence if isinstance(sentence, str) else sentence.text

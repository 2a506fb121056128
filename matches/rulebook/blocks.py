"""The parts of a chapter of the rules, independent of profile and language.

Texts are English message ids. A part is shown if its fact holds under the profile, so a
profile needs no texts of its own. The profile fills in the `%(named)s` values.
"""

from dataclasses import dataclass
from typing import TypeAlias

from matches.rulebook.facts import RuleFact, Statement
from matches.rulebook.switches import Rule
from matches.rules.board import START, Dice, Move, Position


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text of one or two sentences that states a fact."""

    text: str
    fact: Statement


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
    fact: Statement
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


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that are printed as one paragraph."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Boards that stand side by side where there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class CheckerCounts:
    """The table of poengspill, computed for a picture."""

    fact: Statement
    rows: tuple[Count, ...]


Part: TypeAlias = Paragraph | Pictures | CheckerCounts


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, title and parts. It is left out if no part is shown."""

    key: str
    title: str
    parts: tuple[Part, ...]


def says(*sentences: tuple[RuleFact, str] | Rule) -> Paragraph:
    """Return a paragraph of sentences with their facts, or of rules of switches."""
    return Paragraph(
        tuple(
            Sentence(sentence.text, sentence)
            if isinstance(sentence, Rule)
            else Sentence(sentence[1], sentence[0])
            for sentence in sentences
        )
    )

"""What a chapter of the rules is made of, before anybody reads it.

Texts are English message ids. A part is shown where its fact holds, so that a profile
needs no words of its own. `%(named)s` values come from the profile.
"""

from dataclasses import dataclass
from typing import TypeAlias

from matches.rulebook.facts import RuleFact, Statement
from matches.rulebook.switches import Rule
from matches.rules.board import START, Dice, Move, Position


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or two that state a fact."""

    text: str
    fact: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A board with its words, seen by the reader, who has the white checkers.

    `play` is what is shown to be possible, `impossible` what the caption says is not.
    With `shows_before` the position before the play is drawn as well.
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
    each: int
    checkers: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together."""

    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Boards that stand side by side where there is room."""

    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class CheckerCounts:
    """The table of poengspill, worked out for a picture."""

    fact: Statement
    rows: tuple[Count, ...]


Part: TypeAlias = Paragraph | Pictures | CheckerCounts


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its anchor, its title, its parts. Without a part it is left out."""

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

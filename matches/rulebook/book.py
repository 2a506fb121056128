"""The rule book as shown: for one profile, in one language, with drawn boards."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.rulebook.blocks import (
    Chapter,
    CheckerCounts,
    Paragraph,
    Part,
    Picture,
    Pictures,
    says,
)
from matches.rulebook.boards import boards, paper_boards
from matches.rulebook.chapters_play import PLAYING
from matches.rulebook.chapters_points import SETTLING
from matches.rulebook.facts import (
    NAMES,
    RuleDocument,
    Statement,
    document_of,
    facts_of,
    sources_of,
)
from matches.rulebook.profiles import READY_MADE, Profile, ReadyMade
from matches.rulebook.switches import TOPICS, named_values, switches_of

Draw: TypeAlias = Callable[[Picture], tuple[SafeString, ...]]

CHAPTERS: Final = PLAYING + SETTLING
"""The chapters in the order in which a beginner learns them."""

# A play: from, to, further stops, each with the star of a hit, and a count: bar/22*,
# 13/7*/4*, 8/5(2).
_PLAY: Final = re.compile(r"\b(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+(?:\(\d\))?(?!\w)")


@dataclass(frozen=True, slots=True)
class ProfileRules:
    """The rules of a ready-made profile, and the name of the document they follow."""

    made: ReadyMade
    name: Promise

    @property
    def key(self) -> str:
        """The key in URLs, which is that of the profile."""
        return self.made.key


BOOKS: Final = tuple(
    ProfileRules(made, NAMES[RuleDocument(made.key)]) for made in READY_MADE
)
"""The rules of all ready-made profiles, in the order in which they are offered."""


def book_named(key: str) -> ProfileRules:
    """Return the rules with this key, in any case. Raises KeyError."""
    for book in BOOKS:
        if book.key == key.lower():
            return book
    raise KeyError(key)


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture with its boards: one, or two for before and after.

    A board is SVG for a page, and an image for paper.
    """

    key: str
    title: str
    caption: str
    boards: tuple[SafeString, ...]

    @property
    def words(self) -> SafeString:
        """The caption for a page, with every play kept on one line."""
        return with_whole_plays(self.caption)


@dataclass(frozen=True, slots=True)
class ShownCount:
    """A row of the table of poengspill."""

    where: str
    points_each: int
    checkers: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A paragraph, or pictures, or the table of poengspill with its sums.

    On paper a paragraph may have one picture `beside` it.
    """

    text: str = ""
    beside: ShownPicture | None = None
    pictures: tuple[ShownPicture, ...] = ()
    counts: tuple[ShownCount, ...] = ()
    checkers: int = 0
    points: int = 0

    @property
    def words(self) -> SafeString:
        """The text for a page, with every play kept on one line."""
        return with_whole_plays(self.text)


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter for one profile.

    `sections` are the headings of the sections of its document that state the facts of
    the chapter.
    """

    key: str
    number: int
    title: str
    parts: tuple[ShownPart, ...]
    sections: tuple[str, ...]


def default_book(language: str | None) -> ProfileRules:
    """Return the rules that are shown first to readers of a language.

    These are the first rules if no document is in that language.
    """
    return next((book for book in BOOKS if book.made.language == language), BOOKS[0])


def all_chapters() -> list[Chapter]:
    """Return all chapters, including the rules of switches that no chapter places.

    These rules are added at the end of the chapter of their topic, one paragraph for
    each switch. A topic without a chapter gets a chapter at the end of the book.
    """
    placed = {fact for chapter in CHAPTERS for fact in facts_in(chapter)}
    found = {chapter.key: chapter for chapter in CHAPTERS}
    for topic in TOPICS:
        plain = Chapter(topic.chapter, topic.title, ())
        chapter = found.setdefault(topic.chapter, plain)
        more = tuple(
            says(*rules)
            for switch in switches_of(topic)
            if (rules := [rule for rule in switch.in_book if rule not in placed])
        )
        found[topic.chapter] = replace(chapter, parts=chapter.parts + more)
    return list(found.values())


def chapters(profile: Profile, *, on_paper: bool = False) -> list[ShownChapter]:
    """Return the chapters for a profile in the active language, numbered from 1."""
    facts, values = facts_of(profile), named_values(profile)
    draw = paper_boards if on_paper else boards
    shown = (
        (chapter, tuple(_shown(chapter.parts, facts, values, draw=draw)))
        for chapter in all_chapters()
    )
    document = document_of(profile)
    return [
        ShownChapter(
            chapter.key,
            number,
            _(chapter.title),
            parts,
            _sections(chapter, facts, document),
        )
        for number, (chapter, parts) in enumerate(
            ((chapter, parts) for chapter, parts in shown if parts), start=1
        )
    ]


def set_beside(parts: Iterable[ShownPart]) -> list[ShownPart]:
    """Move each single picture beside the paragraph before it, for paper.

    A paragraph gets at most one picture.
    """
    found: list[ShownPart] = []
    for part in parts:
        before = found[-1] if found else ShownPart()
        alone = [picture for picture in part.pictures if len(picture.boards) == 1]
        if len(part.pictures) == len(alone) == 1 and before.text and not before.beside:
            found[-1] = replace(before, beside=alone[0])
        else:
            found.append(part)
    return found


def with_whole_plays(text: str) -> SafeString:
    """Return escaped text for a page, with every play marked against line breaks.

    An invisible character would also prevent the break, but a play copied from the page
    would then contain it.
    """
    marked = _PLAY.sub(r'<span class="nowrap">\g<0></span>', escape(text))
    return SafeString(marked)


def facts_in(chapter: Chapter) -> list[Statement]:
    """Return the facts and rules that a chapter states, in its order."""
    return [fact for part in chapter.parts for fact in _facts(part)]


def _facts(part: Part) -> Iterator[Statement]:
    if isinstance(part, Paragraph):
        yield from (sentence.fact for sentence in part.sentences)
    elif isinstance(part, Pictures):
        yield from (picture.fact for picture in part.pictures)
    else:
        yield part.fact


def _shown(
    parts: Iterable[Part],
    facts: Set[Statement],
    values: Mapping[str, object],
    *,
    draw: Draw,
) -> Iterator[ShownPart]:
    for part in parts:
        if isinstance(part, Paragraph):
            holds = [
                sentence.text for sentence in part.sentences if sentence.fact in facts
            ]
            if holds:
                yield ShownPart(text=" ".join(_(text) % values for text in holds))
        elif isinstance(part, Pictures):
            wanted = [picture for picture in part.pictures if picture.fact in facts]
            if wanted:
                yield ShownPart(
                    pictures=tuple(_picture(picture, draw) for picture in wanted)
                )
        elif part.fact in facts:
            yield _table(part)


def _picture(picture: Picture, draw: Draw) -> ShownPicture:
    title, caption = _(picture.title), _(picture.caption)
    return ShownPicture(picture.key, title, caption, draw(picture))


def _table(part: CheckerCounts) -> ShownPart:
    rows = tuple(
        ShownCount(
            _(row.where), row.points_each, row.checkers, row.points_each * row.checkers
        )
        for row in part.rows
    )
    return ShownPart(
        counts=rows,
        checkers=sum(row.checkers for row in rows),
        points=sum(row.points for row in rows),
    )


def _sections(
    chapter: Chapter, facts: Set[Statement], document: RuleDocument
) -> tuple[str, ...]:
    """Return the headings of the document that state facts of a chapter, each once."""
    sections = (
        source.section
        for fact in facts_in(chapter)
        if fact in facts
        for source in sources_of(fact)
        if source.document == document
    )
    return tuple(dict.fromkeys(sections))

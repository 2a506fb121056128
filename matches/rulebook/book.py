"""The rule book as shown: for one profile, in one language, with drawn boards."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from matches.rulebook.blocks import (
    Chapter,
    Count,
    Paragraph,
    Part,
    Pictures,
    holds,
    says,
    text_of,
)
from matches.rulebook.boards import boards, paper_boards
from matches.rulebook.chapters_play import PLAYING
from matches.rulebook.chapters_points import SETTLING
from matches.rulebook.profiles import READY_MADE, Profile, ReadyMade
from matches.rulebook.switches import TOPICS, Rule, named_values, switches_of

CHAPTERS: Final = PLAYING + SETTLING
"""The chapters in the order in which a beginner learns them."""

# A play: from, to, further stops, each with the star of a hit, and a count: bar/22*,
# 13/7*/4*, 8/5(2).
_PLAY: Final = re.compile(r"\b(?:bar|\d{1,2})(?:/(?:off|\d{1,2})\*?)+(?:\(\d\))?(?!\w)")


def book_named(key: str) -> ReadyMade:
    """Return the rules with this key, in any case. Raises KeyError."""
    for book in READY_MADE:
        if book.key == key.lower():
            return book
    raise KeyError(key)


def default_book(language: str | None) -> ReadyMade:
    """Return the rules that are shown first to readers of a language."""
    books = (book for book in READY_MADE if book.language == language)
    return next(books, READY_MADE[0])


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A paragraph, or pictures, or the table of poengspill.

    On paper a paragraph may have one picture `beside` it.
    """

    text: str = ""
    beside: ShownPicture | None = None
    pictures: tuple[ShownPicture, ...] = ()
    counts: tuple[Count, ...] = ()

    @property
    def words(self) -> SafeString:
        """The text for a page, with every play kept on one line."""
        return with_whole_plays(self.text)

    @property
    def checkers(self) -> int:
        return sum(row.checkers for row in self.counts)

    @property
    def points(self) -> int:
        return sum(row.points for row in self.counts)


@dataclass(frozen=True, slots=True)
class ShownChapter:
    key: str
    number: int
    title: str
    parts: tuple[ShownPart, ...]


def all_chapters() -> list[Chapter]:
    """Return all chapters, including the rules of switches that no chapter places.

    These rules are added at the end of the chapter of their topic, one paragraph for
    each switch. A topic without a chapter gets a chapter at the end of the book.
    """
    placed = {rule for chapter in CHAPTERS for rule in _rules(chapter)}
    chapters = {chapter.key: chapter for chapter in CHAPTERS}
    for topic in TOPICS:
        plain = Chapter(topic.chapter, topic.title, ())
        chapter = chapters.setdefault(topic.chapter, plain)
        more = tuple(
            says(*rules)
            for switch in switches_of(topic)
            if (rules := [rule for rule in switch.in_book if rule not in placed])
        )
        chapters[topic.chapter] = replace(chapter, parts=chapter.parts + more)
    return list(chapters.values())


def chapters(profile: Profile, *, on_paper: bool = False) -> list[ShownChapter]:
    """Return the chapters for a profile in the active language, numbered from 1."""
    shown = (
        (chapter, tuple(_shown(chapter.parts, profile, on_paper=on_paper)))
        for chapter in all_chapters()
    )
    kept = ((chapter, parts) for chapter, parts in shown if parts)
    return [
        ShownChapter(chapter.key, number, _(chapter.title), parts)
        for number, (chapter, parts) in enumerate(kept, start=1)
    ]


def set_beside(parts: Iterable[ShownPart]) -> list[ShownPart]:
    """Move each single picture beside the paragraph before it, for paper.

    A paragraph gets at most one picture.
    """
    placed: list[ShownPart] = []
    for part in parts:
        before = placed[-1] if placed else ShownPart()
        alone = [picture for picture in part.pictures if len(picture.boards) == 1]
        if len(part.pictures) == len(alone) == 1 and before.text and not before.beside:
            placed[-1] = replace(before, beside=alone[0])
        else:
            placed.append(part)
    return placed


def with_whole_plays(text: str) -> SafeString:
    """Return escaped text for a page, with every play marked against line breaks.

    An invisible character would also prevent the break, but a play copied from the page
    would then contain it.
    """
    marked = _PLAY.sub(r'<span class="nowrap">\g<0></span>', escape(text))
    return SafeString(marked)


def _rules(chapter: Chapter) -> Iterator[Rule]:
    for part in chapter.parts:
        if isinstance(part, Paragraph):
            yield from (rule for rule in part.sentences if isinstance(rule, Rule))


def _shown(
    parts: Iterable[Part], profile: Profile, *, on_paper: bool
) -> Iterator[ShownPart]:
    values = named_values(profile)
    draw = paper_boards if on_paper else boards
    for part in parts:
        if isinstance(part, Paragraph):
            texts = [
                _(text_of(sentence)) % values
                for sentence in part.sentences
                if holds(sentence, profile)
            ]
            if texts:
                yield ShownPart(text=" ".join(texts))
        elif isinstance(part, Pictures):
            pictures = tuple(
                ShownPicture(
                    picture.key, _(picture.title), _(picture.caption), draw(picture)
                )
                for picture in part.pictures
                if picture.when(profile)
            )
            if pictures:
                yield ShownPart(pictures=pictures)
        elif part.rule.when(profile):
            rows = tuple(replace(row, where=_(row.where)) for row in part.rows)
            yield ShownPart(counts=rows)

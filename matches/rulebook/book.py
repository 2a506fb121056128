"""The rule book as shown: for one profile, in one language, with drawn boards."""

from collections.abc import Iterable
from dataclasses import replace

from matches.rulebook.blocks import Chapter, Part, says
from matches.rulebook.chapters import CHAPTERS
from matches.rulebook.profiles import READY_MADE, Profile, ReadyMade
from matches.rulebook.switches import TOPICS, named_values, switches_of


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


def all_chapters() -> list[Chapter]:
    """Return all chapters, including the rules of switches that no chapter places.

    These rules are added at the end of the chapter of their topic, one paragraph for
    each switch. A topic without a chapter gets a chapter at the end of the book.
    """
    placed = {rule for chapter in CHAPTERS for rule in chapter.rules}
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


def chapters(profile: Profile) -> list[Chapter]:
    """Return the chapters for a profile in the active language, numbered from 1."""
    named = named_values(profile)
    found: list[Chapter] = []
    for chapter in all_chapters():
        shown = (part.shown(profile, named) for part in chapter.parts)
        if parts := tuple(part for part in shown if part is not None):
            found.append(replace(chapter, parts=parts, number=len(found) + 1))
    return found


def set_beside(parts: Iterable[Part]) -> list[Part]:
    """Move each single picture beside the paragraph before it, for paper.

    A paragraph gets at most one picture.
    """
    placed: list[Part] = []
    for part in parts:
        before = placed[-1] if placed else Part()
        alone = [picture for picture in part.pictures if not picture.shows_before]
        if len(part.pictures) == len(alone) == 1 and before.text and not before.beside:
            placed[-1] = replace(before, beside=alone[0])
        else:
            placed.append(part)
    return placed

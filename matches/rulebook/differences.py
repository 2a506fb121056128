"""Where the ready-made rules differ: every sentence that some have and others lack."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.rulebook.blocks import Chapter, Paragraph
from matches.rulebook.book import BOOKS, CHAPTERS, Book, values_of
from matches.rulebook.facts import facts_of


@dataclass(frozen=True, slots=True)
class Difference:
    """A sentence, and whose rules have it."""

    text: str
    books: tuple[Book, ...]


@dataclass(frozen=True, slots=True)
class DifferentChapter:
    """A chapter in which the rules differ."""

    key: str
    title: str
    differences: tuple[Difference, ...]


def differences() -> list[DifferentChapter]:
    """Return what not all of the ready-made rules say, in the reader’s language."""
    found = (
        DifferentChapter(chapter.key, _(chapter.title), tuple(_differing(chapter)))
        for chapter in CHAPTERS
    )
    return [chapter for chapter in found if chapter.differences]


def _differing(chapter: Chapter) -> Iterator[Difference]:
    books: dict[str, list[Book]] = {}
    for sentence in (
        sentence
        for part in chapter.parts
        if isinstance(part, Paragraph)
        for sentence in part.sentences
    ):
        for book in BOOKS:
            if sentence.fact in facts_of(book.made.profile):
                text = _(sentence.text) % values_of(book.made.profile)
                books.setdefault(text, []).append(book)
    for text, having in books.items():
        if len(having) < len(BOOKS):
            yield Difference(text, tuple(having))

"""The sentences in which the ready-made rules differ from each other."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from django.utils.translation import gettext as _

from matches.rulebook.blocks import Chapter, Paragraph
from matches.rulebook.book import BOOKS, ProfileRules, all_chapters
from matches.rulebook.facts import Statement, facts_of
from matches.rulebook.switches import named_values

Held: TypeAlias = tuple[ProfileRules, Set[Statement], Mapping[str, object]]
"""The rules of a book, the statements that hold in it, and the values for sentences."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A sentence, and the rules that contain it."""

    text: str
    books: tuple[ProfileRules, ...]


@dataclass(frozen=True, slots=True)
class DifferentChapter:
    """A chapter with the sentences in which the rules differ."""

    key: str
    title: str
    differences: tuple[Difference, ...]


def differences() -> list[DifferentChapter]:
    """Return the sentences that only some of the ready-made rules contain, by chapter.

    They are in the reader’s language.
    """
    profiles = [(book, book.made.profile) for book in BOOKS]
    held = [
        (book, facts_of(profile), named_values(profile)) for book, profile in profiles
    ]
    return [
        DifferentChapter(chapter.key, _(chapter.title), found)
        for chapter in all_chapters()
        if (found := tuple(_differing(chapter, held)))
    ]


def _differing(chapter: Chapter, held: Sequence[Held]) -> Iterator[Difference]:
    books: dict[str, list[ProfileRules]] = {}
    for sentence in (
        sentence
        for part in chapter.parts
        if isinstance(part, Paragraph)
        for sentence in part.sentences
    ):
        for book, facts, values in held:
            if sentence.fact in facts:
                books.setdefault(_(sentence.text) % values, []).append(book)
    for text, having in books.items():
        if len(having) < len(BOOKS):
            yield Difference(text, tuple(having))

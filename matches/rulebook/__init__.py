"""The rules of backgammon for players, by profile: what five documents say.

The words are ours; the documents are named where they state a fact.
"""

from matches.rulebook.book import (
    BOOKS,
    CHAPTERS,
    Book,
    ShownChapter,
    ShownPart,
    ShownPicture,
    chapters,
    default_book,
    facts_in,
    set_beside,
)
from matches.rulebook.differences import Difference, DifferentChapter, differences
from matches.rulebook.facts import STATED, Document, Fact, Source, facts_of, stated_in

__all__ = [
    "BOOKS",
    "CHAPTERS",
    "STATED",
    "Book",
    "Difference",
    "DifferentChapter",
    "Document",
    "Fact",
    "ShownChapter",
    "ShownPart",
    "ShownPicture",
    "Source",
    "chapters",
    "default_book",
    "differences",
    "facts_in",
    "facts_of",
    "set_beside",
    "stated_in",
]

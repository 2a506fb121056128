"""The rules of backgammon for players, by profile, from five rule documents.

The sentences are written for this product; each fact names the documents that state it.
"""

from matches.rulebook.book import (
    BOOKS,
    CHAPTERS,
    ProfileRules,
    ShownChapter,
    ShownPart,
    ShownPicture,
    all_chapters,
    book_named,
    chapters,
    default_book,
    facts_in,
    set_beside,
)
from matches.rulebook.differences import Difference, DifferentChapter, differences
from matches.rulebook.facts import (
    STATED,
    RuleDocument,
    RuleFact,
    RuleSource,
    Statement,
    book_rules,
    facts_of,
    sources_of,
    stated_in,
)

__all__ = [
    "BOOKS",
    "CHAPTERS",
    "STATED",
    "Difference",
    "DifferentChapter",
    "ProfileRules",
    "RuleDocument",
    "RuleFact",
    "RuleSource",
    "ShownChapter",
    "ShownPart",
    "ShownPicture",
    "Statement",
    "all_chapters",
    "book_named",
    "book_rules",
    "chapters",
    "default_book",
    "differences",
    "facts_in",
    "facts_of",
    "set_beside",
    "sources_of",
    "stated_in",
]

"""Tests assert codes and facts, not English sentences: the English may be edited.

`tests/refusals.py` has the codes of what a page refuses (`codes_of`), of what it says
(`says`), the names of parts of templates (`shows`) and the levels of messages (`told`);
pages say their facts as `answer.context["page"]`. A sentence is an English message of
the product that ends with a full stop or a mark; a text is asserted if it stands in an
`assert` or in the values of `parametrize`. Browser tests may find things by the words
that people see.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CATALOGUE = ROOT / "clubsite/locale/da/LC_MESSAGES/django.po"
FEWEST = 3
"""A sentence, or a part of one, has so many words."""
OTHERWISE = {"browser", "pseudo"}
"""Folders of tests that see a page as people do, and of texts that no test asserts."""
ABOUT_WORDS = {
    "tests/test_asserted_sentences.py": "finds asserted sentences",
    "tests/clubsite/test_sixth_language.py": "adds a language to the catalogues",
    "tests/matches/match_page/test_pad_agrees.py": "reads the pad as a player does",
    "tests/matches/rulebook/test_profiles.py": "which sentence a switch puts in",
    "tests/matches/rulebook/test_rulebook.py": "the rule book is its sentences",
    "tests/matches/rules/test_errors.py": "how params come into a sentence",
}
"""Files that are about words themselves, with what they read them for."""

PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w+\}")
ENTRY = re.compile(r'^msgid(?:_plural)? "(.+)"$', re.MULTILINE)
END = re.compile(r"[.?!]”?$")


def plain(text: str) -> str:
    """Return a text with each white space as one space."""
    return " ".join(text.split())


@cache
def sentences() -> tuple[str, tuple[str, ...]]:
    """Return all sentences in one text, and of each the longest part without values."""
    entries = (
        plain(found.replace(r"\"", '"').replace(r"\n", " "))
        for found in ENTRY.findall(CATALOGUE.read_text(encoding="utf-8"))
    )
    found = {text for text in entries if END.search(text) and is_long(text)}
    parts = {max(map(plain, PLACEHOLDER.split(text)), key=len) for text in found}
    return "\n".join(found), tuple(part for part in parts if is_long(part))


def is_long(text: str) -> bool:
    """Whether a text has the words of a sentence."""
    return len(re.findall(r"[^\W\d_]{2,}", text)) >= FEWEST


def is_sentence(text: str) -> bool:
    """Whether a text is a sentence of the product, a part of one or contains one."""
    text = plain(text)
    if not is_long(text):
        return False
    everything, parts = sentences()
    return text in everything or any(part in text for part in parts)


def asserted(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the texts of all assertions and of all values of `parametrize`."""
    seen = set()
    for node in ast.walk(tree):
        roots: list[ast.AST] = [node] if isinstance(node, ast.Assert) else []
        if isinstance(node, ast.FunctionDef):
            roots += node.decorator_list
        for found in (part for root in roots for part in ast.walk(root)):
            is_text = isinstance(found, ast.Constant) and isinstance(found.value, str)
            if is_text and id(found) not in seen:
                seen.add(id(found))
                yield found


def sentences_in(text: str) -> list[tuple[int, str]]:
    """Return the asserted sentences of a module with their lines."""
    return [
        (found.lineno, found.value)
        for found in asserted(ast.parse(text))
        if is_sentence(found.value)
    ]


@pytest.fixture(scope="module")
def found() -> dict[str, list[tuple[int, str]]]:
    """All asserted sentences, by file."""
    paths = (ROOT / "tests").rglob("test_*.py")
    kept = (path for path in paths if not OTHERWISE & set(path.parts))
    read = {
        path.relative_to(ROOT).as_posix(): sentences_in(path.read_text("utf-8"))
        for path in sorted(kept)
    }
    return {file: lines for file, lines in read.items() if lines}


def test_no_sentence_is_asserted(
    found: dict[str, list[tuple[int, str]]],
) -> None:
    told = [
        f"{file}:{line}: {text}"
        for file, lines in found.items()
        if file not in ABOUT_WORDS
        for line, text in lines
    ]
    assert not told, "\n".join(told)


def test_the_files_about_words_are_needed(
    found: dict[str, list[tuple[int, str]]],
) -> None:
    assert found.keys() >= ABOUT_WORDS.keys()


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ('assert "Choose who won the match." in page', True),
        ('assert "who won the" in page', True),
        ('assert "winner:required" in codes_of(page)', False),
        ('page.find("Choose who won the match.")', False),
        ('@parametrize("a", ["Choose who won the match."])\ndef test(): ...', True),
    ],
)
def test_what_is_found(text: str, is_found: bool) -> None:
    assert bool(sentences_in(text)) == is_found

"""Words that a native would not write; `clubsite/locale` has every message."""

import re

import pytest

from tests.messages import LOCALE, catalogue_file, load

BANNED = {
    r"(every|some|any|no)body": "everyone, someone, anyone, no one",
    r"knock-outs?|walk-overs?": "knockout, walkover",
    r"latecomers?": "late entry",
    r"put aside|set aside": "adjourned, discarded",
    r"take (it|them|this|the \w+) "
    "back": "undo, cancel, unpublish or revoke: name the act",
    r"put (it )?back|bring (it |this "
    ")?back": "restore, reinstate or reopen: name the act",
    r"by lot|lots (decide|from)": "at random",
    r"under way": "in progress, current",
    r"did not come": "did not show up, no-show",
    r"direct encounter": "head-to-head",
    r"finishing order": "final ranking",
    r"wall chart": "bracket poster",
    r"equal dice": "doubles",
    r"second factor": "two-factor authentication",
    r"of one (club|country|family)": "from the same club",
    r"all the same|beforehand|anew": "leave it out, or say when",
    r"one’s own": "their own, the player’s own",
    r"(?-i:Empty:)": "Leave empty for …",
    r"directory": "player list",
    r"treasurer’s sheet": "treasurer’s report",
}
"""A pattern of whole words, and what is said instead."""

TYPED = {"bin, bring back, restore", "people, directory, members"}
"""Words that people type to find a page."""


@pytest.mark.parametrize("pattern", BANNED)
def test_no_message_says(pattern: str) -> None:
    banned = re.compile(rf"(?<!\w)({pattern})(?!\w)", re.IGNORECASE)
    said = [
        text
        for entry in load(catalogue_file("da"))
        for text in (entry.msgid, entry.msgid_plural)
        if banned.search(text) and entry.msgid not in TYPED
    ]
    assert said == [], f"say: {BANNED[pattern]}"


def test_seeds_are_players() -> None:
    """What a draw comes from is its random number."""
    drawn = re.compile(r"\bseed of the (draw|round)|\b(a|the) seed (decides|is)\b")
    said = [entry.msgid for entry in load(catalogue_file("da"))]
    assert not [text for text in said if drawn.search(text)]


def test_hints_name_buttons_that_are_there() -> None:
    """What a sentence tells people to use, tap, press or open is a message itself."""
    entries = load(catalogue_file("da"))
    there = {entry.msgid for entry in entries}
    told = re.compile(r"\b(?:use|tap|press|open|choose) “([A-Z][^”%]*)”", re.IGNORECASE)
    named = [name for entry in entries for name in told.findall(entry.msgid)]
    assert named
    assert [name for name in named if name not in there] == []


GLOSSARY = [
    line.split("\t")
    for line in (LOCALE / "glossary.tsv").read_text(encoding="utf-8").splitlines()
]
"""Its head, then a term a line: English, its meaning, and a column for a language."""


@pytest.mark.parametrize("language", GLOSSARY[0][2:])
def test_catalogues_use_the_words_of_the_glossary(language: str) -> None:
    """A word has other senses and a sentence other ways: a quarter may differ."""
    catalogue = load(catalogue_file(language))
    column = GLOSSARY[0].index(language)
    strangers = []
    for row in GLOSSARY[1:]:
        terms = "|".join(map(re.escape, row[0].split("|")))
        term = re.compile(rf"(?<![\w-])(?:{terms})(?:e?s)?(?![\w-])", re.IGNORECASE)
        said = [
            (entry.msgstr or " ".join(entry.msgstr_plural.values())).lower()
            for entry in catalogue
            if term.search(re.sub(r"%\(\w+\)s", "", entry.msgid))
        ]
        words = [word.lower() for word in row[column].split("|")]
        known = sum(any(word in text for word in words) for text in said)
        if len(said) > 4 and known < 0.75 * len(said):
            strangers.append((row[0], f"{known} of {len(said)}"))
    assert strangers == []

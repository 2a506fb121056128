"""The matrix of the nights: every document read back from its PDF.

Nothing stands outside its page or over something else, no letter is missing, every font
is in the file, and every QR code is read from a print and from a grey copy of it. By
numbers of players, languages and sizes of paper; the names are as long and in as many
scripts as names are. `docs/tests.md` says which of them are tried together.
"""

from dataclasses import fields, is_dataclass
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from django.utils import translation

from matches.documents.fitting import SMALLEST_LABEL
from matches.documents.fontconfig import PACKAGES, lacks_letters
from matches.documents.languages import AND, speaking
from matches.rules.refusals import RuleError
from matches.web.shown import public_names
from tests import builders, paper, printed_worlds
from tests.conftest import missing
from tests.matches.documents.test_read_back import codes, copied, pictures

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]

EDGE = 4.2
"""What printers leave white at the edges, in millimetres."""
NAMES = (
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "Nguyễn Thị Phương Thảo",
    "Ελευθερία Κωνσταντινίδου",
    "Александра Воскресенская",
    "محمد بن عبد الرحمن الهاشمي",
    "אברהם יצחק בן־דוד",
    "山田 太郎",
    "김 민준",
    "अनुराधा कृष्णमूर्ति",
    "สมชาย ใจดี",
    "Bo 🎲 Åkerblad",
    "Wolfeschlegelsteinhausenbergerdorff",
)
MOST_PAPERS = 3
LANGUAGES = ("en", "da", "sv", "nb", "nl", "nl+sv")
ALWAYS = frozenset(
    {
        *("badges", "entries", "entries:sign-in", "posters", "posters:check-in"),
        *("posters:schedule", "rules-of-play", "table-signs", "treasurer-sheet"),
    }
)
"""What can be printed of any tournament, also of one with a single player."""
UNDATED = frozenset({"badges", "rules-of-play"})
"""What people keep, and rules, which are known by what they say."""
OF_A_DRAW = frozenset({"round", "stage"})
OF_NO_DRAW = frozenset({"crosstable", "score-sheets:blank"})
"""The chart of all rounds, and sheets for any match."""
MADE_SMALLER = frozenset({"posters", "posters:check-in", "posters:schedule"})
WITHOUT_CODES = frozenset({"score-sheets:blank"})


@pytest.fixture(autouse=True)
def _pango():
    paper.need_printing()


def people(count):
    """Return so many names, the hard ones first and again and again."""
    there = [name for name in NAMES if not lacks_letters(name)]
    rounds = -(-count // len(there))
    again = (f" {turn}" if turn else "" for turn in range(rounds))
    return [f"{name}{turn}" for turn in again for name in there][:count]


def test_there_is_a_font_for_every_name():
    if lacks_letters("".join(NAMES)):
        missing(PACKAGES)


@pytest.mark.parametrize("count", [1, 8, 64, 512])
def test_by_the_number_of_players(count):
    world = printed_worlds.world(people(count))
    wrong, seen = checked(world, "en", MOST_PAPERS if count < 64 else 1)
    assert not wrong, "\n".join(wrong)
    assert seen >= ALWAYS
    offered = {document.key for document, _subject in printed_worlds.subjects(world)}
    assert (seen == offered) == (count > 1)


@pytest.mark.parametrize("languages", LANGUAGES)
def test_by_language_and_paper(languages):
    world = printed_worlds.world(people(len(NAMES)))
    wrong, _seen = checked(world, languages, MOST_PAPERS)
    assert not wrong, "\n".join(wrong)


def checked(world, languages, papers):
    """Return what is wrong in the documents of a world, and their keys."""
    one, _and, two = languages.partition(AND)
    printed_worlds.spoken(world, one, two)
    wrong, seen = [], set()
    for document, subject in printed_worlds.subjects(world):
        for size in document.papers[:papers]:
            content = made(document, subject, size, reader=one)
            if content is not None:
                seen.add(document.key)
                where = f"{document.key} of {subject} on {size.key}"
                wrong += [f"{where}: {fault}" for fault in faults(content, size)]
                wrong += [f"{where}: without {what}" for what in paper.untold(content)]
                wrong += [f"{where}: {rule}" for rule in paper.breaks_pdf_ua(content)]
    return wrong, seen


def made(document, subject, size, *, reader):
    """Return the PDF, None where there is nothing to print yet."""
    try:
        with translation.override(reader):
            return printed_worlds.made(document, subject, size)
    except RuleError:
        return None


def faults(content, size):
    """Yield what is wrong with a PDF."""
    sides = {round(size.width), round(size.height)}
    for number, page in enumerate(paper.read(content), start=1):
        if {round(side) for side in paper.size(page)} != sides:
            yield f"page {number} is of another size"
        if paper.lacks_letters(page):
            yield f"page {number} lacks a letter"
        if loose := paper.fonts_not_embedded(page):
            yield f"page {number} lacks fonts: {loose}"
    for text in printed_worlds.outside(content, EDGE):
        yield f"at the edge: {text!r}"
    for text in printed_worlds.overlaps(content):
        yield f"over something else: {text!r}"
    for text in printed_worlds.in_small_type(content, SMALLEST_LABEL - 0.05):
        yield f"in small type: {text!r}"


def test_rows_and_names_are_as_large_on_every_paper():
    """Only what has large type is made smaller for smaller paper."""
    world = printed_worlds.world(people(8))
    wrong = []
    for document, subject in printed_worlds.subjects(world):
        usual = printed_worlds.made(document, subject)
        for size in document.papers[1:]:
            content = printed_worlds.made(document, subject, size)
            where = f"{document.key} of {subject} on {size.key}"
            least = min([9.0, *printed_worlds.type_of_names(usual, NAMES)])
            found = min([9.0, *printed_worlds.type_of_names(content, NAMES)])
            if found < least - 0.05 and document.key not in MADE_SMALLER:
                wrong.append(f"{where}: names in smaller type")
            wrong += [f"{where}: {fault}" for fault in faults(content, size)]
    assert not wrong, "\n".join(wrong)


def test_every_page_says_when_it_was_printed_and_from_which_draw():
    world = printed_worlds.world([f"Person {number}" for number in range(8)])
    wrong = []
    for document, subject in printed_worlds.subjects(world):
        pages = paper.read(printed_worlds.made(document, subject))
        known = ["printed"] if document.key not in UNDATED else []
        if document.scope.kind in OF_A_DRAW and document.key not in OF_NO_DRAW:
            known.append(" · draw ")
        wrong += [
            f"{document.key}, page {number}: {word!r}"
            for number, page in enumerate(pages, start=1)
            for word in known
            if word not in page.extract_text()
        ]
    assert not wrong, "\n".join(wrong)


def addresses(values):
    """Yield the addresses that the codes of a document hold."""
    if isinstance(values, list | tuple):
        for each in values:
            yield from addresses(each)
    elif is_dataclass(values):
        for field in fields(values):
            value = getattr(values, field.name)
            if field.name == "url" and value:
                yield value
            else:
                yield from addresses(value)


def test_every_code_of_every_document_opens_its_page():
    world = printed_worlds.world(people(8))
    (cup,) = world["tournament"]
    rules = reverse("rules_of_play", args=[cup.slug])
    ada = builders.signed_in(builders.director())
    opened = set()
    for document, subject in printed_worlds.subjects(world):
        where = (document.key, str(subject))
        with speaking(document.language_for(subject)), public_names():
            values = document.values(subject)
        expected = {url.upper() for url in addresses(values)}
        for size in document.papers:
            content = printed_worlds.made(document, subject, size)
            pages = [(codes(page), codes(copied(page))) for page in pictures(content)]
            assert all(plain == grey for plain, grey in pages), (*where, size.key)
            found = {url for plain, _grey in pages for url in plain}
            if document.key == "rules-of-play":
                assert {urlsplit(url).path for url in found} == {rules}
            else:
                assert {url.upper() for url in found} <= expected, (*where, size.key)
            assert bool(found) == (document.key not in WITHOUT_CODES), where
            opened |= found
    for url in opened:
        assert ada.get(urlsplit(url).path, follow=True).status_code == 200, url

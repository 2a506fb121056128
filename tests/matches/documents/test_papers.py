"""Sizes of paper, and the club named on every paper."""

import re

import pytest

from matches.documents import registry
from matches.documents.registry import (
    A3,
    A4,
    A5,
    HALF_LETTER,
    LETTER,
    PAPERS,
    document_named,
    printing_on,
)
from matches.documents.services import paper_for, wanted
from matches.models import Printout
from matches.web.club import CLUB, ClubFacts
from matches.web.models import Club
from tests import builders, paper, printed_worlds
from tests.matches.documents.test_two_languages import NAMES
from tests.refusals import raises
from tests.tournaments.paper.test_lists import of_players
from tournaments.models import Tournament
from tournaments.paper.lists import print_list
from tournaments.paper.signs import NO_SCHEDULE, schedule

pytestmark = pytest.mark.django_db
LAID_OUT_FOR_LETTER = {
    *("emergency-pack", "match-cards", "posters:schedule"),
    *("rules-of-play", "score-sheets", "table-signs"),
}


class TestWhichPaper:
    @pytest.mark.parametrize(
        ("usual", "papers", "chosen"),
        [
            ("a4", (A4, LETTER), A4),
            ("letter", (A4, LETTER), LETTER),
            ("half-letter", (A4, LETTER), LETTER),
            ("a5", (A4, LETTER), A4),
            ("a5", (A4, A5), A5),
            ("letter", (A3,), A3),
            ("papyrus", (A4, LETTER), A4),
        ],
    )
    def test_that_of_the_club_or_of_the_same_printer(self, usual, papers, chosen):
        CLUB.keep(ClubFacts(paper=usual, number=1))
        assert paper_for(papers, "") == chosen

    def test_one_that_was_asked_for(self):
        assert paper_for((A4, A3), "a3") == A3

    def test_every_document_has_known_papers_once(self):
        for document in registry.all_documents():
            papers = document.papers
            assert papers
            assert len(set(papers)) == len(papers)
            assert set(papers) <= set(PAPERS.values())


@pytest.fixture
def evening():
    """Return a tournament; PDFs of it are made at once and empty."""
    made = builders.evening("swiss", 4)
    with builders.printing():
        yield made


class TestOnTheSite:
    def test_the_page_of_a_document_offers_its_papers(self, evening):
        ada = builders.signed_in(builders.director())
        path = f"/documents/entries/{evening.slug}/"
        page = ada.get(path).context["page"]
        assert [chosen for _name, _url, chosen in page.papers].count(True) == 1
        assert [url for _name, url, _chosen in page.papers] == [
            f"{path}?paper={one.key}" for one in document_named("entries").papers
        ]
        assert ada.get(f"{path}?paper=a5").context["page"].ask.paper == A5

    def test_each_paper_is_printed_and_kept_by_itself(self, evening):
        ada = builders.signed_in(builders.director())
        path = f"/documents/entries/{evening.slug}.pdf"
        for one in (A4, LETTER):
            answer = builders.printed(ada, path, {"paper": one.key})
            assert answer["Content-Type"] == "application/pdf"
        found = Printout.objects.values_list("paper", flat=True)
        assert sorted(found) == [A4.key, LETTER.key]
        again = ada.get(path, {"paper": LETTER.key})
        assert again["Content-Type"] == "application/pdf"

    def test_the_club_chooses_the_usual_one(self, evening):
        CLUB.keep(ClubFacts(paper="letter", number=1))
        assert wanted(document_named("entries"), evening).paper == LETTER


class TestOnPaper:
    @pytest.fixture(autouse=True)
    def _pango(self):
        paper.need_printing()

    @pytest.mark.parametrize(
        ("size", "measures"),
        [
            (A4, (210.0, 297.0)),
            (LETTER, (215.9, 279.4)),
            (A3, (297.0, 420.0)),
            (A5, (148.0, 210.0)),
            (HALF_LETTER, (139.7, 215.9)),
        ],
    )
    def test_a_list_is_inside_its_margins(self, size, measures):
        with printing_on(size):
            pages = paper.read(print_list(of_players(30)))
        assert len(pages) == (2 if size in {A5, HALF_LETTER} else 1)
        for page in pages:
            assert paper.size(page) == measures
            assert paper.is_inside(page, 6)

    @pytest.mark.parametrize("key", ["score-sheets", "match-cards", "standings"])
    def test_documents_of_a_round_on_each_of_their_papers(self, key):
        evening = builders.evening("swiss", 6)
        published = builders.published_round(evening)
        document = document_named(key)
        subject = published if key != "standings" else published.stage
        for size in document.papers:
            with printing_on(size):
                pages = paper.read(document.build(document.read(subject)))
            assert set(paper.size(pages[0])) == {size.width, size.height}
            assert all(paper.is_inside(page, 5) for page in pages)

    def test_cards_signs_and_the_emergency_pack_are_laid_out_for_us_letter(self):
        names = ["Maximiliane-Alexandra von Hohenlohe", "Александра Воскресенская"]
        world = printed_worlds.world([*names, "Bo Åkerblad"])
        seen = set()
        for document, subject in printed_worlds.subjects(world):
            if document.key not in LAID_OUT_FOR_LETTER:
                continue
            seen.add(document.key)
            content = printed_worlds.made(document, subject, LETTER)
            found = printed_worlds.type_of_names(content, names)
            assert min(found, default=9.0) >= 7.95, document.key
            assert printed_worlds.in_small_type(content, 6.95) == [], document.key
            assert printed_worlds.outside(content, 4.2) == [], document.key
            assert printed_worlds.overlaps(content) == [], document.key
            for page in paper.read(content):
                assert set(paper.size(page)) == {LETTER.width, LETTER.height}
        assert seen == LAID_OUT_FOR_LETTER


NAMED = ("Sporvejens Brætspil", "Køge")
BY_DAY = frozenset(
    {"badges", "pairings:a-z", "match-cards", "posters", "posters:schedule"}
)
"""One of each way in which documents are made."""


@pytest.fixture(scope="module")
def world(kept):
    """Return what everything is printed of, in a club with a name."""
    name, town = NAMED
    Club.objects.create(number=1, name=name, town=town)
    return printed_worlds.world(NAMES)


@pytest.fixture(autouse=True)
def _asked():
    paper.need_printing()
    CLUB.forget()


def unnamed(world, only=None):
    """Return the documents without the name of the club, and how many there are."""
    seen, wrong = set(), set()
    for document, subject in printed_worlds.subjects(world):
        if only is None or document.key in only:
            seen.add(document.key)
            text = printed_worlds.text_of(printed_worlds.made(document, subject))
            if ", ".join(NAMED) not in re.sub(r"\s+", " ", text):
                wrong.add(document.key)
    return wrong, len(seen)


def test_the_club_is_on_each_kind_of_document(world):
    assert unnamed(world, BY_DAY) == (set(), len(BY_DAY))


@pytest.mark.nightly
def test_the_club_is_on_every_document(world):
    assert unnamed(world)[0] == set()


def test_the_schedule_says_what_players_want_to_know():
    evening = builders.evening("swiss", 2)
    with raises(NO_SCHEDULE):
        schedule(evening)
    Tournament.objects.filter(pk=evening.pk).update(
        place="Harbour Hall",
        fee="60 EUR",
        programme="Friday\n18:00 check-in\n\nSaturday",
        contact="bo@example.org",
    )
    evening.refresh_from_db()
    document = document_named("posters:schedule")
    text = printed_worlds.text_of(printed_worlds.made(document, evening))
    for told in ("Harbour Hall", "60 EUR", "18:00 check-in", "Saturday", "bo@example"):
        assert told in text

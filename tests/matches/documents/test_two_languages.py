"""Papers in two languages: each label in both, names and numbers once."""

import re

import pytest
from django.utils import dates, translation
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, pgettext

from matches.documents.fitting import SMALLEST_LABEL
from matches.documents.languages import both, in_first, in_turn, joined, speaking
from matches.documents.registry import document_named
from matches.documents.services import wanted
from tests import builders, paper, printed_worlds
from tournaments.models import Tournament

EDGE = 4.2
NAMES = (
    "Maximiliane-Alexandra von und zu Hohenlohe-Langenburg",
    "Nguyễn Thị Phương Thảo",
    "Ελευθερία Κωνσταντινίδου",
    "Александра Воскресенская",
    "Şükrü Çağlayangil-Öztürk",
    "Bo Åkerblad",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Q",
)
IN_TURN = frozenset({"rules-of-play"})
"""Documents of sentences, of which the second language has pages of its own."""


class TestWords:
    @pytest.mark.parametrize(
        ("one", "two", "expected"),
        [
            ("Spiller", "Player", "Spiller / Player"),
            ("Start", "Start", "Start"),
            ("bye", "Bye", "bye"),
            ("Runde %(n)s", "Round %(n)s", "Runde / Round %(n)s"),
            ("%(n)s af %(m)s", "%(n)s of %(m)s", "%(n)s af/of %(m)s"),
            ("%(n)s · %(m)s", "%(n)s · %(m)s", "%(n)s · %(m)s"),
            ("L→ %(m)s", "T→ %(m)s", "L/T→ %(m)s"),
            ("den %(n)s", "%(n)s th", "den %(n)s / %(n)s th"),
            ("%(n)s point", "%(n)s points", "%(n)s point / points"),
            ("A\nB", "C\nD", "A\nB\nC\nD"),
        ],
    )
    def test_are_joined_once(self, one, two, expected):
        assert joined(one, two) == expected

    def test_a_sentence_with_numbers_stands_as_a_whole(self):
        one = "En gevinst over nummer %(n)s skrives med et plus"
        two = "A win against number %(n)s is written with a plus"
        assert joined(one, two) == f"{one} / {two}"

    def test_both_or_one(self):
        assert both("da", "en") == "da+en"
        assert both("da", "da") == both("da", "") == "da"


class TestSpeaking:
    def test_two_languages_within_and_one_afterwards(self):
        with translation.override("sv"):
            before = gettext("Player")
            with speaking("da+en"):
                word = gettext("Player")
                assert get_language() == "da"
                with speaking("nl"):
                    assert gettext("Player") != word
                assert gettext("Player") == word
            assert gettext("Player") == before
        assert word.endswith(" / Player")

    def test_a_day_is_in_the_first(self):
        with speaking("da+nl"):
            shown = date_format(builders.EVENING, "l j F")
        with translation.override("da"):
            assert date_format(builders.EVENING, "l j F") == shown

    def test_a_message_with_a_context(self):
        with speaking("en+da"):
            assert "\x04" not in pgettext("score sheet", "Match")

    def test_what_is_no_label_and_whole_texts(self):
        def read(_subject):
            return gettext("Player")

        with speaking("en+da"):
            with in_first():
                assert gettext("Player") == "Player"
            one, two = in_turn(read)(None)
            assert f"{one} / {two}" == gettext("Player")
        with speaking("en"):
            assert in_turn(read)(None) == ("Player",)


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(kept):
    """Return what everything is printed of."""
    return printed_worlds.world(NAMES)


NARROW = frozenset({"badges", "score-sheets", "standings", "bracket"})
"""Documents with the least room, which are tried by day as well."""


def test_narrow_documents_have_every_word_of_both(world):
    assert check(world, "nl", "sv", NARROW) == NARROW


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("one", "two"),
    [("nl", "sv"), ("sv", "nl"), ("nb", "nl"), ("da", "en"), ("en", "nb")],
)
def test_every_document_has_every_word_of_both(world, one, two):
    offered = {document.key for document, _subject in printed_worlds.subjects(world)}
    assert check(world, one, two) == offered


def check(world, one, two, only=None):
    """Check each document in two languages beside those in one; return their keys."""
    paper.need_printing()
    wrong = []
    seen = set()
    for document, subject in printed_worlds.subjects(world):
        if only is not None and document.key not in only:
            continue
        pdfs = []
        for languages in ((one, ""), (two, ""), (one, two)):
            printed_worlds.spoken(world, *languages)
            pdfs.append(printed_worlds.made_for(languages[0], document, subject))
        seen.add(document.key)
        wrong += [
            (document.key, subject, found)
            for found in (
                missing(*pdfs, without=months(one) | months(two)),
                printed_worlds.outside(pdfs[2], EDGE),
                printed_worlds.overlaps(pdfs[2]),
                printed_worlds.in_small_type(pdfs[2], SMALLEST_LABEL - 0.1),
            )
            if found
        ]
        if document.key not in IN_TURN:
            wrong += [
                (document.key, subject, name)
                for name in NAMES
                if count(name, pdfs[2]) != count(name, pdfs[0])
            ]
    assert not wrong, "\n".join(map(str, wrong))
    return seen


def missing(one, two, together, *, without):
    """Return the words of either that the paper in both does not have."""
    first, second, found = map(printed_worlds.words_of, (one, two, together))
    return sorted((first | second) - without - found)


def months(language):
    """Return the names of months: a paper in two languages has those of the first."""
    with translation.override(language):
        return {str(name).casefold() for name in dates.MONTHS.values()}


def count(name, content):
    """Return how often a name stands on a paper by itself, also on two lines."""
    spaces = re.compile(r"[\s\ufffe-]+")
    wanted_name = re.escape(spaces.sub(" ", name))
    text = spaces.sub(" ", printed_worlds.text_of(content))
    return len(re.findall(rf"(?<!\w){wanted_name}(?!\w)", text))


def test_the_key_of_a_printout_names_both():
    evening = builders.evening("swiss", 4)
    alone = wanted(document_named("entries"), evening)
    Tournament.objects.update(second_language="sv")
    evening.refresh_from_db()
    ask = wanted(document_named("entries"), evening)
    assert (alone.language, ask.language) == ("en", "en+sv")
    assert ask.basis != alone.basis


def test_a_second_language_is_chosen_in_the_settings():
    ada, evening = builders.signed_in(builders.director()), builders.evening()
    settings = f"/desk/{evening.slug}/settings/"
    form = ada.get(settings).context["form"]
    sent = {field.name: field.value() for field in form if field.value() is not None}
    assert ada.post(settings, sent | {"second_language": "nb"}).status_code == 302
    evening.refresh_from_db()
    assert evening.paper_languages == "en+nb"

"""Which facts of a tournament make a document be printed again, and who gets it."""

from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from matches.documents.registry import document_named
from matches.documents.services import wanted
from matches.models import Printout
from matches.rules import Side
from tests import builders
from tournaments.models import Tournament
from tournaments.setup.services import change_tournament
from tournaments.structure.queries import main_stage

pytestmark = pytest.mark.django_db


def basis(key: str, subject: object) -> str:
    return wanted(document_named(key), subject).basis


def test_a_result_changes_the_chart() -> None:
    cup = builders.weekend(4)
    builders.published_round(cup)
    chart = basis("bracket", main_stage(cup))
    assert basis("bracket", main_stage(cup)) == chart
    pairing = builders.called(cup)[0]
    assert pairing.match is not None
    builders.won(Side.ONE, pairing.match)
    assert basis("bracket", main_stage(cup)) != chart


def test_a_result_takes_a_sheet_out_of_a_bracket_and_out_of_no_round() -> None:
    evening, cup = builders.evening("swiss", 4), builders.weekend(4)
    for of, stay in ((evening, 2), (cup, 1)):
        published = builders.published_round(of)
        sheets = basis("score-sheets", published)
        assert basis("score-sheets", published) == sheets
        played = builders.matches(published)[0]
        builders.won(Side.ONE, played)
        kept = document_named("score-sheets").read(published)
        assert len(kept) == stay
        assert (basis("score-sheets", published) == sheets) == (of == evening)


def test_what_is_not_on_a_chart_leaves_it_as_it_is() -> None:
    cup = builders.weekend(4)
    builders.published_round(cup)
    chart = basis("bracket", main_stage(cup))
    Tournament.objects.update(revision=100)
    assert basis("bracket", main_stage(cup)) == chart


def test_two_sizes_of_paper_are_two_documents() -> None:
    cup = builders.weekend(4)
    builders.published_round(cup)
    browser = Client()
    with builders.printing():
        for query in ({}, {"paper": "a3"}):
            path = f"/documents/bracket/{cup.slug}/1.pdf"
            answer = builders.printed(browser, path, query)
            assert f"{cup.slug}-1-bracket.pdf" in answer["Content-Disposition"]
    kept = Printout.objects.values_list("document", "paper")
    assert sorted(kept) == [("bracket", "a3"), ("bracket", "a4")]


def test_publishing_makes_the_score_sheets_for_whoever_asks_next(
    django_assert_num_queries: Any,
) -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    ada.post(f"/desk/{evening.slug}/draw/{draw.pk}/publish/", {"swaps": 0})
    path = f"/documents/score-sheets/{evening.slug}/1/1.pdf"
    with builders.printing():
        builders.print_all()
    assert ada.get(path).content == b"%PDF-1.7"
    with django_assert_num_queries(9):
        ada.get(path)


@pytest.mark.parametrize("language", ["en", "da", "sv", "nb", "nl"])
def test_score_sheets_are_in_the_language_of_the_tournament(language: str) -> None:
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    Tournament.objects.filter(pk=evening.pk).update(language=language)
    published.stage.division.tournament.refresh_from_db()
    sheets = document_named("score-sheets")
    bases = set()
    for reader in ("en", "da", "nl"):
        with override(reader):
            ask = wanted(sheets, published)
        assert ask.language == language
        bases.add(ask.basis)
    assert len(bases) == 1


def test_another_name_of_the_tournament_changes_its_rules() -> None:
    evening = builders.evening("swiss", 4)
    before = basis("rules-of-play", evening)
    plan = builders.plan("swiss", name="Friday night")
    change_tournament(tournament=evening, plan=plan, by=None)
    evening.refresh_from_db()
    assert basis("rules-of-play", evening) != before


def test_a_swiss_evening_has_no_chart_and_a_draft_no_sheets() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    for path in ("bracket/{}/1", "score-sheets/{}/1/1", "score-sheets/{}/1/x"):
        address = f"/documents/{path.format(evening.slug)}"
        assert ada.get(f"{address}/").status_code == 404
        assert ada.get(f"{address}.pdf").status_code == 404
    assert not Printout.objects.exists()

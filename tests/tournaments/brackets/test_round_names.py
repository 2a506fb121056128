"""A round and a state have the same name on every page, in the reader's language."""

import html

import pytest
from django.test import Client
from django.utils import translation

from matches.documents.languages import speaking
from matches.ledger.occasions import occasion_of
from tests.tournaments.brackets.test_brackets import cup, win
from tournaments.models import Pairing, Round, Tournament
from tournaments.paper.sheets import sheets_of

pytestmark = pytest.mark.django_db

FINAL = {"en": "Final", "da": "Finale", "nl": "Finale"}
SEMI = {"en": "Semi-finals", "da": "Semifinaler", "nl": "Halve finales"}
CALLED = {"en": "Called", "da": "Kaldt frem", "nl": "Opgeroepen"}


def open_pairing(of: Tournament) -> Pairing:
    found = (
        Pairing.objects.with_match()
        .filter(tournament=of, match__winner__isnull=True, stage__number=1)
        .select_related("match__player_1")
        .order_by("match_number")
        .first()
    )
    assert found is not None
    return found


def page(path: str, language: str) -> str:
    client = Client()
    client.cookies["language"] = language
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(html.unescape(answer.content.decode()).split())


@pytest.mark.parametrize("language", FINAL)
def test_the_rounds_of_a_cup_are_called_the_same_everywhere(language: str) -> None:
    made = cup(4)
    pairing = open_pairing(made)
    assert pairing.match is not None
    assert SEMI[language] in page(f"/m/{pairing.match.code}/", language)
    win(made, 2)
    pairing = open_pairing(made)
    match = pairing.match
    assert match is not None
    player = match.player_1
    bracket = f"/tournaments/{made.slug}/stages/1/"
    for path in (f"/m/{match.code}/", f"/p/{player.link_key}/"):
        shown = page(path, language)
        assert FINAL[language] in shown, path
    assert f">{FINAL[language]}<" in page(bracket, language)


@pytest.mark.parametrize("language", SEMI)
def test_score_sheets_name_the_round_in_their_own_language(language: str) -> None:
    made = cup(4)
    Tournament.objects.filter(pk=made.pk).update(language=language)
    published = Round.objects.select_related("stage__division__tournament").get(
        stage__tournament=made
    )
    with translation.override("sv"):
        with speaking(language):
            assert SEMI[language] in sheets_of(published)[0].round
        win(made, 2)
        with speaking(language):
            assert FINAL[language] in sheets_of(published)[-1].round


def test_sides_of_a_double_elimination_are_named() -> None:
    made = cup(4, "double_elimination")
    pairing = open_pairing(made)
    assert pairing.match is not None
    with translation.override("en"):
        occasion = occasion_of(pairing.match)
        assert occasion is not None
        assert occasion.detail() == "Winners’ bracket · Round 1"


@pytest.mark.parametrize("language", CALLED)
def test_a_called_match_is_called_on_the_personal_page(language: str) -> None:
    made = cup(4)
    pairing = open_pairing(made)
    assert pairing.match is not None
    link = f"/p/{pairing.match.player_1.link_key}/"
    assert CALLED[language] in page(link, language)
    Pairing.objects.filter(pk=pairing.pk).update(table=None)
    assert CALLED[language] not in page(link, language)

"""The page that corrects a result, as a director uses it, without any script."""

import html
from typing import Any

import pytest
from django.test import Client

from matches.models import JournalEntry, Match
from tests import builders
from tests.refusals import codes_of, says
from tests.tournaments.results.correction.test_services import (
    cup,
    facts,
    first,
    play_on,
    swiss,
    turned,
)
from tournaments.models import Correction, Tournament
from tournaments.results.errors import CHOICE_NEEDED, NOT_CORRECTABLE, PREVIEW_OUTDATED
from tournaments.setup.services import close_tournament
from tournaments.structure.errors import TOURNAMENT_CLOSED

pytestmark = [pytest.mark.django_db]

RIGHT = {"how": "played", "winner": "2", "points": "1", "reason": "read wrong"}


def path_of(of: Tournament, match: Match) -> str:
    return f"/desk/{of.slug}/matches/{match.code}/correct/"


def text_of(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def mark_in(answer: Any) -> str:
    found = answer.context["effects"].mark
    assert f'name="mark" value="{found}"' in answer.content.decode()
    return str(found)


def redo_of(undo: str) -> str:
    return undo.replace("/undo/", "/redo/")


def test_from_the_match_to_the_correction_and_back(ada: Client) -> None:
    made = cup(4)
    play_on(made)
    match, before = first(made).match, facts(made)
    path = path_of(made, match)
    assert path in text_of(ada.get(f"/m/{match.code}/"))
    assert "Preview changes" in text_of(ada.get(path))
    shown = ada.post(path, RIGHT | {"step": "preview"})
    page = text_of(shown)
    assert shown.status_code == 200
    assert says(page, "correction.winner_changes")
    assert "replay from here" in page.lower()
    assert 'value="read wrong"' in page
    assert facts(made) == before
    sent = RIGHT | {"step": "apply", "mark": mark_in(shown)}
    unchosen = ada.post(path, sent)
    assert unchosen.status_code == 422
    assert CHOICE_NEEDED.english in text_of(unchosen)
    done = ada.post(path, sent | {"mode": "replay"}, follow=True)
    page = text_of(done)
    assert "Players to inform" in page
    assert "read wrong" in page
    log = text_of(ada.get(f"/desk/{made.slug}/log/"))
    assert "M1 corrected: 1–5 instead of 5–1. read wrong" in log
    undo = f"/desk/{made.slug}/changes/{Correction.objects.get().amendment_id}/undo/"
    assert undo in page
    back = ada.post(undo, follow=True)
    page = text_of(back)
    assert Correction.objects.get().amendment.undone_at is not None
    assert redo_of(undo) in page
    assert facts(made) == before
    assert JournalEntry.objects.filter(act="act_undone").count() == 1
    log = text_of(ada.get(f"/desk/{made.slug}/log/"))
    assert "Undone: M1 corrected: 1–5 instead of 5–1. read wrong" in log
    redo = redo_of(undo)
    page = text_of(ada.post(redo, follow=True))
    assert redo not in page
    assert undo in page
    assert facts(made) != before


def test_the_match_page_offers_one_way(ada: Client) -> None:
    made = cup(4)
    play_on(made)
    match = first(made).match
    page = text_of(ada.get(f"/m/{match.code}/"))
    assert path_of(made, match) in page
    assert "Remove this result" not in page
    assert "Save correction" not in page
    last = Match.objects.filter(pairing__tournament=made).latest("pairing__slot")
    page = text_of(ada.get(f"/m/{last.code}/"))
    assert "Remove this result" in page
    assert page.index("Save correction") < page.index(path_of(made, last))
    page = text_of(Client().get(f"/m/{last.code}/"))
    assert path_of(made, last) not in page


def test_an_old_preview_shows_the_new_one(ada: Client) -> None:
    made = cup(4)
    play_on(made)
    path = path_of(made, first(made).match)
    sent = RIGHT | {"step": "apply", "mark": "0" * 16, "mode": "record"}
    answer = ada.post(path, sent)
    assert answer.status_code == 409
    assert PREVIEW_OUTDATED.english in text_of(answer)
    assert mark_in(answer) != "0" * 16


CANNOT_BE_MEANT = (
    ({"winner": ""}, "winner:invalid"),
    ({"points": ""}, "points:invalid"),
    ({"points": "x"}, "points:invalid"),
    ({"points": "5"}, "final_score.two_winners"),
    ({"points": "-3"}, "points:min_value"),
    ({"winner": "1"}, "correction.nothing_changes"),
    ({"how": "magic"}, "how:invalid_choice"),
    ({"reason": "x\0y"}, "reason:null_characters_not_allowed"),
)


def test_what_cannot_be_meant_is_kept(ada: Client) -> None:
    made = cup(4)
    play_on(made)
    path, before = path_of(made, first(made).match), facts(made)
    for typed, code in CANNOT_BE_MEANT:
        answer = ada.post(path, RIGHT | {"step": "apply"} | typed)
        assert answer.status_code == 422, code
        assert code in codes_of(answer)
        if "reason" not in typed:
            assert "read wrong" in text_of(answer), code
        assert facts(made) == before, code


def test_rounds_taken_back_lead_to_the_draw(ada: Client) -> None:
    made = swiss(4, 2)
    path = path_of(made, first(made).match)
    shown = ada.post(path, {**RIGHT, "points": "3"})
    sent = {**RIGHT, "points": "3", "mark": mark_in(shown), "mode": "replay"}
    page = text_of(ada.post(path, sent | {"step": "apply"}, follow=True))
    assert f'href="/desk/{made.slug}/draw/"' in page


def test_a_refused_undo_says_why(ada: Client) -> None:
    made = swiss(4, 2)
    path = path_of(made, first(made).match)
    shown = ada.post(path, {**RIGHT, "points": "3"})
    sent = {**RIGHT, "points": "3", "mark": mark_in(shown), "mode": "replay"}
    ada.post(path, sent | {"step": "apply"})
    builders.published_round(made)
    undo = f"/desk/{made.slug}/changes/{Correction.objects.get().amendment_id}/undo/"
    answer = ada.post(undo, follow=True)
    assert "amendment.followed" in codes_of(answer)


def test_who_may_not_and_what_is_not_there(ada: Client) -> None:
    made, other = cup(4), cup(4)
    match = first(made).match
    assert NOT_CORRECTABLE.english in text_of(ada.get(path_of(made, match)))
    assert ada.get(path_of(other, match)).status_code == 404
    assert ada.get(f"/desk/{made.slug}/matches/ZZZZZZ/correct/").status_code == 404
    assert ada.get(f"/desk/{made.slug}/corrections/4711/").status_code == 404
    play_on(made)
    assert Client().get(path_of(made, match)).status_code in {302, 403}
    close_tournament(tournament=made, by=None)
    answer = ada.post(path_of(made, match), RIGHT)
    assert answer.status_code == 422
    assert TOURNAMENT_CLOSED.english in text_of(answer)
    assert turned(match).winner == 2

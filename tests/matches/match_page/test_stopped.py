"""The page on which a director ends a match that is stopped by time."""

from dataclasses import replace

import pytest
from django.test import Client

from matches.ledger.adjust import record_ending
from matches.ledger.errors import NOT_PLAYING
from matches.models import FinalScore, Match
from matches.rules import Score, Side
from matches.rules.errors import NEGATIVE_SCORE, SCORE_FALLS
from tests import builders
from tests.builders import game, play
from tests.refusals import raises, says
from tournaments import engine
from tournaments.rounds import engine_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def asked(ada, match, one, two):
    """Return the page with a proposal, and what its form is filled with."""
    answer = ada.get(f"/m/{match.code}/ending/", {"one": one, "two": two})
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    return text, answer.context["form"].initial


@pytest.mark.parametrize(
    ("rule", "code", "sum_"),
    [
        ("leader", "time.ahead", "4–2"),
        ("half", "time.more_than_half", "2 × 4 = 8"),
        ("stavrou", "time.stavrou", "4–2"),
    ],
)
def test_the_rule_proposes_and_the_director_decides(ada, rule, code, sum_):
    match = builders.match(7, stopped=rule)
    page, filled = asked(ada, match, 4, 2)
    assert says(page, code)
    assert sum_ in page
    assert (filled["how"], filled["winner"]) == ("time", 1)
    assert (filled["score_1"], filled["score_2"]) == (4, 2)
    assert not FinalScore.objects.exists()
    # The director changes it: the other player wins.
    sent = {"how": "time", "winner": 2, "score_1": 4, "score_2": 2}
    assert ada.post(f"/m/{match.code}/ending/", sent).status_code == 302
    match.refresh_from_db()
    assert (match.state, match.how, match.winner) == ("done", "time", 2)
    assert (match.score_1, match.score_2) == (4, 2)


@pytest.mark.parametrize(
    ("rule", "one", "two"),
    [("half", 3, 1), ("leader", 2, 2), ("stavrou", 0, 0), ("leader", 7, 2)],
)
def test_no_winner_is_filled_in_where_the_rule_names_none(ada, rule, one, two):
    _page, filled = asked(ada, builders.match(7, stopped=rule), one, two)
    assert "winner" not in filled


@pytest.mark.parametrize(("one", "two"), [("x", 1), (-1, 2), ("", ""), ("9" * 99, 1)])
def test_a_score_that_cannot_be_proposes_nothing(ada, one, two):
    _page, filled = asked(ada, builders.match(7, stopped="leader"), one, two)
    assert "winner" not in filled


def test_without_an_agreed_rule_nothing_is_proposed(ada):
    match = builders.match(7)
    page, filled = asked(ada, match, 4, 2)
    assert says(page, "time.not_agreed")
    assert "winner" not in filled


def test_the_sum_of_stavrou_in_a_tournament(ada):
    made = builders.tournament(rounds=3)
    builders.entered(made, 2)
    (match,) = builders.matches(builders.published_round(made))
    # Profiles are written once: the match gets another one.
    Match.objects.filter(pk=match.pk).update(
        profile=builders.match(7, stopped="stavrou").profile
    )
    page, _filled = asked(ada, match, 5, 2)
    assert "100 − 3 = 97 match points" in page
    sent = {"how": "time", "winner": 1, "score_1": 5, "score_2": 2}
    ada.post(f"/m/{match.code}/ending/", sent)
    state = engine_state.load(made.stages.get())
    (outcome,) = state.outcomes
    assert (outcome.played, outcome.points_one, outcome.points_two) == (True, 5, 2)
    scored = replace(state, options=replace(state.options, scoring="hundred:1"))
    assert [row.values[0] for row in engine.standings(scored).rows] == [100, -3]


def test_the_score_on_paper_has_to_be_possible():
    match = builders.match(7)
    play(match, game(1, "gammon"))

    def end(one, two):
        record_ending(
            match_id=match.pk,
            how="time",
            winner=Side.ONE,
            score=Score(one, two),
            by=None,
        )

    with raises(SCORE_FALLS):
        end(1, 0)
    with raises(NEGATIVE_SCORE):
        end(2, -1)
    with raises(NOT_PLAYING):
        end(7, 2)
    end(4, 3)
    match.refresh_from_db()
    assert (match.score_1, match.score_2, match.winner) == (4, 3, 1)


def test_one_number_alone_is_asked_again(ada):
    match = builders.match(7)
    sent = {"how": "time", "winner": 1, "score_1": 4, "score_2": ""}
    answer = ada.post(f"/m/{match.code}/ending/", sent)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["score_2"]


def test_a_reported_score_is_not_filled_in_as_the_score_so_far(ada):
    match = builders.match(7, reporting="agree", stopped="leader")
    phone = Client()
    phone.post(f"/s/{match.sheet_code}/", {"side": 1})
    phone.post(f"/m/{match.code}/final/", {"winner": 1, "points": 5})
    answer = ada.get(f"/m/{match.code}/ending/")
    for form in ("form", "stopped_form"):
        assert not {7, 5} & set(answer.context[form].initial.values())

"""What a director is told about two versions that differ."""

import pytest
from django.test import Client

from matches.ledger.adjust import PointsDecision, adjust
from matches.ledger.errors import NO_REMARK, NOT_PLAYING, REMARK_ALONE
from matches.ledger.reporter import PERSONAL, Reporter
from matches.ledger.versions import StillPlaying
from matches.models import Game, Match, Report
from matches.reports.comparison import compare_versions
from matches.reports.services import (
    confirm,
    dispute,
    playing_from_games,
    playing_from_score,
)
from matches.rules import AdjustmentReason, Side
from matches.rules.errors import NEGATIVE_SCORE
from tests import builders
from tests.builders import game
from tests.matches.reports.test_reports import (
    agreed,
    at_sheet,
    now,
    page,
    reported,
    rows,
)
from tests.refusals import raises, says, words

pytestmark = pytest.mark.django_db

CRAWFORD = "Crawford"
BEHIND = "the player who was behind"


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def by_games(match, *games):
    """Let the first player record games until the match ends, as the report."""
    phone = at_sheet(match, 1)
    for after, (winner, outcome) in enumerate(games):
        answer = phone.post(
            f"/m/{match.code}/games/",
            {"winner": winner, "outcome": outcome, "after": after},
        )
        assert answer.status_code == 302
    return phone


def differs_by(match, sent):
    report = Report.objects.get(match=match, side=1, state="waiting")
    answer = at_sheet(match, 2).post(
        f"/m/{match.code}/reports/{report.pk}/different/", sent
    )
    assert answer.status_code == 302, answer.content.decode()


def compared(match):
    found = Match.objects.select_related("player_1", "player_2", "profile")
    return compare_versions(
        found.get(pk=match.pk), list(Report.objects.filter(match=match))
    )


def disputed(one, two, length=3, **rules):
    match = builders.match(length, reporting="agree", **rules)
    by_games(match, *one)
    differs_by(match, rows(*two))
    return compared(match)


def about(found, words):
    return [hint for hint in found["hints"] if words in hint]


# To 3 points: after a gammon the second game is the Crawford game.
WON = [(1, "1-gammon"), (1, "1-single")]
DOUBLED = [(1, "1-gammon"), (2, "2-gammon")]
TAKEN = [(1, "1-gammon"), (2, "2-single"), (2, "1-single")]


@pytest.mark.parametrize("other", [DOUBLED, TAKEN])
@pytest.mark.parametrize(
    ("reading", "code"),
    [("annul", "versions.double_annulled"), ("stand", "versions.double_stands")],
)
def test_a_double_in_the_crawford_game_is_told_and_brings_its_rule(
    other, reading, code
):
    found = disputed(WON, other, crawford_double=reading)
    (hint,) = about(found, CRAWFORD)
    assert hint == words(code)
    told = [game["crawford_double_differs"] for game in found["games"]]
    assert told[:2] == [False, True]
    assert not any(told[2:])


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # They differ in game 1; only one of them has a Crawford game at all.
        ([(1, "1-gammon"), (1, "1-single")], [(1, "1-single"), (2, "2-gammon")]),
        # They differ in who won the Crawford game, without a double.
        (
            [(1, "1-gammon"), (1, "1-single")],
            [(1, "1-gammon"), (2, "1-gammon"), (2, "1-single")],
        ),
        # They differ after it.
        (
            [(1, "1-gammon"), (2, "1-single"), (1, "1-single")],
            [(1, "1-gammon"), (2, "1-single"), (2, "2-single")],
        ),
    ],
)
def test_other_differences_bring_no_word_about_crawford(one, two):
    found = disputed(one, two)
    assert any(game["differs"] for game in found["games"])
    assert about(found, CRAWFORD) == []


def test_a_listed_double_counts_where_the_other_lists_no_games():
    match = builders.match(3, reporting="agree")
    at_sheet(match, 1).post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    differs_by(match, rows(*DOUBLED))
    assert about(compared(match), CRAWFORD)


def test_a_version_with_such_a_double_can_be_accepted(ada):
    match = builders.match(3, reporting="agree")
    by_games(match, *WON)
    differs_by(match, rows(*DOUBLED))
    chosen = Report.objects.get(match=match, side=2)
    ada.post(
        f"/m/{match.code}/decide/", {"report": chosen.pk, "reason": "Found too late."}
    )
    found = now(match)
    assert (found.state, found.winner, found.score_1, found.score_2) == (
        "done",
        2,
        2,
        3,
    )
    assert Game.objects.filter(match=match, voided_at=None, cube=2).exists()


# The sheet of the player who is behind ------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "named"),
    [
        # From game 2 on, at 2–0: Bjarke was behind.
        (
            [(1, "2-single"), (1, "2-single"), (1, "1-single")],
            [(1, "2-single"), (2, "2-single"), (2, "2-gammon")],
            "Bjarke Brink",
        ),
        (
            [(2, "2-single"), (1, "4-gammon")],
            [(2, "2-single"), (2, "4-gammon")],
            "Ane Alm",
        ),
        # From game 1 on: neither was behind.
        ([(1, "4-gammon")], [(2, "4-gammon")], "a director decides"),
    ],
)
def test_the_sheet_of_the_player_who_is_behind_counts_where_agreed(one, two, named):
    found = disputed(one, two, length=5, sheets_differ="trailing")
    (hint,) = about(found, BEHIND)
    assert named in hint
    assert about(disputed(one, two, length=5), BEHIND) == []


def test_without_games_the_director_is_told_what_to_ask():
    match = builders.match(3, reporting="agree", sheets_differ="trailing")
    at_sheet(match, 1).post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    differs_by(match, {"mode": "score", "winner": 2, "points": 2})
    (hint,) = about(compared(match), BEHIND)
    assert "first differ" in hint


def test_points_given_count_for_who_was_behind():
    match = builders.match(5, reporting="agree", sheets_differ="trailing")
    given = PointsDecision(side=Side.TWO, points=1, reason=AdjustmentReason.LATE)
    adjust(match_id=match.pk, decision=given, by=builders.director())
    by_games(match, (1, "4-gammon"))
    differs_by(match, rows((2, "4-gammon")))
    (hint,) = about(compared(match), BEHIND)
    assert "0–1" in hint
    assert "Ane Alm" in hint


BJARKE = Reporter(side=Side.TWO, via=PERSONAL, device="BBBB")


def different(match, report):
    return f"/m/{match.code}/reports/{report.pk}/different/"


def told_by(match, side):
    return Report.objects.get(match=match, side=side, state="disputed")


def state_of(match):
    found = now(match)
    return (found.state, found.winner, found.claimed, found.score_1, found.score_2)


@pytest.mark.parametrize("level", ["agree", "suggest", "trust"])
@pytest.mark.parametrize(
    ("typed", "score"),
    [
        ({"so_far_1": 5, "so_far_2": 3}, (5, 3)),
        ({"so_far_1": 0, "so_far_2": 0}, (0, 0)),
        ({"so_far_1": "", "so_far_2": ""}, (None, None)),
        ({}, (None, None)),
    ],
)
def test_still_playing_names_no_winner_and_a_director_lets_them_go_on(
    ada, level, typed, score
):
    match = agreed(level)
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    answer = theirs.post(different(match, report), {"mode": "playing", **typed})
    assert answer.status_code == 302
    assert now(match).state == "disputed"
    other = told_by(match, 2)
    assert (other.claim, other.winner) == ("playing", None)
    assert (other.score_1, other.score_2) == score
    for path in (f"/m/{match.code}/", f"/m/{match.code}/decide/"):
        found = page(ada, path)
        assert says(found, "versions.not_over")
        assert f'name="report" value="{other.pk}"' in found
    decided = ada.post(
        f"/m/{match.code}/decide/", {"report": other.pk, "reason": "One game to go."}
    )
    assert decided.status_code == 302
    assert state_of(match) == ("ready", None, None, 0, 0)
    report.refresh_from_db()
    other.refresh_from_db()
    assert (report.state, other.state) == ("rejected", "chosen")
    # They play on and report again.
    theirs.post(f"/m/{match.code}/final/", {"winner": 1, "points": 6})
    assert now(match).score_2 == 6
    assert ada.get(f"/m/{match.code}/history/").status_code == 200


def test_the_list_of_games_may_end_before_the_match():
    match = agreed(length=5)
    mine, report = reported(match, loser=1)
    theirs = at_sheet(match, 2)
    listed = rows((1, "2-single"), (2, "1-single"), (1, "1-single"))
    assert theirs.post(different(match, report), listed).status_code == 422
    listed["mode"] = "playing-games"
    assert theirs.post(different(match, report), listed).status_code == 302
    other = told_by(match, 2)
    games = (game(1, cube=2), game(2), game(1))
    assert other.told == StillPlaying(3, 1, games)
    assert "the match is not finished: Ane Alm 3–1 Bjarke Brink." in page(
        mine, f"/m/{match.code}/"
    )
    # The first player agrees: nobody needs a director.
    mine.post(f"/m/{match.code}/reports/{other.pk}/confirm/")
    assert state_of(match) == ("playing", None, None, 3, 1)
    other.refresh_from_db()
    assert other.state == "confirmed"
    rows_now = Game.objects.filter(match=match, voided_at__isnull=True)
    assert [row.result for row in rows_now.order_by("number")] == list(games)


def test_games_on_record_stay_up_to_the_one_that_ended_the_match(ada):
    match = agreed(length=3)
    mine = at_sheet(match, 1)
    for after, tile in enumerate(("1-single", "1-gammon")):
        mine.post(
            f"/m/{match.code}/games/", {"winner": 1, "outcome": tile, "after": after}
        )
    theirs = at_sheet(match, 2)
    theirs.post(different(match, Report.objects.get()), {"mode": "playing"})
    ada.post(f"/m/{match.code}/decide/", {"mode": "play-on", "reason": "Not a gammon."})
    assert state_of(match) == ("playing", None, None, 1, 0)


def test_a_remark_alone_says_no_result(ada):
    match = agreed()
    mine, report = reported(match)
    theirs = at_sheet(match, 2)
    sent = {"mode": "remark", "comment": "Game 3 was no gammon."}
    assert theirs.post(different(match, report), sent).status_code == 302
    other = told_by(match, 2)
    assert (other.claim, other.told, other.comment) == (
        "remark",
        None,
        "Game 3 was no gammon.",
    )
    found = page(mine, f"/m/{match.code}/")
    assert "Game 3 was no gammon." in found
    assert f"/reports/{other.pk}/confirm/" not in found
    seen = page(ada, f"/m/{match.code}/decide/")
    assert says(seen, "versions.only_remark")
    assert f'name="report" value="{other.pk}"' not in seen
    # The director takes the other version, or none of them.
    ada.post(f"/m/{match.code}/decide/", {"report": report.pk, "reason": "The sheet."})
    assert state_of(match) == ("done", 1, None, 7, 5)


def test_a_remark_alone_is_confirmed_and_chosen_by_nobody(ada):
    match = agreed()
    mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(different(match, report), {"mode": "remark", "comment": "No."})
    other = told_by(match, 2)
    confirmed = mine.post(f"/m/{match.code}/reports/{other.pk}/confirm/")
    assert confirmed.status_code == 422
    with raises(REMARK_ALONE):
        confirm(match_id=match.pk, report_id=other.pk, by=None)
    chosen = ada.post(
        f"/m/{match.code}/decide/", {"report": other.pk, "reason": "So be it."}
    )
    assert chosen.status_code == 422
    assert now(match).state == "disputed"


def test_a_remark_may_become_a_version_later():
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(different(match, report), {"mode": "remark", "comment": "No."})
    theirs.post(different(match, report), {"mode": "score", "winner": 2, "points": 6})
    other = told_by(match, 2)
    assert (other.claim, other.score_1, other.score_2) == ("result", 6, 7)


@pytest.mark.parametrize(
    "sent",
    [
        {"mode": "remark"},
        {"mode": "remark", "comment": "  "},
        {"mode": "playing", "so_far_1": 3},
        {"mode": "playing", "so_far_1": "x", "so_far_2": 1},
        {"mode": "playing", "so_far_1": -1, "so_far_2": 1},
        {"mode": "playing", "so_far_1": 7, "so_far_2": 1},
        {"mode": "playing", "so_far_1": "9" * 400, "so_far_2": 1},
        {"mode": "playing", "so_far_1": "\x00", "so_far_2": 1},
        {"mode": "playing-games"},
        rows((1, "8-single")) | {"mode": "playing-games"},
    ],
)
def test_what_says_nothing_is_refused(sent):
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    answer = theirs.post(different(match, report), sent)
    assert answer.status_code == 422
    assert now(match).state == "reported"


def test_what_a_score_so_far_can_be():
    match = agreed(length=5)
    assert playing_from_score(match) == StillPlaying()
    assert playing_from_score(match, 4, 4) == StillPlaying(4, 4)
    with raises(NOT_PLAYING):
        playing_from_score(match, 4, 5)
    with raises(NEGATIVE_SCORE):
        playing_from_score(match, -1, 3)
    with raises(NOT_PLAYING):
        playing_from_games(match, [game(1, cube=4), game(1)])
    _mine, _report = reported(match, loser=1)
    with raises(NO_REMARK):
        dispute(match_id=match.pk, version=None, by=BJARKE)


def test_both_say_in_turn_that_they_still_play():
    match = agreed()
    mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(different(match, report), {"mode": "playing"})
    other = told_by(match, 2)
    mine.post(different(match, other), {"mode": "playing", "so_far_1": 6})
    assert now(match).state == "disputed"
    mine.post(different(match, other), {"mode": "playing"})
    assert state_of(match) == ("ready", None, None, 0, 0)


def test_the_own_page_tells_what_the_opponent_says():
    match = agreed()
    _mine, report = reported(match)
    theirs = at_sheet(match, 2)
    theirs.post(
        different(match, report), {"mode": "playing", "so_far_1": 6, "so_far_2": 5}
    )
    said = "the match is not finished: Ane Alm 6–5 Bjarke Brink."
    assert said in page(Client(), f"/p/{match.player_1.link_key}/")
    assert said not in page(Client(), f"/p/{match.player_2.link_key}/")

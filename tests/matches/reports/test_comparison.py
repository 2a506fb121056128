"""What a director is told about two versions that differ."""

from typing import Any

import pytest
from django.test import Client

from matches.ledger.adjust import PointsDecision, adjust
from matches.models import Game, Match, Report
from matches.reports.comparison import compare_versions
from matches.rules import AdjustmentReason, Side
from tests import builders
from tests.matches.reports.test_reports import at_sheet, now, rows
from tests.refusals import words

pytestmark = pytest.mark.django_db

CRAWFORD = "Crawford"
BEHIND = "the player who was behind"


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def by_games(match: Match, *games: tuple[int, str]) -> Client:
    """Let the first player record games until the match ends, as the report."""
    phone = at_sheet(match, 1)
    for after, (winner, outcome) in enumerate(games):
        answer = phone.post(
            f"/m/{match.code}/games/",
            {"winner": winner, "outcome": outcome, "after": after},
        )
        assert answer.status_code == 302
    return phone


def differs_by(match: Match, sent: dict[str, object]) -> None:
    report = Report.objects.get(match=match, side=1, state="waiting")
    answer = at_sheet(match, 2).post(
        f"/m/{match.code}/reports/{report.pk}/different/", sent
    )
    assert answer.status_code == 302, answer.content.decode()


def compared(match: Match) -> dict[str, Any]:
    found = Match.objects.select_related("player_1", "player_2", "profile")
    return compare_versions(
        found.get(pk=match.pk), list(Report.objects.filter(match=match))
    )


def disputed(one: Any, two: Any, length: int = 3, **rules: Any) -> dict[str, Any]:
    match = builders.match(length, reporting="agree", **rules)
    by_games(match, *one)
    differs_by(match, rows(*two))
    return compared(match)


def about(found: dict[str, Any], words: str) -> list[str]:
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
    other: Any, reading: str, code: str
) -> None:
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
        (
            [(1, "1-gammon"), (1, "1-single")],
            [(1, "1-single"), (2, "2-gammon")],
        ),
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
def test_other_differences_bring_no_word_about_crawford(one: Any, two: Any) -> None:
    found = disputed(one, two)
    assert any(game["differs"] for game in found["games"])
    assert about(found, CRAWFORD) == []


def test_a_listed_double_counts_where_the_other_lists_no_games() -> None:
    match = builders.match(3, reporting="agree")
    at_sheet(match, 1).post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    differs_by(match, rows(*DOUBLED))
    assert about(compared(match), CRAWFORD)


def test_a_version_with_such_a_double_can_be_accepted(ada: Client) -> None:
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
def test_the_sheet_of_the_player_who_is_behind_counts_where_agreed(
    one: Any, two: Any, named: str
) -> None:
    found = disputed(one, two, length=5, sheets_differ="trailing")
    (hint,) = about(found, BEHIND)
    assert named in hint
    assert about(disputed(one, two, length=5), BEHIND) == []


def test_without_games_the_director_is_told_what_to_ask() -> None:
    match = builders.match(3, reporting="agree", sheets_differ="trailing")
    at_sheet(match, 1).post(f"/m/{match.code}/final/", {"winner": 1, "points": 0})
    differs_by(match, {"mode": "score", "winner": 2, "points": 2})
    (hint,) = about(compared(match), BEHIND)
    assert "first differ" in hint


def test_points_given_count_for_who_was_behind() -> None:
    match = builders.match(5, reporting="agree", sheets_differ="trailing")
    given = PointsDecision(side=Side.TWO, points=1, reason=AdjustmentReason.LATE)
    adjust(match_id=match.pk, decision=given, by=builders.director())
    by_games(match, (1, "4-gammon"))
    differs_by(match, rows((2, "4-gammon")))
    (hint,) = about(compared(match), BEHIND)
    assert "0–1" in hint
    assert "Ane Alm" in hint

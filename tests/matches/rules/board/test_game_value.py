"""Single, gammon or backgammon, and why."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from matches.rules import Checkers, Kind, Side
from matches.rules.board import (
    BAR,
    CHECKERS,
    START,
    Position,
    WhyWon,
    position_of,
    situation_from_ids,
    verdict,
)
from tests.gnubg_truth import FOLDER, truth_files
from tests.matches.rules.board.strategies import lay, places

# What the loser has left when the winner's last checker is off, as the loser counts.
FINAL = [
    ({1: 3, 6: 2}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({BAR: 1}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({20: 1, 6: 13}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({6: 15}, Kind.GAMMON, WhyWon.NONE_OFF),
    ({18: 1, 6: 14}, Kind.GAMMON, WhyWon.NONE_OFF),
    ({19: 1, 6: 14}, Kind.BACKGAMMON, WhyWon.IN_HOME),
    ({24: 2, 13: 5, 8: 3, 6: 5}, Kind.BACKGAMMON, WhyWon.IN_HOME),
    ({BAR: 1, 6: 14}, Kind.BACKGAMMON, WhyWon.ON_BAR),
    ({BAR: 1, 20: 1, 6: 13}, Kind.BACKGAMMON, WhyWon.ON_BAR),
]


@pytest.mark.parametrize(("left", "kind", "why"), FINAL)
def test_kinds_and_reasons(left: dict[int, int], kind: Kind, why: WhyWon) -> None:
    position = position_of({}, left)

    found = verdict(position)

    assert found is not None
    assert (found.mover_won, found.kind, found.why) == (True, kind, why)
    turned = verdict(position.turned)
    assert turned is not None
    assert (turned.mover_won, turned.kind, turned.why) == (False, kind, why)
    assert turned.checkers == found.checkers


def test_what_a_director_can_point_at() -> None:
    found = verdict(position_of({}, {BAR: 2, 24: 1, 21: 3, 18: 1, 6: 8}))

    assert found is not None
    # The loser's 24 point is the winner's ace point.
    assert (found.in_home, found.borne_off) == ((1, 4), 0)


@pytest.mark.parametrize(
    ("left", "checkers"),
    [
        ({1: 1, 6: 2}, Checkers(home=3)),
        ({7: 1, 12: 2}, Checkers(outer=3)),
        ({13: 1, 18: 2}, Checkers(far_outer=3)),
        ({19: 1, 24: 2, BAR: 4}, Checkers(far_home=7)),
        ({1: 1, 9: 2, 15: 3, 20: 4, BAR: 5}, Checkers(1, 2, 3, 9)),
    ],
)
def test_poengspill_counts_quarter_by_quarter(
    left: dict[int, int], checkers: Checkers
) -> None:
    """Source: older Norwegian leaflet "Spilleregler", section 8."""
    for position in (position_of({}, left), position_of({}, left).turned):
        found = verdict(position)
        assert found is not None
        assert found.checkers == checkers


def test_nobody_has_won_while_both_have_checkers() -> None:
    assert verdict(START) is None
    assert verdict(position_of({1: 1}, {1: 1})) is None


def test_nobody_has_won_on_an_empty_board() -> None:
    assert verdict(position_of({}, {})) is None


def test_a_game_with_three_checkers_each_is_judged_by_three() -> None:
    points = position_of({}, {22: 1, 23: 1, 24: 1}).points

    found = verdict(Position(points, checkers=3))

    assert found is not None
    assert (found.kind, found.borne_off) == (Kind.BACKGAMMON, 0)


@given(places)
def test_a_verdict_is_given_once_a_player_is_done(left: list[int]) -> None:
    position = lay([], left)
    found = verdict(position)

    if not any(position.points):
        assert found is None
        return
    assert found is not None
    assert found.mover_won
    assert 1 <= found.checkers.left <= CHECKERS
    assert found.checkers.left <= found.checkers.points <= 4 * found.checkers.left
    if found.why == WhyWon.IN_HOME:
        assert found.in_home


FILES = truth_files()


@pytest.mark.skipif(not FILES, reason=f"{FOLDER.name} lies on some machines only")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_final_positions_of_games_of_gnubg(path: Path) -> None:
    games = json.loads(path.read_text(encoding="utf-8"))["games"]
    played = [game for game in games if game["ended_by"] == "played"]

    for game in played:
        final = situation_from_ids(game["final_position_id"], game["final_match_id"])
        found = verdict(final.position)
        assert found is not None
        winner = final.on_roll if found.mover_won else final.on_roll.other
        assert winner == (Side.ONE, Side.TWO)[game["winner"]]
        assert found.kind == Kind(game["result"])
    for game in games:
        if game not in played:
            final = situation_from_ids(
                game["final_position_id"], game["final_match_id"]
            )
            assert verdict(final.position) is None

"""Single, gammon or backgammon, and why."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Checkers, Kind, Side
from matches.rules.board import (
    BAR,
    CHECKERS,
    START,
    Position,
    WhyWon,
    at_most,
    explain,
    position_of,
    situation_from_ids,
    verdict,
    verdict_if_over,
)
from tests.gnubg_truth import FOLDER, truth_files
from tests.matches.rules.board.strategies import lay, places, positions

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
    assert (found.on_bar, found.in_home, found.borne_off) == (2, (1, 4), 0)


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


def test_a_resignation_is_charged_by_the_position() -> None:
    # Nobody is off, the mover has left the opponent's home board, the opponent has not.
    position = position_of({13: 5, 6: 10}, {24: 1, 6: 14})

    assert verdict_if_over(position, mover_wins=True).why == WhyWon.IN_HOME
    assert verdict_if_over(position, mover_wins=False).why == WhyWon.NONE_OFF


@pytest.mark.parametrize(
    ("own", "other", "kind"),
    [
        ({1: 2}, {6: 14}, Kind.SINGLE),
        ({1: 2}, {6: 15}, Kind.GAMMON),
        ({1: 2}, {19: 1, 6: 14}, Kind.BACKGAMMON),
        # The opponent's last man stands on the mover's 7 point; 8 is behind him, 6 not.
        ({8: 1}, {18: 1, 6: 14}, Kind.BACKGAMMON),
        ({6: 1}, {18: 1, 6: 14}, Kind.GAMMON),
        ({BAR: 1}, {6: 15}, Kind.BACKGAMMON),
        ({BAR: 1}, {6: 14}, Kind.SINGLE),
    ],
)
def test_the_most_a_game_can_still_cost(
    own: dict[int, int], other: dict[int, int], kind: Kind
) -> None:
    position = position_of(own, other)

    assert at_most(position, mover_wins=True) == kind
    assert at_most(position.turned, mover_wins=False) == kind


def test_an_explanation_of_a_game_that_is_over() -> None:
    position = position_of({}, {BAR: 1, 6: 14})

    found = explain(position)

    assert found.ended == verdict(position)
    assert found.ended == found.mover.now
    assert found.mover.at_most == Kind.BACKGAMMON


def test_an_explanation_of_a_game_that_goes_on() -> None:
    found = explain(START)

    assert found.ended is None
    assert found.mover.now.kind == found.other.now.kind == Kind.BACKGAMMON
    assert found.mover.at_most == found.other.at_most == Kind.BACKGAMMON


@given(positions, st.booleans())
def test_nobody_is_charged_more_than_the_most(
    position: Position, mover_wins: bool
) -> None:
    now = verdict_if_over(position, mover_wins=mover_wins)
    most = at_most(position, mover_wins=mover_wins)

    assert now.kind.multiplier <= most.multiplier
    assert now.checkers.left + now.borne_off == CHECKERS
    assert (now.kind == Kind.SINGLE) == (now.borne_off > 0)
    turned = verdict_if_over(position.turned, mover_wins=not mover_wins)
    assert (turned.kind, turned.checkers) == (now.kind, now.checkers)


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
    if found.kind == Kind.BACKGAMMON:
        assert found.on_bar or found.in_home


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

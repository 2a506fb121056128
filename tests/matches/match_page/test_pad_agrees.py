"""The pad offers what the rules accept, at every score and by every profile."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.ledger import recording
from matches.match_page.forms import DROPPED_TILE
from matches.match_page.pad import grid_of
from matches.rulebook.profiles import READY_MADE, Profile
from matches.rules import (
    Checkers,
    Ending,
    GameError,
    GameResult,
    Kind,
    Scoring,
    Side,
    apply,
    replay,
)
from tests import builders
from tests.builders import game
from tests.examples import examples

ODD = [
    Profile(cube_cap=1),
    Profile(cube_cap=1, jacoby=True, beavers=1, extras_in_matches=True),
    Profile(cube_cap=2, crawford=False),
    Profile(jacoby=True, extras_in_matches=True),
    Profile("norwegian", automatic=2, extras_in_matches=True),
]
PROFILES = [*(each.profile for each in READY_MADE), *ODD]


def result_of(ledger, tile, winner=Side.ONE):
    """Return the game that a tile stands for, with a checker left where it counts."""
    cube, _dash, how = tile.partition("-")
    if how == DROPPED_TILE:
        return GameResult(winner, cube=int(cube), ending=Ending.DROPPED)
    counted = ledger.rules.scoring == Scoring.CHECKERS
    return GameResult(
        winner, Kind(how), cube=int(cube), checkers=Checkers(1) if counted else None
    )


def is_accepted(ledger, result):
    try:
        apply(ledger, result)
    except GameError:
        return False
    return True


def check(ledger):
    """Compare the pad with the rules, tile by tile."""
    grid = grid_of(ledger)
    for (*_, tiles), winner in product(grid.rows, Side):
        for tile in tiles:
            result = result_of(ledger, tile.value, winner)
            assert is_accepted(ledger, result) == tile.is_possible, tile
            if result.checkers is None and tile.is_possible:
                (*_before, line) = apply(ledger, result).lines
                assert line.points == tile.points, tile
    doubled = result_of(ledger, "2-single")
    refused = result_of(ledger, f"1-{DROPPED_TILE}")
    can_double = is_accepted(ledger, doubled) or is_accepted(ledger, refused)
    assert grid.cube_is_fixed != can_double
    assert not grid.is_crawford or grid.cube_is_fixed
    assert not grid.is_decisive or can_double
    return grid


@given(
    profile=st.sampled_from(PROFILES),
    length=st.integers(1, 9),
    games=st.lists(
        st.tuples(st.sampled_from(Side), st.sampled_from([1, 2, 4])), max_size=12
    ),
)
@examples(150)
def test_pad_and_rules_agree_at_every_score(profile, length, games):
    ledger = replay(profile.match_rules(length), [])
    for winner, cube in games:
        if ledger.winner is not None:
            return
        check(ledger)
        plain = result_of(ledger, "1-single", winner)
        doubled = replace(plain, cube=cube)
        ledger = apply(ledger, doubled if is_accepted(ledger, doubled) else plain)


def six_all(profile):
    """Return a match to 7 at 6–6, reached without a double."""
    ledger = replay(profile.match_rules(7), [])
    for winner in [Side.ONE] * 6 + [Side.TWO] * 6:
        ledger = apply(ledger, result_of(ledger, "1-single", winner))
    assert (ledger.score.one, ledger.score.two) == (6, 6)
    return ledger


@pytest.mark.parametrize("profile", PROFILES, ids=repr)
def test_double_match_point(profile):
    grid = check(six_all(profile))
    has_cube = profile.cube_cap != 1
    assert grid.is_decisive == has_cube
    assert grid.cube_is_fixed != has_cube
    assert not grid.is_crawford


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "said", "silent"),
    [
        ({}, "so doubling makes no difference.", "No cube in this match"),
        ({"cube_cap": 1}, "No cube in this match", "Doubling is allowed"),
    ],
)
def test_the_words_at_double_match_point(rules, said, silent):
    ada = builders.signed_in(builders.director())
    match = builders.match(2, **rules)
    for after, winner in enumerate((1, 2)):
        recording.record_game(
            match_id=match.pk, result=game(winner), after=after, by=None
        )
    found = ada.get(f"/m/{match.code}/?pad=games").content.decode()
    assert said in found
    assert silent not in found
    sent = {"winner": 1, "outcome": "1-dropped", "after": 2}
    answer = ada.post(f"/m/{match.code}/games/", sent)
    assert answer.status_code == (302 if not rules else 422)


@pytest.mark.django_db
def test_there_is_no_crawford_game_without_a_cube(client):
    match = builders.match(2, cube_cap=1)
    recording.record_game(match_id=match.pk, result=game(1), after=0, by=None)
    assert "Crawford game" not in client.get(f"/m/{match.code}/").content.decode()

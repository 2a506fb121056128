"""The rounds that follow where the first draw decides them all."""

from dataclasses import replace

import pytest

from tests.simulate import field
from tournaments.engine import (
    FORMATS,
    Entrant,
    StageState,
    draw,
    has_schedule,
    rounds_after,
)

ROBIN = StageState("round_robin", 99, 7, field(5))
SCHEDULED = {"round_robin"}


def pairs(rounds) -> list[frozenset[int]]:
    return [
        frozenset((pair.one, pair.two))
        for drawn in rounds
        for pair in drawn.pairings
        if pair.two is not None
    ]


def test_only_some_formats_know_their_rounds():
    assert {known.key for known in FORMATS if has_schedule(known.key)} == SCHEDULED
    assert not has_schedule("no such format")


def test_the_first_draw_and_what_follows_let_everybody_meet_once():
    first = draw(ROBIN, "seed")
    after = rounds_after(ROBIN, first)
    assert [drawn.round for drawn in after] == [2, 3, 4, 5]
    met = pairs((first, *after))
    assert len(met) == len(set(met)) == 10


def test_nothing_follows_before_the_first_draw():
    assert rounds_after(ROBIN) == ()


@pytest.mark.parametrize("key", ["swiss", "elimination", "no such format"])
def test_nothing_follows_without_a_schedule(key):
    assert rounds_after(replace(ROBIN, format=key)) == ()


def test_nothing_follows_while_a_latecomer_has_no_place():
    late = replace(ROBIN, entrants=(*ROBIN.entrants, Entrant(6, joined=2)))
    assert rounds_after(late, draw(ROBIN, "seed")) == ()

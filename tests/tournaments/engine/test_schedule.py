"""The rounds that follow where the first draw decides them all."""

from dataclasses import replace

import pytest

from tests.simulate import field
from tournaments import engine

ROBIN = engine.StageState("round_robin", 99, 7, field(5))
SCHEDULED = {"round_robin"}


def pairs(rounds) -> list[frozenset[int]]:
    return [
        frozenset((pair.one, pair.two))
        for drawn in rounds
        for pair in drawn.pairings
        if pair.two is not None
    ]


def test_only_some_formats_know_their_rounds():
    assert {
        known.key for known in engine.FORMATS if engine.has_schedule(known.key)
    } == SCHEDULED
    assert not engine.has_schedule("no such format")


def test_the_first_draw_and_what_follows_let_everybody_meet_once():
    first = engine.draw(ROBIN, "seed")
    after = engine.rounds_after(ROBIN, first)
    assert [drawn.round for drawn in after] == [2, 3, 4, 5]
    met = pairs((first, *after))
    assert len(met) == len(set(met)) == 10


def test_nothing_follows_before_the_first_draw():
    assert engine.rounds_after(ROBIN) == ()


@pytest.mark.parametrize("key", ["swiss", "elimination", "no such format"])
def test_nothing_follows_without_a_schedule(key):
    assert engine.rounds_after(replace(ROBIN, format=key)) == ()


def test_nothing_follows_while_a_latecomer_has_no_place():
    late = replace(ROBIN, entrants=(*ROBIN.entrants, engine.Entrant(6, joined=2)))
    assert engine.rounds_after(late, engine.draw(ROBIN, "seed")) == ()

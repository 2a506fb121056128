"""The contract that every registered format keeps.

Whole tournaments of every format at every size are played and judged in
`test_simulations`.
"""

import pkgutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.refusals import raises
from tests.simulate import field, play
from tournaments import engine
from tournaments.engine.bracket.loser_order import known_masks
from tournaments.engine.errors import (
    RESULTS_OUTSTANDING,
    STAGE_FINISHED,
    TOO_FEW_ENTRANTS,
    UNKNOWN_FORMAT,
)
from tournaments.engine.state import Outcome

KEYS = [known.key for known in engine.FORMATS]
PLANS = [known.key for known in engine.FORMATS if known.plan]
ENDING = [known.key for known in engine.FORMATS if not known.is_endless]
ROUND_BY_ROUND = [key for key in KEYS if key not in PLANS]
BYES_DECIDE = {"swiss", "monrad", "danish", "round_robin"}
"""Where lives are lost a bye costs none, and that is all; a club night has no byes."""

BYES = (Fraction(1), Fraction(1, 2), Fraction(0))
ROOT = Path(__file__).resolve().parents[4]


def test_every_folder_is_registered():
    folders = {folder.name for folder in pkgutil.iter_modules(engine.formats.__path__)}
    assert {known.draw.__module__.split(".")[3] for known in engine.FORMATS} == folders


def test_every_format_explains_itself():
    for known in engine.FORMATS:
        assert known.label
        assert known.explanation.endswith(".")
        assert engine.format_named(known.key) is known


@pytest.mark.parametrize("known", engine.FORMATS, ids=KEYS)
def test_every_format_says_what_a_bye_is_worth(known):
    said = [known.places[bye] for bye in BYES]
    assert len(set(said)) in {1, len(BYES)}
    assert ("half a win" in said[1]) == (len(set(said)) > 1)
    assert all(text.endswith(".") for text in said)


def test_unknown_format():
    with raises(UNKNOWN_FORMAT, key="no_such_format"):
        engine.draw(engine.StageState("no_such_format", 3, 7, field(4)), "seed")


def test_other_seed_other_draw():
    for key in KEYS:
        state = engine.StageState(key, 3, 7, field(16))
        assert (
            len({str(engine.draw(state, str(seed)).pairings) for seed in range(20)})
            == 20
        )


PROGRAM = """
from fractions import Fraction
from tests.simulate import MANY, MOST, play
from tournaments.engine import FORMATS
for known in FORMATS:
    for size in (7, 16):
        many = play(known.key, size, 7, seed=3, mishaps=MANY)
        most = play(known.key, size, 7, seed=3, mishaps=MOST, bye=Fraction(1, 2))
        for _, drawn in many.rounds + most.rounds:
            print([(one.one, one.two) for one in drawn.pairings], dict(drawn.lots))
"""


def test_same_draw_in_another_process_with_other_hashes():
    answers = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(answers) == 1
    assert answers != {b""}


def test_the_web_process_does_not_load_the_matching_library():
    program = "import sys, tournaments.engine; print('rustworkx' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True
    )
    assert answer.stdout.strip() == b"False"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("present", [0, 1])
def test_too_few_entrants(key, present):
    entrants = tuple(
        replace(entrant, present=entrant.number <= present) for entrant in field(6)
    )
    with raises(TOO_FEW_ENTRANTS) as caught:
        engine.draw(engine.StageState(key, 3, 7, entrants), "seed")
    assert caught.value.params == {"needed": 2, "present": present}


@pytest.mark.parametrize("key", ROUND_BY_ROUND)
def test_results_outstanding(key):
    state, drawn = play(key, 6, 3, seed=1).rounds[0]
    outcomes = tuple(
        Outcome(1, one.one, one.two, winner=None if one.two else one.one)
        for one in drawn.pairings
    )
    waiting = replace(state, outcomes=outcomes)
    with raises(RESULTS_OUTSTANDING) as caught:
        engine.draw(waiting, "seed")
    missing = sum(one.two is not None for one in drawn.pairings)
    assert caught.value.params == {"round": 1, "outstanding": missing}
    assert engine.standings(waiting).provisional
    assert not engine.is_finished(waiting)
    assert not engine.is_finished(replace(waiting, rounds=1))


@pytest.mark.parametrize(
    "key", [key for key in ROUND_BY_ROUND if engine.format_named(key).through is None]
)
def test_a_double_forfeit_is_not_outstanding(key):
    state, drawn = play(key, 6, 1, seed=1).rounds[0]
    lots = tuple(replace(one, lot=drawn.lots.get(one.number)) for one in state.entrants)
    outcomes = tuple(
        Outcome(1, one.one, one.two, one.one if index or not one.two else None)
        for index, one in enumerate(drawn.pairings)
    )
    waiting = replace(state, rounds=3, entrants=lots, outcomes=outcomes)
    with raises(RESULTS_OUTSTANDING):
        engine.draw(waiting, "seed")
    decided = replace(outcomes[0], nobody=True)
    state = replace(waiting, outcomes=(decided, *outcomes[1:]))
    assert not engine.standings(state).provisional
    assert not engine.is_finished(state)
    assert engine.audit(state, engine.draw(state, "seed")) == ()


@pytest.mark.parametrize("key", ENDING)
def test_finished(key):
    event = play(key, 8, 3, seed=1)
    assert engine.is_finished(event.final)
    with raises(STAGE_FINISHED) as caught:
        engine.draw(event.final, "seed")
    assert caught.value.params == {"rounds": event.final.next_round - 1}


def test_nobody_is_paired_before_joining():
    late = replace(field(5)[4], joined=2)
    for key in KEYS:
        state = engine.StageState(key, 3, 7, (*field(4), late))
        drawn = engine.draw(state, "seed")
        assert len(drawn.pairings) == 2
        assert engine.audit(state, drawn) == ()


def test_round_count():
    assert [engine.round_count("swiss", size) for size in (0, 2, 3, 12, 16, 17)] == [
        *(1, 1, 2, 4, 4, 5)
    ]
    assert engine.round_count("monrad", 12, 7) == 7
    sizes = (0, 1, 2, 3, 8, 9, 512)
    assert [engine.round_count("elimination", size, 3) for size in sizes] == [
        *(0, 0, 1, 2, 3, 4, 9)
    ]


def test_a_version_that_there_never_was():
    with raises(UNKNOWN_FORMAT, key="swiss 99"):
        engine.draw(engine.StageState("swiss", 3, 7, field(4)), "seed", version=99)


def test_branches_are_for_brackets():
    with raises(UNKNOWN_FORMAT, key="monrad consolation"):
        engine.section_standings(
            engine.StageState("monrad", 3, 7, field(4)), "consolation"
        )


@pytest.mark.parametrize("key", KEYS)
def test_what_a_draw_would_refuse_is_known_without_drawing(key):
    engine.check(engine.StageState(key, 3, 7, field(6)))
    with raises(TOO_FEW_ENTRANTS):
        engine.check(engine.StageState(key, 3, 7, field(1)))


@pytest.mark.parametrize("shifted", [True, False])
@pytest.mark.parametrize("sizes", [(), (4, 3), (8, 8)])
def test_what_no_main_bracket_sends_down_is_in_no_table(sizes, shifted):
    assert known_masks(sizes, shifted=shifted) is None

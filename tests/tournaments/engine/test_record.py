"""Records: there and back again, and not a byte more than there is to say."""

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from tests.golden.draws.records import FOLDER, load, state_of
from tests.simulate import MOST, play
from tournaments.engine import (
    FORMATS,
    Entrant,
    Outcome,
    StageState,
    from_record,
    to_record,
)

USUAL = StageState(
    format="swiss",
    rounds=3,
    length=7,
    entrants=(Entrant(2), Entrant(1, Decimal("1650.5"), "Old Mill", lot=4)),
    outcomes=(
        Outcome(1, 2, 1, winner=2, points_one=5, points_two=3, length=5),
        Outcome(2, 1, None, winner=1, played=False),
    ),
)
WRITTEN = (
    '{"format": "swiss", "rounds": 3, "length": 7, "entrants": '
    '[[1, "1650.5", "Old Mill", true, 1, 4], [2, null, "", true, 1, null]], '
    '"outcomes": [[1, 2, 1, 2, 5, 3, true, 5], [2, 1, null, 1, 0, 0, false, null]]}'
)


def test_usual_stage_byte_for_byte():
    assert json.dumps(to_record(USUAL)) == WRITTEN
    assert to_record(from_record(json.loads(WRITTEN))) == json.loads(WRITTEN)


def test_frozen_draws_say_nothing_new():
    for path in FOLDER.glob("*.json"):
        for frozen in load(path.name):
            record = to_record(state_of(frozen))
            assert set(record) == {
                *("format", "rounds", "length", "entrants", "outcomes")
            }
            assert {len(row) for row in record["outcomes"]} <= {8}


@pytest.mark.parametrize(("bye", "text"), [(Fraction(1, 2), "1/2"), (Fraction(0), "0")])
def test_what_a_bye_is_worth(bye, text):
    state = replace(USUAL, bye=bye)
    record = to_record(state)
    assert record == json.loads(WRITTEN) | {"bye": text}
    assert from_record(record).bye == bye


@pytest.mark.parametrize("walkover", ["full", "half"])
def test_what_a_walkover_counts(walkover):
    record = to_record(replace(USUAL, walkover=walkover))
    assert record == json.loads(WRITTEN) | {"walkover": walkover}
    assert from_record(record).walkover == walkover


def test_double_forfeit():
    nobody = Outcome(3, 1, 2, None, played=False, nobody=True)
    record = to_record(replace(USUAL, outcomes=(nobody,)))
    assert record["outcomes"] == [[3, 1, 2, None, 0, 0, False, None, True]]
    assert from_record(record).outcomes == (nobody,)


@pytest.mark.parametrize("known", FORMATS, ids=[known.key for known in FORMATS])
def test_there_and_back_again(known):
    for seed in range(6):
        state = play(
            *(known.key, 15, 5),
            seed=seed,
            mishaps=MOST,
            bye=Fraction(seed % 3, 2),
            walkover=("none", "half")[seed % 2],
        ).final
        text = json.dumps(to_record(state))
        again = from_record(json.loads(text))
        assert json.dumps(to_record(again)) == text
        assert set(again.outcomes) == set(state.outcomes)
        assert (again.bye, again.walkover) == (state.bye, state.walkover)

"""Records: there and back again, and not a byte more than there is to say."""

import json
from dataclasses import fields, replace
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.simulate import MOST, play
from tests.tournaments.engine.record.documents import document
from tournaments.engine import (
    FORMATS,
    Branch,
    Entrant,
    Options,
    Outcome,
    Pin,
    StageState,
    from_record,
    to_record,
)
from tournaments.engine.record import canonical, fingerprint, shortened
from tournaments.engine.record.reading import read

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


# The others end never, at once, or with who comes late.
ENDING = [each for each in FORMATS if each.key in {"danish", "monrad", "swiss"}]


@pytest.mark.parametrize("known", ENDING, ids=[known.key for known in ENDING])
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


UNUSUAL = replace(
    USUAL,
    entrants=(Entrant(1, country="DK", family="Lind", seed=2, wants_bye=True),),
    outcomes=(
        Outcome(1, 1, 2, None, nobody=True, slot=9),
        Outcome(1, 1, 2, 1, slot=4),
        Outcome(1, 1, 3, None, nobody=True),
    ),
    options=Options(
        byes="lots",
        seeded=4,
        branches=(Branch(), Branch(section="last", of="consolation", first=2, last=3)),
        apart=("club", "country"),
        forbidden=((3, 4), (1, 2)),
    ),
    pins=(Pin(4, 2, None), Pin(4, 1, 7)),
    ahead=True,
)


def test_unusual_stage():
    record = to_record(UNUSUAL)
    assert record["entrants"] == [[1, None, "", True, 1, None, "DK", "Lind", 2, True]]
    assert record["outcomes"] == [
        [1, 1, 2, None, 0, 0, True, None, True, 9],
        [1, 1, 2, 1, 0, 0, True, None, False, 4],
        [1, 1, 3, None, 0, 0, True, None, True],
    ]
    assert record["options"] == {
        "byes": "lots",
        "seeded": 4,
        "branches": [
            ["consolation", "main", "unshifted", 1, 0],
            ["last", "consolation", "unshifted", 2, 3],
        ],
        "apart": ["club", "country"],
        "forbidden": [[1, 2], [3, 4]],
    }
    assert record["pins"] == [[4, 1, 7], [4, 2, None]]
    assert record["ahead"] is True
    again = from_record(json.loads(json.dumps(record)))
    assert again.entrants == UNUSUAL.entrants
    assert set(again.outcomes) == set(UNUSUAL.outcomes)
    assert set(again.pins) == set(UNUSUAL.pins)
    assert (again.ahead, again.options.branches) == (True, UNUSUAL.options.branches)
    assert to_record(again) == record


OTHER = Options(
    byes="top",
    bye_to="lots",
    seeded=2,
    seeds_by="pr",
    branches=(Branch(),),
    reset=False,
    lives=2,
    survivors=4,
    times=2,
    groups=3,
    legs=2,
    apart=("family",),
    apart_rounds=0,
    forbidden=((1, 2),),
    half_byes=2,
    bye_free=2,
    asked_worth="1",
    absent_worth="1/2",
    late_worth="1/2",
    accelerated="baku",
    tiebreaks=("direct:2", "buchholz:1"),
    unplayed="virtual",
    scoring="hundred:1",
)


@pytest.mark.parametrize("name", [each.name for each in fields(Options)])
def test_every_option_alone(name):
    options = Options(**{name: getattr(OTHER, name)})
    assert options != Options()
    record = to_record(replace(USUAL, options=options))
    assert set(record["options"]) == {name}
    assert from_record(json.loads(json.dumps(record))).options == options


@given(st.permutations(UNUSUAL.outcomes), st.permutations(UNUSUAL.pins))
def test_the_order_in_which_it_is_told_does_not_matter(outcomes, pins):
    told = replace(UNUSUAL, outcomes=tuple(outcomes), pins=tuple(pins))
    assert canonical(to_record(told)) == canonical(to_record(UNUSUAL))


def test_canonical_text_byte_for_byte():
    record = {"b": [1, None, True], "a": {"y": "Ærø 🎲", "x": '"\\\n\x7f'}}
    assert canonical(record) == (
        r'{"a":{"x":"\"\\\n\u007f","y":"\u00c6r\u00f8 \ud83c\udfb2"},"b":[1,null,true]}'
    )


def test_fingerprint():
    record = json.loads(WRITTEN)
    digest = fingerprint(record)
    assert digest == sha256(canonical(record).encode("ascii")).hexdigest()
    assert digest == fingerprint(dict(reversed(record.items())))
    assert digest != fingerprint(record | {"rounds": 4})
    assert shortened("9f3ac21b" + "0" * 56) == "9F3A-C21B-0000-0000"


def test_a_group_is_written_only_where_there_is_one():
    some = (Entrant(1, seed=1, group="2"), Entrant(2, seed=2), Entrant(3))
    state = replace(USUAL, entrants=some, outcomes=())
    record = to_record(state)
    assert [len(row) for row in record["entrants"]] == [11, 10, 6]
    assert from_record(json.loads(json.dumps(record))).entrants == some


def test_rare_settings_are_there_and_back_again():
    state = replace(USUAL, at_once=True, lots_seed="66-51", same_person=((1, 2),))
    record = to_record(state)
    assert from_record(record) == replace(state, entrants=state.entrants[::-1])
    assert set(record) - set(to_record(USUAL)) == {
        "at_once",
        "lots_seed",
        "same_person",
    }


def test_a_performance_rating_is_there_and_back_again():
    rated = (Entrant(1, pr=Decimal("4.25")), Entrant(2))
    state = StageState("swiss", 3, 7, rated)
    record = json.loads(json.dumps(document(state)))
    assert read(record).state == state

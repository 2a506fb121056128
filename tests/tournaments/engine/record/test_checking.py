"""Draw records checked: every draw of ours is the same, every tampered one is not."""

import copy
import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.engine.record.documents import (
    DICE,
    SECRET,
    document,
    later,
    mixed_field,
    stage,
)
from tournaments.engine import FORMATS, Branch, Options, draw
from tournaments.engine.audit.rounds import UNSTATED_REMATCH
from tournaments.engine.formats import REBUY_ROUND
from tournaments.engine.record import fingerprint
from tournaments.engine.record.announcement import digest_of
from tournaments.engine.record.checking import (
    AUDIT_CLEAN,
    BAD_SWAP,
    LOT_OTHER,
    NO_SENSE,
    NOT_CANONICAL,
    OTHER_METHOD,
    OTHER_ROUND,
    PAIR_OTHER,
    PLAN_OTHER,
    PLAN_SAME,
    UNKNOWN_METHOD,
    check_document,
    check_text,
)
from tournaments.engine.record.proof_checks import SEED_OTHER
from tournaments.engine.record.reading import (
    NOT_A_RECORD,
    RECORD_CONTRADICTS,
    RECORD_FIELD_INVALID,
)
from tournaments.engine.registry import Registry
from tournaments.engine.state import WAS_SWAPPED, swapped

KEYS = [known.key for known in FORMATS]
OF_ROUNDS = [known.key for known in FORMATS if known.plan is None]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)

MONRAD = document(later(stage("monrad", 9, rounds=4), 1), dice=DICE)
BRACKET = document(
    stage("elimination", 13, options=Options(branches=(Branch(),))),
    swaps=((1, 2, "Cousins"),),
)
ROBIN = document(stage("round_robin", 9, options=Options(groups=2)))


def wrong(record):
    """What is wrong with a record, by message."""
    steps = check_document(record).steps
    return {step.note.message for step in steps if step.mark == "wrong"}


def remarks(record):
    steps = check_document(record).steps
    return [step.note.message for step in steps if step.mark == "remark"]


def changed(record, **values):
    return copy.deepcopy(record) | values


def told(record, **values):
    """The record with other facts in its announcement, and the digest of these."""
    facts = record["announcement"] | values
    return changed(record, announcement=facts, digest=digest_of(facts))


# Sound draws ----------------------------------------------------------------


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", [2, 3, 6, 11, 16])
def test_first_round_of_everything(key, size):
    verdict = check_document(document(stage(key, size)))
    assert verdict.is_same
    assert AUDIT_CLEAN in {step.note.message for step in verdict.steps}


@pytest.mark.parametrize("key", sorted({*OF_ROUNDS} - {REBUY_ROUND.key}))
@pytest.mark.parametrize("rounds", [1, 2])
def test_later_rounds(key, rounds):
    state = later(stage(key, 8, rounds=5, bye=Fraction(1, 2)), rounds)
    assert check_document(document(state)).is_same


@pytest.mark.parametrize("key", KEYS)
def test_with_every_wish(key):
    options = Options(
        seeded=4, apart=("club", "country", "family"), forbidden=((1, 2), (7, 8))
    )
    state = stage(key, 12, options=options, entrants=mixed_field(12))
    assert check_document(document(state)).is_same


@pytest.mark.parametrize("key", KEYS)
def test_after_a_swap(key):
    state = stage(key, 9)
    drawn = draw(state, SECRET)
    first, second = drawn.pairings[0].one, drawn.pairings[1].one
    record = document(state, swaps=((first, second, "Cousins"),))
    assert check_document(record).outcome == "changed"
    assert WAS_SWAPPED in remarks(record)
    assert check_document(changed(record, swaps=[])).outcome == "different"


def test_a_swap_needs_two_pairings():
    drawn = draw(stage("monrad", 6), "s")
    pairing = drawn.pairings[0]
    assert swapped(drawn, pairing.one, pairing.two or 0) is None
    assert swapped(drawn, pairing.one, pairing.one) is None
    assert swapped(drawn, pairing.one, 99) is None
    assert wrong(changed(MONRAD, swaps=[[1, 99, "Cousins"]])) == {BAD_SWAP}


def test_what_a_swap_breaks_is_said():
    state = later(stage("monrad", 8, rounds=4), 1)
    met = next(one for one in state.outcomes if one.two)
    drawn = draw(state, SECRET)
    other = next(
        (pair.two if pair.one == met.one else pair.one)
        for pair in drawn.pairings
        if met.one in {pair.one, pair.two}
    )
    verdict = check_document(document(state, swaps=((other, met.two, ""),)))
    said = [step.note.message for step in verdict.steps if step.mark == "remark"]
    assert UNSTATED_REMATCH in said
    assert verdict.outcome == "changed"


# Tampering --------------------------------------------------------------------


def test_another_seed():
    assert wrong(changed(MONRAD, seed="f" * 64)) == {SEED_OTHER}  # lots are drawn once
    assert wrong(changed(ROBIN, seed="f" * 32)) & {PAIR_OTHER, LOT_OTHER}
    assert wrong(changed(BRACKET, seed="f" * 32)) & {PAIR_OTHER, LOT_OTHER}


def test_every_pairing_is_compared():
    pairs = [list(pair) for pair in MONRAD["pairs"]]
    pairs[0], pairs[1] = pairs[1], pairs[0]
    verdict = check_document(changed(MONRAD, pairs=[*pairs, [9, 9]]))
    assert [pair.is_same for pair in verdict.pairs] == [
        *(False, False, True, True, True),
        False,
    ]
    assert verdict.pairs[0].published == verdict.pairs[1].again
    assert verdict.pairs[-1].again == ()
    assert all(pair.is_same for pair in check_document(MONRAD).pairs)


def test_two_of_one_name_are_not_the_same():
    names = dict.fromkeys(MONRAD["names"], "Bo Ek")
    pairs = MONRAD["pairs"][::-1]
    verdict = check_document(changed(MONRAD, names=names, pairs=pairs))
    assert not verdict.pairs[0].is_same


def test_another_pairing():
    pairs = [list(pair) for pair in MONRAD["pairs"]]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]
    verdict = check_document(changed(MONRAD, pairs=pairs))
    (step,) = (step for step in verdict.steps if step.mark == "wrong")
    assert step.note.message == PAIR_OTHER
    assert "Entrant" in verdict.english(step)
    assert wrong(changed(MONRAD, pairs=MONRAD["pairs"][:-1])) == {PAIR_OTHER}
    assert wrong(changed(MONRAD, pairs=[*MONRAD["pairs"], [9, None]])) == {PAIR_OTHER}


def test_another_lot():
    lots = {**ROBIN["lots"], "1": ROBIN["lots"]["2"], "2": ROBIN["lots"]["1"]}
    assert wrong(changed(ROBIN, lots=lots)) == {LOT_OTHER}
    assert wrong(changed(ROBIN, lots={})) == {LOT_OTHER}
    assert wrong(changed(MONRAD, lots={"1": 1})) == {LOT_OTHER}


def test_a_field_written_otherwise():
    state = copy.deepcopy(MONRAD["state"])
    state["entrants"].reverse()
    record = told(MONRAD, fingerprint=fingerprint(state)) | {"state": state}
    assert wrong(record) == {NOT_CANONICAL, SEED_OTHER}


def test_another_method_round_or_version():
    assert OTHER_METHOD in wrong(told(ROBIN, algorithm="swiss"))
    assert OTHER_ROUND in wrong(told(ROBIN, round=3))
    assert wrong(told(ROBIN, version=999)) == {UNKNOWN_METHOD}
    assert check_document(told(ROBIN, version=999)).outcome == "unreadable"
    refuted = told(ROBIN, version=999, fingerprint="0" * 64)
    assert check_document(refuted).outcome == "different"
    assert UNKNOWN_METHOD in wrong(told(ROBIN, algorithm="coin"))


def test_another_bracket():
    assert PLAN_SAME in {step.note.message for step in check_document(BRACKET).steps}
    record = copy.deepcopy(BRACKET)
    record["plan"]["nodes"] = record["plan"]["nodes"][:-1]
    assert wrong(record)
    record = copy.deepcopy(BRACKET)
    record["plan"]["nodes"][8][4:6] = record["plan"]["nodes"][8][6:8]
    assert wrong(record)
    record = copy.deepcopy(BRACKET)
    one, two = record["plan"]["nodes"][8], record["plan"]["nodes"][9]
    one[4:8], two[4:8] = two[4:8], one[4:8]
    assert wrong(record) == {PLAN_OTHER}


def announced(record):
    hidden = {"seed", "parts", "pairs", "lots", "swaps", "plan"}
    return {key: value for key, value in record.items() if key not in hidden}


@pytest.mark.parametrize("record", [MONRAD, BRACKET, ROBIN])
def test_what_was_announced_before_the_seed(record):
    before = announced(record)
    assert check_document(before).outcome == "announced"
    state = record["state"] | {"length": 9}
    assert check_document(before | {"state": state}).outcome == "different"
    assert check_document(before | {"seed": "x"}).outcome == "unreadable"


# What else is told ------------------------------------------------------------


def test_a_fault_in_a_method_is_an_answer_and_no_error(monkeypatch):
    """A field that its method did not foresee must not break the page that checks."""

    def broken(*_):
        raise ZeroDivisionError

    known = next(each for each in FORMATS if each.key == "elimination")
    for part, said in (("draw", NO_SENSE), ("plan", PLAN_OTHER)):
        faulty = Registry(replace(known, **{part: broken}))
        monkeypatch.setattr("tournaments.engine.record.checking.FORMATS", faulty)
        assert wrong(BRACKET) == {said}
    monkeypatch.undo()
    monkeypatch.setattr("tournaments.engine.record.checking.audit", broken)
    assert check_document(MONRAD).is_same
    assert NO_SENSE in remarks(MONRAD)
    assert AUDIT_CLEAN not in {
        step.note.message for step in check_document(MONRAD).steps
    }


# What a stranger may send --------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "1", "null", '"x"', "NaN", "[" * 99999, '{"a":1}', "9" * 5000],
)
def test_no_record_at_all(text):
    verdict = check_text(text)
    assert verdict.outcome == "unreadable"
    assert verdict.steps[0].note.message is NOT_A_RECORD


def test_newer_kind():
    verdict = check_document(changed(MONRAD, crawford_draw=3))
    assert "newer" in verdict.english(verdict.steps[0])


@pytest.mark.parametrize("field", sorted(MONRAD))
@pytest.mark.parametrize(
    "value", [None, True, -1, 10**30, 1.5, "\x00", "x" * 999, [[]], {"a": {}}, "\ud800"]
)
def test_nonsense_in_any_field(field, value):
    assert check_document(changed(MONRAD, **{field: value})).outcome == "unreadable"


def test_somebody_who_is_entered_twice():
    twice = copy.deepcopy(MONRAD)
    twice["state"]["entrants"].append(twice["state"]["entrants"][0])
    (step,) = check_document(twice).steps
    assert step.note.params == {"field": "state.entrants"}


@pytest.mark.parametrize("two", [1, 99])
def test_a_match_that_nobody_can_have_played(two):
    odd = copy.deepcopy(MONRAD)
    odd["state"]["outcomes"][0][1:4] = [1, two, 1]
    (step,) = check_document(odd).steps
    assert step.note.message is RECORD_CONTRADICTS
    assert step.note.params == {"round": 1, "number": 1}


def test_too_many_entrants():
    record = document(stage("monrad", 30))
    assert check_document(record, most=30).is_same
    verdict = check_document(record, most=29)
    assert verdict.steps[0].note.message is RECORD_FIELD_INVALID
    assert verdict.steps[0].note.params["field"] in {"names", "state.entrants"}


def places(value, path=()):
    """Every place in a record, as a path of keys."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    if isinstance(value, dict | list):
        for key, inner in items:
            if isinstance(inner, dict | list):
                yield from places(inner, (*path, key))
            else:
                yield (*path, key)


SEVERAL = [MONRAD, BRACKET, ROBIN]
PLACES = [(n, path) for n, one in enumerate(SEVERAL) for path in places(one) if path]


@examples(400)
@given(
    st.sampled_from(PLACES),
    ANY_JSON
    | st.integers(-2, 40)
    | st.sampled_from(["swiss", "lives", "night", "1/2"]),
)
def test_whatever_is_changed_nothing_raises(place, value):
    number, path = place
    record = copy.deepcopy(SEVERAL[number])
    inner = record
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    verdict = check_document(record)
    assert all("%(" not in verdict.english(step) for step in verdict.steps)
    assert all(verdict.english(step).isprintable() for step in verdict.steps)


@examples(200)
@given(ANY_JSON, st.sampled_from(sorted(MONRAD)))
def test_any_json_in_any_part(value, field):
    check_document(changed(MONRAD, **{field: value}))
    check_document(value)
    check_text(json.dumps(value))


@examples(150)
@given(st.sampled_from(KEYS), st.data())
def test_fields_of_any_kind_are_judged_without_an_error(key, data):
    """Values that are each allowed, together nonsense."""
    number = st.integers(1, 12)
    options = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "byes": st.sampled_from(["top", "bottom", "lots"]),
                "seeded": number,
                "groups": number,
                "times": number,
                "lives": number,
                "legs": st.just(2),
                "survivors": number,
                "apart": st.just(["club"]),
                "forbidden": st.lists(st.tuples(number, number).map(list), max_size=3),
                "branches": st.lists(
                    st.tuples(
                        *[st.sampled_from(["main", "x"])] * 2,
                        *(st.sampled_from(["shifted", "first_loss"]), number, number),
                    ).map(list),
                    max_size=2,
                ),
            },
        )
    )
    record = document(stage(key, 7))
    record["state"]["options"] = options
    for row in record["state"]["entrants"]:
        row[3], row[4] = data.draw(st.booleans()), data.draw(number)
        row[5] = data.draw(st.none() | st.integers(1, 30_000))
    row = [data.draw(number), data.draw(number), 1, None, 0, 0, True, None, True, 1]
    record["state"]["outcomes"] = [row] if row[1] != 1 and row[1] < 8 else []
    record = told(record, fingerprint=fingerprint(record["state"]))
    assert check_document(record).outcome in {"same", "different", "unreadable"}


def test_a_bracket_without_its_plan_is_another():
    record = copy.deepcopy(BRACKET)
    del record["plan"]
    assert PLAN_OTHER in wrong(record)

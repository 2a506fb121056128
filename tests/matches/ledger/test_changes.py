"""Changes as values: difference, inverse, and what later facts leave of them."""

import json

from hypothesis import given
from hypothesis import strategies as st

from matches.ledger.changes import Change, difference, inverted, pending

KINDS, COLUMNS = ("entry", "pin"), ("a", "b", "c")
VALUES = st.fixed_dictionaries({name: st.integers(0, 2) for name in COLUMNS})
KEYS = st.tuples(st.sampled_from(KINDS), st.tuples(st.integers(0, 2)))
FACTS = st.dictionaries(KEYS, VALUES, max_size=6)


def made(facts, changes):
    """A naive model: write each change over the facts."""
    now = {key: dict(value) for key, value in facts.items()}
    for change in changes:
        key = (change.kind, change.key)
        if change.after is None:
            now.pop(key, None)
        else:
            now[key] = {**now.get(key, {}), **change.after}
    return now


@given(FACTS, FACTS)
def test_the_difference_leads_there_and_its_inverse_back(before, after):
    changes = difference(before, after)
    assert made(before, changes) == after
    assert made(after, inverted(changes)) == before
    assert inverted(inverted(changes)) == changes
    assert bool(changes) is (before != after)


@given(FACTS, FACTS)
def test_changes_survive_json(before, after):
    changes = difference(before, after)
    stored = json.loads(json.dumps([change.to_json() for change in changes]))
    assert tuple(Change.from_json(one) for one in stored) == changes


@given(FACTS, FACTS)
def test_all_is_pending_where_nothing_happened_since(before, after):
    changes = difference(before, after)
    there, conflicts = pending(changes, before, soft={})
    assert conflicts == ()
    assert made(before, there) == after
    again = pending(changes, after, soft={})
    assert again == ((), ())


@given(FACTS, FACTS, FACTS)
def test_a_conflict_is_a_fact_that_is_neither_old_nor_new(before, after, now):
    changes = difference(before, after)
    left, conflicts = pending(changes, now, soft={}, whole={"pin"})
    for change in changes:
        present = now.get((change.kind, change.key))
        if change.before is None or change.after is None:
            is_known = present in (change.before, change.after)
        else:
            states = (change.before, change.after)
            is_known = present is not None and all(
                any(present[name] == state[name] for state in states)
                for name in change.after
            )
            if change.kind == "pin":  # one value, not columns
                is_known = any(
                    state.items() <= (present or {}).items() for state in states
                )
        assert (change in conflicts) is not is_known
    reached = made(now, left)
    for change in changes:
        if change not in conflicts:
            key = (change.kind, change.key)
            present = reached.get(key)
            if change.after is None:
                assert present is None
            else:
                assert present.items() >= change.after.items()


def test_a_soft_column_keeps_what_was_written_since():
    before = {("entry", (1,)): {"a": 0, "b": 0}}
    after = {("entry", (1,)): {"a": 1, "b": 1}}
    now = {("entry", (1,)): {"a": 1, "b": 2}}
    back = inverted(difference(before, after))
    assert pending(back, now, soft={}) == ((), back)
    left = (Change("entry", (1,), {"a": 1}, {"a": 0}),)
    assert pending(back, now, soft={"entry": {"b"}}) == (left, ())
    assert pending(back, {}, soft={"entry": {"a", "b"}}) == ((), back)

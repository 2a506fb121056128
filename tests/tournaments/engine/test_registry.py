"""Registries: every key once, in the order of entry."""

from dataclasses import dataclass

import pytest

from tournaments.engine.registry import Registry


@dataclass(frozen=True)
class Thing:
    key: str


ONE, TWO = Thing("one"), Thing("two")


def test_entries_are_found_by_key_and_kept_in_order():
    known = Registry(TWO, ONE)
    assert list(known) == [TWO, ONE]
    assert len(known) == 2
    assert known.get("one") is ONE
    assert known.get("three") is None
    assert ONE in known
    assert Thing("three") not in known


def test_a_key_is_taken_once():
    known = Registry(ONE)
    with pytest.raises(ValueError, match="'one' is taken"):
        known.add(Thing("one"))
    assert list(known) == [ONE]

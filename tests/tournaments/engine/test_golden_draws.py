"""Frozen draws stay as they are, on every Python and platform, for ever."""

import pytest

from tests.golden.draws.records import FOLDER, load, record, state_of
from tournaments.engine import FORMATS, audit, draw, format_named

NAMES = sorted(path.name for path in FOLDER.glob("*.json"))


def test_every_version_of_every_format_is_frozen():
    frozen = {(one["format"], one["version"]) for name in NAMES for one in load(name)}
    assert {(known.key, known.version) for known in FORMATS} <= frozen


@pytest.mark.parametrize("name", NAMES)
def test_frozen_draws(name):
    for expected in load(name):
        state = state_of(expected)
        drawn = draw(state, expected["seed"])
        version = format_named(state.format).version
        assert record(state, expected["seed"], drawn, version=version) == expected
        assert audit(state, drawn) == ()

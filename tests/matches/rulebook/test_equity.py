"""The tables that come with Crawford: what they hold, and that they may come along."""

from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from matches.rulebook.equity import DEFAULT_KEY, TABLES, EquityTable, equity_table
from matches.rules import Phase

KEYS = [key for key, _ in TABLES]
LONGEST = 25
PRINTED = 15
"""Beyond this many points some tables are carried on by calculation."""
ROUNDING = 2e-6  # six decimals, rounded on both sides of the diagonal

FOLDER = files("matches.rulebook").joinpath("met")
SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "met"
"""Lies beside the repository on some machines only."""


@pytest.fixture(params=KEYS)
def table(request: pytest.FixtureRequest) -> EquityTable:
    return equity_table(request.param)


def test_the_default_is_offered_first() -> None:
    assert KEYS[0] == DEFAULT_KEY == equity_table().key
    assert len(set(KEYS)) == len(KEYS)
    assert len({name for _, name in TABLES}) == len(KEYS)


def test_a_table_is_read_once() -> None:
    assert equity_table() is equity_table(DEFAULT_KEY)


@pytest.mark.parametrize("key", ["", "none", "../rules/equity", "Woolsey"])
def test_there_is_no_other_table(key: str) -> None:
    with pytest.raises(KeyError):
        equity_table(key)


def test_every_table_reaches_25_points(table: EquityTable) -> None:
    assert (table.key, table.name) in TABLES
    assert len(table.post) == len(table.pre) == LONGEST
    assert {len(row) for row in table.pre} == {LONGEST}


def test_even_scores_are_even(table: EquityTable) -> None:
    assert [table.pre[index][index] for index in range(LONGEST)] == [0.5] * LONGEST
    assert table.post[0] == 0.5


def test_what_one_has_the_other_lacks(table: EquityTable) -> None:
    for index, row in enumerate(table.pre):
        column = [other[index] for other in table.pre]
        assert [1 - value for value in row] == pytest.approx(column, abs=ROUNDING)


def test_needing_less_is_never_worse(table: EquityTable) -> None:
    for row in table.pre:
        assert all(0 < nearer <= farther < 1 for nearer, farther in pairwise(row))
    for column in zip(*table.pre, strict=True):
        assert all(nearer >= farther for nearer, farther in pairwise(column))
    assert all(nearer >= farther > 0 for nearer, farther in pairwise(table.post))


def test_doubling_helps_the_trailer(table: EquityTable) -> None:
    """The cube is in play after the Crawford game and not in it."""
    for needs in range(2, PRINTED + 1):
        crawford = table.chance(needs, 1, phase=Phase.CRAWFORD)
        post = table.chance(needs, 1, phase=Phase.POST_CRAWFORD)
        assert crawford is not None
        assert post is not None
        assert post >= crawford


def janowski(needs_one: int, needs_two: int) -> float:
    """Return the approximate chance of side ONE by Janowski's rule.

    The leader has 0.5 + 0.85 D / (T + 6), where D is the difference in points and T the
    points that the trailer needs: 73.2 % for a side that needs 2 against 5.
    """
    lead = needs_two - needs_one
    chance = 0.5 + 0.85 * lead / (max(needs_one, needs_two) + 6)
    return min(1.0, max(0.0, chance))


def test_the_formula_for_the_head_comes_close(table: EquityTable) -> None:
    for one in range(2, PRINTED + 1):
        for two in range(2, PRINTED + 1):
            chance = table.chance(one, two, phase=Phase.NORMAL)
            assert chance == pytest.approx(janowski(one, two), abs=0.06)


@pytest.mark.parametrize(
    ("key", "one", "two", "printed"),
    [
        ("kazaross-xg2", 2, 5, 0.7436),
        ("kazaross-xg2", 3, 7, 0.7621),
        ("kazaross-xg2", 4, 9, 0.7880),
        ("kazaross-xg2", 6, 4, 0.3572),
        ("kazaross-xg2", 11, 12, 0.5456),
        ("kazaross-xg2", 15, 2, 0.0231),
        ("kazaross-xg2", 15, 14, 0.4592),
        ("rockwell-kazaross", 2, 3, 0.5990),
        ("rockwell-kazaross", 4, 2, 0.3314),
        ("rockwell-kazaross", 5, 9, 0.7255),
        ("rockwell-kazaross", 9, 8, 0.4456),
        ("woolsey", 2, 3, 0.60),
        ("woolsey", 3, 4, 0.59),
        ("woolsey", 6, 2, 0.19),
        ("woolsey", 8, 9, 0.55),
    ],
)
def test_printed_values(key: str, one: int, two: int, printed: float) -> None:
    chance = equity_table(key).chance(one, two, phase=Phase.NORMAL)
    assert chance == pytest.approx(printed, abs=6e-5)


@pytest.mark.parametrize(
    ("key", "needs", "crawford", "post"),
    [
        ("kazaross-xg2", 2, 0.3226, 0.4880),
        ("kazaross-xg2", 3, 0.2492, 0.3226),
        ("kazaross-xg2", 4, 0.1856, 0.3100),
        ("kazaross-xg2", 9, 0.0560, 0.0695),
        ("kazaross-xg2", 15, 0.0121, 0.0153),
        ("rockwell-kazaross", 2, 0.3231, 0.4877),
        ("rockwell-kazaross", 5, 0.1581, 0.1908),
        ("rockwell-kazaross", 9, 0.0560, 0.0697),
        ("woolsey", 2, 0.300, 0.485),
        ("woolsey", 4, 0.170, 0.296),
        ("woolsey", 9, 0.050, 0.060),
    ],
)
def test_printed_values_at_match_point(
    key: str, needs: int, *, crawford: float, post: float
) -> None:
    chance = equity_table(key).chance
    assert chance(needs, 1, phase=Phase.CRAWFORD) == pytest.approx(crawford, abs=6e-5)
    assert chance(needs, 1, phase=Phase.POST_CRAWFORD) == pytest.approx(post, abs=6e-5)
    assert chance(1, needs, phase=Phase.POST_CRAWFORD) == pytest.approx(
        1 - post, abs=6e-5
    )


def test_two_away_in_the_crawford_game_is_three_away_after_it() -> None:
    """A doubled win after it counts as a plain one in it; a gammon wins either way."""
    chance = equity_table().chance
    assert chance(2, 1, phase=Phase.CRAWFORD) == chance(3, 1, phase=Phase.POST_CRAWFORD)


def test_beyond_25_points_there_is_no_number(table: EquityTable) -> None:
    assert table.chance(LONGEST, LONGEST, phase=Phase.NORMAL) == 0.5
    assert table.chance(LONGEST + 1, 2, phase=Phase.NORMAL) is None
    assert table.chance(1, LONGEST + 1, phase=Phase.POST_CRAWFORD) is None


def test_every_table_comes_with_its_notice() -> None:
    notice = FOLDER.joinpath("NOTICE").read_text(encoding="utf-8")
    shipped = {file.name for file in FOLDER.iterdir() if file.name.endswith(".csv")}
    assert shipped == {f"{key}.csv" for key in KEYS}
    assert all(name in notice for name in shipped)
    assert "Copyright (C) 2011 Neil Kazaross" in notice
    assert "Copyright (C) 2008-2010 David Rockwell and Neil Kazaross" in notice


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared/ beside the repository")
@pytest.mark.parametrize("key", KEYS)
def test_tables_are_as_they_came(key: str) -> None:
    sources = {file.stem.casefold(): file for file in SHARED.glob("*.csv")}
    shipped = FOLDER.joinpath(f"{key}.csv").read_text(encoding="utf-8")
    assert shipped == sources[key].read_text(encoding="utf-8")

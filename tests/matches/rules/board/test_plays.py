"""Which plays the dice allow: against a slow model, and in positions that are traps."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.board import (
    BAR,
    NACKGAMMON,
    NO_POSITION,
    OFF,
    START,
    Dice,
    Points,
    Position,
    can_move,
    format_play,
    legal_plays,
)
from matches.rules.board.plays import allows, steps_with
from tests.matches.rules.board.strategies import positions, random_positions
from tests.matches.rules.board.traps import TRAPS, Trap
from tests.refusals import raises

ROLLS = [(one, two) for one, two in product(range(1, 7), repeat=2) if one >= two]


class Table(NamedTuple):
    """The checkers one by one, in order, moved as by hand: nothing here is shared."""

    mine: tuple[int, ...]
    other: tuple[int, ...]

    def after(self, checker: int, die: int) -> "Table | None":
        """Return the table after one checker has moved, None if it may not."""
        if BAR in self.mine and checker != BAR:
            return None
        target = checker - die
        kept = list(self.mine)
        kept.remove(checker)
        if target <= OFF:
            if max(self.mine) > 6 or (target < OFF and max(self.mine) > checker):
                return None
            return self._replace(mine=tuple(kept))
        there = self.other.count(target)
        if there >= 2:
            return None
        hit = [OFF if there and each == target else each for each in self.other]
        return Table(tuple(sorted((*kept, target))), tuple(sorted(hit)))

    def points(self) -> Points:
        mine, other = Counter(self.mine), Counter(self.other)
        return tuple(mine[place] - other[place] for place in range(BAR + 1))


def table_of(position: Position) -> Table:
    places = list(enumerate(position.points))
    return Table(
        tuple(place for place, count in places for _ in range(count)),
        tuple(place for place, count in places for _ in range(-count)),
    )


def played(table: Table, dice: tuple[int, ...]) -> Iterator[tuple[int, Points]]:
    """Yield how many dice can be played in this very order, and what that leads to."""
    tables = {table}
    for count, die in enumerate(dice):
        further = set()
        for before in tables:
            allowed = {before.after(each, die) for each in before.mine} - {None}
            if not allowed:
                yield count, before.points()
            further |= allowed
        tables = further
    yield from ((len(dice), each.points()) for each in tables)


def by_hand(position: Position, dice: Dice) -> set[Points]:
    """Return where the roll can lead, by trying every order of the dice."""
    table = table_of(position)
    larger, smaller = max(dice), min(dice)
    if larger == smaller:
        found = set(played(table, (larger,) * 4))
    else:
        found = set(played(table, (larger, smaller)))
        turned = set(played(table, (smaller, larger)))
        if max(turned)[0] > 1 or max(found)[0] == 0:
            found |= turned
    most = max(found)[0]
    return {points for count, points in found if count == most and most}


def ends(position: Position, dice: Dice) -> list[Points]:
    return [play.after.points for play in legal_plays(position, dice)]


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_trap_allows_these_plays(trap: Trap) -> None:
    plays = legal_plays(trap.position, trap.dice)
    assert {format_play(play, trap.position) for play in plays} == trap.plays


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_trap_is_played_as_by_hand_with_every_roll(trap: Trap) -> None:
    for roll in ROLLS:
        found = ends(trap.position, roll)
        assert len(found) == len(set(found))
        assert set(found) == by_hand(trap.position, roll)


@pytest.mark.parametrize("position", [START, NACKGAMMON])
def test_the_first_rolls_are_played_as_by_hand(position: Position) -> None:
    for roll in ROLLS:
        assert set(ends(position, roll)) == by_hand(position, roll)


@given(positions, dice)
def test_every_position_is_played_as_by_hand(position: Position, roll: Dice) -> None:
    found = ends(position, roll)
    assert len(found) == len(set(found))
    assert set(found) == by_hand(position, roll)


def test_the_order_of_the_dice_and_the_call_do_not_matter() -> None:
    for position in random_positions(50, seed=1):
        plays = legal_plays(position, (6, 3))
        assert plays == legal_plays(position, (3, 6)) == legal_plays(position, (6, 3))


@given(positions, dice)
def test_the_steps_lead_there_one_by_one(position: Position, roll: Dice) -> None:
    for play in legal_plays(position, roll):
        table = table_of(position)
        for source, target in play.steps:
            fitting = {die for die in roll if max(source - die, OFF) == target}
            assert fitting
            after = [table.after(source, die) for die in fitting]
            table = next(each for each in after if each)
        assert table.points() == play.after.points


@given(positions, dice)
def test_nothing_can_be_played_where_no_checker_can_move(
    position: Position, roll: Dice
) -> None:
    assert can_move(position, roll) == bool(legal_plays(position, roll))


@given(positions, st.integers(1, 6))
def test_one_step_is_allowed_if_it_is_among_all(position: Position, die: int) -> None:
    board = list(position.points)
    every = [(place, max(place - die, OFF)) for place in range(BAR, OFF, -1)]
    allowed = [step for step in every if allows(board, step[0], die)]
    assert steps_with(board, die) == allowed
    near = [step for step in allowed if step[0] <= 7]
    assert steps_with(board, die, 7) == (allowed if board[BAR] > 0 else near)


def test_the_rest_of_the_position_stays() -> None:
    position = Position(START.points, checkers=30)
    plays = legal_plays(position, (3, 1))
    assert {play.after.checkers for play in plays} == {30}
    assert {play.after.other_off for play in plays} == {15}


def test_pips_as_they_are_printed() -> None:
    """167 for the start; Nackgammon's four checkers moved back cost 27 more."""
    assert [one.pips for one in (START, START.turned, NACKGAMMON)] == [167, 167, 194]


def test_a_board_of_another_size_is_none() -> None:
    with raises(NO_POSITION):
        Position(START.points[:-1]).checked()

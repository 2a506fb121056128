"""Which plays the dice allow: against a slow model, and in positions that are traps."""

import json
from collections import Counter
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Checkers, Kind, Side
from matches.rules.board import (
    BAR,
    CHECKERS,
    NACKGAMMON,
    NO_POSITION,
    OFF,
    START,
    UNREADABLE_PLAY,
    Position,
    UnreadablePlayError,
    WhyWon,
    can_move,
    format_play,
    judge_play,
    legal_plays,
    marked_hits,
    parse_play,
    position_of,
    situation_from_ids,
    verdict,
)
from matches.rules.board.plays import allows, steps_with
from tests.gnubg_truth import FOLDER, truth_files
from tests.matches.rules.board.strategies import (
    lay,
    places,
    positions,
    random_positions,
)
from tests.matches.rules.board.traps import TRAPS, at
from tests.refusals import raises

ROLLS = [(one, two) for one, two in product(range(1, 7), repeat=2) if one >= two]


class Table(NamedTuple):
    """The checkers one by one, in order, moved as by hand: nothing here is shared."""

    mine: tuple[int, ...]
    other: tuple[int, ...]

    def after(self, checker, die):
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

    def points(self):
        mine, other = Counter(self.mine), Counter(self.other)
        return tuple(mine[place] - other[place] for place in range(BAR + 1))


def table_of(position):
    places = list(enumerate(position.points))
    return Table(
        tuple(place for place, count in places for _ in range(count)),
        tuple(place for place, count in places for _ in range(-count)),
    )


def played(table, dice):
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


def by_hand(position, dice):
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


def ends(position, dice):
    return [play.after.points for play in legal_plays(position, dice)]


dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_trap_allows_these_plays(trap):
    plays = legal_plays(trap.position, trap.dice)
    assert {format_play(play, trap.position) for play in plays} == trap.plays


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_trap_is_played_as_by_hand_with_every_roll(trap):
    for roll in ROLLS:
        found = ends(trap.position, roll)
        assert len(found) == len(set(found))
        assert set(found) == by_hand(trap.position, roll)


@pytest.mark.parametrize("position", [START, NACKGAMMON])
def test_the_first_rolls_are_played_as_by_hand(position):
    for roll in ROLLS:
        assert set(ends(position, roll)) == by_hand(position, roll)


@given(positions, dice)
def test_every_position_is_played_as_by_hand(position, roll):
    found = ends(position, roll)
    assert len(found) == len(set(found))
    assert set(found) == by_hand(position, roll)


def test_the_order_of_the_dice_and_the_call_do_not_matter():
    for position in random_positions(50, seed=1):
        plays = legal_plays(position, (6, 3))
        assert plays == legal_plays(position, (3, 6)) == legal_plays(position, (6, 3))


@given(positions, dice)
def test_the_steps_lead_there_one_by_one(position, roll):
    for play in legal_plays(position, roll):
        table = table_of(position)
        for source, target in play.steps:
            fitting = {die for die in roll if max(source - die, OFF) == target}
            assert fitting
            after = [table.after(source, die) for die in fitting]
            table = next(each for each in after if each)
        assert table.points() == play.after.points


@given(positions, dice)
def test_nothing_can_be_played_where_no_checker_can_move(position, roll):
    assert can_move(position, roll) == bool(legal_plays(position, roll))


@given(positions, st.integers(1, 6))
def test_one_step_is_allowed_if_it_is_among_all(position, die):
    board = list(position.points)
    every = [(place, max(place - die, OFF)) for place in range(BAR, OFF, -1)]
    allowed = [step for step in every if allows(board, step[0], die)]
    assert steps_with(board, die) == allowed
    near = [step for step in allowed if step[0] <= 7]
    assert steps_with(board, die, 7) == (allowed if board[BAR] > 0 else near)


def test_the_rest_of_the_position_stays():
    position = Position(START.points, checkers=30)
    plays = legal_plays(position, (3, 1))
    assert {play.after.checkers for play in plays} == {30}
    assert {play.after.other_off for play in plays} == {15}


def test_pips_as_they_are_printed():
    """167 for the start; Nackgammon's four checkers moved back cost 27 more."""
    assert [one.pips for one in (START, START.turned, NACKGAMMON)] == [167, 167, 194]


def test_a_board_of_another_size_is_none():
    with raises(NO_POSITION):
        Position(START.points[:-1]).checked()


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        ("  ", ()),
        ("8/5 6/5", ((8, 5), (6, 5))),
        ("24/18 13/11 ", ((24, 18), (13, 11))),
        ("25/22 6/0", ((25, 22), (6, 0))),
        ("bar/22* 6/off", ((25, 22), (6, 0))),
        ("Bar/22*  6/Off", ((25, 22), (6, 0))),
        ("BAR/22/18 6/OFF", ((25, 22), (22, 18), (6, 0))),
        ("24/20*/16", ((24, 20), (20, 16))),
        ("24/20*/16*", ((24, 20), (20, 16))),
        ("24/16", ((24, 16),)),
        ("13/11(2)", ((13, 11), (13, 11))),
        ("8/4*(2) 6/2(2)", ((8, 4), (8, 4), (6, 2), (6, 2))),
        ("8/4(2)*", ((8, 4), (8, 4))),
        ("6/off(4)", ((6, 0),) * 4),
        ("24/20/16(2)", ((24, 20), (20, 16), (24, 20), (20, 16))),
        ("8-5, 6-5", ((8, 5), (6, 5))),
        ("8/5;6/5", ((8, 5), (6, 5))),
        ("5/8", ((5, 8),)),
    ],
)
def test_all_ways_of_writing_are_read(text, moves):
    assert parse_play(text) == moves


@pytest.mark.parametrize(
    "text",
    [
        "Cannot Move",
        "????",
        "8/",
        "/5",
        "8",
        "8/5 x",
        "8/5x",
        "26/20",
        "13/7/bar",
        "off/3",
        "0/3",
        "8/25",
        "3/off/18",
        "8/5(5)",
        "8/5(0)",
        "8/5(2",
        "8//5",
        "8*/5",
        "٨/٥",
        "Illegal play (4;0;0)",
        "8/5 " * 100,
    ],
)
def test_what_is_no_play_is_refused_with_its_text(text):
    with raises(UNREADABLE_PLAY) as refusal:
        parse_play(text)
    assert text[:200] in str(refusal.value)


@given(st.text(alphabet="0123456789/*()-, barof", max_size=30))
def test_any_text_is_read_or_refused(text):
    try:
        moves = parse_play(text)
    except UnreadablePlayError:
        return
    assert all(0 < source <= 25 and 0 <= target < 25 for source, target in moves)


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("24/20*/16", {20}),
        ("24/20*/16* 6/2*(2)", {20, 16, 2}),
        ("bar/22* 8/5", {22}),
        ("8/4(2)* 6/2", {4}),
        ("8/5 6/5", set()),
    ],
)
def test_the_marks_of_hits_are_read(text, hits):
    assert marked_hits(text) == hits


BLOTS = {20: 1, 16: 1, 9: 1, 5: 1}
OWN = {25: 1, 24: 2, 13: 3, 8: 2, 6: 2, 4: 2}


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((), ""),
        (((8, 5), (6, 5)), "8/5* 6/5"),
        (((6, 3), (8, 3)), "8/3 6/3"),
        (((25, 22), (22, 18)), "bar/18"),
        (((25, 20), (20, 17)), "bar/20*/17"),
        (((24, 18), (18, 16)), "24/16*"),
        (((24, 20), (20, 16)), "24/20*/16*"),
        (((13, 11), (13, 11)), "13/11(2)"),
        (((13, 9), (13, 9), (9, 5), (8, 4)), "13/9* 13/5* 8/4"),
        (((13, 9), (13, 9), (9, 5), (9, 5)), "13/9*/5*(2)"),
        (((24, 20), (24, 20), (20, 16), (20, 16)), "24/20*/16*(2)"),
        (((8, 4), (8, 4), (4, 0), (4, 0)), "8/off(2)"),
        (((6, 0), (6, 0)), "6/off(2)"),
        (((4, 3), (3, 2), (2, 1), (1, 0)), "4/off"),
        (((13, 7), (8, 7)), "13/7 8/7"),
        (((7, 2), (13, 7)), "13/2"),
    ],
)
def test_a_play_is_written_as_people_do(steps, text):
    assert format_play(steps, at(OWN, BLOTS)) == text


@pytest.mark.parametrize(
    ("own", "roll", "steps", "text"),
    [
        ({6: 1, 2: 2, 1: 1}, (6, 1), ((6, 5), (5, 0)), "6/5/off"),
        ({6: 1, 2: 2, 1: 1}, (1, 6), ((6, 0), (2, 1)), "6/off 2/1"),
        ({6: 1}, (5, 1), ((6, 5), (5, 0)), "6/off"),
        ({5: 1, 4: 1}, (5, 2), ((5, 3), (3, 0)), "5/3/off"),
        ({7: 1}, (6, 1), ((7, 6), (6, 0)), "7/off"),
        ({4: 1}, (1, 1), ((4, 3), (3, 2), (2, 1), (1, 0)), "4/off"),
        ({5: 2}, (3, 3), ((5, 2), (5, 2), (2, 0), (2, 0)), "5/off(2)"),
    ],
)
def test_with_its_dice_a_play_names_a_stop_that_one_die_alone_would_not_need(
    own, roll, steps, text
):
    assert format_play(steps, at(own), dice=roll) == text


def test_a_legal_play_is_written_like_its_steps():
    for play in legal_plays(START, (3, 1)):
        assert format_play(play, START) == format_play(play.steps, START)


@given(positions, dice)
def test_what_is_written_is_read_as_the_same_play(position, roll):
    for play in legal_plays(position, roll):
        text = format_play(play, position)
        moves, hits = parse_play(text), marked_hits(text)
        assert judge_play(position, roll, moves).after == play.after
        in_full = parse_play(format_play(play, position, dice=roll))
        assert judge_play(position, roll, in_full).after == play.after
        assert judge_play(position, roll[::-1], moves, hits=hits).after == play.after
        assert judge_play(position, roll, reversed(play.steps)).after == play.after


# What the loser has left when the winner's last checker is off, as the loser counts.
FINAL = [
    ({1: 3, 6: 2}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({BAR: 1}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({20: 1, 6: 13}, Kind.SINGLE, WhyWon.BORNE_OFF),
    ({6: 15}, Kind.GAMMON, WhyWon.NONE_OFF),
    ({18: 1, 6: 14}, Kind.GAMMON, WhyWon.NONE_OFF),
    ({19: 1, 6: 14}, Kind.BACKGAMMON, WhyWon.IN_HOME),
    ({24: 2, 13: 5, 8: 3, 6: 5}, Kind.BACKGAMMON, WhyWon.IN_HOME),
    ({BAR: 1, 6: 14}, Kind.BACKGAMMON, WhyWon.ON_BAR),
    ({BAR: 1, 20: 1, 6: 13}, Kind.BACKGAMMON, WhyWon.ON_BAR),
]


@pytest.mark.parametrize(("left", "kind", "why"), FINAL)
def test_kinds_and_reasons(left, kind, why):
    position = position_of({}, left)

    found = verdict(position)

    assert (found.mover_won, found.kind, found.why) == (True, kind, why)
    turned = verdict(position.turned)
    assert (turned.mover_won, turned.kind, turned.why) == (False, kind, why)
    assert turned.checkers == found.checkers


def test_what_a_director_can_point_at():
    found = verdict(position_of({}, {BAR: 2, 24: 1, 21: 3, 18: 1, 6: 8}))

    # The loser's 24 point is the winner's ace point.
    assert (found.in_home, found.borne_off) == ((1, 4), 0)


@pytest.mark.parametrize(
    ("left", "checkers"),
    [
        ({1: 1, 6: 2}, Checkers(home=3)),
        ({7: 1, 12: 2}, Checkers(outer=3)),
        ({13: 1, 18: 2}, Checkers(far_outer=3)),
        ({19: 1, 24: 2, BAR: 4}, Checkers(far_home=7)),
        ({1: 1, 9: 2, 15: 3, 20: 4, BAR: 5}, Checkers(1, 2, 3, 9)),
    ],
)
def test_poengspill_counts_quarter_by_quarter(left, checkers):
    """Source: older Norwegian leaflet "Spilleregler", section 8."""
    for position in (position_of({}, left), position_of({}, left).turned):
        found = verdict(position)
        assert found.checkers == checkers


def test_nobody_has_won_while_both_have_checkers():
    assert verdict(START) is None
    assert verdict(position_of({1: 1}, {1: 1})) is None


def test_nobody_has_won_on_an_empty_board():
    assert verdict(position_of({}, {})) is None


def test_a_game_with_three_checkers_each_is_judged_by_three():
    points = position_of({}, {22: 1, 23: 1, 24: 1}).points

    found = verdict(Position(points, checkers=3))

    assert (found.kind, found.borne_off) == (Kind.BACKGAMMON, 0)


@given(places)
def test_a_verdict_is_given_once_a_player_is_done(left):
    position = lay([], left)
    found = verdict(position)

    if not any(position.points):
        assert found is None
        return
    assert found.mover_won
    assert 1 <= found.checkers.left <= CHECKERS
    assert found.checkers.left <= found.checkers.points <= 4 * found.checkers.left
    if found.why == WhyWon.IN_HOME:
        assert found.in_home


FILES = truth_files()


@pytest.mark.skipif(not FILES, reason=f"{FOLDER.name} lies on some machines only")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_final_positions_of_games_of_gnubg(path):
    games = json.loads(path.read_text(encoding="utf-8"))["games"]
    played = [game for game in games if game["ended_by"] == "played"]

    for game in played:
        final = situation_from_ids(game["final_position_id"], game["final_match_id"])
        found = verdict(final.position)
        winner = final.on_roll if found.mover_won else final.on_roll.other
        assert winner == (Side.ONE, Side.TWO)[game["winner"]]
        assert found.kind == Kind(game["result"])
    for game in games:
        if game not in played:
            final = situation_from_ids(
                game["final_position_id"], game["final_match_id"]
            )
            assert verdict(final.position) is None

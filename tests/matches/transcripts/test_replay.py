"""A game act by act: who sees what before and after, and what a play was."""

from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import OFF, START, position_of
from matches.rules.board.legality import DICE_NOT_PLAYED, NO_CHECKER, IllegalPlayError
from matches.rules.board.plays import legal_plays
from matches.transcripts.doubts import ILLEGAL_PLAYS
from matches.transcripts.judge import judge
from matches.transcripts.judge.course import MOST_ILLEGAL
from matches.transcripts.judge.results import How
from matches.transcripts.moves import forced, judged_play
from matches.transcripts.record import Action, ActKind, Dialect, WrittenGame
from matches.transcripts.replay import frames
from tests.matches.transcripts.written import (
    BACKGAMMON,
    LAST_ROLL,
    ONE,
    SINGLE,
    TWO,
    cells,
    game,
    match,
    setup,
)
from tests.refusals import raises


def shown(written, *, length=7):
    return frames(judge(match(length, written)).games[0])


def as_one(situation):
    """The board as side ONE sees it."""
    if situation.on_roll is ONE:
        return situation.position
    return situation.position.turned


def test_a_roll_passes_the_turn():
    (frame,) = shown(game(1, "31: 8/5 6/5", before=(2, 1)))
    before, after = frame.situation, frame.after
    assert (before.position, before.on_roll, before.dice) == (START, ONE, (3, 1))
    assert (before.length, before.score) == (7, Score(2, 1))
    assert frame.play
    assert frame.play.after == after.position.turned
    assert (after.on_roll, after.dice) == (TWO, None)
    assert after.position.turned.points[5] == 2
    assert not frame.dance
    assert frame.sure


def test_dice_in_any_order_and_a_move_that_hides_its_stop():
    for text in ("13: 8/5 6/5", "31: 6/5 8/5", "31: 8/5, 6/5"):
        assert shown(game(1, text))[0].after.position.turned.points[5] == 2
    (frame,) = shown(game(1, "62: 24/16"))
    assert frame.play
    assert frame.play.steps == ((24, 18), (18, 16))


def test_marks_of_hits_choose_the_way():
    start = position_of({24: 1, 6: 14}, {5: 1, 3: 1, 2: 13})
    found = {}
    for text in ("24/20*/18", "24/22*/18"):
        (frame,) = shown(game(1, f"42: {text}", start=start))
        assert frame.play
        found[text] = frame.play.steps
    assert found["24/20*/18"] == ((24, 20), (20, 18))
    assert found["24/22*/18"] == ((24, 22), (22, 18))


def test_the_cube_is_shown_from_the_doubler():
    double, take, roll, again = shown(
        game(1, "Doubles 2", "Takes", "31: 8/5 6/5", "Doubles 4")
    )
    assert (double.situation.doubled, double.after.doubled) == (False, True)
    assert double.after.on_roll is double.after.decides.other is ONE
    assert take.situation == double.after
    assert (take.after.cube, take.after.owner, take.after.doubled) == (2, TWO, False)
    assert take.after.on_roll is ONE
    assert (roll.situation.cube, roll.after.owner) == (2, TWO)
    assert (again.after.on_roll, again.after.cube, again.after.doubled) == (
        TWO,
        2,
        True,
    )


def test_a_dropped_double_stays_unanswered_on_the_board():
    _, drop = shown(game(1, "Doubles 2", "Drops", winner=ONE, stated=1))
    assert drop.after.doubled
    assert drop.after.cube == 1


def test_a_beaver_and_a_raccoon():
    acts = ("Doubles 2", "Beavers 4", "Beavers 8", "", "31: 8/5 6/5")
    _, beaver, raccoon, roll = shown(game(1, *acts), length=0)
    after = beaver.after
    assert (after.cube, after.owner, after.turned_back) == (2, TWO, 1)
    assert (after.on_roll, after.decides) == (ONE, ONE)
    assert (raccoon.after.cube, raccoon.after.turned_back) == (4, 2)
    assert raccoon.after.decides is TWO
    assert (roll.situation.cube, roll.situation.owner) == (8, TWO)
    assert (roll.situation.doubled, roll.situation.turned_back) == (False, 0)


def test_a_dance():
    closed = position_of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {8: 3})
    dance, _ = shown(game(1, "63:", "31: 8/5 8/7", start=closed))
    assert dance.dance
    assert dance.play
    assert dance.play.steps == ()
    assert not dance.gave_up
    assert dance.after.position == closed.turned


def test_an_empty_play_at_the_end_gives_up_if_there_was_a_play():
    for last in ("63:", "????"):
        frame = shown(game(1, "31: 8/5 6/5", last, winner=ONE, stated=1))[-1]
        assert frame.gave_up
        assert (frame.dance, frame.illegal, frame.sure) == (False, None, True)
        assert frame.after == frame.situation


def test_an_empty_play_in_the_middle_breaks_a_rule():
    frame = shown(game(1, "31:", "31: 8/5 6/5"))[0]
    assert isinstance(frame.illegal, IllegalPlayError)
    assert frame.after.position == START.turned


def test_an_illegal_play_moves_the_checkers_all_the_same():
    illegal, later = shown(game(1, "31: 13/5", "42: 8/4 6/4"))
    assert isinstance(illegal.illegal, IllegalPlayError)
    assert illegal.play is None
    assert illegal.after.position.turned.points[5] == 1
    assert illegal.sure
    assert later.sure
    assert later.illegal is None


def test_an_illegal_hit_sends_the_checker_to_the_bar():
    start = position_of({6: 15}, {20: 1, 1: 14})
    (frame,) = shown(game(1, "66: 6/5", start=start))
    assert frame.illegal
    assert frame.after.position.points[25] == 1


def test_what_cannot_even_be_moved_leaves_the_board_unsure():
    for text in ("31: 2/1 3/2", "51: 24/19 24/23", "31: nonsense"):
        first, second = shown(game(1, text, "31: 8/5 6/5", "31: 8/5 6/5"))[:2]
        assert not first.sure
        assert first.after.position == START.turned
        assert not second.sure
        assert second.illegal is None


def test_a_position_set_up_makes_the_board_sure_again():
    acts = (*cells("31: nonsense"), setup(TWO, SINGLE), *cells(LAST_ROLL, first=TWO))
    lost, put, last = shown(game(1, acts=acts, winner=TWO, stated=1))
    assert (lost.sure, put.sure, last.sure) == (False, True, True)
    assert (put.after.on_roll, put.after.position) == (TWO, SINGLE)
    assert judge(match(7, game(1, acts=acts))).games[0].replayed == 1


def test_a_position_set_up_with_its_cube():
    acts = (setup(ONE, SINGLE, value=4), *cells(LAST_ROLL))
    put, _ = shown(game(1, acts=acts, winner=ONE, stated=4))
    assert put.after.cube == 4
    assert judge(match(7, game(1, acts=acts))).games[0].points == 4


def test_a_game_begun_by_the_right_column():
    (frame,) = shown(game(1, "31: 8/5 6/5", first=TWO, start=BACKGAMMON.turned))
    assert frame.situation.on_roll is TWO
    assert as_one(frame.situation) == BACKGAMMON.turned


def test_two_rolls_of_one_side_in_a_row():
    frames_of_one = shown(game(1, "31: 8/5 6/5", "", "31: 8/5 6/5"))
    assert [each.situation.on_roll for each in frames_of_one] == [ONE, ONE]
    assert frames_of_one[1].after.position.turned.points[5] == 4


def test_a_game_without_acts_has_no_frames():
    assert shown(game(1, winner=Side.ONE, stated=1)) == ()


def test_moving_by_force():
    before = position_of({6: 2}, {20: 1, 22: 2})
    made = forced(before, ((6, 5), (6, 0)))
    assert made
    after, hits = made
    assert hits == (True, False)
    assert (after.points[OFF], after.points[5]) == (-1, 1)
    assert after.off == before.off + 1
    assert forced(before, ((6, 3),)) is None
    assert forced(before, ((8, 7),)) is None


def test_a_mark_in_a_text_that_is_no_play_marks_nothing():
    act = Action(Side.ONE, ActKind.ROLL, (6, 1), (), "???? bar/24*?")
    with raises(DICE_NOT_PLAYED):
        judged_play(START, act)


def test_a_mark_in_a_play_longer_than_any():
    long = Action(Side.ONE, ActKind.ROLL, (3, 1), ((8, 5),) * 60, "8/5* " * 60)
    with raises(NO_CHECKER):
        judged_play(position_of({8: 15}, {}), long)


SIDES = st.sampled_from(Side)
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
MOVES = st.lists(st.tuples(st.integers(1, 25), st.integers(0, 24)), max_size=5)
CUBES = st.sampled_from([0, 1, 2, 3, 4, 8, 64])
ACTS = st.builds(
    lambda *told, value: Action(*told, value=value),
    SIDES,
    st.sampled_from(ActKind),
    st.none() | DICE,
    st.none() | MOVES.map(tuple),
    value=CUBES,
)
SCORES = st.builds(Score, st.integers(0, 9), st.integers(0, 9))
GAMES = st.builds(
    lambda acts, **told: WrittenGame(acts=tuple(acts), names=("", "Bo"), **told),
    st.lists(ACTS, max_size=12),
    number=st.integers(1, 4),
    before=SCORES,
    winner=st.none() | SIDES,
    stated=st.none() | st.integers(0, 70),
    ends_match=st.booleans(),
    crawford=st.none() | st.booleans(),
    cube=st.sampled_from([1, 2, 4]),
)


@given(
    st.integers(0, 9) | st.just(16),
    st.lists(GAMES, max_size=4),
    st.sampled_from(Dialect),
)
def test_nothing_that_a_reader_can_make_raises(length, games, dialect):
    judged = judge(match(length, *games, dialect=dialect))
    assert len(judged.games) == len(games)
    assert all("%" not in str(doubt) for doubt in judged.doubts)
    for found in judged.games:
        assert (found.result is None) == (found.how is How.UNFINISHED)
        assert len(frames(found)) == len(found.written.acts)


@given(st.data())
def test_both_replays_see_the_same(data):
    """A game of legal plays, with single moves changed here and there."""
    acts, side, position = [], ONE, START
    for _ in range(data.draw(st.integers(1, 20))):
        dice = data.draw(DICE)
        moves, after = play(data, position, dice)
        acts.append(Action(side, ActKind.ROLL, dice, moves))
        side, position = side.other, after.turned
    found = judge(match(0, game(1, acts=tuple(acts), winner=ONE, stated=1))).games[0]
    check(found)


def play(data, position, dice):
    """Draw a legal play: in any order, with its steps joined, or spoilt."""
    plays = legal_plays(position, dice)
    if not plays:
        return (), position
    drawn = data.draw(st.sampled_from(plays))
    moves = data.draw(st.permutations(drawn.steps))
    if data.draw(st.integers(0, 9)) == 0:
        moves = [
            *moves[1:],
            data.draw(st.tuples(st.integers(1, 25), st.integers(0, 6))),
        ]
    return tuple(moves), drawn.after


def check(found):
    seen = frames(found)
    illegal = sum(frame.illegal is not None for frame in seen)
    counted = [each for each in found.issues if each.refusal is ILLEGAL_PLAYS]
    assert illegal == (counted[0].params["count"] if counted else 0)
    assert all(frame.sure for frame in seen) == found.sure
    if found.sure:
        last = seen[-1].after
        shown = last.position if last.on_roll is ONE else last.position.turned
        assert shown == found.position


def test_a_board_that_never_fits_is_given_up():
    passes = [Action(side, ActKind.ROLL, (3, 1)) for side in (ONE, TWO) * MOST_ILLEGAL]
    spoilt = judge(match(0, game(1, acts=tuple(passes)))).games[0]
    assert not spoilt.sure
    check(spoilt)
    again = judge(match(0, game(1, acts=(*passes, setup(ONE, START))))).games[0]
    assert again.sure
    assert again.position == START

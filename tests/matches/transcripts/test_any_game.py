"""Whatever a file holds is judged: nothing raises, and both replays see the same."""

from hypothesis import given
from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import START, Dice, Move, Position
from matches.rules.board.plays import legal_plays
from matches.transcripts.doubts import ILLEGAL_PLAYS
from matches.transcripts.judge import judge
from matches.transcripts.judge.course import MOST_ILLEGAL
from matches.transcripts.judge.results import How, JudgedGame
from matches.transcripts.record import Action, ActKind, Dialect, WrittenGame
from matches.transcripts.replay import frames
from tests.matches.transcripts.written import ONE, TWO, game, match, setup

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
def test_nothing_that_a_reader_can_make_raises(
    length: int, games: list[WrittenGame], dialect: Dialect
) -> None:
    judged = judge(match(length, *games, dialect=dialect))
    assert len(judged.games) == len(games)
    assert all("%" not in str(doubt) for doubt in judged.doubts)
    for found in judged.games:
        assert (found.result is None) == (found.how is How.UNFINISHED)
        assert len(frames(found)) == len(found.written.acts)


@given(st.data())
def test_both_replays_see_the_same(data: st.DataObject) -> None:
    """A game of legal plays, with single moves changed here and there."""
    acts, side, position = [], ONE, START
    for _ in range(data.draw(st.integers(1, 20))):
        dice = data.draw(DICE)
        moves, after = play(data, position, dice)
        acts.append(Action(side, ActKind.ROLL, dice, moves))
        side, position = side.other, after.turned
    found = judge(match(0, game(1, acts=tuple(acts), winner=ONE, stated=1))).games[0]
    check(found)


def play(
    data: st.DataObject, position: Position, dice: Dice
) -> tuple[tuple[Move, ...], Position]:
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


def check(found: JudgedGame) -> None:
    seen = frames(found)
    illegal = sum(frame.illegal is not None for frame in seen)
    counted = [each for each in found.issues if each.refusal is ILLEGAL_PLAYS]
    assert illegal == (counted[0].params["count"] if counted else 0)
    assert all(frame.sure for frame in seen) == found.sure
    if found.sure:
        last = seen[-1].after
        shown = last.position if last.on_roll is ONE else last.position.turned
        assert shown == found.position


def test_a_board_that_never_fits_is_given_up() -> None:
    passes = [Action(side, ActKind.ROLL, (3, 1)) for side in (ONE, TWO) * MOST_ILLEGAL]
    spoilt = judge(match(0, game(1, acts=tuple(passes)))).games[0]
    assert not spoilt.sure
    check(spoilt)
    again = judge(match(0, game(1, acts=(*passes, setup(ONE, START))))).games[0]
    assert again.sure
    assert again.position == START

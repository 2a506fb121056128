"""IDs and verdicts as GNU Backgammon gives them."""

import json
from dataclasses import replace
from random import Random

from matches.rules import Kind, Score, Side
from matches.rules.board import (
    BAR,
    Situation,
    gnubg_id,
    match_id,
    position_id,
    read_id,
    verdict,
    xgid,
)
from tests.gnubg_oracle import ask, needs_gnubg
from tests.matches.rules.board.strategies import (
    SIDES,
    lay,
    random_positions,
    random_situations,
)

pytestmark = needs_gnubg

COUNT = 400

_QUIET = """
for command in (
    "set player 0 human", "set player 1 human", "set automatic game off",
    "set automatic roll off", "set automatic bearoff off", "set automatic move off",
    "set display off", "set confirm new off", "set confirm save off",
):
    gnubg.command(command)
"""

_WRITE = """
import json
def tuples(whole):
    return {
        name: tuple(part) if isinstance(part, list) else part
        for name, part in whole.items()
    }
for board, cube, turn in questions:
    sides = tuple(tuple(side) for side in board)
    print(gnubg.gnubgid(sides, tuples(cube), tuples(turn)))
"""

_READ = f"""
import json
{_QUIET}
gnubg.command("new match 3")
for text, command in questions:
    gnubg.command(command + " " + text)
    cube = gnubg.cubeinfo()
    del cube["gammonprice"]
    print(json.dumps([gnubg.board(), cube, gnubg.posinfo()]))
"""

_FINISH = f"""
{_QUIET}
for board in questions:
    gnubg.command("new match 25")
    gnubg.command("set turn 1")
    gnubg.command("set board " + board)
    gnubg.command("set dice 6 5")
    gnubg.command("move 1/0")
    print(gnubg.positionid(), *gnubg.cubeinfo()["score"])
"""

_NUMBERS = {Side.ONE: 0, Side.TWO: 1, None: -1}


def board_of(position):
    """The board as GNU Backgammon counts it: the opponent, then the mover."""
    views = (position.turned.points, position.points)
    return [[max(count, 0) for count in points[1:]] for points in views]


def parts_of(situation):
    """A situation in the words of GNU Backgammon."""
    cube = {
        "cube": situation.cube,
        "cubeowner": _NUMBERS[situation.owner],
        "move": _NUMBERS[situation.on_roll],
        "matchto": situation.length,
        "score": [situation.score.one, situation.score.two],
        "crawford": int(situation.crawford),
        "jacoby": int(situation.jacoby),
        "beavers": situation.turned_back,
        "bgv": 0,
    }
    turn = {
        "dice": sorted(situation.dice or (0, 0), reverse=True),
        "turn": _NUMBERS[situation.decides],
        "resigned": 0,
        "doubled": int(situation.doubled),
        "gamestate": 1 if verdict(situation.position) is None else 2,
    }
    return board_of(situation.position), cube, turn


def test_position_ids_of_many_positions():
    positions = random_positions(COUNT, seed=1)
    boards = [board_of(position) for position in positions]

    answers = ask(
        "for a, b in questions: print(gnubg.positionid((tuple(a), tuple(b))))", boards
    ).split()

    assert [position_id(position) for position in positions] == answers


def test_positions_of_many_position_ids():
    positions = random_positions(COUNT, seed=2)
    texts = [position_id(position) for position in positions]

    answers = ask(
        "import json\nfor text in questions:"
        "print(json.dumps(gnubg.positionfromid(text)))",
        texts,
    )

    assert [json.loads(line) for line in answers.splitlines()] == [
        board_of(read_id(text).position) for text in texts
    ]


def test_match_ids_of_many_situations():
    situations = random_situations(COUNT, seed=3)

    answers = ask(_WRITE, [parts_of(each) for each in situations]).split()

    assert [gnubg_id(situation) for situation in situations] == answers


def test_situations_of_many_ids():
    situations = _settable(seed=4)

    answers = ask(_READ, [(gnubg_id(each), "set gnubgid") for each in situations])

    for situation, answer in zip(situations, answers.splitlines(), strict=True):
        text = gnubg_id(situation)
        assert json.loads(answer) == _said(read_id(text)), text


def test_situations_of_many_xgids():
    situations = _settable(seed=5)

    answers = ask(_READ, [(xgid(each), "set xgid") for each in situations])

    for situation, answer in zip(situations, answers.splitlines(), strict=True):
        text = xgid(situation)
        assert json.loads(answer) == _said(_for_player_1(read_id(text))), text


def _settable(*, seed):
    """Situations that GNU Backgammon takes over from an ID as they are.

    It forgets a double and the score of play for money, turns the cube back in the
    Crawford game, knows no Crawford game in a match to 1 point, takes no match longer
    than 64, breaks at high cubes, and goes on from a finished game in its own way.
    """
    return [
        replace(
            each,
            doubled=False,
            turned_back=0,
            score=each.score if each.length else Score(0, 0),
            crawford=each.crawford and each.length > 1 and each.cube == 1,
        )
        for each in random_situations(2 * COUNT, seed=seed)
        if each.cube <= 64
        if each.length <= 64
        if verdict(each.position) is None
    ]


def _said(situation):
    return list(json.loads(json.dumps(parts_of(situation))))


def _for_player_1(situation):
    """The same with the players exchanged, so that player 1 is on roll."""
    if situation.on_roll == Side.TWO:
        return situation
    owner, score = situation.owner, situation.score
    return replace(
        situation,
        on_roll=Side.TWO,
        owner=None if owner is None else owner.other,
        score=Score(score.two, score.one),
    )


def test_verdicts_of_many_finished_games():
    chance = Random(6)
    last = [_one_left(chance) for _ in range(COUNT)]

    answers = ask(_FINISH, [position_id(position) for position in last])

    kinds = set()
    for position, answer in zip(last, answers.splitlines(), strict=True):
        text, one, two = answer.split()
        final = Situation(position=read_id(text).position, on_roll=Side.ONE)
        found = verdict(final.position)
        assert not found.mover_won
        assert (found.kind.multiplier, one) == (int(two), "0"), position
        assert found.kind.multiplier <= 3
        kinds.add(found.kind)
    assert kinds == set(Kind)


def _one_left(chance):
    """A position in which the mover bears his last checker off."""
    off = chance.choice([0, 0, 0, 0, 1, 14])
    farthest = chance.choice([6, 18, 18, BAR])
    other = [chance.choice(range(1, farthest + 1)) for _ in range(15 - off)]
    return lay([1], [place for place in other if place != BAR - 1] or [6])


def test_every_game_state_is_among_the_questions():
    situations = random_situations(COUNT, seed=3)

    assert {each.turned_back for each in situations if each.doubled} == {0, 1, 2}
    assert {each.on_roll for each in situations} == set(SIDES)
    assert {each.crawford for each in situations} == {True, False}
    assert len({match_id(each) for each in situations}) > COUNT / 2

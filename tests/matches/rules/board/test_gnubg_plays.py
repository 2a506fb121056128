"""GNU Backgammon and we have to find the same plays, and to read its way of writing."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from random import Random

from matches.rules.board import (
    BAR,
    OFF,
    START,
    judge_play,
    legal_plays,
    marked_hits,
    parse_play,
)
from tests.gnubg_oracle import ask, needs_gnubg
from tests.matches.rules.board.strategies import random_positions
from tests.matches.rules.board.traps import TRAPS

# A hint takes it 10 ms, most of which it sleeps.
PROCESSES = 4

SCRIPT = """
for each in (
    "set player 0 human", "set player 1 human", "set automatic roll off",
    "set automatic game off", "set automatic move off", "set automatic bearoff off",
    "set display off", "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation cubeful off", "new game", "set turn 1",
):
    gnubg.command(each)
found = []
for other, own, dice in questions:
    gnubg.command("set board " + gnubg.positionid((tuple(other), tuple(own))))
    gnubg.command("set dice %d %d" % tuple(dice))
    board = [list(side) for side in gnubg.board()]
    hint = gnubg.hint(10000)
    found.append([board, [each["move"] for each in hint["hint"]] if hint else []])
import json
print(json.dumps(found))
"""


def sides(position):
    """The opponent's checkers and the mover's, as GNU Backgammon counts them."""
    own = [max(count, 0) for count in position.points[1:]]
    other = [max(-count, 0) for count in reversed(position.points[:BAR])]
    return [other, own]


def after(position, play):
    """Do what GNU Backgammon writes: it names every stop with a hit."""
    points = list(position.points)
    for move in play.split():
        places, times = re.fullmatch(r"([^(]+)(?:\((\d)\))?", move).groups()
        stops = [int(place) for place in numbered(places).split("/")]
        for _ in range(int(times or 1)):
            points[stops[0]] -= 1
            for stop in stops[1:]:
                if stop != OFF and points[stop] == -1:
                    points[stop] = 0
                    points[OFF] -= 1
            points[stops[-1]] += stops[-1] != OFF
    return tuple(points)


def numbered(places):
    return places.replace("bar", str(BAR)).replace("off", str(OFF)).replace("*", "")


def played_out(count, seed):
    """Positions from games played at random, with the rolls thrown in them."""
    chance = Random(seed)
    found = []
    position = START
    while len(found) < count:
        dice = chance.randint(1, 6), chance.randint(1, 6)
        found.append((position, dice))
        plays = legal_plays(position, dice)
        position = chance.choice(plays).after if plays else position
        position = START if position.off == position.checkers else position.turned
    return found


def questions():
    chance = Random(7)
    rolls = [roll for roll in product(range(1, 7), repeat=2) if roll[0] >= roll[1]]
    laid = [(each, chance.choice(rolls)) for each in random_positions(300, seed=3)]
    traps = [(trap.position, roll) for trap in TRAPS for roll in rolls]
    asked = [*traps, *laid, *played_out(300, seed=5)]
    # To GNU Backgammon the game is over when a player has no checker left.
    return [each for each in asked if each[0].pips and each[0].turned.pips]


@needs_gnubg
def test_gnu_backgammon_finds_the_same_plays():
    asked = questions()
    parts = [asked[start::PROCESSES] for start in range(PROCESSES)]
    sent = [[[*sides(position), dice] for position, dice in part] for part in parts]
    with ThreadPoolExecutor(PROCESSES) as threads:
        answers = [json.loads(each) for each in threads.map(ask_all, sent)]
    for part, answer in zip(parts, answers, strict=True):
        for (position, dice), (board, plays) in zip(part, answer, strict=True):
            assert board == sides(position)
            ours = {play.after.points for play in legal_plays(position, dice)}
            theirs = {play: after(position, play) for play in plays}
            assert set(theirs.values()) == ours, (position, dice)
            assert {play: judged(position, dice, play) for play in plays} == theirs


def judged(position, dice, text):
    play = judge_play(position, dice, parse_play(text), hits=marked_hits(text))
    return play.after.points


def ask_all(part):
    return ask(SCRIPT, part)

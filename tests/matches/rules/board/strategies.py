"""Positions and situations that can be, for the properties of the board."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from matches.rules import Score, Side
from matches.rules.board import BAR, CHECKERS, OFF, Position, Situation

SIDES = (Side.ONE, Side.TWO)

places = st.lists(st.integers(OFF, BAR), min_size=CHECKERS, max_size=CHECKERS)


def lay(own, other):
    """Lay checkers on a board, each player counting his own points.

    Where both would stand, the opponent's checkers are off; so are those at 0.
    """
    points = [0] * (BAR + 1)
    for place in own:
        points[place] += place != OFF
    for place in other:
        if place != OFF and points[BAR - place] <= 0:
            points[BAR - place] -= 1
    return Position(tuple(points))


positions = st.builds(lay, places, places).filter(lambda found: any(found.points))


def random_positions(count, *, seed):
    """Always the same positions, the early, the late and the finished ones."""
    chance = Random(seed)
    found = []
    while len(found) < count:
        own, other = (_places(chance) for _ in SIDES)
        position = lay(own, other)
        if any(position.points):
            found.append(position)
    return found


def _places(chance):
    off = chance.choice([0, 0, 1, 8, 14, CHECKERS])
    farthest = chance.choice([6, 12, BAR, BAR])
    rest = [chance.choice(range(1, farthest + 1)) for _ in range(CHECKERS - off)]
    return [OFF] * off + rest


Pick: TypeAlias = Callable[[Sequence[Any]], Any]
"""Chooses one of several, by chance or as hypothesis wants it."""


def _situation(pick, position):
    """A situation that does not contradict itself."""
    length = pick([0, 0, 1, 2, 3, 7, 25, 99])
    cap = pick([None, None, 1, 8, 64, 512])
    cube = 1 << pick(range((cap or 1024).bit_length()))
    highest = length - 1 if length else 3
    score = Score(pick([0, highest, highest // 2]), pick([0, highest, highest // 3]))
    can_be_crawford = length > 0 and highest in (score.one, score.two)
    situation = Situation(
        position=position,
        on_roll=pick(SIDES),
        cube=cube,
        owner=pick([None, *SIDES]) if cube > 1 else None,
        length=length,
        score=score,
        crawford=can_be_crawford and pick([False, True]),
        jacoby=not length and pick([False, True]),
        beavers=not length and pick([False, True]),
        cube_cap=cap,
    )
    return _acting(pick, situation)


def _acting(pick, situation):
    """The situation before the roll, after it, or with the cube on its way."""
    dice = (pick(range(1, 7)), pick(range(1, 7)))
    found = [situation, replace(situation, dice=dice)]
    if situation.owner != situation.on_roll.other:
        return pick([*found, replace(situation, doubled=True)])
    return pick(
        found
        + [
            replace(situation, doubled=True, turned_back=back)
            for back in (1, 2)
            if situation.cube >= 1 << back
        ]
    )


@st.composite
def situations(draw):
    """Situations that do not contradict themselves."""
    return _situation(lambda among: draw(st.sampled_from(among)), draw(positions))


def random_situations(count, *, seed):
    """Always the same situations."""
    chance = Random(seed)
    return [
        _situation(chance.choice, position)
        for position in random_positions(count, seed=seed)
    ]

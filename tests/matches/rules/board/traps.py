"""Positions in which a rule of moving is easily got wrong, each with its roll."""

from typing import NamedTuple

from matches.rules.board import BAR, Dice, Position


class Trap(NamedTuple):
    """A position, a roll, and every play it allows, as people write it."""

    name: str
    position: Position
    dice: Dice
    plays: set[str]


def at(own, other=None):
    """Lay checkers where the mover counts them; the opponent's bar is his 0."""
    points = [0] * (BAR + 1)
    for place, count in own.items():
        points[place] += count
    for place, count in (other or {}).items():
        points[place] -= count
    return Position(tuple(points))


CLOSED = dict.fromkeys(range(19, 25), 2)

TRAPS = [
    Trap("only one of two: the larger", at({12: 1}, {2: 2}), (6, 4), {"12/6"}),
    Trap(
        "only one of two, told the smaller first", at({12: 1}, {2: 2}), (4, 6), {"12/6"}
    ),
    Trap("only the smaller", at({12: 1}, {6: 2, 2: 2}), (6, 4), {"12/8"}),
    Trap("the smaller has to go first", at({12: 1}, {6: 2}), (6, 4), {"12/2"}),
    Trap(
        "no six, and either four",
        at({13: 1, 9: 1}, {7: 2, 3: 2}),
        (6, 4),
        {"13/9", "9/5"},
    ),
    Trap(
        "one six leaves a five, the other does not",
        at({16: 1, 13: 1}, {11: 2, 8: 2, 5: 2}),
        (6, 5),
        {"13/2"},
    ),
    Trap(
        "either six, and no five after it",
        at({16: 1, 8: 1}, {11: 2, 5: 2, 3: 2}),
        (6, 5),
        {"16/10", "8/2"},
    ),
    Trap(
        "two on the bar, one number enters",
        at({BAR: 2, 6: 3}, {19: 2}),
        (6, 4),
        {"bar/21"},
    ),
    Trap(
        "two on the bar, both enter, no more",
        at({BAR: 2, 13: 3}, {}),
        (5, 4),
        {"bar/21 bar/20"},
    ),
    Trap("three on the bar", at({BAR: 3, 13: 3}, {}), (5, 4), {"bar/21 bar/20"}),
    Trap(
        "three on the bar and a double: one step is left",
        at({BAR: 3, 13: 1}, {17: 2}),
        (4, 4),
        {"bar/21(3) 13/9"},
    ),
    Trap(
        "five on the bar and a double",
        at({BAR: 5, 13: 1}, {21: 1}),
        (4, 4),
        {"bar/21*(4)"},
    ),
    Trap(
        "either number enters, the larger has to",
        at({BAR: 1}, {15: 2}),
        (6, 4),
        {"bar/19"},
    ),
    Trap(
        "only by the smaller both can be played",
        at({BAR: 1}, {19: 2}),
        (6, 4),
        {"bar/15"},
    ),
    Trap("shut out", at({BAR: 1, 6: 14}, CLOSED), (6, 5), set()),
    Trap("shut out with a double", at({BAR: 2, 6: 13}, CLOSED), (3, 3), set()),
    Trap("nothing but held points", at({24: 2}, {18: 2, 19: 2}), (6, 5), set()),
    Trap(
        "entering with a hit, and going on with another",
        at({BAR: 1, 24: 1}, {21: 1, 18: 1, 15: 2}),
        (6, 4),
        {"bar/21* 24/18*", "bar/19 24/20"},
    ),
    Trap(
        "two ways of one checker, each hitting another blot",
        at({24: 1}, {20: 1, 18: 1}),
        (6, 4),
        {"24/20*/14", "24/18*/14"},
    ),
    Trap("two ways, one hitting", at({24: 1}, {20: 1}), (6, 4), {"24/20*/14", "24/14"}),
    Trap(
        "a double by one checker over two blots",
        at({24: 1}, {21: 1, 15: 1}),
        (3, 3),
        {"24/21*/15*/12"},
    ),
    Trap("three quarters of a double", at({20: 1}, {4: 2}), (4, 4), {"20/8"}),
    Trap("one quarter of a double", at({20: 2}, {12: 2}), (4, 4), {"20/16(2)"}),
    Trap(
        "a gap, and one farther away",
        at({6: 1, 3: 2}),
        (5, 4),
        {"6/1 3/off", "6/2 3/off"},
    ),
    Trap(
        "the example of the Swedish federation",
        at({6: 1, 2: 2}),
        (5, 4),
        {"6/1 2/off", "6/off"},
    ),
    Trap(
        "the example of the Danish federation",
        at({5: 1, 3: 2}),
        (6, 5),
        {"5/off 3/off"},
    ),
    Trap(
        "the last comes home and another goes off",
        at({7: 1, 5: 2}),
        (6, 1),
        {"7/off", "7/1 5/4"},
    ),
    Trap(
        "the last comes home with a double and all go on",
        at({8: 1, 2: 3}),
        (2, 2),
        {"8/off", "8/4 2/off(2)", "8/6 2/off(3)"},
    ),
    Trap("the last checker, by one die or by both", at({5: 1}), (6, 1), {"5/off"}),
    Trap("the last checker needs both", at({6: 1}), (5, 1), {"6/off"}),
    Trap("two left and a double", at({4: 1, 1: 1}), (5, 5), {"4/off 1/off"}),
    Trap(
        "moving at home instead of bearing off",
        at({6: 2, 1: 1}),
        (2, 1),
        {"6/4 1/off", "6/5 6/4", "6/3"},
    ),
    Trap(
        "hit while bearing off",
        at({BAR: 1, 3: 2, 1: 2}, {23: 2, 16: 2}),
        (2, 3),
        {"bar/20", "bar/22 3/1"},
    ),
    Trap(
        "hitting while bearing off",
        at({6: 1, 5: 1}, {4: 1, 0: 1}),
        (2, 1),
        {"6/4*/3", "6/4* 5/4", "6/3", "5/4*/2", "5/2"},
    ),
    Trap("nobody left to move", at({}, {24: 15}), (6, 5), set()),
]

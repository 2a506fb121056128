"""Seeds rolled with dice in the playing room."""

import re
from typing import Final

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

FEWEST_DICE: Final = 8
MOST_DICE: Final = 40
FEWEST_ROLLS: Final = 6
"""The fewest rolls of two dice: 26 bits."""
USUAL_ROLLS: Final = 8
"""Rolls of two dice that are recommended: 34 bits."""
MOST_ROLLS: Final = 20
SIDES: Final = 6

_BETWEEN: Final = re.compile(r"[\s,;.:/+–-]+")
_ROLLS: Final = re.compile(r"[1-6]{2}(?:-[1-6]{2})*")

NOT_DICE = Refusal(
    "dice.not_dice",
    gettext_noop(
        "There is no %(found)s on a die. Type the numbers as they are called out, from "
        "1 to 6."
    ),
)
"""Something in it is not on any die."""

ODD_DICE = Refusal(
    "dice.odd_dice",
    gettext_noop(
        "Dice typed: %(dice)s. They are rolled two at a time, so one is missing. Type "
        "both dice of every roll."
    ),
)
"""The last roll has one die only."""

OTHER_DICE = Refusal(
    "dice.other_dice",
    gettext_noop(
        "Dice typed: %(dice)s; announced: %(needed)s. Type as many as were announced: "
        "whoever could stop at will could choose."
    ),
)
"""Fewer or more rolls than were announced."""


FEW_DICE = Refusal(
    "dice.few_dice",
    gettext_noop(
        "Dice typed: %(dice)s; needed: %(needed)s. With fewer, it could be worked out "
        "beforehand what every roll would draw."
    ),
)
"""So few rolls that somebody could try out all seeds."""

MANY_DICE = Refusal(
    "dice.many_dice",
    gettext_noop(
        "Dice typed: %(dice)s; room for: %(most)s. Type the first ones only, as they "
        "were rolled."
    ),
)
"""More than there is room for."""


def seed_of_dice(text: str) -> str:
    """Return the seed of the dice that were called out: `35-66-14-22`.

    Each roll is two digits in the order in which they were called, and the rolls keep
    their order: 3 and 5 is 35, not 53. Spaces and signs between the numbers are
    ignored.

    Raises NOT_DICE, ODD_DICE, FEW_DICE, MANY_DICE.
    """
    digits = _BETWEEN.sub("", text)
    for found in digits:
        if found not in "123456":
            raise NOT_DICE(found=found)
    if len(digits) % 2:
        raise ODD_DICE(dice=len(digits))
    if len(digits) < FEWEST_DICE:
        raise FEW_DICE(dice=len(digits), needed=FEWEST_DICE)
    if len(digits) > MOST_DICE:
        raise MANY_DICE(dice=len(digits), most=MOST_DICE)
    return "-".join(digits[place : place + 2] for place in range(0, len(digits), 2))


def sorted_rolls(text: str, *, rolls: int) -> str:
    """Return the dice that were called out, two at a time: `53-66-41-22`.

    Each roll is sorted, the higher die first, so that whoever calls two dice that fell
    together has nothing to choose; the rolls keep their order. Spaces and signs between
    the numbers are ignored.

    Raises NOT_DICE, ODD_DICE, OTHER_DICE: not as many as `rolls`.
    """
    digits = _BETWEEN.sub("", text)
    for found in digits:
        if found not in "123456":
            raise NOT_DICE(found=found)
    if len(digits) % 2:
        raise ODD_DICE(dice=len(digits))
    if len(digits) != 2 * rolls:
        raise OTHER_DICE(dice=len(digits), needed=2 * rolls)
    pairs = (digits[place : place + 2] for place in range(0, len(digits), 2))
    return "-".join(max(pair) + min(pair) for pair in pairs)


def are_sorted_rolls(text: str, *, rolls: int) -> bool:
    """Return True for so many rolls with the higher die first, as `sorted_rolls`."""
    pairs = text.split("-")
    return (
        _ROLLS.fullmatch(text) is not None
        and len(pairs) == rolls
        and all(pair[0] >= pair[1] for pair in pairs)
    )


def bits_of_rolls(rolls: int) -> int:
    """Return the bits of chance in so many sorted rolls, rounded down.

    A sorted roll has 21 results; 15 of them fall twice as often as the 6 doubles. That
    is 4.337 bits: 26 for 6 rolls, 34 for 8.
    """
    return rolls * 4337 // 1000


def dice_in(seed: str) -> int:
    """Return the number of dice behind a seed, 0 if it is not a seed of dice."""
    return len(seed.replace("-", "")) if _ROLLS.fullmatch(seed) else 0


def chances(dice: int) -> int:
    """Return the number of seeds that so many dice can make, all equally likely."""
    ways: int = SIDES**dice
    return ways


def bits(dice: int) -> int:
    """Return the bits of chance in so many dice, rounded down: 20 for 8, 31 for 12."""
    return chances(dice).bit_length() - 1

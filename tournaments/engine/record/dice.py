"""Seeds rolled with dice in the playing room."""

import re
from typing import Final

from matches.rules.refusals import Refusal

ROLLS: Final = 8
"""The rolls of two dice of an announced draw: 34 bits."""

_BETWEEN: Final = re.compile(r"[\s,;.:/+–-]+")
_ROLLS: Final = re.compile(r"[1-6]{2}(?:-[1-6]{2})*")

NOT_DICE = Refusal(
    "dice.not_dice", "A die cannot show %(found)s. Enter numbers from 1 to 6."
)
ODD_DICE = Refusal(
    "dice.odd_dice", "The last roll has only one die. Enter both dice of every roll."
)
OTHER_DICE = Refusal(
    "dice.other_dice",
    "You entered %(rolls)s rolls, but %(needed)s were announced. Enter exactly that "
    "many.",
)


def sorted_rolls(text: str, *, rolls: int) -> str:
    """Return the dice that were called out, two at a time: `53-66-41-22`.

    Each roll is sorted, the higher die first, so that the order in which its two dice
    are called decides nothing; the rolls keep their order. Spaces and signs between the
    numbers are ignored.

    Raises NOT_DICE, ODD_DICE, OTHER_DICE: not as many as `rolls`.
    """
    digits = _BETWEEN.sub("", text)
    for found in digits:
        if found not in "123456":
            raise NOT_DICE(found=found)
    if len(digits) % 2:
        raise ODD_DICE()
    if len(digits) != 2 * rolls:
        raise OTHER_DICE(rolls=len(digits) // 2, needed=rolls)
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
    is 4.337 bits: 34 for 8 rolls.
    """
    return rolls * 4337 // 1000

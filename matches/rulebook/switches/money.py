"""Switches of money play: Jacoby, beavers, automatic doubles, and the stake."""

from decimal import Decimal
from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.match import CRAWFORD, has_cube
from matches.rulebook.switches.switch import MONEY, Rule, Switch, SwitchValues, When
from matches.rulebook.switches.value_types import Amount, FreeText, Number, Tick
from matches.rules import errors

MOST_IN_A_ROW: Final = 99
HIGHEST_STAKE: Final = Decimal(1_000_000)
LONGEST_CURRENCY: Final = 10

# The cube of the older Norwegian leaflet shows at most 64, which is reached after six
# automatic doubles.
_TO_THE_LAST_FACE: Final = 6


def _extras(values: SwitchValues) -> bool:
    return _jacoby(values) or _beavers(values) or _automatic(values)


def _jacoby(values: SwitchValues) -> bool:
    return has_cube(values) and values[JACOBY]


def _beavers(values: SwitchValues) -> bool:
    return has_cube(values) and values[BEAVERS] > 0


def _automatic(values: SwitchValues) -> bool:
    return has_cube(values) and values[AUTOMATIC] > 0


def _jacoby_with_crawford(values: SwitchValues) -> bool:
    return _jacoby(values) and values[CRAWFORD] and values[EXTRAS_IN_MATCHES]


def _for_money(is_on: When) -> When:
    """Return a condition: the rule is on, but only in money play."""
    return lambda values: is_on(values) and not values[EXTRAS_IN_MATCHES]


def _in_matches(is_on: When) -> When:
    """Return a condition: the rule is on, and matches have it too."""
    return lambda values: is_on(values) and values[EXTRAS_IN_MATCHES]


CRAWFORD_GAMMON_RULE: Final = Rule(
    "In the Crawford game gammons and backgammons count in full, because there is no "
    "doubling.",
    _jacoby_with_crawford,
)
"""Source: Bellingham club, tournament rules."""
JACOBY: Final[Switch[bool]] = Switch(
    name="jacoby",
    value_type=Tick(),
    default=False,
    topic=MONEY,
    label=_("Jacoby rule"),
    text=_("Gammons and backgammons count as single games until the cube is turned."),
    rules=(
        Rule(
            "The Jacoby rule: a gammon or backgammon counts as a single game until a "
            "player has doubled.",
            _jacoby,
        ),
        Rule(
            "No Jacoby rule: gammons count whether or not the cube was turned.",
            lambda values: has_cube(values) and not values[JACOBY],
        ),
        CRAWFORD_GAMMON_RULE,
    ),
    book=(
        Rule(
            "The Jacoby rule: a gammon or backgammon counts as a single game until a "
            "player has doubled.",
            _jacoby,
        ),
        Rule(
            "The Jacoby rule is for money play only, not for matches.",
            _for_money(_jacoby),
        ),
        Rule("The Jacoby rule applies in matches too.", _in_matches(_jacoby)),
        CRAWFORD_GAMMON_RULE,
    ),
    errors=(errors.JACOBY_WITHOUT_CUBE,),
)
BEAVERS: Final[Switch[int]] = Switch(
    name="beavers",
    value_type=Number(MOST_IN_A_ROW),
    default=0,
    ready={"norwegian": 1},
    topic=MONEY,
    label=_("Beavers in a row"),
    text=_("0 for none, 1 for beavers, 2 for raccoons."),
    rules=(
        Rule(
            "Beavers: a player who is doubled may redouble at once and keep the cube. "
            "Maximum in a row: %(beavers)s.",
            _beavers,
        ),
        Rule("No beavers.", lambda values: has_cube(values) and not values[BEAVERS]),
    ),
    book=(
        Rule(
            "Beavers: a player who is doubled may double again at once and keep the "
            "cube. The player who doubled first may then take or drop, as with any "
            "double. Allowed in a row: %(beavers)s.",
            _beavers,
        ),
        Rule("Beavers are for money play only, not for matches.", _for_money(_beavers)),
        Rule("Beavers are allowed in matches too.", _in_matches(_beavers)),
    ),
    errors=(
        errors.BEAVER_LIMIT_INVALID,
        errors.BEAVERS_ABOVE_CUBE,
        errors.BEAVERS_WITHOUT_CUBE,
    ),
)
AUTOMATIC: Final[Switch[int]] = Switch(
    name="automatic",
    value_type=Number(MOST_IN_A_ROW),
    default=0,
    ready={"leaflet": _TO_THE_LAST_FACE},
    topic=MONEY,
    label=_("Automatic doubles in a game"),
    text=_("0 for none. Doubles on the opening roll double the stake."),
    rules=(
        Rule(
            "Automatic doubles: doubles on the opening roll double the stake, at most "
            "%(automatic)s times a game.",
            _automatic,
        ),
        Rule(
            "No automatic doubles.",
            lambda values: has_cube(values) and not values[AUTOMATIC],
        ),
    ),
    book=(
        Rule(
            "Automatic doubles: doubles on the opening roll double the stake before "
            "both roll again. A second double makes it four times the stake, and so "
            "on, at most %(automatic)s times.",
            _automatic,
        ),
        Rule(
            "Automatic doubles are for money play only, not for matches.",
            _for_money(_automatic),
        ),
        Rule("Automatic doubles apply in matches too.", _in_matches(_automatic)),
    ),
    errors=(errors.AUTOMATIC_LIMIT_INVALID, errors.AUTOMATIC_WITHOUT_CUBE),
)
EXTRAS_IN_MATCHES: Final[Switch[bool]] = Switch(
    name="extras_in_matches",
    value_type=Tick(),
    default=False,
    ready={"leaflet": True},
    topic=MONEY,
    label=_("Also apply these three in matches"),
    text=_("Otherwise they apply only to money play."),
    rules=(
        Rule(
            "Jacoby, beavers and automatic doubles apply to matches as well as money "
            "play.",
            lambda values: _extras(values) and values[EXTRAS_IN_MATCHES],
        ),
        Rule(
            "None of these three applies to matches.",
            lambda values: _extras(values) and not values[EXTRAS_IN_MATCHES],
        ),
    ),
    book=(),
)


def _amount(values: SwitchValues) -> str:
    return f"{values[STAKE]} {values[CURRENCY]}".strip()


STAKE_RULE: Final = Rule(
    "The stake per point is %(stake)s.",
    lambda values: bool(values[CURRENCY]) or values[STAKE] != STAKE.default,
)
STAKE: Final[Switch[str]] = Switch(
    name="stake",
    value_type=Amount(HIGHEST_STAKE),
    default="1",
    topic=MONEY,
    label=_("Stake per point"),
    rules=(Rule("Stake per point in money play: %(amount)s."),),
    book=(STAKE_RULE,),
    named=lambda values: {"stake": _amount(values), "amount": _amount(values)},
    errors=(errors.STAKE_NOT_POSITIVE,),
)
CURRENCY: Final[Switch[str]] = Switch(
    name="currency",
    value_type=FreeText(LONGEST_CURRENCY),
    default="",
    topic=MONEY,
    label=_("Currency"),
)

MONEY_SWITCHES: Final = (JACOBY, BEAVERS, AUTOMATIC, EXTRAS_IN_MATCHES, STAKE, CURRENCY)

"""The switch of the doubling cube: its limit, or play without a cube."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.switch import CUBE, Rule, Switch, SwitchValues
from matches.rulebook.switches.value_types import CubeLimit
from matches.rules import LARGEST_CUBE
from matches.rules.errors import CUBE_LIMIT_INVALID


def has_cube(values: SwitchValues) -> bool:
    return values[CUBE_CAP] != 1


def _is_limited(values: SwitchValues) -> bool:
    return values[CUBE_CAP] not in {1, None}


def limits_stake(values: SwitchValues) -> bool:
    """Return True if the document limits how far doubling raises the stake."""
    return values.key == "norwegian"


NO_CUBE_RULE: Final = Rule(
    "No cube is used: doubling is not part of the game.",
    lambda values: not has_cube(values),
)
CUBE_RULE: Final = Rule("The value of the cube multiplies these points.", has_cube)
CUBE_CAP_RULE: Final = Rule(
    "The cube goes no higher than %(cap)s.",
    lambda values: _is_limited(values) and not limits_stake(values),
)
STAKE_CAP_RULE: Final = Rule(
    "Redoubling can raise the stake to %(cap)s times what the game began with, and no "
    "higher.",
    lambda values: _is_limited(values) and limits_stake(values),
)
NO_LIMIT_RULE: Final = Rule(
    "The cube has no limit: after 64 come 128, 256 and so on.",
    lambda values: values[CUBE_CAP] is None,
)
CUBE_CAP: Final[Switch[int | None]] = Switch(
    name="cube_cap",
    form_name="cube",
    value_type=CubeLimit(
        LARGEST_CUBE,
        label_of_other=_("Other maximum cube value"),
        text_of_other=_("Used with “Other”: 2, 4, 8 or another power of two."),
    ),
    default=64,
    ready={"swedish": None, "dutch": None},
    topic=CUBE,
    label=_("Maximum cube value"),
    rules=(
        Rule("Matches are played without a cube.", lambda values: not has_cube(values)),
        Rule("The cube has no limit.", lambda values: values[CUBE_CAP] is None),
        Rule("The maximum cube is %(cap)s.", CUBE_CAP_RULE.when),
        STAKE_CAP_RULE,
        Rule(
            "A player who drops a double loses the value of the cube before that "
            "double.",
            has_cube,
        ),
    ),
    book=(NO_CUBE_RULE, CUBE_RULE, CUBE_CAP_RULE, STAKE_CAP_RULE, NO_LIMIT_RULE),
    named=lambda values: {"cap": values[CUBE_CAP]},
    errors=(CUBE_LIMIT_INVALID,),
)

CUBE_SWITCHES: Final = (CUBE_CAP,)

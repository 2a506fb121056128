"""The switches of the rules: everything in which the rules of two matches can differ.

A switch is one object in `SWITCHES`. Profiles, their form, their sentences, the rule
book and its page of differences are made from this list. How to add a switch:
docs/how-to/add-a-switch.md
"""

from collections.abc import Iterator
from typing import Any, Final

from matches.rulebook.switches.match import (
    CRAWFORD,
    CRAWFORD_DOUBLE,
    CUBE_CAP,
    CUBE_SWITCHES,
    MATCH_SWITCHES,
    SHEETS_DIFFER,
    START_1,
    START_2,
    TRAILING,
    has_cube,
    limits_stake,
)
from matches.rulebook.switches.money import (
    AUTOMATIC,
    BEAVERS,
    CURRENCY,
    EXTRAS_IN_MATCHES,
    HIGHEST_STAKE,
    JACOBY,
    LONGEST_CURRENCY,
    MONEY_SWITCHES,
    STAKE,
)
from matches.rulebook.switches.scoring import (
    BACKGAMMON_VALUE,
    GAMMON_VALUE,
    SCORING,
    SCORING_SWITCHES,
)
from matches.rulebook.switches.switch import TOPICS, Rule, Switch, SwitchValues, Topic
from matches.rulebook.switches.times import (
    BYE_HALVES,
    BYE_SWITCHES,
    CLOCK_DELAY,
    CLOCK_MINUTES,
    CLOCK_SCORED,
    CLOCK_SWITCHES,
    CLOCKS_REQUIRED,
    LATE_EVERY,
    LATE_GRACE,
    LATE_MAJORITY,
    LATE_SWITCHES,
    STOPPED,
    WALKOVER,
)
from matches.rulebook.switches.value_types import (
    Amount,
    AmountField,
    FreeText,
    Number,
    OneOf,
    Tick,
    ValueType,
)

SWITCHES: Final[list[Switch[Any]]] = [
    *MATCH_SWITCHES,
    *CUBE_SWITCHES,
    *MONEY_SWITCHES,
    *SCORING_SWITCHES,
    *LATE_SWITCHES,
    *CLOCK_SWITCHES,
    *BYE_SWITCHES,
]
"""All switches. Forms and texts show the switches of a topic in this order."""


def switch_named(name: str) -> Switch[Any] | None:
    return next((switch for switch in SWITCHES if switch.name == name), None)


def switches_of(topic: Topic) -> Iterator[Switch[Any]]:
    return (switch for switch in SWITCHES if switch.topic == topic)


def named_values(values: SwitchValues) -> dict[str, object]:
    """Return the values for the `%(named)s` placeholders of all sentences."""
    named: dict[str, object] = {}
    for switch in SWITCHES:
        named.update(switch.named_in(values))
    return named

"""Switches of the event: coming late, the clock, byes and walk-overs.

The rule book does not mention them: they concern the event, not the game.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.switch import (
    BYES,
    CLOCK,
    LATE,
    Rule,
    Switch,
    SwitchValues,
)
from matches.rulebook.switches.value_types import Number, OneOf, Tick
from matches.rules import TimeRule
from matches.rules.errors import CLOCK_INVALID, TARIFF_INVALID

MOST_MINUTES: Final = 999
MOST_SECONDS: Final = 999
DELAY_SECONDS: Final = 12


def _has_tariff(values: SwitchValues) -> bool:
    return values[LATE_EVERY] > 0


def _has_clock(values: SwitchValues) -> bool:
    return values[CLOCK_MINUTES] > 0


LATE_EVERY: Final[Switch[int]] = Switch(
    name="late_every",
    value_type=Number(MOST_MINUTES),
    default=0,
    topic=LATE,
    label=_("Minutes of lateness per penalty point"),
    text=_("0 for no fixed penalty."),
    rules=(
        Rule(
            "There is no fixed penalty for lateness; a director decides.",
            lambda values: not _has_tariff(values),
        ),
        Rule(
            "Lateness: the opponent gets one point for every %(every)s min, starting "
            "%(grace)s min after the start time.",
            lambda values: _has_tariff(values) and values[LATE_GRACE] > 0,
        ),
        Rule(
            "Lateness: the opponent gets one point for every %(every)s min.",
            lambda values: _has_tariff(values) and not values[LATE_GRACE],
        ),
    ),
    book=(),
    named=lambda values: {"every": values[LATE_EVERY]},
    errors=(TARIFF_INVALID,),
)
LATE_GRACE: Final[Switch[int]] = Switch(
    name="late_grace",
    value_type=Number(MOST_MINUTES),
    default=0,
    topic=LATE,
    label=_("Grace period (minutes)"),
    named=lambda values: {"grace": values[LATE_GRACE]},
)
LATE_MAJORITY: Final[Switch[bool]] = Switch(
    name="late_majority",
    value_type=Tick(),
    default=False,
    topic=LATE,
    label=_("Forfeit the match when penalty points exceed half the match length"),
    rules=(
        Rule(
            "The match is forfeited when penalty points exceed half its length.",
            lambda values: _has_tariff(values) and values[LATE_MAJORITY],
        ),
        Rule(
            "The match is forfeited when penalty points reach its length.",
            lambda values: _has_tariff(values) and not values[LATE_MAJORITY],
        ),
    ),
    book=(),
)
CLOCK_MINUTES: Final[Switch[int]] = Switch(
    name="clock_minutes",
    value_type=Number(MOST_MINUTES),
    default=0,
    topic=CLOCK,
    label=_("Minutes per point"),
    text=_("0 if matches are played without a clock."),
    rules=(
        Rule("Clocks are required.", lambda values: values[CLOCKS_REQUIRED]),
        Rule(
            "Matches are played without a clock.",
            lambda values: not (_has_clock(values) or values[CLOCKS_REQUIRED]),
        ),
        Rule(
            "Clocks are optional: they are used if either player asks.",
            lambda values: _has_clock(values) and not values[CLOCKS_REQUIRED],
        ),
        Rule(
            "Each player has %(point)s min per point of match length, minus %(scored)s "
            "min for each point already scored by either player.",
            lambda values: _has_clock(values) and values[CLOCK_SCORED] > 0,
        ),
        Rule(
            "Each player has %(point)s min per point of match length.",
            lambda values: _has_clock(values) and not values[CLOCK_SCORED],
        ),
    ),
    book=(),
    named=lambda values: {"point": values[CLOCK_MINUTES]},
    errors=(CLOCK_INVALID,),
)
CLOCK_SCORED: Final[Switch[int]] = Switch(
    name="clock_scored",
    value_type=Number(MOST_MINUTES),
    default=1,
    topic=CLOCK,
    label=_("Minutes deducted per point scored"),
    named=lambda values: {"scored": values[CLOCK_SCORED]},
)
CLOCK_DELAY: Final[Switch[int]] = Switch(
    name="clock_delay",
    value_type=Number(MOST_SECONDS),
    default=DELAY_SECONDS,
    topic=CLOCK,
    label=_("Delay before each move (seconds)"),
    rules=(
        Rule(
            "The clock has a delay of %(delay)s s per move.",
            lambda values: _has_clock(values) and values[CLOCK_DELAY] > 0,
        ),
        Rule(
            "There is no delay.",
            lambda values: _has_clock(values) and not values[CLOCK_DELAY],
        ),
    ),
    book=(),
    named=lambda values: {"delay": values[CLOCK_DELAY]},
)
CLOCKS_REQUIRED: Final[Switch[bool]] = Switch(
    name="clocks_required",
    value_type=Tick(),
    default=False,
    topic=CLOCK,
    label=_("Clocks are required."),
)

STOPPED: Final[Switch[str]] = Switch(
    name="stopped",
    value_type=OneOf(
        (
            (TimeRule.DIRECTOR.value, _("a director decides")),
            (TimeRule.LEADER.value, _("the current score counts")),
            (
                TimeRule.HALF.value,
                _("the leader wins with more than half the match length"),
            ),
            (TimeRule.STAVROU.value, _("Stavrou’s rule: the player ahead wins")),
        )
    ),
    default=TimeRule.DIRECTOR.value,
    topic=CLOCK,
    label=_("When a match is stopped on time"),
    rules=(
        Rule(
            "If a match is stopped on time, a director decides.",
            lambda values: values[STOPPED] == TimeRule.DIRECTOR,
        ),
        Rule(
            "If a match is stopped on time, the player ahead wins. If neither is "
            "ahead, a director decides.",
            lambda values: values[STOPPED] == TimeRule.LEADER,
        ),
        Rule(
            "If a match is stopped on time, the player ahead wins with more than half "
            "the match length. Otherwise a director decides.",
            lambda values: values[STOPPED] == TimeRule.HALF,
        ),
        Rule(
            "If a match is stopped on time, the current game is finished and the "
            "player then ahead wins. Under Stavrou’s rule such a win is worth 100 "
            "match points minus the number of rounds. If neither is ahead, a director "
            "decides.",
            lambda values: values[STOPPED] == TimeRule.STAVROU,
        ),
    ),
    book=(),
)

LATE_SWITCHES: Final = (LATE_EVERY, LATE_GRACE, LATE_MAJORITY)
CLOCK_SWITCHES: Final = (
    CLOCK_MINUTES,
    CLOCK_SCORED,
    CLOCK_DELAY,
    CLOCKS_REQUIRED,
    STOPPED,
)


BYE_HALVES: Final[Switch[int]] = Switch(
    name="bye_halves",
    value_type=OneOf(
        ((2, _("a win")), (1, _("half a win")), (0, _("nothing"))), is_segmented=True
    ),
    default=2,
    topic=BYES,
    label=_("A bye counts as"),
    rules=(
        Rule("A bye counts as a win.", lambda values: values[BYE_HALVES] == 2),  # noqa: PLR2004 - halves
        Rule("A bye counts as half a win.", lambda values: values[BYE_HALVES] == 1),
        Rule("A bye scores nothing.", lambda values: values[BYE_HALVES] == 0),
    ),
    book=(),
)
WALKOVER: Final[Switch[str]] = Switch(
    name="walkover",
    value_type=OneOf(
        (
            ("none", _("nothing")),
            ("full", _("full match length")),
            ("half", _("half the match length")),
        )
    ),
    default="none",
    topic=BYES,
    label=_("A walkover counts towards the point difference"),
    rules=(
        Rule(
            "A walkover is a win that does not affect the point difference.",
            lambda values: values[WALKOVER] == "none",
        ),
        Rule(
            "A walkover is a win by the full match length.",
            lambda values: values[WALKOVER] == "full",
        ),
        Rule(
            "A walkover is a win by half the match length.",
            lambda values: values[WALKOVER] == "half",
        ),
    ),
    book=(),
)

BYE_SWITCHES: Final = (BYE_HALVES, WALKOVER)

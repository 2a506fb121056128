"""Switches of time: the penalty for coming late, and the clock.

The rule book does not mention them: they concern the event, not the game.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.switch import CLOCK, LATE, Rule, Switch, SwitchValues
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
    label=_("Minutes late for each point"),
    text=_("0 if no penalty was agreed."),
    rules=(
        Rule(
            text=_("There is no fixed penalty for coming late: a director decides."),
            when=lambda values: not _has_tariff(values),
        ),
        Rule(
            text=_(
                "Coming late gives the opponent a point for every %(every)s min, "
                "counted from %(grace)s min after the start."
            ),
            when=lambda values: _has_tariff(values) and values[LATE_GRACE] > 0,
        ),
        Rule(
            text=_("Coming late gives the opponent a point for every %(every)s min."),
            when=lambda values: _has_tariff(values) and not values[LATE_GRACE],
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
    label=_("Minutes without penalty"),
    named=lambda values: {"grace": values[LATE_GRACE]},
)
LATE_MAJORITY: Final[Switch[bool]] = Switch(
    name="late_majority",
    value_type=Tick(),
    default=False,
    topic=LATE,
    label=_("Late points of more than half the match length lose the match"),
    rules=(
        Rule(
            text=_(
                "The match is lost when these points are more than half its length."
            ),
            when=lambda values: _has_tariff(values) and values[LATE_MAJORITY],
        ),
        Rule(
            text=_("The match is lost when these points reach its length."),
            when=lambda values: _has_tariff(values) and not values[LATE_MAJORITY],
        ),
    ),
    book=(),
)
CLOCK_MINUTES: Final[Switch[int]] = Switch(
    name="clock_minutes",
    value_type=Number(MOST_MINUTES),
    default=0,
    topic=CLOCK,
    label=_("Minutes for each point"),
    text=_("0 if matches are played without a clock."),
    rules=(
        Rule(
            text=_("Clocks are required."),
            when=lambda values: values[CLOCKS_REQUIRED],
        ),
        Rule(
            text=_("Matches are played without a clock."),
            when=lambda values: not (_has_clock(values) or values[CLOCKS_REQUIRED]),
        ),
        Rule(
            text=_("Clocks are allowed: either player may ask for one."),
            when=lambda values: _has_clock(values) and not values[CLOCKS_REQUIRED],
        ),
        Rule(
            text=_(
                "Each player has %(point)s min for every point of the match, less "
                "%(scored)s min for every point that either player has already."
            ),
            when=lambda values: _has_clock(values) and values[CLOCK_SCORED] > 0,
        ),
        Rule(
            text=_("Each player has %(point)s min for every point of the match."),
            when=lambda values: _has_clock(values) and not values[CLOCK_SCORED],
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
    label=_("Minutes less for each point scored"),
    named=lambda values: {"scored": values[CLOCK_SCORED]},
)
CLOCK_DELAY: Final[Switch[int]] = Switch(
    name="clock_delay",
    value_type=Number(MOST_SECONDS),
    default=DELAY_SECONDS,
    topic=CLOCK,
    label=_("Seconds before each move"),
    rules=(
        Rule(
            text=_("In every move the clock waits %(delay)s s before it runs."),
            when=lambda values: _has_clock(values) and values[CLOCK_DELAY] > 0,
        ),
        Rule(
            text=_("There is no delay: the clock starts at once."),
            when=lambda values: _has_clock(values) and not values[CLOCK_DELAY],
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
    label=_("Clocks are required"),
)

STOPPED: Final[Switch[str]] = Switch(
    name="stopped",
    value_type=OneOf(
        (
            (TimeRule.DIRECTOR.value, _("a director decides")),
            (TimeRule.LEADER.value, _("the score as it stands counts")),
            (TimeRule.HALF.value, _("more than half the points of the match win it")),
            (
                TimeRule.STAVROU.value,
                _("Stavrou’s rule counts: the player who is ahead wins"),
            ),
        )
    ),
    default=TimeRule.DIRECTOR.value,
    topic=CLOCK,
    label=_("Where a match is stopped by time"),
    rules=(
        Rule(
            text=_("If a match is stopped by time, a director decides."),
            when=lambda values: values[STOPPED] == TimeRule.DIRECTOR,
        ),
        Rule(
            text=_(
                "If a match is stopped by time, the score as it stands counts: the "
                "player who is ahead wins. If neither is ahead, a director decides."
            ),
            when=lambda values: values[STOPPED] == TimeRule.LEADER,
        ),
        Rule(
            text=_(
                "If a match is stopped by time, the player who is ahead wins with more "
                "than half the points of the match. Otherwise a director decides."
            ),
            when=lambda values: values[STOPPED] == TimeRule.HALF,
        ),
        Rule(
            text=_(
                "If a match is stopped by time, the game in play is finished, and the "
                "player who is then ahead wins. By Stavrou’s rule such a win counts "
                "100 match points less the number of rounds. If neither is ahead, a "
                "director decides."
            ),
            when=lambda values: values[STOPPED] == TimeRule.STAVROU,
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

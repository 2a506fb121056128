"""Refusals of announcements, the round clock and screens."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

CHANGED_SINCE = Refusal(
    "announcements.changed_since",
    "This has been changed again since and cannot be undone. Change it below.",
    status=HTTPStatus.CONFLICT,
)
END_HAS_PASSED = Refusal(
    "announcements.end_has_passed", "%(time)s is in the past. Choose a later end."
)
ENDS_BEFORE_IT_BEGINS = Refusal(
    "announcements.ends_before_it_begins",
    "The end is before the start. Choose a later end.",
)
CLOCK_TOO_LONG = Refusal(
    "announcements.clock_too_long",
    "The clock can run for at most a day. Choose an earlier end.",
)
CLOCK_DOES_NOT_RUN = Refusal(
    "announcements.clock_does_not_run",
    "The clock is not running, so nothing was changed. Start it below.",
    status=HTTPStatus.CONFLICT,
)
TOO_MANY_SCREENS = Refusal(
    "announcements.too_many_screens",
    "There are %(count)s screens already. Remove one first.",
)

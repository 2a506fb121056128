"""Refusals of checking in by phone or at the door."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

ARRIVALS_SHUT = Refusal(
    "arrivals.shut",
    "Phone check-in is closed. Go to the desk.",
    status=HTTPStatus.CONFLICT,
)
"""The time of the check-in is over, or it was never opened."""

ARRIVALS_LATER = Refusal(
    "arrivals.later",
    "Phone check-in opens at %(time)s.",
    status=HTTPStatus.CONFLICT,
)
"""The time of the check-in has not begun."""

ARRIVALS_PRIVATE = Refusal(
    "arrivals.private",
    "This tournament is private, so phones cannot see it. Change its visibility, or "
    "check players in at the desk.",
)
"""A private tournament shows no names to phones."""

NOT_IN_THE_LIST = Refusal(
    "arrivals.not_in_the_list",
    "This name cannot be checked in here. Search again, use your personal link, or go "
    "to the desk.",
    status=HTTPStatus.CONFLICT,
)
"""The entry is gone, or its player is not shown to everybody."""

ARRIVAL_WITHDRAWN = Refusal(
    "arrivals.withdrawn",
    "%(name)s has withdrawn. If they want to play after all, they should go to the "
    "desk.",
    status=HTTPStatus.CONFLICT,
)
"""The entry is withdrawn; only a director can bring it back."""

ARRIVAL_ABSENT = Refusal(
    "arrivals.absent",
    "%(name)s is marked absent for round %(round)s. If they want to play after all, "
    "they should go to the desk.",
    status=HTTPStatus.CONFLICT,
)
"""Absent in the coming round, as the player or a director has said."""

NOT_YOUR_TAP = Refusal(
    "arrivals.not_your_tap",
    "Only the phone that checked a player in can undo it. Go to the desk.",
    status=HTTPStatus.CONFLICT,
)
"""Another phone or the desk checked this entry in, or out, meanwhile."""

"""Refusals of late entry, leaving and coming back."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

OPTION_GONE = Refusal(
    "participation.option_gone",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""The chosen option is not possible any more, or its effects have changed."""

NEEDS_REASON = Refusal(
    "participation.needs_reason",
    "This is not the drawn place: say why you chose it.",
)
PLACE_TAKEN = Refusal(
    "participation.place_taken",
    "%(name)s cannot come back: %(labels)s has already started. Check the options "
    "instead.",
    status=HTTPStatus.CONFLICT,
)
"""Matches have begun that a returning entry should have played."""

"""Why a rating list cannot be made, changed or filled."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

LIST_CHANGED = Refusal(
    "ratings.list_changed",
    gettext_noop(
        "Somebody else changed this list meanwhile. Look at it again and repeat what "
        "you wanted."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The rules of the list are not those that the form began with."""

LENGTHS_CROSSED = Refusal(
    "ratings.lengths_crossed",
    gettext_noop("The shortest match that counts is longer than the longest."),
)
"""No length is left."""

NO_MATCHES_LEFT = Refusal(
    "ratings.no_matches_left",
    gettext_noop("Choose matches of tournaments, club matches, or both."),
)
"""Neither kind of matches would count."""

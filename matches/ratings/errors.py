"""Why a rating list cannot be made, changed or filled."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

LIST_CHANGED = Refusal(
    "ratings.list_changed",
    gettext_noop(
        "Someone else has changed this list. Check it again, then make your change."
    ),
    status=HTTPStatus.CONFLICT,
)

LENGTHS_CROSSED = Refusal(
    "ratings.lengths_crossed",
    gettext_noop("The shortest match length is longer than the longest."),
)

NO_MATCHES_LEFT = Refusal(
    "ratings.no_matches_left",
    gettext_noop("Choose tournament matches, club matches, or both."),
)

NOTHING_TO_IMPORT = Refusal(
    "ratings.nothing_to_import",
    gettext_noop(
        "No line has a name and a rating. Enter one player per line: Name; Club; "
        "Rating."
    ),
)

SAME_PERSON_TWICE = Refusal(
    "ratings.same_person_twice",
    gettext_noop(
        "Two lines refer to the same person. Choose someone else for one of them, or "
        "skip it."
    ),
)

RATING_MISSING = Refusal(
    "ratings.rating_missing",
    gettext_noop("This line has no rating. Use: Name; Club; Rating."),
)

RATING_IMPOSSIBLE = Refusal(
    "ratings.rating_impossible",
    gettext_noop(
        "%(rating)s is not a valid rating. It must be above 0 and below 9999."
    ),
)

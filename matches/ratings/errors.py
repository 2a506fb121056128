"""Why a rating list cannot be made, changed or filled."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

LIST_CHANGED = Refusal(
    "ratings.list_changed",
    gettext_noop(
        "Someone else has changed this. Check it again, then make your change."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The rules of the list are not those that the form began with."""

LENGTHS_CROSSED = Refusal(
    "ratings.lengths_crossed",
    gettext_noop("The shortest match length is longer than the longest."),
)
"""No length is left."""

NO_MATCHES_LEFT = Refusal(
    "ratings.no_matches_left",
    gettext_noop("Choose tournament matches, club matches, or both."),
)
"""Neither kind of matches would count."""

NOTHING_TO_IMPORT = Refusal(
    "ratings.nothing_to_import",
    gettext_noop(
        "No line has a name and a rating. Enter one player per line: Name; Club; "
        "Rating."
    ),
)
"""Nothing is left of a list that was pasted."""

SAME_PERSON_TWICE = Refusal(
    "ratings.same_person_twice",
    gettext_noop(
        "Two lines refer to the same person. Choose someone else for one of them, or "
        "skip it."
    ),
)
"""A person of the directory was chosen for two lines."""

RATING_MISSING = Refusal(
    "ratings.rating_missing",
    gettext_noop("This line has no rating. Use: Name; Club; Rating."),
)
"""A line without a rating."""

RATING_IMPOSSIBLE = Refusal(
    "ratings.rating_impossible",
    gettext_noop(
        "%(rating)s is not a valid rating. It must be above 0 and below 9999."
    ),
)
"""A rating out of range: lists of federations use 0 and 9999 for “none”."""

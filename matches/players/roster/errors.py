"""Refusals of lines of a pasted list of players."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

TOO_MANY_NAMES = Refusal(
    "roster.too_many_names",
    gettext_noop(
        "This list has %(count)s lines, and at most %(limit)s can be read at once. "
        "Paste it in parts."
    ),
)
"""More lines than are read at once."""

LINE_TOO_LONG = Refusal(
    "roster.line_too_long",
    gettext_noop(
        "This line has %(length)s characters, and at most %(limit)s can be read. "
        "Put every player on a line of their own."
    ),
)
"""A line no player's name, club and rating can fill."""

TOO_MANY_COLUMNS = Refusal(
    "roster.too_many_columns",
    gettext_noop(
        "This line has more than three columns. Keep name, club and rating: Name; "
        "Club; Rating."
    ),
)
"""More columns than name, club and rating."""

COMMAS_BETWEEN_FIELDS = Refusal(
    "roster.commas_between_fields",
    gettext_noop(
        "Commas alone do not show where the name ends. Put semicolons between the "
        "columns: Name; Club; Rating."
    ),
)
"""Commas alone, which also stand inside names and ratings."""

LOOKS_LIKE_HEADING = Refusal(
    "roster.looks_like_heading",
    gettext_noop("This looks like a heading, not like a player."),
)
"""A line that ends with a colon."""

RATING_UNREADABLE = Refusal(
    "roster.rating_unreadable",
    gettext_noop(
        "“%(rating)s” is not a rating. Enter a number from 0 to 9999, with two "
        "decimals at most, or leave the rating out."
    ),
)
"""The third column is not a rating."""

"""What can be wrong with a pasted list of players, one class per reason."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class ListError(RuleError):
    """A list or a line of it that cannot be read."""


class TooManyNamesError(ListError):
    """More lines than are read at once."""

    english = gettext_noop(
        "This list has %(count)s lines, and at most %(limit)s can be read at once. "
        "Paste it in parts."
    )


class LineTooLongError(ListError):
    """A line no player's name, club and rating can fill."""

    english = gettext_noop(
        "This line has %(length)s characters, and at most %(limit)s can be read. "
        "Put every player on a line of their own."
    )


class TooManyColumnsError(ListError):
    """More columns than name, club and rating."""

    english = gettext_noop(
        "This line has more than three columns. Keep name, club and rating: Name; "
        "Club; Rating."
    )


class CommasError(ListError):
    """Commas alone, which also stand inside names and ratings."""

    english = gettext_noop(
        "Commas alone do not show where the name ends. Put semicolons between the "
        "columns: Name; Club; Rating."
    )


class RatingError(ListError):
    """The third column is not a rating."""

    english = gettext_noop(
        "“%(rating)s” is not a rating. Enter a number from 0 to 9999, with two "
        "decimals at most, or leave the rating out."
    )

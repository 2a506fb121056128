"""Refusals of adding and importing a match file."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class TooManyFilesError(RuleError):
    """More match files than one match needs."""

    english = gettext_noop(
        "This match has %(most)s files already. Remove one that is not needed."
    )


class NoGamesInFileError(RuleError):
    """A match file without a single result."""

    english = gettext_noop(
        "This file contains no finished game, so there is nothing to import. Enter "
        "the games by hand."
    )


class FileDiffersError(RuleError):
    """A match file that contradicts the games on record."""

    english = gettext_noop(
        "The games in this file differ from the recorded ones. Compare them, then "
        "choose which games count."
    )


class FileGoneError(RuleError):
    """The match file was removed since the page was shown."""

    is_conflict = True
    english = gettext_noop(
        "This file was removed from the match in the meantime. Add it again if its "
        "games count."
    )


class ImportStandsError(RuleError):
    """Something was recorded after the games of a file were taken over."""

    is_conflict = True
    english = gettext_noop(
        "Something else was recorded since, so this cannot be undone in one step any "
        "more. Correct or remove the games one by one."
    )

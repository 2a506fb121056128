"""Refusals of adding and importing a match file."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

TOO_MANY_FILES = Refusal(
    "file.too_many_files",
    gettext_noop("This match already has %(most)s files. Remove one you do not need."),
)
"""More match files than one match needs."""

NO_GAMES_IN_FILE = Refusal(
    "file.no_games_in_file",
    gettext_noop(
        "This file has no finished games, so there is nothing to import. Enter the "
        "games by hand."
    ),
)
"""A match file without a single result."""

FILE_DIFFERS = Refusal(
    "file.differs",
    gettext_noop(
        "The games in this file differ from the recorded ones. Compare them, then "
        "choose which games count."
    ),
)
"""A match file that contradicts the games on record."""

FILE_GONE = Refusal(
    "file.gone",
    gettext_noop(
        "This file has since been removed from the match. Add it again if its games "
        "should count."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The match file was removed since the page was shown."""

IMPORT_STANDS = Refusal(
    "file.import_stands",
    gettext_noop(
        "Something else has been recorded since, so this can no longer be undone in "
        "one step. Correct or remove the games one at a time."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Something was recorded after the games of a file were taken over."""

MANY_LARGE_FILES = Refusal(
    "file.many_large_files",
    gettext_noop(
        "Several large files are being read right now. Try again in a minute."
    ),
    status=HTTPStatus.TOO_MANY_REQUESTS,
)
"""The worker has enough to read; directors need it for their draws."""

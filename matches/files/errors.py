"""Refusals of adding and importing a match file."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

TOO_MANY_FILES = Refusal(
    "file.too_many_files",
    "No more can be added here. Remove one first.",
)
NO_GAMES_IN_FILE = Refusal(
    "file.no_games_in_file",
    "This file has no finished games, so there is nothing to import. Enter the games "
    "by hand.",
)
FILE_DIFFERS = Refusal(
    "file.differs",
    "The games in this file differ from the recorded ones. Compare them, then choose "
    "which games count.",
)
FILE_GONE = Refusal(
    "file.gone",
    "This file has since been removed from the match. Add it again if its games should "
    "count.",
    status=HTTPStatus.CONFLICT,
)
IMPORT_STANDS = Refusal(
    "file.import_stands",
    "Something else has been recorded since, so this can no longer be undone in one "
    "step. Correct or remove the games one at a time.",
    status=HTTPStatus.CONFLICT,
)
MANY_LARGE_FILES = Refusal(
    "file.many_large_files",
    "The server is busy. Try again in a minute.",
    status=HTTPStatus.TOO_MANY_REQUESTS,
)

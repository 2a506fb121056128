"""Why a file of a tournament is not written, or not opened."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

CUT_OFF = Refusal(
    "file.cut_off",
    "This file cannot be read: it is incomplete, or not a Crawford file. Download it "
    "again and choose it again.",
)
NO_TOURNAMENT = Refusal(
    "file.no_tournament",
    "This is not a tournament file. Choose a file downloaded from Crawford.",
)
TOO_NEW = Refusal(
    "file.too_new",
    "This file has version %(version)s, but this site supports versions up to "
    "%(known)s. Update this site, then try again.",
)
DAMAGED = Refusal(
    "file.damaged",
    "This file is inconsistent (%(part)s, row %(row)s). Nothing was changed. Download "
    "it again from the other site.",
)
OTHER_RESULT = Refusal(
    "file.other_result",
    "The file’s contents do not match what this site calculates (%(part)s). Nothing "
    "was changed. Download it again from the other site.",
)
PLAYER_TWICE = Refusal(
    "file.player_twice",
    "%(name)s was chosen for two players of the file. Choose someone else for one of "
    "them.",
)
HERE_ALREADY = Refusal(
    "file.here_already",
    "This tournament already exists here: %(name)s.",
    status=HTTPStatus.CONFLICT,
)
DRAW_OPEN = Refusal(
    "file.draw_open",
    "A draw is in progress. Publish or cancel it, then download the tournament.",
    status=HTTPStatus.CONFLICT,
)
CHANGING = Refusal(
    "file.changing",
    "Results are being entered right now. Try again in a moment.",
    status=HTTPStatus.CONFLICT,
)

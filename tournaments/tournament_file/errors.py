"""Why a file of a tournament is not written, or not opened."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

CUT_OFF = Refusal(
    "file.cut_off",
    gettext_noop(
        "This file cannot be read: it is cut off, or not a file that was saved here. "
        "Save it once more and choose it again."
    ),
)
NO_TOURNAMENT = Refusal(
    "file.no_tournament",
    gettext_noop(
        "This is not the file of a tournament. Choose one from “Save as a file”."
    ),
)
TOO_NEW = Refusal(
    "file.too_new",
    gettext_noop(
        "This file is of version %(version)s, and this site reads up to version "
        "%(known)s. Update the site, then open it again."
    ),
)
DAMAGED = Refusal(
    "file.damaged",
    gettext_noop(
        "This file does not fit together (%(part)s, row %(row)s). Nothing was changed. "
        "Save it once more on the other site."
    ),
)
OTHER_RESULT = Refusal(
    "file.other_result",
    gettext_noop(
        "What this site computes from the file is not what the file says (%(part)s). "
        "Nothing was changed. Save it once more on the other site."
    ),
)
PLAYER_TWICE = Refusal(
    "file.player_twice",
    gettext_noop(
        "%(name)s was chosen for two players of the file. Choose somebody else for one "
        "of them."
    ),
)
HERE_ALREADY = Refusal(
    "file.here_already",
    gettext_noop("This tournament is here already: %(name)s."),
    status=HTTPStatus.CONFLICT,
)
DRAW_OPEN = Refusal(
    "file.draw_open",
    gettext_noop(
        "A draw is under way. Publish it or cancel it, then save the tournament as a "
        "file."
    ),
    status=HTTPStatus.CONFLICT,
)
CHANGING = Refusal(
    "file.changing",
    gettext_noop("Results are coming in just now. Try again in a moment."),
    status=HTTPStatus.CONFLICT,
)

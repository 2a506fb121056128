"""Why a result cannot be recorded, besides errors of the rules of the game."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

MATCH_LOCKED = Refusal(
    "match.locked",
    gettext_noop(
        "This match is locked because its tournament is closed. Reopen the tournament "
        "to make changes."
    ),
)

MATCH_CANCELLED = Refusal(
    "match.cancelled",
    gettext_noop("This match was cancelled. Nothing can be recorded for it."),
)

SCORE_CHANGED = Refusal(
    "match.score_changed",
    gettext_noop(
        "The score changed while this page was open. It is now %(one)s–%(two)s. If "
        "your game is missing, enter it again."
    ),
    status=HTTPStatus.CONFLICT,
)

ALREADY_REPORTED = Refusal(
    "match.already_reported",
    gettext_noop(
        "This match already has a result (%(one)s–%(two)s). Remove it first if you "
        "want to change it."
    ),
    status=HTTPStatus.CONFLICT,
)

PLAYERS_REPORTED = Refusal(
    "match.players_reported",
    gettext_noop(
        "The players reported %(one)s–%(two)s. Open the match to accept that report, "
        "or enter a different result with a reason."
    ),
    status=HTTPStatus.CONFLICT,
)

NOTHING_TO_REMOVE = Refusal(
    "match.nothing_to_remove", gettext_noop("Nothing to remove yet.")
)

ONLY_DIRECTOR = Refusal(
    "match.only_director",
    gettext_noop(
        "Only a director can do this. Tell the director what you want to report."
    ),
)

RESULT_STANDS = Refusal(
    "match.result_stands",
    gettext_noop(
        "This match already has a result. If it is wrong, tap “Dispute the result” or "
        "tell the director."
    ),
    status=HTTPStatus.CONFLICT,
)

WAITING_FOR_ANSWER = Refusal(
    "match.waiting_for_answer",
    gettext_noop("Your opponent has reported a result. Confirm or dispute it."),
    status=HTTPStatus.CONFLICT,
)

NOT_YOUR_REPORT = Refusal(
    "match.not_your_report",
    gettext_noop(
        "You sent this report, so your opponent or a director must confirm it."
    ),
)

REMARK_ALONE = Refusal(
    "match.remark_alone",
    gettext_noop(
        "This is a comment without a result, so it cannot be confirmed. Enter how the "
        "match ended, or wait for the director."
    ),
)

NO_REMARK = Refusal(
    "match.no_remark",
    gettext_noop("Write what is wrong in the comment, or enter how the match ended."),
)

REMARK_GONE = Refusal(
    "match.remark_gone",
    gettext_noop("This note no longer exists."),
    status=HTTPStatus.CONFLICT,
)

NOT_PLAYING = Refusal(
    "match.not_playing",
    gettext_noop(
        "At %(one)s–%(two)s the match is over. Send it as the result, or correct the "
        "current score."
    ),
)

NO_REPORT = Refusal(
    "match.no_report",
    gettext_noop("There is no longer a report to answer. Check the result again."),
)

REPORT_ANSWERED = Refusal(
    "match.report_answered",
    gettext_noop("Someone has already answered this report. Check the result again."),
    status=HTTPStatus.CONFLICT,
)

NOTHING_TO_REDO = Refusal(
    "match.nothing_to_redo",
    gettext_noop("Nothing to redo: something else has been recorded since."),
    status=HTTPStatus.CONFLICT,
)

SESSION_HAS_NO_SCORE = Refusal(
    "match.session_has_no_score",
    gettext_noop("A money session has no final score: enter its games and payments."),
)

ANSWER_FIRST = Refusal(
    "match.answer_first",
    gettext_noop(
        "The players have reported a result. Accept or decide it on the match page "
        "first."
    ),
    status=HTTPStatus.CONFLICT,
)

SESSION_CLOSED = Refusal(
    "match.session_closed",
    gettext_noop(
        "This session is closed. Reopen it first, with the button on its page."
    ),
)

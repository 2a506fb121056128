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
"""The match belongs to a tournament that is closed."""

MATCH_CANCELLED = Refusal(
    "match.cancelled",
    gettext_noop("This match was cancelled. Nothing can be recorded for it."),
)
"""The match was cancelled, for example because its round was voided."""

SCORE_CHANGED = Refusal(
    "match.score_changed",
    gettext_noop(
        "The score changed while this page was open. It is now %(one)s–%(two)s. If "
        "your game is missing, enter it again."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Another person recorded something after the page was shown."""

ALREADY_REPORTED = Refusal(
    "match.already_reported",
    gettext_noop(
        "This match already has a result (%(one)s–%(two)s). Remove it first if you "
        "want to change it."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The match has a different final score already."""

PLAYERS_REPORTED = Refusal(
    "match.players_reported",
    gettext_noop(
        "The players reported %(one)s–%(two)s. Open the match to accept that report, "
        "or enter a different result with a reason."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A director records another result than the players' report that waits."""

NOTHING_TO_REMOVE = Refusal(
    "match.nothing_to_remove",
    gettext_noop("Nothing to remove yet."),
)
"""There is no game or result to remove."""

ONLY_DIRECTOR = Refusal(
    "match.only_director",
    gettext_noop(
        "Only a director can do this. Tell the director what you want to report."
    ),
)
"""A player acts in a match in which only directors record."""

RESULT_STANDS = Refusal(
    "match.result_stands",
    gettext_noop(
        "This match already has a result. If it is wrong, tap “Dispute the result” or "
        "tell the director."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A player tries to change a result that counts already."""

WAITING_FOR_ANSWER = Refusal(
    "match.waiting_for_answer",
    gettext_noop("Your opponent has reported a result. Confirm or dispute it."),
    status=HTTPStatus.CONFLICT,
)
"""The opponent has reported; the player must answer that report first."""

NOT_YOUR_REPORT = Refusal(
    "match.not_your_report",
    gettext_noop(
        "You sent this report, so your opponent or a director must confirm it."
    ),
)
"""A player tries to confirm their own report."""

REMARK_ALONE = Refusal(
    "match.remark_alone",
    gettext_noop(
        "This is a comment without a result, so it cannot be confirmed. Enter how the "
        "match ended, or wait for the director."
    ),
)
"""A remark without a result was to be confirmed."""

NO_REMARK = Refusal(
    "match.no_remark",
    gettext_noop("Write what is wrong in the comment, or enter how the match ended."),
)
"""A player disputes a result without another version or a remark."""

REMARK_GONE = Refusal(
    "match.remark_gone",
    gettext_noop("This note no longer exists."),
    status=HTTPStatus.CONFLICT,
)
"""A director shows or hides a remark that was changed meanwhile."""

NOT_PLAYING = Refusal(
    "match.not_playing",
    gettext_noop(
        "At %(one)s–%(two)s the match is over. Send it as the result, or correct the "
        "current score."
    ),
)
"""A match is said to go on at a score that ends it."""

NO_REPORT = Refusal(
    "match.no_report",
    gettext_noop("There is no longer a report to answer. Check the result again."),
)
"""There is no report to answer."""

REPORT_ANSWERED = Refusal(
    "match.report_answered",
    gettext_noop("Someone has already answered this report. Check the result again."),
    status=HTTPStatus.CONFLICT,
)
"""The report has had another answer meanwhile."""

NOTHING_TO_REDO = Refusal(
    "match.nothing_to_redo",
    gettext_noop("Nothing to redo: something else has been recorded since."),
    status=HTTPStatus.CONFLICT,
)
"""The newest act removed nothing."""

SESSION_HAS_NO_SCORE = Refusal(
    "match.session_has_no_score",
    gettext_noop("A money session has no final score: enter its games and payments."),
)
"""A money session has no length and no final score."""

ANSWER_FIRST = Refusal(
    "match.answer_first",
    gettext_noop(
        "The players have reported a result. Accept or decide it on the match page "
        "first."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A director changes the match before they answered the players' reports."""

SESSION_CLOSED = Refusal(
    "match.session_closed",
    gettext_noop(
        "This session is closed. Reopen it first, with the button on its page."
    ),
)
"""A money session is changed after it was closed."""

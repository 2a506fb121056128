"""Why a result cannot be recorded, besides errors of the rules of the game."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

MATCH_LOCKED = Refusal(
    "match.locked",
    gettext_noop(
        "This match is locked: its tournament is closed. "
        "Reopen the tournament to change it."
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
        "The score changed while this page was open: it is now "
        "%(one)s–%(two)s. Look at the games and enter yours again if it is "
        "missing."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Another person recorded something after the page was shown."""

ALREADY_REPORTED = Refusal(
    "match.already_reported",
    gettext_noop(
        "This match already has the result %(one)s–%(two)s. To change it, "
        "remove that result first."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The match has a different final score already."""

PLAYERS_REPORTED = Refusal(
    "match.players_reported",
    gettext_noop(
        "The players reported %(one)s–%(two)s for this match. Open the match: accept "
        "that report there, or enter another result with the reason."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A director records another result than the players' report that waits."""

NOTHING_TO_REMOVE = Refusal(
    "match.nothing_to_remove",
    gettext_noop("There is nothing to remove: nothing has been recorded yet."),
)
"""There is no game or result to remove."""

ONLY_DIRECTOR = Refusal(
    "match.only_director",
    gettext_noop(
        "Only a director can do this here. Tell the director what you want to report."
    ),
)
"""A player acts in a match in which only directors record."""

RESULT_STANDS = Refusal(
    "match.result_stands",
    gettext_noop(
        "This match has its result already. If it is wrong, say so with “It "
        "was different”, or tell the director."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A player tries to change a result that counts already."""

WAITING_FOR_ANSWER = Refusal(
    "match.waiting_for_answer",
    gettext_noop(
        "Your opponent has reported a result. Confirm it, or say that it was different."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The opponent has reported; the player must answer that report first."""

NOT_YOUR_REPORT = Refusal(
    "match.not_your_report",
    gettext_noop(
        "You reported this yourself, so your opponent or a director has to confirm it."
    ),
)
"""A player tries to confirm their own report."""

REMARK_ALONE = Refusal(
    "match.remark_alone",
    gettext_noop(
        "This is a remark and contains no result, so it cannot be confirmed. Say how "
        "the match ended, or wait for the director."
    ),
)
"""A remark without a result was to be confirmed."""

NO_REMARK = Refusal(
    "match.no_remark",
    gettext_noop("Write in the comment what is wrong, or say how the match ended."),
)
"""A player disputes a result without another version or a remark."""

REMARK_GONE = Refusal(
    "match.remark_gone",
    gettext_noop("This note is no longer there. The page shows what is there now."),
    status=HTTPStatus.CONFLICT,
)
"""A director shows or hides a remark that was changed meanwhile."""

NOT_PLAYING = Refusal(
    "match.not_playing",
    gettext_noop(
        "At %(one)s–%(two)s the match is over. Send it as the result, or correct the "
        "score so far."
    ),
)
"""A match is said to go on at a score that ends it."""

NO_REPORT = Refusal(
    "match.no_report",
    gettext_noop(
        "There is no report to answer here any more. Look at the result again."
    ),
)
"""There is no report to answer."""

REPORT_ANSWERED = Refusal(
    "match.report_answered",
    gettext_noop(
        "This report has been answered in the meantime. Look at the result again."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The report has had another answer meanwhile."""

NOTHING_TO_REDO = Refusal(
    "match.nothing_to_redo",
    gettext_noop(
        "There is nothing to redo: something else was recorded in the meantime."
    ),
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
        "The players have reported a result here. Accept or decide that first, on the "
        "page of the match; then this can be entered."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A director changes the match before they answered the players' reports."""

SESSION_CLOSED = Refusal(
    "match.session_closed",
    gettext_noop(
        "This session is closed. Open it again first, with the button on its page."
    ),
)
"""A money session is changed after it was closed."""

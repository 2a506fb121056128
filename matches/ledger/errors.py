"""Why a result cannot be recorded, besides errors of the rules of the game."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

MATCH_LOCKED = Refusal(
    "match.locked",
    "The tournament is closed. Reopen it at the desk to change this match.",
)
MATCH_CANCELLED = Refusal(
    "match.cancelled", "This match was cancelled. Nothing can be recorded for it."
)
SCORE_CHANGED = Refusal(
    "match.score_changed",
    "The score changed while this page was open. It is now %(one)s–%(two)s. If your "
    "game is missing, enter it again.",
    status=HTTPStatus.CONFLICT,
)
ALREADY_REPORTED = Refusal(
    "match.already_reported",
    "This match already has a result (%(one)s–%(two)s). Remove it first if you want to "
    "change it.",
    status=HTTPStatus.CONFLICT,
)
PLAYERS_REPORTED = Refusal(
    "match.players_reported",
    "The players reported %(one)s–%(two)s. Open the match to accept that report, or "
    "enter a different result with a reason.",
    status=HTTPStatus.CONFLICT,
)
NOTHING_TO_REMOVE = Refusal("match.nothing_to_remove", "Nothing to remove yet.")
ONLY_DIRECTOR = Refusal(
    "match.only_director",
    "Only a director can do this. Tell the director what you want to report.",
)
RESULT_STANDS = Refusal(
    "match.result_stands",
    "This match already has a result. If it is wrong, tap “Dispute the result” or tell "
    "the director.",
    status=HTTPStatus.CONFLICT,
)
WAITING_FOR_ANSWER = Refusal(
    "match.waiting_for_answer",
    "Your opponent has reported a result. Confirm or dispute it.",
    status=HTTPStatus.CONFLICT,
)
NOT_YOUR_REPORT = Refusal(
    "match.not_your_report",
    "You sent this report, so your opponent or a director must confirm it.",
)
REMARK_ALONE = Refusal(
    "match.remark_alone",
    "This is a comment without a result, so it cannot be confirmed. Enter how the "
    "match ended, or wait for the director.",
)
NO_REMARK = Refusal(
    "match.no_remark",
    "Write what is wrong in the comment, or enter how the match ended.",
)
REMARK_GONE = Refusal(
    "match.remark_gone", "This note no longer exists.", status=HTTPStatus.CONFLICT
)
NOT_PLAYING = Refusal(
    "match.not_playing",
    "At %(one)s–%(two)s the match is over. Send it as the result, or correct the "
    "current score.",
)
NO_REPORT = Refusal(
    "match.no_report", "There is no longer a report to answer. Check the result again."
)
REPORT_ANSWERED = Refusal(
    "match.report_answered",
    "Someone has already answered this report. Check the result again.",
    status=HTTPStatus.CONFLICT,
)
NOTHING_TO_REDO = Refusal(
    "match.nothing_to_redo",
    "Nothing to redo: something else has been recorded since.",
    status=HTTPStatus.CONFLICT,
)
SESSION_HAS_NO_SCORE = Refusal(
    "match.session_has_no_score",
    "A money session has no final score: enter its games and payments.",
)
ANSWER_FIRST = Refusal(
    "match.answer_first",
    "The players have reported a result. Accept or decide it on the match page first.",
    status=HTTPStatus.CONFLICT,
)
SESSION_CLOSED = Refusal(
    "match.session_closed",
    "This session is closed. Reopen it first, with the button on its page.",
)

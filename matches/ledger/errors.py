"""Why a result cannot be recorded, besides errors of the rules of the game."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class MatchLockedError(RuleError):
    """The match belongs to a tournament that is closed."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This match is locked: its tournament is closed. "
                "Reopen the tournament to change it."
            )
        )


class MatchCancelledError(RuleError):
    """The match was cancelled, for example because its round was voided."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This match was cancelled. Nothing can be recorded for it.")
        )


class ScoreChangedError(RuleError):
    """Another person recorded something after the page was shown."""

    is_conflict = True

    def __init__(self, *, one: int, two: int) -> None:
        super().__init__(
            gettext_noop(
                "The score changed while this page was open: it is now "
                "%(one)s–%(two)s. Look at the games and enter yours again if it is "
                "missing."
            ),
            one=one,
            two=two,
        )


class AlreadyReportedError(RuleError):
    """The match has a different final score already."""

    is_conflict = True

    def __init__(self, *, one: int, two: int) -> None:
        super().__init__(
            gettext_noop(
                "This match already has the result %(one)s–%(two)s. To change it, "
                "remove that result first."
            ),
            one=one,
            two=two,
        )


class PlayersReportedError(RuleError):
    """A director records another result than the players' report that waits."""

    is_conflict = True
    english = gettext_noop(
        "The players reported %(one)s–%(two)s for this match. Open the match: accept "
        "that report there, or enter another result with the reason."
    )


class NothingToRemoveError(RuleError):
    """There is no game or result to remove."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("There is nothing to remove: nothing has been recorded yet.")
        )


class OnlyDirectorError(RuleError):
    """A player acts in a match in which only directors record."""

    english = gettext_noop(
        "Only a director can do this here. Tell the director what you want to report."
    )


class ResultStandsError(RuleError):
    """A player tries to change a result that counts already."""

    is_conflict = True
    english = gettext_noop(
        "This match has its result already. If it is wrong, say so with “It "
        "was different”, or tell the director."
    )


class WaitingForAnswerError(RuleError):
    """The opponent has reported; the player must answer that report first."""

    is_conflict = True
    english = gettext_noop(
        "Your opponent has reported a result. Confirm it, or say that it was different."
    )


class NotYourReportError(RuleError):
    """A player tries to confirm their own report."""

    english = gettext_noop(
        "You reported this yourself, so your opponent or a director has to confirm it."
    )


class RemarkAloneError(RuleError):
    """A remark without a result was to be confirmed."""

    english = gettext_noop(
        "This is a remark and tells no result, so it cannot be confirmed. Say how the "
        "match ended, or wait for the director."
    )


class NoRemarkError(RuleError):
    """A player disputes a result and says nothing."""

    english = gettext_noop(
        "Write in the comment what is wrong, or say how the match ended."
    )


class NotPlayingError(RuleError):
    """A match is said to go on at a score that ends it."""

    english = gettext_noop(
        "At %(one)s–%(two)s the match is over. Send it as the result, or correct the "
        "score so far."
    )


class NoReportError(RuleError):
    """There is no report to answer."""

    english = gettext_noop(
        "There is no report to answer here any more. Look at the result again."
    )


class ReportAnsweredError(RuleError):
    """The report has had another answer meanwhile."""

    is_conflict = True
    english = gettext_noop(
        "This report has been answered in the meantime. Look at the result again."
    )


class NothingToRedoError(RuleError):
    """The newest act removed nothing."""

    is_conflict = True
    english = gettext_noop(
        "There is nothing to bring back: something else was recorded in the meantime."
    )


class SessionHasNoScoreError(RuleError):
    """A money session has no length and no final score."""

    english = gettext_noop(
        "A money session has no final score: enter its games and payments."
    )


class AnswerFirstError(RuleError):
    """A director changes the match before they answered the players' reports."""

    is_conflict = True
    english = gettext_noop(
        "The players have reported a result here. Accept or decide that first, on the "
        "page of the match; then this can be entered."
    )


class SessionClosedError(RuleError):
    """A money session is changed after it was closed."""

    english = gettext_noop(
        "This session is closed. Open it again first, with the button on its page."
    )


class CorrectionOutdatedError(RuleError):
    """The corrected result was changed again."""

    english = gettext_noop(
        "The result of %(label)s was changed since this correction. Correct it once "
        "more instead."
    )

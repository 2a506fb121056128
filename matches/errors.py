"""What a person who records a match can run into, besides the rules of the game."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class MatchLockedError(RuleError):
    """The match belongs to something that is closed."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This match is locked: its tournament is closed. "
                "Reopen the tournament to change it."
            )
        )


class MatchCancelledError(RuleError):
    """The match was cancelled, for example because its round was taken back."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This match was cancelled. Nothing can be recorded for it.")
        )


class ScoreChangedError(RuleError):
    """Somebody else recorded something since the page was shown."""

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

    def __init__(self, *, one: int, two: int) -> None:
        super().__init__(
            gettext_noop(
                "This match already has the result %(one)s–%(two)s. To change it, "
                "remove that result first."
            ),
            one=one,
            two=two,
        )


class NothingToRemoveError(RuleError):
    """There is no game or result to take back."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("There is nothing to remove: nothing has been recorded yet.")
        )


class LinkUsedUpError(RuleError):
    """The one-time link is unknown, used or too old."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This link no longer works: it was used or is too old. Ask for a "
                "new one."
            )
        )


class NameTakenError(RuleError):
    """Somebody else has an account of this name."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This name is taken. Add your surname or choose another.")
        )

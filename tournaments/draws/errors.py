"""Refusals of announcing, drawing, swapping and publishing."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class DrawGoneError(RuleError):
    """The draft was published, discarded or replaced since the page was shown."""

    is_conflict = True

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This draft is no longer there: it was published, discarded or drawn "
                "again. The page now shows the current state."
            )
        )


class DrawOutdatedError(RuleError):
    """An entry or a result changed after the draw was made."""

    is_conflict = True

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "An entry or a result changed after this draw was made. Draw again, "
                "so that it counts."
            )
        )


class RoundNotLastError(RuleError):
    """Only the newest round can be taken back."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "Only the last round can be taken back. Take back the later rounds "
                "first."
            )
        )


class RoundHasResultsError(RuleError):
    """A round with results cannot be taken back."""

    def __init__(self, *, labels: str) -> None:
        super().__init__(
            gettext_noop(
                "This round already has results (%(labels)s). Remove them first if "
                "the round must be drawn again."
            ),
            labels=labels,
        )


class ResultsMissingError(RuleError):
    """Matches of the last round are still open."""

    def __init__(self, *, labels: str) -> None:
        super().__init__(
            gettext_noop("Results are still missing: %(labels)s. Enter them first."),
            labels=labels,
        )


class ReasonNeededError(RuleError):
    """Drawing again is allowed, but never silent."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Say why it is drawn again. Players can read the reason.")
        )


class SwapNeedsTwoError(RuleError):
    """A swap takes two different players of the draft."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("Choose two players of different pairs to swap."))


class DraftChangedError(RuleError):
    """Players were swapped since the page with the draft was shown."""

    is_conflict = True

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "Players were swapped since this page was opened. Look at the draft "
                "again, then publish it."
            )
        )


class AnnouncementOutdatedError(RuleError):
    """An entry or a result changed after the draw was announced."""

    english = gettext_noop(
        "An entry or a result changed after this draw was announced. Announce it "
        "again, then roll."
    )


class SourceUnfinishedError(RuleError):
    """The stage before is not played to its end."""

    english = gettext_noop(
        "%(name)s is not finished yet: its standings decide who plays here. Enter its "
        "last results, then draw."
    )


class StageFedError(RuleError):
    """Another stage was drawn from the standings of this one."""

    english = gettext_noop(
        "%(name)s was drawn from these standings. Take its rounds back first."
    )


class OneselfError(RuleError):
    """Two entries of the same player are paired with each other."""

    english = gettext_noop(
        "%(name)s is entered twice and would meet themselves. Withdraw one of the "
        "entries, or swap, then publish."
    )

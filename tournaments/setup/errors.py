"""Refusals of changing what a tournament is made of."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class TournamentStartedError(RuleError):
    """Something of the tournament is public or played and cannot be deleted."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "A round of this tournament was published, so it stays in the "
                "archive. Close it instead."
            )
        )


class TooFewRoundsError(RuleError):
    """Fewer rounds than were already drawn."""

    def __init__(self, *, drawn: int) -> None:
        super().__init__(
            gettext_noop(
                "Rounds already drawn: %(drawn)s. Enter at least that number."
            ),
            drawn=drawn,
        )


class RulesFrozenError(RuleError):
    """The rules of a division change after play has started."""

    english = gettext_noop(
        "Play has started, so the rules can no longer be changed. A single match can "
        "be decided on its page."
    )


class StageDrawnError(RuleError):
    """What a stage is changes after it was drawn, or it is to go."""

    english = gettext_noop(
        "%(name)s has been drawn, so this stays as it is. Only its name, match lengths "
        "and later rounds can change."
    )


class StageNeededError(RuleError):
    """A stage is to go, or to become what feeds nobody, that feeds another one."""

    english = gettext_noop(
        "%(name)s gets its players from this stage. Remove %(name)s first."
    )


class LastStageError(RuleError):
    """The only stage of a division is to go."""

    english = gettext_noop(
        "A division needs a stage. Change this one, or remove the division."
    )


class LastDivisionError(RuleError):
    """The only division of a tournament is to go."""

    english = gettext_noop(
        "A tournament needs a division. Change this one, or delete the tournament."
    )


class DrawWaitingError(RuleError):
    """A draw of the stage is announced, under way or a draft."""

    english = gettext_noop("A draw of %(name)s is waiting. Cancel it first.")


class NoLosersError(RuleError):
    """A format in which nobody goes out has no bracket of losers."""

    english = gettext_noop(
        "Only the losers of a knock-out can go on in a bracket of their own. Add a "
        "stage after %(name)s instead."
    )


class LosersPlacedError(RuleError):
    """The losers of a round would go to two brackets."""

    english = gettext_noop(
        "Losers of round %(round)s go to %(name)s already. Choose other rounds, or "
        "change %(name)s first."
    )


class StageEndlessError(RuleError):
    """Nothing can follow what never ends."""

    english = gettext_noop(
        "A free club night has no end, so no stage can follow it. Choose another "
        "format first."
    )


class StageGoneError(RuleError):
    """Somebody removed the stage since the page was shown."""

    english = gettext_noop(
        "This stage is no longer there: it was removed since the page was opened."
    )


class TemplateNameTakenError(RuleError):
    """Another template has this name."""

    english = gettext_noop(
        "There is a template called %(name)s already. Choose another name."
    )

"""What a director can run into on an evening, each with what to do about it."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class TournamentClosedError(RuleError):
    """The results are final."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This tournament is closed. Reopen it to change something.")
        )


class DrawGoneError(RuleError):
    """The draft was published, discarded or replaced since the page was shown."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This draft is no longer there: it was published, discarded or drawn "
                "again. The page now shows what is true."
            )
        )


class DrawOutdatedError(RuleError):
    """An entry or a result changed after the draw was made."""

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

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "Players were swapped since this page was opened. Look at the draft "
                "again, then publish it."
            )
        )


class SwapInBracketError(RuleError):
    """After the first round of a cup the bracket decides who meets."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "After the first round the bracket of the cup decides who meets: "
                "nobody can be swapped any more."
            )
        )


class EntryHasPlayedError(RuleError):
    """Somebody who was drawn cannot be removed, only withdrawn."""

    def __init__(self, *, name: str) -> None:
        super().__init__(
            gettext_noop(
                "%(name)s has been drawn already and cannot be removed. Withdraw "
                "them instead: their results stay."
            ),
            name=name,
        )


class AlreadyEnteredError(RuleError):
    """The player is in this tournament."""

    def __init__(self, *, name: str) -> None:
        super().__init__(gettext_noop("%(name)s is already entered."), name=name)


class LateForCupError(RuleError):
    """A knock-out bracket has no place for a latecomer once it is drawn."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "The cup has been drawn and has no free place. While nothing has been "
                "played you can take the round back, add the player and draw again."
            )
        )


class WinnerAdvancedError(RuleError):
    """A correction would change who plays a round that is already drawn."""

    def __init__(self, *, round_number: int) -> None:
        super().__init__(
            gettext_noop(
                "This would change the winner, but later matches rest on this "
                "result, from round %(round)s on. Use “Correct this result”: it shows "
                "what would change, and lets you choose."
            ),
            round=round_number,
        )


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
            gettext_noop("%(drawn)s rounds are already drawn: enter at least that."),
            drawn=drawn,
        )


class LineUnreadableError(RuleError):
    """The result box was given something else than a match and two scores."""

    def __init__(self, *, typed: str) -> None:
        super().__init__(
            gettext_noop(
                "“%(typed)s” is not a result. Type the match number and both scores "
                "in the order of the score sheet, for example 23 7 5."
            ),
            typed=typed,
        )


class NoSuchMatchError(RuleError):
    """No match of this tournament has the number."""

    def __init__(self, *, number: int) -> None:
        super().__init__(
            gettext_noop(
                "There is no match M%(number)s in this tournament. Look for the "
                "number in the top right corner of the score sheet."
            ),
            number=number,
        )


class RulesFrozenError(RuleError):
    """The rules of a division change after play has started."""

    english = gettext_noop(
        "Play has started, so the rules stay as they are. What concerns one match "
        "can be decided on its page."
    )

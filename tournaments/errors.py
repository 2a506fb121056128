"""What a director can run into, each with what to do about it."""

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


class StageDrawnError(RuleError):
    """What a stage is changes after it was drawn, or it is to go."""

    english = gettext_noop(
        "%(name)s has been drawn, so this stays as it is. Only its name, match lengths "
        "and later rounds can change."
    )


class StageNeededError(RuleError):
    """A stage is to go, or to become what feeds nobody, that feeds another one."""

    english = gettext_noop("%(name)s is fed by this stage. Remove %(name)s first.")


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

    english = gettext_noop("A draw of %(name)s is waiting. Call it off first.")


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


class ResultFedError(RuleError):
    """A stage was drawn from standings in which the result counts."""

    english = gettext_noop(
        "This would change the winner, but %(name)s was drawn from these standings. "
        "Use “Correct this result”: it shows what would change, and lets you choose."
    )


class NotCorrectableError(RuleError):
    """There is no result yet, or the match is no part of the tournament any more."""

    english = gettext_noop(
        "Only a result that counts can be corrected. Enter it on the page of the match."
    )


class NothingChangesError(RuleError):
    """The corrected result is the one on record."""

    english = gettext_noop("This is the result on record: there is nothing to correct.")


class PreviewOutdatedError(RuleError):
    """What a correction would change is not what the director saw."""

    english = gettext_noop(
        "Something changed since this page was shown. Look at what the correction "
        "would change now, and apply it then."
    )


class ChoiceNeededError(RuleError):
    """A correction can be dealt with in several ways."""

    english = gettext_noop("Choose what happens to the matches that follow.")


class CorrectionRestedError(RuleError):
    """Matches that a correction opened have begun."""

    english = gettext_noop(
        "This correction cannot be undone any more, because play has gone on from it: "
        "%(labels)s. Correct the result once more instead."
    )


class CorrectionFollowedError(RuleError):
    """Rounds came or went since a correction."""

    english = gettext_noop(
        "Rounds were published or taken back since this correction. Take back what was "
        "published since, or correct the result once more."
    )


class CorrectionNotLastError(RuleError):
    """A later correction may rest on this one."""

    english = gettext_noop(
        "%(label)s was corrected after this. Undo that correction first."
    )


class CorrectionOutdatedError(RuleError):
    """The corrected result was changed again."""

    english = gettext_noop(
        "The result of %(label)s was changed since this correction. Correct it once "
        "more instead."
    )


class OptionGoneError(RuleError):
    """What was chosen for somebody is not possible any more, or does something else."""

    english = gettext_noop(
        "Something changed since this page was opened, so nothing was done. Look at "
        "the options again and choose."
    )


class OptionRestedError(RuleError):
    """Play has gone on from a choice that is to be undone."""

    english = gettext_noop(
        "This cannot be undone any more, because play has gone on from it. Look at the "
        "options of the player instead."
    )


class PlaceTakenError(RuleError):
    """Matches have begun without somebody who is to come back."""

    english = gettext_noop(
        "%(name)s cannot come back: %(labels)s has begun without them. Look at the "
        "options instead."
    )


class PairMembersError(RuleError):
    """A pair is two different people."""

    english = gettext_noop("A pair is two different people: type two names.")

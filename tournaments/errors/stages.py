"""What stages, corrections and options refuse, each with what to do about it."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


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


class OneselfError(RuleError):
    """Two entries of the same player are paired with each other."""

    english = gettext_noop(
        "%(name)s is entered twice and would meet himself or herself. Withdraw one of "
        "the entries, or swap, then publish."
    )

"""Refusals of correcting an old result."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


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

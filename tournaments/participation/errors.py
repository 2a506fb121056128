"""Refusals of late entry, leaving and coming back."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class OptionGoneError(RuleError):
    """The chosen option is not possible any more, or its effects have changed."""

    is_conflict = True
    english = gettext_noop(
        "Something changed since this page was opened, so nothing was done. Look at "
        "the options again and choose."
    )


class OptionRestedError(RuleError):
    """Later matches depend on the choice that was to be undone."""

    is_conflict = True
    english = gettext_noop(
        "This cannot be undone any more, because play has gone on from it. Look at the "
        "options of the player instead."
    )


class PlaceTakenError(RuleError):
    """Matches have begun that a returning entry should have played."""

    is_conflict = True
    english = gettext_noop(
        "%(name)s cannot come back: %(labels)s has begun without them. Look at the "
        "options instead."
    )

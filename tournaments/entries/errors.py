"""Refusals of entering and removing players."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


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


class PairMembersError(RuleError):
    """A pair is two different people."""

    english = gettext_noop("A pair is two different people: type two names.")

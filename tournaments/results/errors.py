"""Refusals of entering a result."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class WinnerAdvancedError(RuleError):
    """A correction would change who plays a round that is already drawn."""

    def __init__(self, *, round_number: int) -> None:
        super().__init__(
            gettext_noop(
                "This would change the winner, but later matches depend on this "
                "result, from round %(round)s on. Use “Correct this result”: it shows "
                "what would change, and lets you choose."
            ),
            round=round_number,
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


class ResultFedError(RuleError):
    """A stage was drawn from standings in which the result counts."""

    english = gettext_noop(
        "This would change the winner, but %(name)s was drawn from these standings. "
        "Use “Correct this result”: it shows what would change, and lets you choose."
    )

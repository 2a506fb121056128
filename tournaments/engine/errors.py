"""Why a round cannot be drawn, each with what the director can do about it."""

from matches.rules.errors import RuleError
from matches.rules.text import gettext_noop


class DrawError(RuleError):
    """A round that cannot be drawn now."""


class TooFewEntrantsError(DrawError):
    """Fewer entrants are present than a round needs."""

    english = gettext_noop(
        "Entrants needed: %(needed)s; present: %(present)s. Add entrants or check them "
        "in, then draw."
    )


class ResultsOutstandingError(DrawError):
    """A match of an earlier round has no result yet."""

    english = gettext_noop(
        "Round %(round)s is not finished; results missing: %(outstanding)s. Enter "
        "them, then draw."
    )


class StageFinishedError(DrawError):
    """All rounds have been played."""

    english = gettext_noop(
        "All rounds are played; rounds: %(rounds)s. There is nothing left to draw."
    )


class UnknownFormatError(DrawError):
    """No format has this key."""

    english = gettext_noop(
        "There is no format called %(key)s. Choose one from the list."
    )

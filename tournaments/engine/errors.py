"""Why a round cannot be drawn, each with what the director can do about it."""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop


class TooFewEntrantsError(RuleError):
    """Fewer entrants are present than a round needs."""


TOO_FEW_ENTRANTS = Refusal(
    "engine.too_few_entrants",
    gettext_noop(
        "Not enough players: %(needed)s needed, %(present)s checked in. Add players or "
        "check them in, then draw."
    ),
    TooFewEntrantsError,
)

ONLY_EACH_OTHER = Refusal(
    "engine.only_each_other",
    gettext_noop(
        "%(entrant)s and %(other)s have just played each other or should not meet. "
        "Wait "
        "for another match to finish, or pair them anyway."
    ),
    TooFewEntrantsError,
)
"""Two who should wait for others: a draw made all the same pairs them."""

RESULTS_OUTSTANDING = Refusal(
    "engine.results_outstanding",
    gettext_noop(
        "Round %(round)s is not finished (%(outstanding)s results missing). Enter "
        "them, "
        "then draw."
    ),
)
"""A match of an earlier round has no result yet."""

STAGE_FINISHED = Refusal(
    "engine.stage_finished",
    gettext_noop("All %(rounds)s rounds have been played. Nothing left to draw."),
)
"""All rounds have been played."""

SAME_PERSON = Refusal(
    "engine.same_person",
    gettext_noop(
        "%(entrant)s and %(other)s share a player, and no round can keep all such "
        "entries apart. Let one sit out or withdraw one, then draw."
    ),
)
"""A person would be drawn against themselves."""

UNKNOWN_FORMAT = Refusal(
    "engine.unknown_format",
    gettext_noop("There is no format called %(key)s. Choose one from the list."),
)
"""No format has this key."""

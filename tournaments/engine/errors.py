"""Why a round cannot be drawn, each with what the director can do about it."""

from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop


class TooFewEntrantsError(RuleError):
    """Fewer entrants are present than a round needs."""


TOO_FEW_ENTRANTS = Refusal(
    "engine.too_few_entrants",
    gettext_noop(
        "Entrants needed: %(needed)s; present: %(present)s. Add entrants or check them "
        "in, then draw."
    ),
    TooFewEntrantsError,
)

ONLY_EACH_OTHER = Refusal(
    "engine.only_each_other",
    gettext_noop(
        "%(entrant)s and %(other)s have just played each other, or are not to meet. "
        "Wait until another match ends, or pair them all the same."
    ),
    TooFewEntrantsError,
)
"""Two who should wait for others: a draw made all the same pairs them."""

RESULTS_OUTSTANDING = Refusal(
    "engine.results_outstanding",
    gettext_noop(
        "Round %(round)s is not finished; results missing: %(outstanding)s. Enter "
        "them, then draw."
    ),
)
"""A match of an earlier round has no result yet."""

STAGE_FINISHED = Refusal(
    "engine.stage_finished",
    gettext_noop(
        "All rounds are played; rounds: %(rounds)s. There is nothing left to draw."
    ),
)
"""All rounds have been played."""

SAME_PERSON = Refusal(
    "engine.same_person",
    gettext_noop(
        "%(entrant)s and %(other)s share a person, and no round keeps all such entries "
        "apart. Let one of them sit this round out, or withdraw one, then draw."
    ),
)
"""A person would be drawn against themselves."""

UNKNOWN_FORMAT = Refusal(
    "engine.unknown_format",
    gettext_noop("There is no format called %(key)s. Choose one from the list."),
)
"""No format has this key."""

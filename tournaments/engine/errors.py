"""Why a round cannot be drawn, each with what the director can do about it."""

from matches.rules.refusals import Refusal, RuleError


class TooFewEntrantsError(RuleError):
    """Fewer entrants are present than a round needs."""


TOO_FEW_ENTRANTS = Refusal(
    "engine.too_few_entrants",
    "Not enough players: %(needed)s needed, %(present)s checked in. Add players or "
    "check them in, then draw.",
    TooFewEntrantsError,
)
ONLY_EACH_OTHER = Refusal(
    "engine.only_each_other",
    "%(entrant)s and %(other)s have just played each other or should not meet. Wait "
    "for another match to finish, or pair them anyway.",
    TooFewEntrantsError,
)
RESULTS_OUTSTANDING = Refusal(
    "engine.results_outstanding",
    "Round %(round)s is not finished (%(outstanding)s results missing). Enter them, "
    "then draw.",
)
STAGE_FINISHED = Refusal(
    "engine.stage_finished",
    "All %(rounds)s rounds have been played. Nothing left to draw.",
)
SAME_PERSON = Refusal(
    "engine.same_person",
    "%(entrant)s and %(other)s share a player, and no round can keep all such entries "
    "apart. Let one sit out or withdraw one, then draw.",
)
UNKNOWN_FORMAT = Refusal(
    "engine.unknown_format",
    "There is no format called %(key)s. Choose one from the list.",
)

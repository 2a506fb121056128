"""Refusals of changing what a tournament is made of."""

from matches.rules.refusals import Refusal

TOURNAMENT_STARTED = Refusal(
    "setup.tournament_started",
    "A round of this tournament has been published; its results would also go to the "
    "bin. Check again before you delete it.",
)
"""A tournament that has begun is to be deleted without a confirmation."""

NOT_IN_BIN = Refusal(
    "setup.not_in_bin",
    "This tournament is no longer in the bin: it was restored, or has expired.",
)
"""A tournament is brought back that is not, or no longer, in the bin."""

TOO_FEW_ROUNDS = Refusal(
    "setup.too_few_rounds",
    "%(drawn)s rounds have been drawn. Enter at least that number.",
)
"""Fewer rounds than were already drawn."""

RULES_FROZEN = Refusal(
    "setup.rules_frozen",
    "Play has started, so the rules can no longer be changed. You can still decide a "
    "single match on its page.",
)
"""The rules of a division change after play has started."""

STAGE_DRAWN = Refusal(
    "setup.stage_drawn",
    "%(name)s has been drawn. You can still change its name, match lengths and later "
    "rounds.",
)
"""A drawn stage is to be changed or removed."""

STAGE_NEEDED = Refusal(
    "setup.stage_needed",
    "%(name)s gets its players from this stage. Remove %(name)s first.",
)
"""A stage that feeds another one is to be removed, or to get a format that cannot."""

LAST_STAGE = Refusal(
    "setup.last_stage",
    "A division needs a stage. Change this one, or remove the division.",
)
"""The only stage of a division is to be removed."""

LAST_DIVISION = Refusal(
    "setup.last_division",
    "A tournament needs a division. Change this one, or delete the tournament.",
)
"""The only division of a tournament is to be removed."""

DRAW_WAITING = Refusal(
    "setup.draw_waiting",
    "%(name)s has a draw in progress. Cancel it first.",
)
"""A draw of the stage is announced, under way or a draft."""

NO_LOSERS = Refusal(
    "setup.no_losers",
    "Only a knockout can feed a consolation bracket. Add a stage after %(name)s "
    "instead.",
)
"""A format without elimination has no bracket of losers."""

LOSERS_PLACED = Refusal(
    "setup.losers_placed",
    "Losers of round %(round)s go to %(name)s already. Choose other rounds, or change "
    "%(name)s first.",
)
"""The losers of a round would go to two brackets."""

STAGE_ENDLESS = Refusal(
    "setup.stage_endless",
    "An open play night has no end, so no stage can follow it. Choose another format "
    "first.",
)
"""Nothing can follow what never ends."""

STAGE_GONE = Refusal(
    "setup.stage_gone",
    "This stage was removed after you opened the page.",
)
"""The stage was removed since the page was shown."""

TEMPLATE_NAME_TAKEN = Refusal(
    "setup.template_name_taken",
    "A template called %(name)s already exists. Choose another name.",
)
"""Another template has this name."""

"""Refusals of changing what a tournament is made of."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

TOURNAMENT_STARTED = Refusal(
    "setup.tournament_started",
    gettext_noop(
        "A round of this tournament was published: its results would go to the bin, "
        "too. Look at it once more before you delete it."
    ),
)
"""A tournament that has begun is to be deleted without a confirmation."""

NOT_IN_BIN = Refusal(
    "setup.not_in_bin",
    gettext_noop(
        "This tournament is not in the bin: it was brought back, or its time was over."
    ),
)
"""A tournament is brought back that is not, or no longer, in the bin."""

TOO_FEW_ROUNDS = Refusal(
    "setup.too_few_rounds",
    gettext_noop("Rounds already drawn: %(drawn)s. Enter at least that number."),
)
"""Fewer rounds than were already drawn."""

RULES_FROZEN = Refusal(
    "setup.rules_frozen",
    gettext_noop(
        "Play has started, so the rules can no longer be changed. A single match can "
        "be decided on its page."
    ),
)
"""The rules of a division change after play has started."""

STAGE_DRAWN = Refusal(
    "setup.stage_drawn",
    gettext_noop(
        "%(name)s has been drawn, so this stays as it is. Only its name, match lengths "
        "and later rounds can change."
    ),
)
"""A drawn stage is to be changed or removed."""

STAGE_NEEDED = Refusal(
    "setup.stage_needed",
    gettext_noop("%(name)s gets its players from this stage. Remove %(name)s first."),
)
"""A stage that feeds another one is to be removed, or to get a format that cannot."""

LAST_STAGE = Refusal(
    "setup.last_stage",
    gettext_noop("A division needs a stage. Change this one, or remove the division."),
)
"""The only stage of a division is to be removed."""

LAST_DIVISION = Refusal(
    "setup.last_division",
    gettext_noop(
        "A tournament needs a division. Change this one, or delete the tournament."
    ),
)
"""The only division of a tournament is to be removed."""

DRAW_WAITING = Refusal(
    "setup.draw_waiting",
    gettext_noop("A draw of %(name)s is waiting. Cancel it first."),
)
"""A draw of the stage is announced, under way or a draft."""

NO_LOSERS = Refusal(
    "setup.no_losers",
    gettext_noop(
        "Only the losers of a knock-out can go on in a bracket of their own. Add a "
        "stage after %(name)s instead."
    ),
)
"""A format without elimination has no bracket of losers."""

LOSERS_PLACED = Refusal(
    "setup.losers_placed",
    gettext_noop(
        "Losers of round %(round)s go to %(name)s already. Choose other rounds, or "
        "change %(name)s first."
    ),
)
"""The losers of a round would go to two brackets."""

STAGE_ENDLESS = Refusal(
    "setup.stage_endless",
    gettext_noop(
        "A free club night has no end, so no stage can follow it. Choose another "
        "format first."
    ),
)
"""Nothing can follow what never ends."""

STAGE_GONE = Refusal(
    "setup.stage_gone",
    gettext_noop(
        "This stage is no longer there: it was removed since the page was opened."
    ),
)
"""The stage was removed since the page was shown."""

TEMPLATE_NAME_TAKEN = Refusal(
    "setup.template_name_taken",
    gettext_noop("There is a template called %(name)s already. Choose another name."),
)
"""Another template has this name."""

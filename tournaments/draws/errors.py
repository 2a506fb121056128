"""Refusals of announcing, drawing, swapping and publishing."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

DRAW_GONE = Refusal(
    "draw.gone",
    "This draft no longer exists: it was published, discarded or redrawn. The page now "
    "shows the current state.",
    status=HTTPStatus.CONFLICT,
)
ASKS_WAITING = Refusal(
    "draw.asks_waiting",
    "Bye requests for round %(round)s: %(names)s. Accept or decline them first.",
    status=HTTPStatus.CONFLICT,
)
DRAW_OUTDATED = Refusal(
    "draw.outdated",
    "An entry or result has changed since this draw was made. Draw again to include "
    "the change.",
    status=HTTPStatus.CONFLICT,
)
NAMES_CHANGED = Refusal(
    "draw.names_changed",
    "Names have changed since the draw was announced: %(names)s. Change them back, or "
    "draw again.",
    status=HTTPStatus.CONFLICT,
)
ROUND_NOT_LAST = Refusal(
    "draw.round_not_last",
    "Only the last round can be unpublished. Unpublish later rounds first.",
)
ROUND_HAS_RESULTS = Refusal(
    "draw.round_has_results",
    "This round already has results (%(labels)s). Remove them first if you need to "
    "redraw the round.",
)
REASON_NEEDED = Refusal(
    "draw.reason_needed",
    "Enter a reason for drawing again. Players can read it.",
)
SWAP_NEEDS_TWO = Refusal(
    "draw.swap_needs_two",
    "Choose two players from different pairings to swap.",
)
DRAFT_CHANGED = Refusal(
    "draw.draft_changed",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
ANNOUNCEMENT_OUTDATED = Refusal(
    "draw.announcement_outdated",
    "An entry or result has changed since this draw was announced. Announce it again, "
    "then roll.",
)
SOURCE_UNFINISHED = Refusal(
    "draw.source_unfinished",
    "%(name)s is not finished, and its standings decide who plays here. Enter its last "
    "results, then draw.",
)
STAGE_FED = Refusal(
    "draw.stage_fed",
    "%(name)s was drawn from these standings. Unpublish its rounds first.",
)
MEETS_ONESELF = Refusal(
    "draw.meets_oneself",
    "%(name)s and %(other)s share a player. Withdraw one of the entries, or swap, then "
    "publish.",
)
SWAP_NEEDS_REASON = Refusal(
    "draw.swap_needs_reason",
    "Enter a reason for the swap. Players can read it.",
)

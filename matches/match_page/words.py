"""Words of the match page: reasons, cube values, and the origin of a result."""

from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.ledger.reporter import DESK, HANDOVER, PERSONAL, SHEET
from matches.match_page.games import how_words
from matches.rules import AdjustmentReason, GameResult

ADJUSTMENT_REASONS: Final = (
    (AdjustmentReason.LATE.value, _("lateness")),
    (AdjustmentReason.CONDUCT.value, _("conduct")),
    (AdjustmentReason.CLOCK.value, _("clock")),
    (AdjustmentReason.CORRECTION.value, _("score correction")),
    (AdjustmentReason.RULING.value, _("ruling")),
)


def via_words(via: str) -> str:
    """Return in words how the person who reported a result was identified."""
    words = {
        DESK: gettext("desk"),
        PERSONAL: gettext("personal link"),
        SHEET: gettext("code on the score sheet"),
        HANDOVER: gettext("on the opponent’s phone"),
    }
    return words.get(via, "")


def words_of(game: GameResult) -> str:
    """Return in words how a game ended."""
    return with_cube(how_words(game), game.cube)


def with_cube(how: str, cube: int) -> str:
    """Return how a game ended, followed by the cube if it was turned."""
    if cube == 1:
        return how
    return gettext("%(how)s, cube %(cube)s") % {"how": how, "cube": cube}

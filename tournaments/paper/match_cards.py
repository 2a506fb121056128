"""Match cards for short matches: four on a page, a final score and nothing else."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.documents.languages import speaking
from matches.documents.pdf import in_batches, print_in_parts, print_template
from matches.documents.registry import OnProgress
from matches.documents.text import clean
from tournaments.paper.score_sheets import NOTHING_TO_PRINT
from tournaments.paper.sheet_values import SheetValues
from tournaments.paper.values import AT_ANY_TIME
from tournaments.structure.names import round_or_draw_name, shown_name

ON_A_PAGE: Final = 4


def cards_basis(cards: Sequence[SheetValues]) -> list[SheetValues]:
    """Return cards without the time of printing, which does not outdate a PDF."""
    return [replace(card, printed_at=AT_ANY_TIME) for card in cards]


def match_cards(
    cards: Sequence[SheetValues], on_progress: OnProgress = lambda _done, _parts: None
) -> bytes:
    """Return the PDF of match cards, four on a page, in their order.

    Raises NOTHING_TO_PRINT without cards, and PRINTING_UNAVAILABLE where the libraries
    are missing.
    """
    if not cards:
        raise NOTHING_TO_PRINT()
    with speaking(cards[0].language):
        return print_in_parts(cards, _printed, on_progress)


def _printed(cards: Sequence[SheetValues]) -> bytes:
    shown = [(card, card_place(card), card_length(card)) for card in cards]
    return print_template(
        "tournaments/paper/match_cards",
        {"title": clean(cards[0].tournament), "pages": in_batches(shown, ON_A_PAGE)},
    )


def card_place(card: SheetValues) -> str:
    """Return division, stage and round of a card."""
    round_name = gettext(card.round_name) if card.round_name else ""
    turn = round_name or round_or_draw_name(
        card.round_number, is_endless=card.is_endless
    )
    names = (*map(shown_name, (card.division, card.stage)), turn)
    return " · ".join(clean(name) for name in names if name)


def card_length(card: SheetValues) -> str:
    """Return to how many points the match of a card is played."""
    text = ngettext("to %(length)s point", "to %(length)s points", card.length)
    return text % {"length": card.length}

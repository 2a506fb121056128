"""Match cards for short matches: four on a page, a final score and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from matches.documents.fitting import (
    ELLIPSIS,
    MM_PER_POINT,
    SMALLEST,
    FittedText,
    cut,
    fitted,
)
from matches.documents.languages import first_of, is_two, speaking
from matches.documents.pdf import render_pdf, text_width
from matches.documents.text import FONT_FAMILY, by_direction, clean, printed_line
from matches.web.qr import qr_address
from tournaments.printed_lists.four_cards import WIDTH, FourCards, four_cards
from tournaments.printed_lists.values import AT_ANY_TIME
from tournaments.score_sheets import NOTHING_TO_PRINT, SheetValues
from tournaments.structure.names import round_or_draw_name, shown_name

ON_A_PAGE: Final = 4
NAME: Final = 58.0
HEAD: Final = 64.0
STAMP: Final = 8
"""The type of the last line, in points."""
LARGEST_NAME: Final = 16
NAMES_ON_TWO_LINES: Final = (13, 12, 11, 10)
TABLE: Final = 40.0
DIGITS: Final = 31.5
"""The type of a table number, in millimetres: its digits are 20 mm high."""


@dataclass(frozen=True, slots=True)
class CardTexts:
    """The texts of one card as they are printed: translated, cleaned, fitted."""

    tournament: FittedText
    where: FittedText
    length: str
    table: str
    table_size: float
    number: str
    code: str
    qr: str
    names: tuple[FittedText, FittedText]
    stamp: str


def cards_basis(cards: Sequence[SheetValues]) -> list[SheetValues]:
    """Return cards without the time of printing, which does not outdate a PDF."""
    return [replace(card, printed_at=AT_ANY_TIME) for card in cards]


def match_cards(cards: Sequence[SheetValues]) -> bytes:
    """Return the PDF of match cards, four on a page, in their order.

    Raises NOTHING_TO_PRINT without cards, and PRINTING_UNAVAILABLE where the libraries
    are missing.
    """
    if not cards:
        raise NOTHING_TO_PRINT()
    with speaking(cards[0].language):
        faces = [card_texts(card) for card in cards]
        html = render_to_string(
            "tournaments/printed_lists/cards.html",
            {
                "language": first_of(cards[0].language),
                "is_two": is_two(cards[0].language),
                "title": clean(cards[0].tournament),
                "height": four_cards().height,
                "signed": round(116 - four_cards().lower, 1),
                "pages": [
                    faces[start : start + ON_A_PAGE]
                    for start in range(0, len(faces), ON_A_PAGE)
                ],
            },
        )
    return render_pdf(html, stylesheet=_stylesheet(four_cards()))


def card_texts(card: SheetValues) -> CardTexts:
    """Return the texts of one card, in the active language."""
    round_name = gettext(card.round_name) if card.round_name else ""
    names = (*map(shown_name, (card.division, card.stage)), round_name or _turn(card))
    where = " · ".join(clean(name) for name in names if name)
    table = "" if card.table is None else str(card.table)
    return CardTexts(
        tournament=fitted(clean(card.tournament), HEAD, size=13, is_bold=True),
        where=fitted(where, HEAD, size=10, smallest=8, lines=1),
        length=ngettext("to %(length)s point", "to %(length)s points", card.length)
        % {"length": card.length},
        table=table,
        table_size=round(
            min(DIGITS, TABLE / text_width(table, bold=True)) if table else DIGITS, 1
        ),
        number=f"M{card.match_number}",
        code=clean(card.code),
        qr=qr_address(card.url),
        names=(_name(card.one.name), _name(card.two.name)),
        stamp=_stamp(card),
    )


def _stamp(card: SheetValues) -> str:
    """Return when the card was printed and whose it is, as far as there is room."""
    printed = printed_line(timezone.localtime(card.printed_at), card.draw_number)
    stamp = " · ".join(filter(None, [printed, clean(card.club)]))
    return cut(stamp, WIDTH / (STAMP * MM_PER_POINT))


def _turn(card: SheetValues) -> str:
    return round_or_draw_name(card.round_number, is_endless=card.is_endless)


def _name(name: str) -> FittedText:
    """Return a name on one line, or on two in type as large as they allow."""
    text = clean(name)
    alone = fitted(text, NAME, size=LARGEST_NAME, is_bold=True, lines=1)
    if alone.size > SMALLEST:
        return alone
    tries = (
        fitted(text, NAME, size=size, smallest=size, is_bold=True)
        for size in NAMES_ON_TWO_LINES
    )
    whole = (name for name in tries if ELLIPSIS not in name.lines[-1])
    return next(whole, fitted(text, NAME, size=SMALLEST, is_bold=True))


@by_direction
def _stylesheet(cards: FourCards) -> str:
    return render_to_string(
        "tournaments/printed_lists/cards.css",
        {
            "font": FONT_FAMILY,
            "paper": cards.css,
            "page_width": cards.paper.width,
            "page_height": round(cards.paper.height - 1, 1),
            "left": cards.left,
            "right": round(cards.middle[0] + cards.left, 2),
            "upper": cards.top,
            "lower": round(cards.middle[1] + cards.top, 2),
            "across": round(cards.middle[1] - 0.1, 1),
            "down": round(cards.middle[0] - 0.1, 1),
            "height": cards.height,
            "signature": round(117 - cards.lower, 1),
            "bring": round(122.5 - cards.lower, 1),
            "scan": round(127.6 - cards.lower, 1),
            "bring_in_two": round(120.4 - cards.lower, 1),
            "scan_in_two": round(127.4 - cards.lower, 1),
            "name": NAME,
            "sizes": range(8, 17),
        },
    )

"""The score sheets of a round: their values, their form and the PDF."""

from tournaments.score_sheets.pdf import (
    NOTHING_TO_PRINT,
    blank_pages,
    blank_score_sheets,
    score_sheets,
    whole_page_sheets,
)
from tournaments.score_sheets.values import SheetSide, SheetValues

__all__ = [
    "NOTHING_TO_PRINT",
    "SheetSide",
    "SheetValues",
    "blank_pages",
    "blank_score_sheets",
    "score_sheets",
    "whole_page_sheets",
]

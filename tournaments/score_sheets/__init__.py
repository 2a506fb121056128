"""The score sheets of a round: their values, their form and the PDF."""

from tournaments.score_sheets.pdf import NothingToPrintError, score_sheets
from tournaments.score_sheets.values import SheetSide, SheetValues

__all__ = [
    "NothingToPrintError",
    "SheetSide",
    "SheetValues",
    "score_sheets",
]

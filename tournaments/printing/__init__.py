"""What a tournament prints: the score sheets of a round."""

from tournaments.printing.sheets import NothingToPrintError, score_sheets
from tournaments.printing.values import SheetValues, Side

__all__ = ["NothingToPrintError", "SheetValues", "Side", "score_sheets"]

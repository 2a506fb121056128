"""What a tournament prints: the score sheets of a round."""

from tournaments.printing.sheets import NothingToPrint, score_sheets
from tournaments.printing.values import SheetValues, Side

__all__ = ["NothingToPrint", "SheetValues", "Side", "score_sheets"]

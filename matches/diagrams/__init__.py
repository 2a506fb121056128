"""Drawings of the board: one `<svg>` for screens, paper and PDFs."""

from django.utils.safestring import SafeString, mark_safe

from matches.diagrams.svg import Look, Step, board_svg
from matches.rules.board import Situation

__all__ = [
    "Look",
    "Step",
    "board_svg",
]


def drawn(situation: Situation, *, look: Look) -> SafeString:
    """Draw a situation. User input in it (names and labels) is escaped."""
    return mark_safe(board_svg(situation, look=look))  # noqa: S308 - it escapes

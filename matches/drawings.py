"""Drawn boards that templates may show as they are."""

from django.utils.safestring import SafeString, mark_safe

from matches.diagrams import Look, board_svg
from matches.rules.board import Situation


def drawn(situation: Situation, *, look: Look) -> SafeString:
    """Draw a situation. The drawing escapes what people typed: names and labels."""
    return mark_safe(board_svg(situation, look=look))  # noqa: S308 - it escapes

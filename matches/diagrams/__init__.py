"""Drawings of the board: one `<svg>` for screens, paper and PDFs."""

from django.utils.safestring import SafeString, mark_safe

from matches.diagrams.svg import DiagramOptions, Step, board_svg, movable_shapes
from matches.rules.board import Situation


def drawn(situation: Situation, *, look: DiagramOptions) -> SafeString:
    return mark_safe(board_svg(situation, look=look))  # noqa: S308 - it escapes


def shapes_to_move() -> SafeString:
    return mark_safe(movable_shapes())  # noqa: S308 - nothing in it is typed

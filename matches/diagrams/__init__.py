"""The board as a drawing: one `<svg>` for screens, paper and PDFs."""

from matches.diagrams.board import Look, Step, board_svg

__all__ = ["Look", "Step", "board_svg"]

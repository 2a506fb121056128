"""Draws: announcing, drawing, swapping, publishing, checking and explaining them."""

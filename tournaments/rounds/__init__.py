"""Draws, published rounds and pairings: their rows, and how pages show them."""

"""Draws: announced, made, swapped, published, taken back, proved, explained."""

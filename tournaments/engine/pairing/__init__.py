"""Pairing algorithms; they know lines, weights and lots, no tournament."""

"""Matches, games and every other fact on record of a match."""

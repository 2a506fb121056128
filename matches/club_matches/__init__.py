"""Matches and money sessions outside tournaments."""

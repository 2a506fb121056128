"""Decisions of a director about a match: penalty points, endings, interruptions."""

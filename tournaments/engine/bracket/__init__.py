"""Brackets: a graph of matches fed by lines, winners and losers, and its course."""

from tournaments.engine.bracket.course import BOTTOM, TOP, Course, Slot, course

__all__ = [
    "BOTTOM",
    "TOP",
    "Course",
    "Slot",
    "course",
]

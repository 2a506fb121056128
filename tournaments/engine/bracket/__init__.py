"""Brackets: a graph of matches fed by lines, winners and losers, and its course."""

from tournaments.engine.bracket.course import BOTTOM, TOP, Course, Slot, course
from tournaments.engine.bracket.plan import VACANT, Node, Plan, Source

__all__ = [
    "BOTTOM",
    "TOP",
    "VACANT",
    "Course",
    "Node",
    "Plan",
    "Slot",
    "Source",
    "course",
]

"""Brackets: a graph of matches fed by lines, winners and losers, and its course."""

from tournaments.engine.bracket.course import BOTTOM, TOP, BracketCourse, Slot, course

"""Brackets as pages and papers show them: rounds, trees, and one player's way."""

from tournaments.selectors.brackets.paths import Path, Step, path_of
from tournaments.selectors.brackets.reading import Bracket, Meeting, bracket_of, named
from tournaments.selectors.brackets.rounds import RoundPage, Tab, round_page
from tournaments.selectors.brackets.trees import Tree, trees_of
from tournaments.selectors.brackets.words import Words

__all__ = [
    "Bracket",
    "Meeting",
    "Path",
    "RoundPage",
    "Step",
    "Tab",
    "Tree",
    "Words",
    "bracket_of",
    "named",
    "path_of",
    "round_page",
    "trees_of",
]

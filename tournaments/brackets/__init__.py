"""Brackets as pages and documents show them: rounds, trees, and players' paths."""

from tournaments.brackets.cards import Path, PathStep, path_of
from tournaments.brackets.queries import (
    Bracket,
    BracketMatch,
    BracketName,
    bracket_of,
    named,
    names_in,
)
from tournaments.brackets.round_list import RoundPage, Tab, round_page
from tournaments.brackets.tree import Tree, trees_of
from tournaments.brackets.words import BracketWords

__all__ = [
    "Bracket",
    "BracketMatch",
    "BracketName",
    "BracketWords",
    "Path",
    "PathStep",
    "RoundPage",
    "Tab",
    "Tree",
    "bracket_of",
    "named",
    "names_in",
    "path_of",
    "round_page",
    "trees_of",
]

"""Players, matches and their games; accounts and the journal of every act."""

from matches.models.facts import (
    Adjustment,
    Fact,
    FinalScore,
    Game,
    Interruption,
    MatchFile,
    Payment,
    Ruling,
    SheetPhoto,
)
from matches.models.journal import JournalEntry
from matches.models.match import Match, RulesProfile
from matches.models.people import Invitation, Player, User
from matches.models.reports import Report

__all__ = [
    "Adjustment",
    "Fact",
    "FinalScore",
    "Game",
    "Interruption",
    "Invitation",
    "JournalEntry",
    "Match",
    "MatchFile",
    "Payment",
    "Player",
    "Report",
    "RulesProfile",
    "Ruling",
    "SheetPhoto",
    "User",
]

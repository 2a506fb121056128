"""All models of this app, where Django looks for them."""

from matches.accounts.models import Grant, Invitation, User
from matches.api.models import ApiToken
from matches.documents.models import Printout
from matches.jobs.models import Job, SentFile
from matches.ledger.models.amendment import MatchAmendment
from matches.ledger.models.facts import (
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
from matches.ledger.models.match import TRANSITIONS, FormerSheetCode, Match, MatchCounts
from matches.ledger.models.report import OPEN_REPORTS, Report
from matches.outgoing.models import Notification, Phone, Recipient, SendingSite
from matches.players.models import Player, PlayerMerge
from matches.ratings.models import (
    GivenRating,
    ListedPlayer,
    RatedMatch,
    RatingImport,
    RatingList,
    Recalculation,
    RecalculationCause,
    RecalculationMove,
)
from matches.rulebook.models import RulesProfile
from matches.web.models import CacheGeneration, Club, FormKey, JournalEntry, Logo

__all__ = [
    "OPEN_REPORTS",
    "TRANSITIONS",
    "Adjustment",
    "ApiToken",
    "CacheGeneration",
    "Club",
    "Fact",
    "FinalScore",
    "FormKey",
    "FormerSheetCode",
    "Game",
    "GivenRating",
    "Grant",
    "Interruption",
    "Invitation",
    "Job",
    "JournalEntry",
    "ListedPlayer",
    "Logo",
    "Match",
    "MatchAmendment",
    "MatchCounts",
    "MatchFile",
    "Notification",
    "Payment",
    "Phone",
    "Player",
    "PlayerMerge",
    "Printout",
    "RatedMatch",
    "RatingImport",
    "RatingList",
    "Recalculation",
    "RecalculationCause",
    "RecalculationMove",
    "Recipient",
    "Report",
    "RulesProfile",
    "Ruling",
    "SendingSite",
    "SentFile",
    "SheetPhoto",
    "User",
]

"""All models of this app, where Django looks for them."""

from tournaments.api.models import Delivery, Webhook
from tournaments.entries.arrivals.models import ArrivalWindow
from tournaments.hall.models import DeskNote, PlayerMessage
from tournaments.money.models import MoneyNote, Pool, Till
from tournaments.news.models import TournamentNews
from tournaments.paper.models import Printing
from tournaments.results.amendments.models import Amendment, Correction
from tournaments.rounds.announcements.models import Announcement, RoundClock
from tournaments.rounds.models import (
    DRAW_TRANSITIONS,
    OPEN_STATES,
    Draw,
    DrawAnnouncement,
    Pairing,
    PairingQuerySet,
    Round,
)
from tournaments.screens.models import Screen
from tournaments.seasons.models import (
    Season,
    SeasonCarried,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
    SeasonPlace,
)
from tournaments.setup.models import Template
from tournaments.signups.models import SignUp, SignUpList
from tournaments.structure.models import (
    CheckedIn,
    Division,
    Entry,
    EntryQuerySet,
    Stage,
    Tournament,
    format_choices,
    language_choices,
    second_language_choices,
)
from tournaments.tables.models import Hall, HallTable, HallUse

__all__ = [
    "DRAW_TRANSITIONS",
    "OPEN_STATES",
    "Amendment",
    "Announcement",
    "ArrivalWindow",
    "CheckedIn",
    "Correction",
    "Delivery",
    "DeskNote",
    "Division",
    "Draw",
    "DrawAnnouncement",
    "Entry",
    "EntryQuerySet",
    "Hall",
    "HallTable",
    "HallUse",
    "MoneyNote",
    "Pairing",
    "PairingQuerySet",
    "PlayerMessage",
    "Pool",
    "Printing",
    "Round",
    "RoundClock",
    "Screen",
    "Season",
    "SeasonCarried",
    "SeasonClosing",
    "SeasonEvening",
    "SeasonMember",
    "SeasonPlace",
    "SignUp",
    "SignUpList",
    "Stage",
    "Template",
    "Till",
    "Tournament",
    "TournamentNews",
    "Webhook",
    "format_choices",
    "language_choices",
    "second_language_choices",
]

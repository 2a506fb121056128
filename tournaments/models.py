"""All models of this app, where Django looks for them."""

from tournaments.amendments.models import Correction
from tournaments.rounds.models import Draw, Pairing, Round, new_seed
from tournaments.score_sheets.models import Printout
from tournaments.setup.models import Template
from tournaments.structure.models import (
    Division,
    Entry,
    Stage,
    Tournament,
    format_choices,
)

__all__ = [
    "Correction",
    "Division",
    "Draw",
    "Entry",
    "Pairing",
    "Printout",
    "Round",
    "Stage",
    "Template",
    "Tournament",
    "format_choices",
    "new_seed",
]

"""Tournaments, draws and archives as rows."""

from tournaments.models.archives import Archive, ArchiveFile
from tournaments.models.draws import (
    Draw,
    Pairing,
    Printout,
    Round,
    new_seed,
)
from tournaments.models.jobs import Job
from tournaments.models.tournament import (
    Division,
    Entry,
    Stage,
    Tournament,
    format_choices,
)

__all__ = [
    "Archive",
    "ArchiveFile",
    "Division",
    "Draw",
    "Entry",
    "Job",
    "Pairing",
    "Printout",
    "Round",
    "Stage",
    "Tournament",
    "format_choices",
    "new_seed",
]

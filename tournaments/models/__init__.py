"""Tournaments, draws and archives as rows."""

from tournaments.models.archives import Archive, ArchiveFile
from tournaments.models.draws import (
    Correction,
    Draw,
    Pairing,
    Printout,
    Round,
    new_seed,
)
from tournaments.models.jobs import Job
from tournaments.models.templates import Template
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
    "Correction",
    "Division",
    "Draw",
    "Entry",
    "Job",
    "Pairing",
    "Printout",
    "Round",
    "Stage",
    "Template",
    "Tournament",
    "format_choices",
    "new_seed",
]

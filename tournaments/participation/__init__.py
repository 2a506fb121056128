"""What can be done now for one person: late, again, leaving, or not there."""

from tournaments.participation.choices import Choice, ChoiceGroup, EntryChange
from tournaments.participation.plan import OptionsView, choice_named, options_of
from tournaments.participation.stage import StageSnapshot, snapshot_of, snapshots_of

__all__ = [
    "Choice",
    "ChoiceGroup",
    "EntryChange",
    "OptionsView",
    "StageSnapshot",
    "choice_named",
    "options_of",
    "snapshot_of",
    "snapshots_of",
]

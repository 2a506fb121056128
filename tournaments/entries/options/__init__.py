"""Late entry, re-entry, withdrawal and no-show: the options for one entry, now.

`plan` computes the options from a snapshot of each stage, `words` says them, and
`apply` carries one out as an amendment, which can be undone.
"""

from tournaments.entries.options.choices import Choice, ChoiceGroup, EntryChange
from tournaments.entries.options.plan import OptionsView, choice_named, options_of
from tournaments.entries.options.snapshot import (
    StageSnapshot,
    snapshot_of,
    snapshots_of,
)

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

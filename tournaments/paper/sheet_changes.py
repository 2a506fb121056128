"""New and changed sheets of a document that is printed sheet by sheet."""

from dataclasses import dataclass
from typing import Final

from matches.documents.registry import DETAIL

SHEETS: Final = ("score-sheets", "score-sheets-a4", "match-cards")
"""Alternative documents: a match needs a sheet of only one of them."""

NEW: Final = "new"
"""The choice to print the sheets that were never printed."""
CHANGED: Final = "changed"
"""The choice to print the sheets that have changed since they were printed."""
NEWS: Final = "news"
"""The choice to print new and changed sheets."""
ALL: Final = "all"
"""The choice to print every sheet."""
ALREADY: Final = "already"
"""The choice to record that the paper was printed elsewhere, and to print nothing."""

Parts = dict[str, str]
"""The digest of each sheet, by its key."""


@dataclass(frozen=True, slots=True)
class SheetChanges:
    """The new sheets, which were never printed, and those changed since printing."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    total: int = 0


def sheet_changes(now: Parts, printed: Parts) -> SheetChanges:
    """Compare sheets with those that were printed last."""
    return SheetChanges(
        new=tuple(key for key in now if key not in printed),
        changed=tuple(
            key
            for key, digest in now.items()
            if key in printed and _differs(digest, printed[key])
        ),
        total=len(now),
    )


def _differs(now: str, printed: str) -> bool:
    """Return True for other contents, or another table than the printed one."""
    content, _at, detail = now.partition(DETAIL)
    was, _at, was_there = printed.partition(DETAIL)
    return content != was or (was_there != "" and detail not in {"", was_there})

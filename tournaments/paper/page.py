"""The papers of a round as values for their page."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from matches.documents import registry
from matches.documents.papers import A4
from tournaments.paper.models import Printing
from tournaments.paper.sheet_changes import (
    ALL,
    ALREADY,
    CHANGED,
    NEW,
    NEWS,
    SheetChanges,
)

CHARTS: Final = ("wall-chart", "wall-chart-a4")
MOST_SHOWN: Final = 40
"""The number of newest printings on the page."""
_TAGS: Final = {
    "new": "to_print",
    "changed": "print_changed",
    "printed": "printed",
}


@dataclass(frozen=True, slots=True)
class PrintButton:
    """A button beside a paper: which of its sheets it prints."""

    which: str
    text: str
    is_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A document that can be printed: whether it is needed, and its last printing.

    `problem` is the reason why it cannot be printed yet. `news` are its sheets, of a
    document that is printed sheet by sheet; `is_changed` is for the others. `is_due`:
    the round needs it, and again when it has changed.
    """

    document: str
    address: str
    name: str
    note: str = ""
    last: Printing | None = None
    news: SheetChanges | None = None
    is_changed: bool = False
    is_due: bool = False
    problem: str = ""

    @property
    def new(self) -> int:
        """The number of sheets that were never printed."""
        return len(self.news.new) if self.news else 0

    @property
    def changed(self) -> int:
        """The number of sheets that differ from the printed ones."""
        return len(self.news.changed) if self.news else 0

    @property
    def total(self) -> int:
        """The number of all sheets."""
        return self.news.total if self.news else 0

    @property
    def is_parted(self) -> bool:
        """Whether it can be printed sheet by sheet."""
        return self.news is not None

    @property
    def state(self) -> str:
        """One of: nothing, new, changed, printed, free (optional)."""
        if self.problem or (self.is_parted and not self.total):
            return "nothing"
        if self.last is None and not self.is_due:
            return "free"
        if self.last is None or self.new:
            return "new"
        return "changed" if self.changed or self.is_changed else "printed"

    @property
    def is_needed(self) -> bool:
        """Whether it is to be printed now; changed charts are updated by pen."""
        if not self.is_due:
            return False
        changed = self.state == "changed" and self.document not in CHARTS
        return self.state == "new" or changed

    @property
    def which(self) -> str:
        """Which of its sheets are needed: all, or those that are new or changed."""
        return NEWS if self.is_parted and self.last is not None else ALL

    @property
    def tag(self) -> str:
        """The key of the state that the page shows, "" for none."""
        return _TAGS.get(self.state, "")

    @property
    def buttons(self) -> list[PrintButton]:
        """The buttons for printing, the most likely first."""
        if not self.is_parted:
            text = gettext("Print") if self.last is None else gettext("Print again")
            found = [PrintButton(ALL, text, self.is_needed)]
        else:
            found = [PrintButton(ALL, _all_text(self.total), not self.last)]
            if self.last is not None:
                found = [*self._news, *found]
        if self.is_needed:
            found.append(PrintButton(ALREADY, gettext("Already printed")))
        return found

    @property
    def _news(self) -> Iterator[PrintButton]:
        if self.new:
            text = ngettext(
                "Print %(count)s new sheet", "Print %(count)s new sheets", self.new
            )
            yield PrintButton(NEW, text % {"count": self.new}, is_first=True)
        if self.changed:
            text = ngettext(
                "Print %(count)s changed sheet",
                "Print %(count)s changed sheets",
                self.changed,
            )
            yield PrintButton(CHANGED, text % {"count": self.changed}, not self.new)
        if self.new and self.changed:
            yield PrintButton(NEWS, gettext("Print both"))


def _all_text(total: int) -> str:
    text = ngettext("Print %(count)s sheet", "Print all %(count)s sheets", total)
    return text % {"count": total}


@dataclass(frozen=True, slots=True)
class StagePapers:
    """The papers of a stage for its newest round."""

    title: str
    lines: tuple[PaperLine, ...]

    @property
    def needed(self) -> list[PaperLine]:
        """The papers to be printed now."""
        return [line for line in self.lines if line.is_needed]

    @property
    def others(self) -> list[PaperLine]:
        """The papers that are printed already or not needed."""
        return [line for line in self.lines if not line.is_needed]

    @property
    def others_title(self) -> str:
        """Their title."""
        if self.needed:
            return gettext("Other prints for this stage")
        return gettext("Prints for this stage")


@dataclass(frozen=True, slots=True)
class SheetOut:
    """A match without a result whose sheet was printed."""

    number: int
    table: int | None
    one: str
    two: str
    code: str
    printed_at: datetime


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One printing as the page lists it; `sheets` is 0 where it has none.

    `url` opens it, "" if its round was taken back.
    """

    printing: Printing
    name: str
    sheets: int
    url: str

    @property
    def is_back(self) -> bool:
        """Whether it was taken back."""
        return self.printing.taken_back_at is not None

    @property
    def by(self) -> str:
        """The account that printed it, "" if it is gone."""
        return self.printing.printed_by.username if self.printing.printed_by else ""


@dataclass(frozen=True, slots=True)
class Overview:
    """All values of the print centre."""

    stages: tuple[StagePapers, ...]
    whole: tuple[PaperLine, ...]
    out: tuple[SheetOut, ...]
    printed: tuple[PrintedLine, ...]

    @property
    def together(self) -> list[PaperLine]:
        """The needed papers of one size: all but charts in A3."""
        return [
            line
            for stage in self.stages
            for line in stage.needed
            if A4 in registry.document_named(line.document).papers
        ]

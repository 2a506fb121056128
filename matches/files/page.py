"""The pages of match files as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.files.compare import (
    FileAgreement,
    FileComparison,
)
from matches.files.forms import MatchFileForm
from matches.files.words import FileLine, FileNote
from matches.jobs.models import Job
from matches.ledger.models.facts import FinalScore, MatchFile
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion
from matches.ledger.reporter import Reporter
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSentPage(Page):
    """How far the reading of a large file is, or why it was refused."""

    template = "matches/files/file_sent.html"
    fragment = "matches/files/_file_sent.html"

    match: Match
    occasion: Occasion | None
    name: str
    job: Job
    url: str
    poll_url: str
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAddPage(Page):
    """The form that adds a file to a match."""

    template = "matches/files/file_add.html"

    match: Match
    occasion: Occasion | None
    form: MatchFileForm


@dataclass(frozen=True, slots=True)
class Assignment:
    """One way in which the columns of a file can belong to the players."""

    swapped: bool
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePage(Page):
    """The contents of a file beside the recorded games, and what can be done with it.

    `is_known`: it is known which column belongs to which player. `further` is the label
    of the button that imports. `undo_revision` is that of an import that can be undone.
    """

    template = "matches/files/file.html"

    match: Match
    file: MatchFile
    occasion: Occasion | None
    facts: Sequence[tuple[str, str]]
    notes: Sequence[FileNote]
    lines: Sequence[FileLine]
    found: FileComparison
    final: FinalScore | None
    length: int
    further: str
    swapped: bool
    ways: Sequence[Assignment]
    is_known: bool
    used: frozenset[int]
    undo_revision: int | None
    may_change: bool
    reporter: Reporter
    op: str

    @property
    def is_director(self) -> bool:
        return not self.reporter.is_player

    @property
    def other_length(self) -> bool:
        """Whether the file tells of a match to another length."""
        return not self.match.is_money and self.length != self.match.length

    @property
    def may_change_length(self) -> bool:
        """Whether the length of the match can be changed."""
        return self.is_director and not self.match.is_money

    @property
    def refusal(self) -> str:
        """Why the games cannot be recorded in this match, "" if they can."""
        refused = self.found.refusal
        return "" if refused is None else answers.sentence(refused)

    @property
    def agrees(self) -> bool:
        """Whether the file ends with the reported score."""
        return self.found.agrees(self.final)

    @property
    def may_undo(self) -> bool:
        """Whether the import of this file can be undone."""
        may_import = self.may_change and bool(self.found.results)
        return self.undo_revision is not None and may_import

    @property
    def may_remove(self) -> bool:
        """Whether the visitor may remove the file: directors and who added it."""
        is_own = self.file.reported_side == self.reporter.side
        return self.may_change and (self.is_director or is_own)

    @property
    def importing(self) -> str:
        """The key of what can be imported: one of the cases in the template."""
        is_same = self.found.standing is FileAgreement.SAME and self.agrees
        cases = (
            ("nothing", not self.found.results),
            ("not-now", not self.may_change),
            ("who-is-who", not self.is_known),
            ("imported", is_same and self.file.pk in self.used),
            ("other-file", is_same and bool(self.used)),
            ("moves", is_same),
            ("differs", self.found.standing is FileAgreement.DIFFERS),
            ("differs", not self.agrees),
        )
        return next((key for key, is_so in cases if is_so), "further")

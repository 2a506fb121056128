"""The pages of entries: the list at the desk, a list before it is added, the public."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from matches.players.roster import Layout
from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.entries.arrivals.words import window_words
from tournaments.entries.forms import CheckInForm, DivisionPlayersForm
from tournaments.entries.pairs import SharedPerson
from tournaments.entries.pasted_list import PreviewRow
from tournaments.entries.queries import (
    DivisionCount,
    DivisionList,
    EntryPage,
    EntryRow,
)
from tournaments.rounds.list_parts import ListPart
from tournaments.rounds.public_page import PublicPage
from tournaments.structure.models import Division
from tournaments.structure.page import TournamentPage
from tournaments.tables.next_steps import NextStep, next_step
from tournaments.tables.progress import DeskView


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesPage(TournamentPage):
    """The entries of a division, and the box to add more."""

    template = "tournaments/entries/entries.html"
    tab = "entries"

    division: Division
    divisions: Sequence[DivisionCount]
    view: DeskView
    listed: EntryPage
    form: DivisionPlayersForm
    arrival: CheckInForm
    window: ArrivalWindow | None
    arrived: int = 0
    """The number of the entry that was just checked in."""

    @property
    def is_open_for_phones(self) -> bool:
        """Whether players can check in by phone now."""
        return self.window is not None and self.window.phase == WindowPhase.OPEN

    @property
    def phones(self) -> str:
        """Whether players can check in by phone, in a sentence."""
        return window_words(self.window)

    @property
    def step(self) -> NextStep:
        """The next step."""
        return next_step(self.view)

    @property
    def rows(self) -> Sequence[EntryRow]:
        """The entries of this page of the list."""
        return self.listed.rows

    @property
    def query(self) -> str:
        """The beginning of the query of all pages of the list."""
        return _query(self.division, self.listed.search)

    @property
    def has_missing(self) -> bool:
        """Whether players can still be checked in."""
        return self.view.here != self.view.entries and not self.tournament.is_closed

    @property
    def takes_entries(self) -> bool:
        """Whether players can be added, or a refused list comes back."""
        return bool(self.form.errors) or not self.tournament.is_closed

    @property
    def has_pairs(self) -> bool:
        """Whether pairs of players enter."""
        return self.form.has_pairs

    @property
    def has_lots(self) -> bool:
        """Whether any entry has a number or a line."""
        return self.listed.has_places


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreviewPage(TournamentPage):
    """A list as it was read, before its players are added.

    `counts` says how many lines were read in which way. `undecided`: a choice is
    missing. `list_url` is the address of the list of entries.
    """

    template = "tournaments/entries/preview.html"
    tab = "entries"

    list_url: str
    division: Division
    form: DivisionPlayersForm
    rows: Sequence[PreviewRow]
    counts: dict[str, int]
    adding: int
    shared: Sequence[SharedPerson]
    layout: Layout
    here: bool
    undecided: bool

    @property
    def has_countries(self) -> bool:
        """Whether a line has a country, or the list a column for it."""
        return any(row.line.country is not None for row in self.rows)

    @property
    def copied(self) -> int | None:
        """The division whose players are added too."""
        copied: int | None = self.form.cleaned_data.get("copy")
        return copied


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryListPage(PublicPage):
    """The entries of all divisions, for visitors."""

    template = "tournaments/entries/public_entries.html"
    fragment = "tournaments/entries/_public_entries.html"
    tab = "players"

    lists: Sequence[DivisionList]
    part: ListPart[tuple[DivisionList, EntryRow]]

    @property
    def address(self) -> str:
        """The address of this page."""
        return self.part.at(reverse("entry_list", args=[self.tournament.slug]))

    @property
    def shown(self) -> list[tuple[DivisionList, list[EntryRow]]]:
        """The divisions, each with its entries in this part of the list."""
        rows: dict[int, list[EntryRow]] = {}
        for listed, row in self.part.rows:
            rows.setdefault(listed.division.pk, []).append(row)
        shown = [(listed, rows.get(listed.division.pk, [])) for listed in self.lists]
        return [(listed, own) for listed, own in shown if own or not listed.rows]

    @property
    def entries(self) -> list[EntryRow]:
        """The entries of all lists."""
        return [row for listed in self.lists for row in listed.rows]


def _query(division: Division, search: str) -> str:
    """Return the beginning of the query of all pages of the list."""
    asked = {"division": division.number if division.number > 1 else "", "q": search}
    kept = urlencode({name: value for name, value in asked.items() if value})
    return f"{kept}&" if kept else ""

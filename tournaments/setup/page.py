"""Values and pages of new tournaments and of their settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.rulebook.profile_words import Origin, Section
from matches.web.answers import Page
from matches.web.notices import Notice
from tournaments.progress.queries import Desk, DeskView
from tournaments.rounds.tournament_list import TournamentList
from tournaments.setup.advice import Fit, fits_of
from tournaments.setup.advice_forms import AdviceForm
from tournaments.setup.base_forms import TournamentForm
from tournaments.setup.bin import (
    KEPT_DAYS,
)
from tournaments.setup.copies import CopyForm
from tournaments.setup.new_form import NewForm
from tournaments.setup.presets import GROUPS, PRESETS, Preset
from tournaments.standings.queries import StandingsTable
from tournaments.standings.rules import PlacesRule, rules_of_places
from tournaments.structure.models import Tournament
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stage_url


@dataclass(frozen=True, slots=True)
class RulesPanel:
    """The rules beside a form: what they say once they are fixed, and their source.

    `filled_in`: the switches of other rules were asked for, and nothing was saved.
    """

    rules: Sequence[Section] = ()
    origin: Origin | None = None
    filled_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskHomePage(Page):
    """The tournaments of the club for a director, and what they should know."""

    template = "tournaments/setup/home.html"

    listing: TournamentList
    warnings: Sequence[Notice]
    notices: Sequence[Notice]
    in_bin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPage(Page):
    """The cards from which a tournament can be made, and which of them fit."""

    template = "tournaments/setup/cards.html"

    own: Sequence[tuple[Preset, int]]
    form: AdviceForm
    groups: Sequence[object] = GROUPS

    @property
    def fits(self) -> list[Fit]:
        """How the cards fit the evening that was asked about; none if none was."""
        if not self.form.is_valid():
            return []
        own = [card for card, _number in self.own]
        return fits_of([*own, *PRESETS], self.form.evening())

    @property
    def waiting(self) -> int:
        """How many people cannot play at once in the evening that was asked about."""
        return self.form.evening().waiting if self.form.is_valid() else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTournamentPage(Page):
    """The form of a new tournament, filled in by a card."""

    template = "tournaments/setup/new.html"

    form: NewForm
    op: str
    house: RulesPanel

    @property
    def preset(self) -> Preset | None:
        """The card that was chosen."""
        return self.form.card


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage(TournamentPage):
    """The settings of a tournament; `drawn`: a round of it was drawn.

    `stage` is the number of the only stage whose further settings are on a page of
    their own, 0 if there are several, or nothing can be chosen.
    """

    template = "tournaments/setup/settings.html"

    form: TournamentForm
    drawn: bool
    divisions: int
    house: RulesPanel
    stage: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePage(TournamentPage):
    """The final standings, and the question before the tournament is closed."""

    template = "tournaments/setup/close.html"

    desk: Desk
    tables: Sequence[tuple[DeskView, StandingsTable]]
    error: str

    @property
    def single(self) -> bool:
        """Whether the tournament has only one stage."""
        return len(self.desk.views) == 1

    @property
    def missing(self) -> list[str]:
        """The labels of the matches whose results are missing: it cannot close yet."""
        return [label for view in self.desk.views for label in view.open_labels]

    @property
    def take_backs(self) -> list[tuple[str, str]]:
        """The draws of which nothing is played: the address of taking each back, text.

        The title of the stage is in the text if there are several.
        """
        return [
            (
                stage_url(view.stage, "take_back", view.round_number),
                self._take_back_text(view),
            )
            for view in self.desk.shown
            if view.open_labels and not view.stage.is_branch
            if view.round and not view.round.has_begun
        ]

    def _take_back_text(self, view: DeskView) -> str:
        if not self.single:
            return _("Cancel the draw: %(title)s") % {"title": view.title}
        if view.is_endless:
            return _("Cancel the latest pairings")
        return _("Cancel the draw")

    @property
    def rules(self) -> list[PlacesRule]:
        """How places are decided, each rule once."""
        return rules_of_places([(view.stage, table) for view, table in self.tables])


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPage(TournamentPage):
    """The form of a copy of a tournament; `op` is its key."""

    template = "tournaments/setup/copy.html"

    form: CopyForm
    op: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletePage(TournamentPage):
    """The question before a tournament is deleted."""

    template = "tournaments/setup/delete.html"

    has_begun: bool
    days: int = KEPT_DAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class BinPage(Page):
    """The tournaments that were deleted and can be brought back."""

    template = "tournaments/setup/bin.html"

    rows: Sequence[Tournament]
    days: int = KEPT_DAYS

"""The pages of acts on a season as values."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.web.answers import Page
from tournaments.seasons.forms import FinalForm, FollowingForm
from tournaments.seasons.models import Season
from tournaments.seasons.page import (
    ShownMove,
    TableRow,
)
from tournaments.seasons.queries import (
    SigningLists,
)
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True)
class TournamentChoice:
    """A tournament and the decision about it: rule, yes or no, and its weight."""

    tournament: Tournament
    decision: str
    by_rule: bool
    counts: bool
    weight: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTournamentsPage(Page):
    """Which tournaments count, one by one."""

    template = "tournaments/seasons/tournaments.html"

    season: Season
    choices: Sequence[TournamentChoice]
    others: Sequence[Tournament]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonMembersPage(Page):
    """The members of a season, and players who could sign up."""

    template = "tournaments/seasons/members.html"

    season: Season
    lists: SigningLists
    search: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonClosePage(Page):
    """The effects of closing a season, with its final table."""

    template = "tournaments/seasons/close.html"

    season: Season
    rows: Sequence[TableRow]
    digest: str
    running: Sequence[Tournament]
    corrected: Sequence[ShownMove]
    is_empty: bool

    @property
    def can_close(self) -> bool:
        """Whether the season can be closed, or closed anew."""
        return not (self.running or self.is_empty or self.is_settled)

    @property
    def is_settled(self) -> bool:
        """Whether it is closed with this very table."""
        return self.season.is_closed and not self.corrected

    @property
    def title(self) -> str:
        """The question of the page."""
        if self.season.is_closed:
            return _("Corrections after closing")
        return _("Close the season")

    @property
    def act(self) -> str:
        """The label of the button."""
        if self.season.is_closed:
            return _("Apply the corrections")
        return _("Close with this table")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNextPage(Page):
    """The season after this one."""

    template = "tournaments/seasons/next.html"

    season: Season
    form: FollowingForm


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFinalPage(Page):
    """The final: who plays, in the order of the season."""

    template = "tournaments/seasons/final.html"

    season: Season
    form: FinalForm
    there: Tournament | None
    is_empty: bool

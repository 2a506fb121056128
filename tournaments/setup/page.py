"""Pages of new tournaments and of closing that decide what they show."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from matches.rulebook.profile_words import Origin, Section
from matches.web.answers import Page
from matches.web.notices import Notice
from tournaments.rounds.tournament_list import TournamentList
from tournaments.standings.queries import PlacesRule, StandingsTable, rules_of_places
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stage_url
from tournaments.tables.progress import Desk, DeskView


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

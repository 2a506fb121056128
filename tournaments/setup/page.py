"""Pages of new tournaments that decide what they show."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.rulebook.profile_words import Origin, Section
from matches.web.answers import Page
from matches.web.notices import Notice
from tournaments.rounds.tournament_list import TournamentList


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

"""The base of all directors' pages of one tournament."""

from dataclasses import dataclass
from typing import ClassVar

from matches.web.answers import Page
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage(Page):
    """A page of a tournament, with its bar; `tab` is the one that is marked there."""

    tab: ClassVar[str] = "desk"

    tournament: Tournament

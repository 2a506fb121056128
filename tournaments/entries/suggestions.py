"""Known players whose names begin like what is being typed into the box of entries."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.players.names import begins_with
from matches.players.shown import is_nameless
from matches.web import answers
from tournaments.entries.pairs import is_for_pairs, names_of_pair
from tournaments.entries.queries import directory, division_numbered, keys_of
from tournaments.structure import access as structure_access
from tournaments.structure.models import Division

SHORTEST: Final = 2
"""The fewest characters that are looked for."""
LONGEST: Final = 80
MOST: Final = 8
"""The most players that are proposed."""


@dataclass(frozen=True, slots=True)
class KnownPlayerLine:
    """A player of the directory; `is_entered`: in this division already."""

    key: str
    name: str
    club: str
    rating: Decimal | None
    is_entered: bool


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """The proposals for a text, and how many players there are in all."""

    typed: str
    rows: Sequence[KnownPlayerLine]
    count: int

    @property
    def said(self) -> str:
        """A sentence for those who hear the page, "" if there are none."""
        if not self.count:
            return ""
        return ngettext(
            "%(count)s known player. Use the arrow keys to choose and Enter to add.",
            "%(count)s known players. Use the arrow keys to choose and Enter to add.",
            self.count,
        ) % {"count": self.count}

    @property
    def said_if_several(self) -> str:
        """A sentence for who pressed Enter while several players are meant."""
        return _("Several names start like this. Use the arrow keys to choose one.")


def suggestions(division: Division, typed: str) -> KnownPlayers:
    """Return known players with names that begin like this; those to be added first.

    A division for pairs gets pairs, others people. Two queries, three for a division
    whose format was not read.
    """
    if len(typed) < SHORTEST:
        return KnownPlayers(typed, (), 0)
    has_pairs, entered = is_for_pairs(division), keys_of(division)
    found = [
        KnownPlayerLine(
            player.key,
            player.name,
            player.club,
            player.rating,
            is_entered=player.key in entered,
        )
        for player in directory()
        if begins_with(typed, player.name)
        and not is_nameless(player.name)
        and (names_of_pair(player.name) is not None) == has_pairs
    ]
    found.sort(key=lambda one: (one.is_entered, one.name))
    return KnownPlayers(typed, found[:MOST], len(found))


@require_safe
def known_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list below the box, as a part of the page."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    typed = " ".join(request.GET.get("typed", "").replace("\x00", " ").split())
    found = suggestions(division, typed[:LONGEST])
    template = "tournaments/entries/_known_players.html"
    return answers.fragment_of(render_to_string(template, {"found": found}, request))

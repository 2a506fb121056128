"""Known players whose names begin like what is being typed into the box of entries."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.players.names import begins_with
from matches.players.roster import KnownPlayer
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


def suggestions(
    division: Division, typed: str
) -> tuple[list[tuple[KnownPlayer, bool]], int]:
    """Return known players with names that begin like this, and how many there are.

    True stands beside those who are in the division already; they come last. A division
    for pairs gets pairs, others people. Two queries, three for a division whose format
    was not read.
    """
    if len(typed) < SHORTEST:
        return [], 0
    has_pairs, entered = is_for_pairs(division), keys_of(division)
    found = [
        (player, player.key in entered)
        for player in directory()
        if begins_with(typed, player.name)
        and not is_nameless(player.name)
        and (names_of_pair(player.name) is not None) == has_pairs
    ]
    found.sort(key=lambda one: (one[1], one[0].name))
    return found[:MOST], len(found)


@require_safe
def known_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list below the box, as a part of the page."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.ADD_ENTRY
    )
    division = division_numbered(tournament, request.GET.get("division", ""))
    typed = " ".join(request.GET.get("typed", "").replace("\x00", " ").split())
    rows, count = suggestions(division, typed[:LONGEST])
    context = {"typed": typed[:LONGEST], "rows": rows, "count": count}
    template = "tournaments/entries/_known_players.html"
    return answers.fragment_of(render_to_string(template, context, request))

"""Pages of the club's directory of players."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.players import access as players_access
from matches.players.alphabet import alphabetical
from matches.players.forms import PlayerForm
from matches.players.models import Player
from matches.players.panels import PANELS, PlayerPage
from matches.players.queries import players_named
from matches.players.services import NewPlayer, change_player
from matches.web import answers

PER_PAGE: Final = 100


@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """List the players from A to Z, or those whose name or club matches the search."""
    search = request.GET.get("q", "").replace("\x00", "").strip()[:80]
    page, players = players_named(search, request.GET.get("page"), per_page=PER_PAGE)
    context = {
        "page": page,
        "players": _in_order(players),
        "search": search,
        "query": f"{urlencode({'q': search})}&" if search else "",
    }
    return render(request, "matches/players/players.html", context)


@require_safe
def player_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a player with club, rating and matches, all or against one opponent."""
    player = players_access.player_for_viewer(key)
    asked = request.GET.get("against", "")
    against = players_access.player_for_viewer(asked) if asked else None
    page = PlayerPage(request, player, against)
    context = {
        "player": player,
        "against": against,
        "may_edit": accounts_access.is_director(request),
        **PANELS.context(page),
    }
    return render(request, "matches/players/player.html", context)


@answers.form_page
def player_edit(request: HttpRequest, key: str) -> HttpResponse:
    """Correct the data of a player in the directory."""
    player, user = players_access.player_for_director(request, key)
    form = PlayerForm(answers.posted(request), instance=player)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        change_player(
            player=player,
            to=NewPlayer(
                name=given["name"],
                club=given["club"],
                rating=given["rating"],
                sort_name=given["sort_name"],
                country=given["country"],
            ),
            by=user,
        )
        answers.tell(request, _("Saved: %(name)s.") % {"name": given["name"]})
        return redirect("player", key=player.key)
    status = answers.REFUSED if form.is_bound else 200
    context = {"form": form, "player": players_access.player_for_viewer(key)}
    return render(request, "matches/players/player_edit.html", context, status=status)


def _in_order(players: Iterable[Player]) -> list[Player]:
    """Return the players in the alphabetical order of the reader's language."""
    language = get_language() or "en"
    return sorted(players, key=lambda one: alphabetical(one.sort_name, language))

"""The page of statistics from match files of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.player_page.moves import moves_shown
from matches.player_page.panel import matches_now
from matches.players import access as players_access
from matches.players.panels import PlayerVisit
from matches.web import answers


@require_safe
def player_moves(request: HttpRequest, key: str) -> HttpResponse:
    """Show opening plays, replies and doubles from the match files of a player."""
    try:
        player = players_access.player_for_viewer(key)
    except Http404:
        return redirect("player_moves", key=players_access.merged_into(key).key)
    moves = moves_shown(request, player)
    doubles = (
        (_("Turned"), "doubled", "offered"),
        (_("Taken"), "doubled-taken", "offered-taken"),
        (_("Dropped"), "doubled-dropped", "offered-dropped"),
    )
    context = {
        "player": player,
        "moves": moves,
        "doubles": [
            (label, own, moves.numbers[own], other, moves.numbers[other])
            for label, own, other in doubles
        ],
        "on_time": (moves.numbers["clock-won"], moves.numbers["clock-lost"]),
    }
    return render(request, "matches/player_page/moves.html", context)


@never_cache
@require_safe
def player_now(request: HttpRequest, key: str) -> HttpResponse:
    """Show what a player plays now, for the page of the player that asks for news."""
    player = players_access.player_for_viewer(key)
    if not answers.is_fragment(request):
        return redirect("player", key=player.key)
    now = matches_now(PlayerVisit(request, player, None))
    news = "matches/player_page/_now_news.html"
    context = {"player": player, "now": now}
    return answers.show(request, news, context, fragment=news)

"""What a player plays now, for a page that asks for news."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.player_page.panel import matches_now
from matches.players import access as players_access
from matches.players.panels import PlayerVisit
from matches.web import answers


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

"""Addresses of matches, players and accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path, re_path

from matches.views import accounts, match, players
from matches.views.login import Login

urlpatterns = [
    path("m/", match.find_match, name="find_match"),
    # The printed pattern holds capitals only, which makes it smaller: /M/K7Q2MX/.
    re_path(r"^[mM]/(?P<code>[0-9A-Za-z]{1,20})/$", match.match_page, name="match"),
    path("m/<str:code>/final/", match.save_final, name="save_final"),
    path("m/<str:code>/walkover/", match.save_walkover, name="save_walkover"),
    path("m/<str:code>/games/", match.save_game, name="save_game"),
    path("m/<str:code>/games/<int:number>/", match.edit_game, name="edit_game"),
    path("m/<str:code>/undo/<int:revision>/", match.undo, name="undo"),
    path("players/", players.player_list, name="player_list"),
    path("players/<str:key>/", players.player_page, name="player"),
    path("players/<str:key>/edit/", players.player_edit, name="player_edit"),
    path("directors/", accounts.directors, name="directors"),
    path("setup/<str:token>/", accounts.setup, name="setup"),
    path("theme/", accounts.set_theme, name="set_theme"),
    path("help/", accounts.help_page, name="help"),
    path(
        "login/",
        Login.as_view(),
        name="login",
    ),
    path("logout/", LogoutView.as_view(), name="logout"),
]

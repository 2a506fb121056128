"""Addresses of matches, players and accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path, re_path

from matches.views import (
    accounts,
    club,
    decisions,
    disputes,
    match,
    players,
    reports,
    scoreboard,
    sheet_photos,
)
from matches.views.login import Login

urlpatterns = [
    path("m/", match.find_match, name="find_match"),
    # The printed pattern holds capitals only, which makes it smaller: /M/K7Q2MX/.
    re_path(r"^[mM]/(?P<code>[0-9A-Za-z]{1,20})/$", match.match_page, name="match"),
    path("m/<str:code>/final/", match.save_final, name="save_final"),
    path("m/<str:code>/redo/<int:revision>/", match.redo, name="redo"),
    path("m/<str:code>/walkover/", match.save_walkover, name="save_walkover"),
    path("m/<str:code>/games/", match.save_game, name="save_game"),
    path("m/<str:code>/games/<int:number>/", match.edit_game, name="edit_game"),
    path("m/<str:code>/undo/<int:revision>/", match.undo, name="undo"),
    re_path(r"^[sS]/(?P<code>[0-9A-Za-z]{1,20})/$", reports.sheet, name="sheet"),
    re_path(
        r"^[pP]/(?P<link_key>[0-9A-Za-z]{1,40})/$", reports.personal, name="personal"
    ),
    path("p/<str:link_key>/forget/", reports.forget, name="forget"),
    path("m/<str:code>/reports/<int:report>/confirm/", reports.confirm, name="confirm"),
    path(
        "m/<str:code>/reports/<int:report>/different/",
        disputes.different,
        name="different",
    ),
    path("m/<str:code>/decide/", disputes.decide, name="decide"),
    path("m/<str:code>/adjust/", decisions.adjust, name="adjust"),
    path(
        "m/<str:code>/adjust/<int:row>/remove/",
        decisions.remove_adjustment,
        name="remove_adjustment",
    ),
    path("m/<str:code>/ending/", decisions.ending, name="ending"),
    path("m/<str:code>/aside/", decisions.put_aside, name="put_aside"),
    path("m/<str:code>/resume/", decisions.resume, name="resume"),
    path("m/<str:code>/length/", decisions.length, name="length"),
    path("m/<str:code>/payments/", decisions.payment, name="payment"),
    path(
        "m/<str:code>/payments/<int:row>/remove/",
        decisions.remove_payment,
        name="remove_payment",
    ),
    path("m/<str:code>/close/", decisions.close_session, name="close_session"),
    path("m/<str:code>/history/", decisions.history, name="history"),
    path("m/<str:code>/photos/", sheet_photos.add_photo, name="add_photo"),
    path("m/<str:code>/photos/<int:pk>/", sheet_photos.show_photo, name="photo"),
    path(
        "m/<str:code>/photos/<int:pk>/remove/",
        sheet_photos.remove_photo,
        name="remove_photo",
    ),
    path("players/<str:key>/link/", reports.player_link, name="player_link"),
    path("m/<str:code>/cancel/", club.club_cancel, name="club_cancel"),
    path("scoreboard/<str:code>/", scoreboard.scoreboard, name="scoreboard"),
    path("club/", club.club_list, name="club_list"),
    path("club/new/", club.club_new, name="club_new"),
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

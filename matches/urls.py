"""Addresses of matches, players and accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path, re_path

from matches.views import (
    accounts,
    club,
    decisions,
    disputes,
    exports,
    files,
    match,
    players,
    replay,
    reports,
    rulebook,
    ruling,
    rulings,
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
    path("m/<str:code>/files/", files.add_file, name="add_file"),
    path("m/<str:code>/files/<int:pk>/", files.match_file, name="match_file"),
    path("m/<str:code>/files/<int:pk>/download/", files.download, name="file_download"),
    path("m/<str:code>/files/<int:pk>/remove/", files.remove_file, name="remove_file"),
    path(
        "m/<str:code>/files/<int:pk>/restore/", files.restore_file, name="restore_file"
    ),
    path(
        "m/<str:code>/files/<int:pk>/games/<int:number>/", replay.replay, name="replay"
    ),
    path(
        "m/<str:code>/files/undo/<int:revision>/", files.undo_import, name="undo_import"
    ),
    path("m/<str:code>/match.mat", exports.match_mat, name="match_mat"),
    path("m/<str:code>/match.sgf", exports.match_sgf, name="match_sgf"),
    path("m/<str:code>/rulings/", rulings.keep, name="keep_ruling"),
    path("m/<str:code>/rulings/<int:pk>/", rulings.kept_ruling, name="ruling_kept"),
    path(
        "m/<str:code>/rulings/<int:pk>.pdf",
        rulings.kept_ruling_pdf,
        name="ruling_kept_pdf",
    ),
    path("ruling/", ruling.ruling, name="ruling"),
    path("ruling/ruling.pdf", ruling.ruling_pdf, name="ruling_pdf"),
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
    path("rules/", rulebook.rulebook, name="rulebook"),
    path(
        "rules/differences/",
        rulebook.rulebook_differences,
        name="rulebook_differences",
    ),
    # In capitals as well: so it stands in the printed pattern.
    re_path(
        r"^[rR][uU][lL][eE][sS]/(?P<key>[0-9A-Za-z_-]{1,40})/$",
        rulebook.rulebook_profile,
        name="rulebook_profile",
    ),
    path("rules/<str:key>/rules.pdf", rulebook.rulebook_pdf, name="rulebook_pdf"),
    path(
        "login/",
        Login.as_view(),
        name="login",
    ),
    path("logout/", LogoutView.as_view(), name="logout"),
]

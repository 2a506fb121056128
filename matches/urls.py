"""The URL patterns of matches, players and accounts."""

from allauth.account.views import reauthenticate
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import include, path, re_path
from django.views.generic import RedirectView

from matches.accounts import views as accounts
from matches.accounts.views import own_account as own
from matches.api import tokens
from matches.documents import views as documents
from matches.documents.views import pdf_at
from matches.files import replay_views
from matches.files import views as files
from matches.help import views as help_views
from matches.match_page import decision_views as decisions
from matches.match_page import history, scoreboard
from matches.match_page import new_views as club_matches
from matches.match_page import views as match_page
from matches.outgoing import views as outgoing
from matches.player_page import views as player_page
from matches.players import views as players
from matches.ratings import views as ratings
from matches.reports import dispute_views
from matches.reports import views as reports
from matches.reports.photos import views as photos
from matches.rulebook import views as rulebook
from matches.rulings import views as rulings
from matches.sheet_photos import views as sheet_photos
from matches.web.context import set_theme

_PERSONAL = [
    path("forget/", reports.forget, name="forget"),
    path("messages/", outgoing.own_messages, name="own_messages"),
    path("data/", reports.own_data, name="own_data"),
    path("data/mine.json", player_page.own_data_file, name="own_data_file"),
]
_MATCH = [
    path("final/", match_page.save_final, name="save_final"),
    path("redo/<int:revision>/", match_page.redo, name="redo"),
    path("walkover/", decisions.save_walkover, name="save_walkover"),
    path("games/", match_page.save_game, name="save_game"),
    path("games/<int:number>/", match_page.edit_game, name="edit_game"),
    path("games/<int:number>/counts/", match_page.game_counts, name="game_counts"),
    path("undo/<int:revision>/", match_page.undo, name="undo"),
    path("reports/<int:report>/confirm/", reports.confirm, name="confirm"),
    path("reports/<int:report>/different/", dispute_views.different, name="different"),
    path("decide/", dispute_views.decide, name="decide"),
    path("sheet/renew/", decisions.renew_sheet, name="renew_sheet"),
    path("sheet/remove/", decisions.remove_seat, name="remove_seat"),
    path("adjust/", decisions.adjust, name="adjust"),
    path(
        "adjust/<int:row>/remove/",
        decisions.remove_adjustment,
        name="remove_adjustment",
    ),
    path("remarks/<int:row>/", decisions.show_remark, name="show_remark"),
    path("ending/", decisions.ending, name="ending"),
    path("aside/", decisions.put_aside, name="put_aside"),
    path("resume/", decisions.resume, name="resume"),
    path("length/", decisions.length, name="length"),
    path("payments/", decisions.payment, name="payment"),
    path("payments/<int:row>/remove/", decisions.remove_payment, name="remove_payment"),
    path("close/", decisions.close_session, name="close_session"),
    path("history/", history.history, name="history"),
    path("files/", files.add_file, name="add_file"),
    path("files/sent/<str:key>/", files.file_sent, name="file_sent"),
    path("files/<int:pk>/", files.match_file, name="match_file"),
    path("files/<int:pk>/download/", files.download, name="file_download"),
    path("files/<int:pk>/remove/", files.remove_file, name="remove_file"),
    path("files/<int:pk>/restore/", files.restore_file, name="restore_file"),
    path("files/<int:pk>/games/<int:number>/", replay_views.replay, name="replay"),
    path("files/undo/<int:revision>/", files.undo_import, name="undo_import"),
    path("match.mat", files.match_mat, name="match_mat"),
    path("match.sgf", files.match_sgf, name="match_sgf"),
    path("rulings/", rulings.keep, name="keep_ruling"),
    path("rulings/<int:pk>/", rulings.kept_ruling, name="ruling_kept"),
    path(
        "rulings/<int:pk>.pdf",
        pdf_at("kept-ruling", "{code}/{pk}"),
        name="ruling_kept_pdf",
    ),
    path("sheet/photo/", sheet_photos.match_photo, name="sheet_photo"),
    path("sheet/photo/<str:key>/", sheet_photos.photo_read, name="sheet_photo_read"),
    path("photos/", photos.add_photo, name="add_photo"),
    path("photos/<int:pk>/", photos.show_photo, name="photo"),
    path("photos/<int:pk>/remove/", photos.remove_photo, name="remove_photo"),
    path("cancel/", club_matches.club_cancel, name="club_cancel"),
]
_PLAYER = [
    path("now/", player_page.player_now, name="player_now"),
    path("link/", reports.player_link, name="player_link"),
    path("", players.player_page, name="player"),
    path("edit/", players.player_edit, name="player_edit"),
    path("forget/", player_page.forget_player, name="player_forget"),
    path("merge/", player_page.player_merge, name="player_merge"),
]
_RATINGS = [
    path("", ratings.rating_list, name="rating_list"),
    path("list.<str:kind>", ratings.rating_file, name="rating_file"),
    path("changes/", ratings.rating_changes, name="rating_changes"),
    path("changes/<int:pk>/", ratings.rating_change, name="rating_change"),
    path("import/", ratings.rating_import, name="rating_import"),
    path(
        "import/<int:pk>/take-back/", ratings.rating_take_back, name="rating_take_back"
    ),
    path("rules/", ratings.rating_list_change, name="rating_list_change"),
    path("remove/", ratings.rating_list_remove, name="rating_list_remove"),
    path("restore/", ratings.rating_list_restore, name="rating_list_restore"),
]
_DIRECTORS = [
    path("programs/", tokens.programs, name="programs"),
    path("programs/<int:pk>/end/", tokens.end_program, name="program_end"),
    path("", accounts.directors, name="directors"),
    path("<int:pk>/", accounts.person, name="person"),
    path(
        "<int:pk>/devices/<int:session>/end/",
        accounts.end_person_session,
        name="person_session_end",
    ),
    path(
        "links/<int:pk>/withdraw/",
        accounts.withdraw_invitation,
        name="invitation_withdraw",
    ),
]
_ACCOUNT = [
    path("devices/<int:session>/end/", accounts.end_own_session, name="session_end"),
    path("", accounts.account, name="account"),
    path("again/", own(reauthenticate), name="account_reauthenticate"),
    path("second/", own(mfa.index), name="mfa_index"),
    path("second/app/", own(totp.activate_totp), name="mfa_activate_totp"),
    path("second/app/remove/", own(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path(
        "second/codes/", own(codes.view_recovery_codes), name="mfa_view_recovery_codes"
    ),
    path(
        "second/codes/new/",
        own(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "second/passkeys/",
        own(RedirectView.as_view(pattern_name="mfa_index")),
        name="mfa_list_webauthn",
    ),
    path("second/passkeys/add/", own(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path(
        "second/passkeys/<int:pk>/",
        own(passkeys.edit_webauthn),
        name="mfa_edit_webauthn",
    ),
    path(
        "second/passkeys/<int:pk>/remove/",
        own(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
]
urlpatterns = [
    path("directors/messages/", outgoing.site_messages, name="site_messages"),
    path("n/<str:key>/", outgoing.chosen, name="messages_chosen"),
    path("n/<str:key>/stop/", outgoing.stop, name="messages_stop"),
    path("m/", match_page.find_match, name="find_match"),
    # Printed QR codes have only capitals, which makes them smaller: /M/K7Q2MX/.
    re_path(
        r"^[mM]/(?P<code>[0-9A-Za-z]{1,20})/$", match_page.match_page, name="match"
    ),
    re_path(r"^[sS]/(?P<code>[0-9A-Za-z]{1,20})/$", reports.sheet, name="sheet"),
    path("p/", reports.own_page, name="own_page"),
    path("p/forget/", reports.forget, name="not_you"),
    re_path(
        r"^[pP]/(?P<link_key>[0-9A-Za-z]{1,40})/$", reports.personal, name="personal"
    ),
    path("p/<str:link_key>/", include(_PERSONAL)),
    path("ruling/", rulings.ruling, name="ruling"),
    path("m/<str:code>/", include(_MATCH)),
    path("scoreboard/<str:code>/", scoreboard.scoreboard, name="scoreboard"),
    path("club/", club_matches.club_list, name="club_list"),
    path("club/new/", club_matches.club_new, name="club_new"),
    path("club/people/", club_matches.club_people, name="club_people"),
    path("players/", players.player_list, name="player_list"),
    path("players.<str:kind>", players.player_file, name="player_file"),
    path(
        "desk/players.<str:kind>",
        players.player_file,
        {"full": True},
        name="player_file_full",
    ),
    path("players/doubles/", player_page.player_doubles, name="player_doubles"),
    path("players/merges/<int:pk>/undo/", player_page.merge_undo, name="merge_undo"),
    path("players/<str:key>/", include(_PLAYER)),
    path("ratings/", ratings.rating_lists, name="rating_lists"),
    path("ratings/new/", ratings.rating_list_new, name="rating_list_new"),
    path(
        "desk/ratings/<str:key>/list.<str:kind>",
        ratings.rating_file,
        {"full": True},
        name="rating_file_full",
    ),
    path("ratings/<str:key>/", include(_RATINGS)),
    path("directors/", include(_DIRECTORS)),
    path("account/", include(_ACCOUNT)),
    path("setup/<str:token>/", accounts.setup, name="setup"),
    path("theme/", set_theme, name="set_theme"),
    path("help/", help_views.help_index, name="help"),
    path("help/<slug:name>/", help_views.help_page, name="help_page"),
    path("rules/", rulebook.rulebook, name="rulebook"),
    # Also in capitals, for the printed QR codes.
    re_path(
        r"^[rR][uU][lL][eE][sS]/(?P<key>[0-9A-Za-z_-]{1,40})/$",
        rulebook.rulebook,
        name="rulebook_profile",
    ),
    path("rules/<str:key>/rules.pdf", pdf_at("rules", "{key}"), name="rulebook_pdf"),
    path(
        "documents/<str:key>/<path:address>.pdf",
        documents.document_pdf,
        name="document_pdf",
    ),
    path("documents/<str:key>/<path:address>/", documents.document, name="document"),
    path("login/", accounts.Login.as_view(), name="account_login"),
    path("login/code/", accounts.Code.as_view(), name="mfa_authenticate"),
    path("logout/", accounts.Logout.as_view(), name="account_logout"),
]

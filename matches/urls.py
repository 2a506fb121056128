"""The URL patterns of matches, players and accounts."""

from allauth.account.views import reauthenticate
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import path, re_path
from django.views.generic import RedirectView

from matches.accounts import views as accounts_views
from matches.accounts.views import own_account as own
from matches.api import tokens
from matches.documents import views as documents_views
from matches.documents.views import pdf_at
from matches.files import replay_views
from matches.files import views as files_views
from matches.help import views as help_views
from matches.match_page import decision_views as decisions_views
from matches.match_page import history as match_page_history
from matches.match_page import new_views as club_matches_views
from matches.match_page import scoreboard
from matches.match_page import views as match_page_views
from matches.outgoing import views as outgoing_views
from matches.player_page import views as player_page_views
from matches.players import views as players_views
from matches.ratings import views as ratings_views
from matches.reports import dispute_views
from matches.reports import views as reports_views
from matches.reports.photos import views as photos_views
from matches.rulebook import views as rulebook_views
from matches.rulings import views as rulings_views
from matches.sheet_photos import views as sheet_photos_views
from matches.web.context import set_theme

urlpatterns = [
    path("directors/programs/", tokens.programs, name="programs"),
    path("directors/programs/<int:pk>/end/", tokens.end_program, name="program_end"),
    path("m/", match_page_views.find_match, name="find_match"),
    # Printed QR codes have only capitals, which makes them smaller: /M/K7Q2MX/.
    re_path(
        r"^[mM]/(?P<code>[0-9A-Za-z]{1,20})/$",
        match_page_views.match_page,
        name="match",
    ),
    path("m/<str:code>/final/", match_page_views.save_final, name="save_final"),
    path("m/<str:code>/redo/<int:revision>/", match_page_views.redo, name="redo"),
    path("m/<str:code>/walkover/", decisions_views.save_walkover, name="save_walkover"),
    path("m/<str:code>/games/", match_page_views.save_game, name="save_game"),
    path(
        "m/<str:code>/games/<int:number>/", match_page_views.edit_game, name="edit_game"
    ),
    path(
        "m/<str:code>/games/<int:number>/counts/",
        match_page_views.game_counts,
        name="game_counts",
    ),
    path("m/<str:code>/undo/<int:revision>/", match_page_views.undo, name="undo"),
    re_path(r"^[sS]/(?P<code>[0-9A-Za-z]{1,20})/$", reports_views.sheet, name="sheet"),
    path("p/", reports_views.own_page, name="own_page"),
    path("p/forget/", reports_views.forget, name="not_you"),
    re_path(
        r"^[pP]/(?P<link_key>[0-9A-Za-z]{1,40})/$",
        reports_views.personal,
        name="personal",
    ),
    path("p/<str:link_key>/forget/", reports_views.forget, name="forget"),
    path("directors/messages/", outgoing_views.site_messages, name="site_messages"),
    path("n/<str:key>/", outgoing_views.chosen, name="messages_chosen"),
    path("n/<str:key>/stop/", outgoing_views.stop, name="messages_stop"),
    path(
        "p/<str:link_key>/messages/", outgoing_views.own_messages, name="own_messages"
    ),
    path("p/<str:link_key>/data/", reports_views.own_data, name="own_data"),
    path(
        "p/<str:link_key>/data/mine.json",
        player_page_views.own_data_file,
        name="own_data_file",
    ),
    path(
        "m/<str:code>/reports/<int:report>/confirm/",
        reports_views.confirm,
        name="confirm",
    ),
    path(
        "m/<str:code>/reports/<int:report>/different/",
        dispute_views.different,
        name="different",
    ),
    path("m/<str:code>/decide/", dispute_views.decide, name="decide"),
    path("m/<str:code>/sheet/renew/", decisions_views.renew_sheet, name="renew_sheet"),
    path("m/<str:code>/sheet/remove/", decisions_views.remove_seat, name="remove_seat"),
    path("m/<str:code>/adjust/", decisions_views.adjust, name="adjust"),
    path(
        "m/<str:code>/adjust/<int:row>/remove/",
        decisions_views.remove_adjustment,
        name="remove_adjustment",
    ),
    path(
        "m/<str:code>/remarks/<int:row>/",
        decisions_views.show_remark,
        name="show_remark",
    ),
    path("m/<str:code>/ending/", decisions_views.ending, name="ending"),
    path("m/<str:code>/aside/", decisions_views.put_aside, name="put_aside"),
    path("m/<str:code>/resume/", decisions_views.resume, name="resume"),
    path("m/<str:code>/length/", decisions_views.length, name="length"),
    path("m/<str:code>/payments/", decisions_views.payment, name="payment"),
    path(
        "m/<str:code>/payments/<int:row>/remove/",
        decisions_views.remove_payment,
        name="remove_payment",
    ),
    path("m/<str:code>/close/", decisions_views.close_session, name="close_session"),
    path("m/<str:code>/history/", match_page_history.history, name="history"),
    path("m/<str:code>/files/", files_views.add_file, name="add_file"),
    path("m/<str:code>/files/sent/<str:key>/", files_views.file_sent, name="file_sent"),
    path("m/<str:code>/files/<int:pk>/", files_views.match_file, name="match_file"),
    path(
        "m/<str:code>/files/<int:pk>/download/",
        files_views.download,
        name="file_download",
    ),
    path(
        "m/<str:code>/files/<int:pk>/remove/",
        files_views.remove_file,
        name="remove_file",
    ),
    path(
        "m/<str:code>/files/<int:pk>/restore/",
        files_views.restore_file,
        name="restore_file",
    ),
    path(
        "m/<str:code>/files/<int:pk>/games/<int:number>/",
        replay_views.replay,
        name="replay",
    ),
    path(
        "m/<str:code>/files/undo/<int:revision>/",
        files_views.undo_import,
        name="undo_import",
    ),
    path("m/<str:code>/match.mat", files_views.match_mat, name="match_mat"),
    path("m/<str:code>/match.sgf", files_views.match_sgf, name="match_sgf"),
    path("m/<str:code>/rulings/", rulings_views.keep, name="keep_ruling"),
    path(
        "m/<str:code>/rulings/<int:pk>/", rulings_views.kept_ruling, name="ruling_kept"
    ),
    path(
        "m/<str:code>/rulings/<int:pk>.pdf",
        pdf_at("kept-ruling", "{code}/{pk}"),
        name="ruling_kept_pdf",
    ),
    path("ruling/", rulings_views.ruling, name="ruling"),
    path(
        "m/<str:code>/sheet/photo/",
        sheet_photos_views.match_photo,
        name="sheet_photo",
    ),
    path(
        "m/<str:code>/sheet/photo/<str:key>/",
        sheet_photos_views.photo_read,
        name="sheet_photo_read",
    ),
    path("m/<str:code>/photos/", photos_views.add_photo, name="add_photo"),
    path("m/<str:code>/photos/<int:pk>/", photos_views.show_photo, name="photo"),
    path(
        "m/<str:code>/photos/<int:pk>/remove/",
        photos_views.remove_photo,
        name="remove_photo",
    ),
    path("players/<str:key>/now/", player_page_views.player_now, name="player_now"),
    path("players/<str:key>/link/", reports_views.player_link, name="player_link"),
    path("m/<str:code>/cancel/", club_matches_views.club_cancel, name="club_cancel"),
    path("scoreboard/<str:code>/", scoreboard.scoreboard, name="scoreboard"),
    path("club/", club_matches_views.club_list, name="club_list"),
    path("club/new/", club_matches_views.club_new, name="club_new"),
    path("club/people/", club_matches_views.club_people, name="club_people"),
    path("players/", players_views.player_list, name="player_list"),
    path("players.<str:kind>", players_views.player_file, name="player_file"),
    path(
        "desk/players.<str:kind>",
        players_views.player_file,
        {"full": True},
        name="player_file_full",
    ),
    path("players/doubles/", player_page_views.player_doubles, name="player_doubles"),
    path(
        "players/merges/<int:pk>/undo/", player_page_views.merge_undo, name="merge_undo"
    ),
    path("players/<str:key>/", players_views.player_page, name="player"),
    path("players/<str:key>/edit/", players_views.player_edit, name="player_edit"),
    path(
        "players/<str:key>/forget/",
        player_page_views.forget_player,
        name="player_forget",
    ),
    path(
        "players/<str:key>/merge/", player_page_views.player_merge, name="player_merge"
    ),
    path("ratings/", ratings_views.rating_lists, name="rating_lists"),
    path("ratings/new/", ratings_views.rating_list_new, name="rating_list_new"),
    path("ratings/<str:key>/", ratings_views.rating_list, name="rating_list"),
    path(
        "ratings/<str:key>/list.<str:kind>",
        ratings_views.rating_file,
        name="rating_file",
    ),
    path(
        "desk/ratings/<str:key>/list.<str:kind>",
        ratings_views.rating_file,
        {"full": True},
        name="rating_file_full",
    ),
    path(
        "ratings/<str:key>/changes/",
        ratings_views.rating_changes,
        name="rating_changes",
    ),
    path(
        "ratings/<str:key>/changes/<int:pk>/",
        ratings_views.rating_change,
        name="rating_change",
    ),
    path(
        "ratings/<str:key>/import/",
        ratings_views.rating_import,
        name="rating_import",
    ),
    path(
        "ratings/<str:key>/import/<int:pk>/take-back/",
        ratings_views.rating_take_back,
        name="rating_take_back",
    ),
    path(
        "ratings/<str:key>/rules/",
        ratings_views.rating_list_change,
        name="rating_list_change",
    ),
    path(
        "ratings/<str:key>/remove/",
        ratings_views.rating_list_remove,
        name="rating_list_remove",
    ),
    path(
        "ratings/<str:key>/restore/",
        ratings_views.rating_list_restore,
        name="rating_list_restore",
    ),
    path("directors/", accounts_views.directors, name="directors"),
    path("directors/<int:pk>/", accounts_views.person, name="person"),
    path(
        "directors/<int:pk>/devices/<int:session>/end/",
        accounts_views.end_person_session,
        name="person_session_end",
    ),
    path(
        "directors/links/<int:pk>/withdraw/",
        accounts_views.withdraw_invitation,
        name="invitation_withdraw",
    ),
    path(
        "account/devices/<int:session>/end/",
        accounts_views.end_own_session,
        name="session_end",
    ),
    path("account/", accounts_views.account, name="account"),
    path("account/again/", own(reauthenticate), name="account_reauthenticate"),
    path("account/second/", own(mfa.index), name="mfa_index"),
    path("account/second/app/", own(totp.activate_totp), name="mfa_activate_totp"),
    path(
        "account/second/app/remove/",
        own(totp.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/second/codes/",
        own(codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/second/codes/new/",
        own(codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "account/second/passkeys/",
        own(RedirectView.as_view(pattern_name="mfa_index")),
        name="mfa_list_webauthn",
    ),
    path(
        "account/second/passkeys/add/",
        own(passkeys.add_webauthn),
        name="mfa_add_webauthn",
    ),
    path(
        "account/second/passkeys/<int:pk>/",
        own(passkeys.edit_webauthn),
        name="mfa_edit_webauthn",
    ),
    path(
        "account/second/passkeys/<int:pk>/remove/",
        own(passkeys.remove_webauthn),
        name="mfa_remove_webauthn",
    ),
    path("setup/<str:token>/", accounts_views.setup, name="setup"),
    path("theme/", set_theme, name="set_theme"),
    path("help/", help_views.help_index, name="help"),
    path("help/<slug:name>/", help_views.help_page, name="help_page"),
    path("rules/", rulebook_views.rulebook, name="rulebook"),
    # Also in capitals, for the printed QR codes.
    re_path(
        r"^[rR][uU][lL][eE][sS]/(?P<key>[0-9A-Za-z_-]{1,40})/$",
        rulebook_views.rulebook,
        name="rulebook_profile",
    ),
    path("rules/<str:key>/rules.pdf", pdf_at("rules", "{key}"), name="rulebook_pdf"),
    path(
        "documents/<str:key>/<path:address>.pdf",
        documents_views.document_pdf,
        name="document_pdf",
    ),
    path(
        "documents/<str:key>/<path:address>/",
        documents_views.document,
        name="document",
    ),
    path("login/", accounts_views.Login.as_view(), name="account_login"),
    path("login/code/", accounts_views.Code.as_view(), name="mfa_authenticate"),
    path("logout/", accounts_views.Logout.as_view(), name="account_logout"),
]

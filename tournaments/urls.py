"""The addresses of tournaments: public pages and the desk."""

from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.decorators.http import require_safe

from matches.documents.views import pdf_at
from tournaments.api import program_views
from tournaments.brackets import views as brackets_views
from tournaments.draws import check_views, record_views, why
from tournaments.draws import views as draws_views
from tournaments.entries import add_views as entry_add_views
from tournaments.entries import check_in_views, divide_views, rating_views, suggestions
from tournaments.entries import views as entries_views
from tournaments.entries.arrivals import phone_views
from tournaments.entries.arrivals import views as arrivals_views
from tournaments.entries.options import views as participation_views
from tournaments.entries.own_rounds import own_rounds
from tournaments.exports import views as exports_views
from tournaments.hall import (
    closing,
    desk_views,
    messages_views,
    notes_views,
    pace_views,
    sheet_photo_views,
)
from tournaments.hall import views as hall_views
from tournaments.money import views as money_views
from tournaments.paper import views as print_views
from tournaments.practice import views as practice_views
from tournaments.public import stages as public_stages
from tournaments.public import views as public_views
from tournaments.public.embed import embed
from tournaments.public.feeds import ResultsFeed
from tournaments.results.amendments import views as amendments_views
from tournaments.results.correction import views as correction_views
from tournaments.rounds import public_page
from tournaments.screens import public_views as screen_views
from tournaments.screens import views as screens_views
from tournaments.search import views as search_views
from tournaments.seasons import act_views as season_acts
from tournaments.seasons import views as seasons_views
from tournaments.setup import helper_views, stage_views, structure_views
from tournaments.setup import views as setup_views
from tournaments.signups import views as signups_views
from tournaments.standings import views as standings_views
from tournaments.structure.queries import StageConverter
from tournaments.tournament_file import views as file_views

register_converter(StageConverter, "stage")
Patterns = list[URLPattern | URLResolver]

PUBLIC_STAGE: Patterns = [
    path("", public_stages.stage_page, name="stage"),
    path("path/<int:entry>/", brackets_views.path_page, name="path"),
    path("standings/<int:entry>/", standings_views.standing, name="standing"),
    path("rounds/<int:number>.<str:kind>", exports_views.round_file, name="round_file"),
    path("standings.<str:kind>", exports_views.standings_file, name="standings_file"),
    path(
        "crosstable.<str:kind>", exports_views.crosstable_file, name="crosstable_file"
    ),
    path("draws/<int:pk>/", record_views.draw_record, name="draw_record"),
    path(
        "draws/<int:pk>/record.json", record_views.record_file, name="draw_record_file"
    ),
    path("draws/<int:pk>/why/<int:position>/", why.why_pair, name="why"),
]

PUBLIC: Patterns = [
    path("", public_views.hub, name="tournament"),
    path("calendar.ics", public_views.tournament_calendar, name="tournament_calendar"),
    path("entries/", entries_views.entry_list, name="entry_list"),
    path("sign-up/", signups_views.sign_up, name="sign_up"),
    path("<stage:stage>rounds/<int:number>/", public_page.round_page, name="round"),
    path("<stage:stage>standings/", standings_views.standings, name="standings"),
    path("rules/", public_views.rules, name="rules"),
    path("rules/play/", public_views.rules_of_play, name="rules_of_play"),
    path(
        "rules/play/rules.pdf",
        pdf_at("rules-of-play", "{slug}"),
        name="rules_of_play_pdf",
    ),
    path("<stage:stage>draws/", record_views.draw_list, name="draw_list"),
    path("draws/announcements.json", record_views.chain_file, name="draw_chain_file"),
    path("tables/<int:table>/", screen_views.table_board, name="table_board"),
    path("finishing-order/", standings_views.finishing, name="finishing_order"),
    path("entries.<str:kind>", exports_views.entries_file, name="entry_list_file"),
    path("results.<str:kind>", exports_views.results_file, name="results_file"),
    path(
        "finishing-order.<str:kind>",
        exports_views.finishing_file,
        name="finishing_file",
    ),
    path("prizes/", money_views.prizes, name="prizes"),
    path("stages/<int:stage>/", include(PUBLIC_STAGE)),
]

DESK_ENTRY: Patterns = [
    path("here/", check_in_views.here, name="here"),
    path("missing/", check_in_views.missing, name="missing"),
    path("remove/", entries_views.remove, name="remove"),
    path("withdraw/", participation_views.withdraw, name="withdraw"),
    path("reinstate/", participation_views.reinstate, name="reinstate"),
    path("options/", participation_views.entry_options, name="entry_options"),
    path("again/", participation_views.enter_again, name="entry_again"),
    path("change/", participation_views.entry_change, name="entry_change"),
    path("rounds/", participation_views.entry_rest, name="entry_rest"),
    path(
        "asks/<int:round_number>/<str:answer>/",
        participation_views.entry_ask,
        name="entry_ask",
    ),
]

DESK: Patterns = [
    path("programs/", program_views.event_programs, name="event_programs"),
    path(
        "programs/<int:pk>/end/",
        program_views.end_event_program,
        name="event_program_end",
    ),
    path("programs/webhooks/", program_views.webhook_new, name="webhook_new"),
    path("programs/webhooks/<int:pk>/", program_views.webhook_act, name="webhook_act"),
    path("", desk_views.desk, name="tournament_desk"),
    path("sign-up/", signups_views.sign_ups, name="sign_ups"),
    path("sign-up/people/", signups_views.sign_up_acts, name="sign_up_acts"),
    path("sign-up.<str:kind>", signups_views.sign_ups_file, name="sign_ups_file"),
    path("results/", desk_views.save_result, name="save_result"),
    path("sheet-photo/", sheet_photo_views.sheet_photo, name="desk_sheet_photo"),
    path(
        "sheet-photo/<str:key>/",
        sheet_photo_views.sheet_photo_read,
        name="desk_sheet_photo_read",
    ),
    path("notes/", notes_views.notes, name="notes"),
    path("notes/<int:pk>/", notes_views.note, name="note"),
    path("notes/<int:pk>/done/<int:version>/", notes_views.note_done, name="note_done"),
    path("notes/<int:pk>/back/<int:version>/", notes_views.note_back, name="note_back"),
    path(
        "messages/<int:pk>/done/<int:version>/",
        messages_views.message_done,
        name="message_done",
    ),
    path(
        "messages/<int:pk>/back/<int:version>/",
        messages_views.message_back,
        name="message_back",
    ),
    path("log/", desk_views.log, name="log"),
    path("log.<str:kind>", desk_views.log_file, name="log_file"),
    path("pace/", pace_views.pace, name="pace"),
    path("pace/apply/", pace_views.pace_apply, name="pace_apply"),
    path("pace/undo/", pace_views.pace_undo, name="pace_undo"),
    path("print/", print_views.print_centre, name="print_centre"),
    path("print/matches/<int:number>/", print_views.print_match, name="print_match"),
    path(
        "print/<str:numbers>/not-printed/",
        print_views.mark_printed,
        {"is_printed": False},
        name="not_printed",
    ),
    path(
        "print/<str:numbers>/printed/",
        print_views.mark_printed,
        {"is_printed": True},
        name="printed_after_all",
    ),
    path("tables/", hall_views.tables, name="tables"),
    path("tables/share/", hall_views.share, name="tables_share"),
    path("call/", hall_views.call_next, name="call_next"),
    path("call/sit/", hall_views.all_sit, name="all_sit"),
    path("call/pause/", hall_views.pause, name="call_pause"),
    path("matches/<int:number>/table/", hall_views.match_table, name="match_table"),
    path(
        "matches/<int:number>/table/late/<int:points>/",
        hall_views.give_late,
        name="give_late",
    ),
    path("screens/", screens_views.screens, name="screens"),
    path("announce/", screens_views.announce, name="announce"),
    path("announcements/<int:pk>/", screens_views.announcement, name="announcement"),
    path(
        "announcements/<int:pk>/end/",
        screens_views.announcement_end,
        name="announcement_end",
    ),
    path("clock/", screens_views.round_clock, name="round_clock"),
    path("screens/new/", screens_views.screen_new, name="screen_new"),
    path("screens/<int:pk>/", screens_views.screen_settings, name="screen_settings"),
    path("screens/<int:pk>/show/", screens_views.screen_show, name="screen_show"),
    path("screens/<int:pk>/code/", screens_views.screen_code, name="screen_code"),
    path("screens/<int:pk>/remove/", screens_views.screen_remove, name="screen_remove"),
    path(
        "hall/<str:kind>/<int:pk>/back/<int:version>/",
        screens_views.undo_change,
        name="hall_back",
    ),
    path("structure/", structure_views.structure, name="structure"),
    path("structure/template/", structure_views.template_save, name="template_save"),
    path("structure/divisions/new/", structure_views.division_new, name="division_new"),
    path(
        "structure/divisions/<int:number>/",
        structure_views.division_edit,
        name="division_edit",
    ),
    path(
        "structure/divisions/<int:number>/remove/",
        structure_views.division_remove,
        name="division_remove",
    ),
    path("structure/stages/<int:number>/", stage_views.stage_edit, name="stage_edit"),
    path(
        "structure/stages/<int:number>/after/",
        stage_views.stage_after,
        name="stage_after",
    ),
    path(
        "structure/stages/<int:number>/losers/",
        stage_views.stage_losers,
        name="stage_losers",
    ),
    path(
        "structure/stages/<int:number>/remove/",
        stage_views.stage_remove,
        name="stage_remove",
    ),
    path("money/", money_views.money, name="money"),
    path("money/settings/", money_views.settings, name="money_settings"),
    path("money/ways/", money_views.ways, name="money_ways"),
    path("money/bank/", money_views.bank, name="money_bank"),
    path("money/off/", money_views.off, name="money_off"),
    path("money/prizes/", money_views.publish, name="money_prizes"),
    path("money/sheet.<str:kind>", money_views.sheet_file, name="money_file"),
    path("money/pools/new/<str:kind>/", money_views.pool_new, name="pool_new"),
    path("money/pools/<int:pk>/", money_views.pool, name="pool"),
    path("money/pools/<int:pk>/auction/", money_views.auction, name="pool_auction"),
    path("money/pools/<int:pk>/join/", money_views.join, name="pool_join"),
    path("money/pools/<int:pk>/remove/", money_views.pool_remove, name="pool_remove"),
    path(
        "money/pools/<int:pk>/back/<int:version>/",
        money_views.pool_back,
        name="pool_back",
    ),
    path("money/people/<int:number>/", money_views.account, name="money_account"),
    path(
        "money/notes/<int:pk>/take-back/", money_views.note_back, name="money_note_back"
    ),
    path(
        "money/notes/<int:pk>/restore/", money_views.note_again, name="money_note_again"
    ),
    path("tournament.json", file_views.save, name="tournament_file"),
    path("settings/", setup_views.settings_page, name="settings"),
    path("helpers/", helper_views.helpers, name="helpers"),
    path("helpers/<int:pk>/end/", helper_views.end_helper, name="helper_end"),
    path("copy/", setup_views.copy, name="tournament_copy"),
    path("close/", closing.close, name="tournament_close"),
    path("reopen/", closing.reopen, name="tournament_reopen"),
    path("delete/", setup_views.delete, name="tournament_delete"),
    path("entries/", entries_views.entries, name="entries"),
    path("entries.<str:kind>", exports_views.entries_file_of_desk, name="entries_file"),
    path("entries/add/", entry_add_views.add, name="entries_add"),
    path("entries/known/", suggestions.known_players, name="known_players"),
    path("entries/ratings/", rating_views.entry_ratings, name="entry_ratings"),
    path("entries/divide/", divide_views.entries_divide, name="entries_divide"),
    path("entries/check-in/", check_in_views.check_in_all, name="check_in_all"),
    path(
        "entries/check-in/back/",
        check_in_views.check_in_all_back,
        name="check_in_all_back",
    ),
    path("entries/check-in/name/", check_in_views.check_in, name="check_in"),
    path("check-in/", arrivals_views.arrivals, name="arrivals"),
    path(
        "check-in/<int:version>/back/",
        arrivals_views.arrivals_back,
        name="arrivals_back",
    ),
    path("matches/<str:code>/correct/", correction_views.correct, name="correct"),
    path("corrections/<int:pk>/", correction_views.correction, name="correction"),
    path("changes/<int:pk>/undo/", amendments_views.undo, name="amendment_undo"),
    path("changes/<int:pk>/redo/", amendments_views.redo, name="amendment_redo"),
    path("practice/", practice_views.play, name="practice"),
    path("<stage:stage>draw/", draws_views.draw, name="draw"),
    path(
        "<stage:stage>draw/settings/", draws_views.change_settings, name="draw_settings"
    ),
    path("draw/<int:pk>/swap/", draws_views.swap, name="swap"),
    path("draw/<int:pk>/call-off/", draws_views.call_off, name="draw_call_off"),
    path("draw/<int:pk>/publish/", draws_views.publish, name="publish"),
    path(
        "<stage:stage>rounds/<int:number>/take-back/",
        draws_views.take_back,
        name="take_back",
    ),
    path("entries/<int:number>/", include(DESK_ENTRY)),
]

SEASON: Patterns = [
    path("", seasons_views.season, name="season"),
    path("table.<str:kind>", seasons_views.season_file, name="season_file"),
    path("players/<str:player>/", seasons_views.season_player, name="season_player"),
    path("rules/", season_acts.season_change, name="season_change"),
    path("tournaments/", season_acts.season_tournaments, name="season_tournaments"),
    path("members/", season_acts.season_members, name="season_members"),
    path("close/", season_acts.season_close, name="season_close"),
    path("reopen/", season_acts.season_reopen, name="season_reopen"),
    path(
        "closings/<int:number>/undo/",
        season_acts.season_closing_undo,
        name="season_closing_undo",
    ),
    path(
        "closings/<int:number>/restore/",
        season_acts.season_closing_restore,
        name="season_closing_restore",
    ),
    path("next/", season_acts.season_next, name="season_next"),
    path("final/", season_acts.season_final, name="season_final"),
    path("remove/", season_acts.season_remove, name="season_remove"),
    path("restore/", season_acts.season_restore, name="season_restore"),
]

urlpatterns = [
    path("u/<str:key>/", signups_views.own_sign_up, name="own_sign_up"),
    path(
        "u/<str:key>/messages/",
        signups_views.own_sign_up_messages,
        name="own_sign_up_messages",
    ),
    path("", public_views.home, name="home"),
    path("search/", search_views.search, name="search"),
    path("tournaments/", public_views.tournament_list, name="tournament_list"),
    path("results.atom", require_safe(ResultsFeed()), name="results_feed"),
    path("embed/<str:slug>/", embed, name="embed"),
    path("tournaments.ics", public_views.club_calendar, name="club_calendar"),
    path(
        "p/<str:link_key>/calendar.ics", public_views.own_calendar, name="own_calendar"
    ),
    path("draws/check/", check_views.check_page, name="draw_check"),
    path("draws/verify_draw.pyz", check_views.verifier, name="verify_draw_file"),
    path(
        "draws/check/<str:digest>/", check_views.check_result, name="draw_check_result"
    ),
    path(
        "p/<str:link_key>/rounds/<str:slug>/<int:number>/",
        own_rounds,
        name="own_rounds",
    ),
    path(
        "p/<str:link_key>/tell/<str:slug>/<int:number>/",
        messages_views.tell_director,
        name="tell_director",
    ),
    path("seasons/", seasons_views.seasons, name="seasons"),
    path("seasons/new/", season_acts.season_new, name="season_new"),
    path(
        "seasons/<str:key>/results.<str:kind>",
        seasons_views.season_results,
        name="season_results",
    ),
    path(
        "desk/seasons/<str:key>/table.<str:kind>",
        seasons_views.season_file,
        {"full": True},
        name="season_file_full",
    ),
    path("desk/", setup_views.desk_home, name="desk"),
    path("desk/new/", setup_views.new, name="tournament_new"),
    path("desk/new/practice/", practice_views.new, name="practice_new"),
    path("desk/new/file/", file_views.send, name="file_send"),
    path("desk/new/file/<str:key>/", file_views.look, name="file_look"),
    path("desk/new/file/<str:key>/opened/", file_views.opened, name="file_opened"),
    path(
        "desk/templates/<int:pk>/delete/",
        structure_views.template_delete,
        name="template_delete",
    ),
    path("desk/bin/", setup_views.show_bin, name="bin"),
    path("desk/bin/<int:pk>/restore/", setup_views.restore, name="tournament_restore"),
    path("screen/", screen_views.screen_find, name="screen_find"),
    path("screen/<str:code>/", screen_views.screen, name="screen"),
    path("here/", phone_views.check_in_find, name="check_in_find"),
    path("here/<str:code>/", phone_views.phone_check_in, name="phone_check_in"),
    path(
        "here/<str:code>/back/<int:number>/",
        phone_views.phone_check_in_back,
        name="phone_check_in_back",
    ),
    path("door/<str:code>/", phone_views.door_check_in, name="door_check_in"),
    path(
        "door/<str:code>/back/<int:number>/",
        phone_views.door_check_in_back,
        name="door_check_in_back",
    ),
    path("tournaments/<str:slug>/", include(PUBLIC)),
    path("desk/<str:slug>/", include(DESK)),
    path("seasons/<str:key>/", include(SEASON)),
]

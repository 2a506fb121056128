"""The addresses of tournaments: public pages and the desk."""

from django.urls import path, register_converter

from matches.documents.views import pdf_at
from tournaments.api import program_views
from tournaments.brackets import views as brackets_views
from tournaments.draws import check_views, record_views, take_back_views, why_views
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
)
from tournaments.hall import views as hall_views
from tournaments.money import views as money_views
from tournaments.paper import views as print_views
from tournaments.practice import views as practice_views
from tournaments.public import stages as public_stages
from tournaments.public import views as public_views
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
from tournaments.standings import views as standings_views
from tournaments.structure.stage_converter import StageConverter
from tournaments.tournament_file import views as file_views

register_converter(StageConverter, "stage")

urlpatterns = [
    path(
        "desk/<str:slug>/programs/", program_views.event_programs, name="event_programs"
    ),
    path(
        "desk/<str:slug>/programs/<int:pk>/end/",
        program_views.end_event_program,
        name="event_program_end",
    ),
    path(
        "desk/<str:slug>/programs/webhooks/",
        program_views.webhook_new,
        name="webhook_new",
    ),
    path(
        "desk/<str:slug>/programs/webhooks/<int:pk>/",
        program_views.webhook_act,
        name="webhook_act",
    ),
    path("", public_views.home, name="home"),
    path("search/", search_views.search, name="search"),
    path("tournaments/", public_views.tournament_list, name="tournament_list"),
    path("tournaments.ics", public_views.club_calendar, name="club_calendar"),
    path(
        "p/<str:link_key>/calendar.ics", public_views.own_calendar, name="own_calendar"
    ),
    path("tournaments/<str:slug>/", public_views.hub, name="tournament"),
    path(
        "tournaments/<str:slug>/calendar.ics",
        public_views.tournament_calendar,
        name="tournament_calendar",
    ),
    path(
        "tournaments/<str:slug>/entries/", entries_views.entry_list, name="entry_list"
    ),
    path(
        "tournaments/<str:slug>/<stage:stage>rounds/<int:number>/",
        public_page.round_page,
        name="round",
    ),
    path(
        "tournaments/<str:slug>/<stage:stage>standings/",
        standings_views.standings,
        name="standings",
    ),
    path("tournaments/<str:slug>/rules/", public_views.rules, name="rules"),
    path(
        "tournaments/<str:slug>/rules/play/",
        public_views.rules_of_play,
        name="rules_of_play",
    ),
    path(
        "tournaments/<str:slug>/rules/play/rules.pdf",
        pdf_at("rules-of-play", "{slug}"),
        name="rules_of_play_pdf",
    ),
    path(
        "tournaments/<str:slug>/<stage:stage>draws/",
        record_views.draw_list,
        name="draw_list",
    ),
    path(
        "tournaments/<str:slug>/draws/announcements.json",
        record_views.chain_file,
        name="draw_chain_file",
    ),
    path("draws/check/", check_views.check_page, name="draw_check"),
    path("draws/verify_draw.pyz", check_views.verifier, name="verify_draw_file"),
    path(
        "draws/check/<str:digest>/",
        check_views.check_result,
        name="draw_check_result",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/",
        public_stages.stage_page,
        name="stage",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/path/<int:entry>/",
        brackets_views.path_page,
        name="path",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings/<int:entry>/",
        standings_views.standing,
        name="standing",
    ),
    path(
        "tournaments/<str:slug>/tables/<int:table>/",
        screen_views.table_board,
        name="table_board",
    ),
    path(
        "tournaments/<str:slug>/finishing-order/",
        standings_views.finishing,
        name="finishing_order",
    ),
    path(
        "tournaments/<str:slug>/entries.<str:kind>",
        exports_views.entries_file,
        name="entry_list_file",
    ),
    path(
        "tournaments/<str:slug>/results.<str:kind>",
        exports_views.results_file,
        name="results_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/rounds/<int:number>.<str:kind>",
        exports_views.round_file,
        name="round_file",
    ),
    path(
        "tournaments/<str:slug>/finishing-order.<str:kind>",
        exports_views.finishing_file,
        name="finishing_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings.<str:kind>",
        exports_views.standings_file,
        name="standings_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/crosstable.<str:kind>",
        exports_views.crosstable_file,
        name="crosstable_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/",
        record_views.draw_record,
        name="draw_record",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/record.json",
        record_views.record_file,
        name="draw_record_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/why/<int:position>/",
        why_views.why_pair,
        name="why",
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
    path("seasons/<str:key>/", seasons_views.season, name="season"),
    path(
        "seasons/<str:key>/table.<str:kind>",
        seasons_views.season_file,
        name="season_file",
    ),
    path(
        "desk/seasons/<str:key>/table.<str:kind>",
        seasons_views.season_file,
        {"full": True},
        name="season_file_full",
    ),
    path(
        "seasons/<str:key>/players/<str:player>/",
        seasons_views.season_player,
        name="season_player",
    ),
    path("seasons/<str:key>/rules/", season_acts.season_change, name="season_change"),
    path(
        "seasons/<str:key>/tournaments/",
        season_acts.season_tournaments,
        name="season_tournaments",
    ),
    path(
        "seasons/<str:key>/members/", season_acts.season_members, name="season_members"
    ),
    path("seasons/<str:key>/close/", season_acts.season_close, name="season_close"),
    path("seasons/<str:key>/reopen/", season_acts.season_reopen, name="season_reopen"),
    path(
        "seasons/<str:key>/closings/<int:number>/undo/",
        season_acts.season_closing_undo,
        name="season_closing_undo",
    ),
    path(
        "seasons/<str:key>/closings/<int:number>/restore/",
        season_acts.season_closing_restore,
        name="season_closing_restore",
    ),
    path("seasons/<str:key>/next/", season_acts.season_next, name="season_next"),
    path("seasons/<str:key>/final/", season_acts.season_final, name="season_final"),
    path("seasons/<str:key>/remove/", season_acts.season_remove, name="season_remove"),
    path(
        "seasons/<str:key>/restore/",
        season_acts.season_restore,
        name="season_restore",
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
    path("desk/<str:slug>/", desk_views.desk, name="tournament_desk"),
    path("desk/<str:slug>/results/", desk_views.save_result, name="save_result"),
    path("desk/<str:slug>/notes/", notes_views.notes, name="notes"),
    path("desk/<str:slug>/notes/<int:pk>/", notes_views.note, name="note"),
    path(
        "desk/<str:slug>/notes/<int:pk>/done/<int:version>/",
        notes_views.note_done,
        name="note_done",
    ),
    path(
        "desk/<str:slug>/notes/<int:pk>/back/<int:version>/",
        notes_views.note_back,
        name="note_back",
    ),
    path(
        "desk/<str:slug>/messages/<int:pk>/done/<int:version>/",
        messages_views.message_done,
        name="message_done",
    ),
    path(
        "desk/<str:slug>/messages/<int:pk>/back/<int:version>/",
        messages_views.message_back,
        name="message_back",
    ),
    path("desk/<str:slug>/log/", desk_views.log, name="log"),
    path("desk/<str:slug>/log.<str:kind>", desk_views.log_file, name="log_file"),
    path("desk/<str:slug>/pace/", pace_views.pace, name="pace"),
    path("desk/<str:slug>/pace/apply/", pace_views.pace_apply, name="pace_apply"),
    path("desk/<str:slug>/pace/undo/", pace_views.pace_undo, name="pace_undo"),
    path("desk/<str:slug>/print/", print_views.print_centre, name="print_centre"),
    path(
        "desk/<str:slug>/print/matches/<int:number>/",
        print_views.print_match,
        name="print_match",
    ),
    path(
        "desk/<str:slug>/print/<str:numbers>/not-printed/",
        print_views.not_printed,
        name="not_printed",
    ),
    path(
        "desk/<str:slug>/print/<str:numbers>/printed/",
        print_views.printed_after_all,
        name="printed_after_all",
    ),
    path("desk/<str:slug>/tables/", hall_views.tables, name="tables"),
    path("desk/<str:slug>/tables/share/", hall_views.share, name="tables_share"),
    path("desk/<str:slug>/call/", hall_views.call_next, name="call_next"),
    path("desk/<str:slug>/call/sit/", hall_views.all_sit, name="all_sit"),
    path("desk/<str:slug>/call/pause/", hall_views.pause, name="call_pause"),
    path(
        "desk/<str:slug>/matches/<int:number>/table/",
        hall_views.match_table,
        name="match_table",
    ),
    path(
        "desk/<str:slug>/matches/<int:number>/table/late/<int:points>/",
        hall_views.give_late,
        name="give_late",
    ),
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
    path("desk/<str:slug>/screens/", screens_views.screens, name="screens"),
    path("desk/<str:slug>/announce/", screens_views.announce, name="announce"),
    path(
        "desk/<str:slug>/announcements/<int:pk>/",
        screens_views.announcement,
        name="announcement",
    ),
    path(
        "desk/<str:slug>/announcements/<int:pk>/end/",
        screens_views.announcement_end,
        name="announcement_end",
    ),
    path("desk/<str:slug>/clock/", screens_views.round_clock, name="round_clock"),
    path("desk/<str:slug>/screens/new/", screens_views.screen_new, name="screen_new"),
    path(
        "desk/<str:slug>/screens/<int:pk>/",
        screens_views.screen_settings,
        name="screen_settings",
    ),
    path(
        "desk/<str:slug>/screens/<int:pk>/show/",
        screens_views.screen_show,
        name="screen_show",
    ),
    path(
        "desk/<str:slug>/screens/<int:pk>/code/",
        screens_views.screen_code,
        name="screen_code",
    ),
    path(
        "desk/<str:slug>/screens/<int:pk>/remove/",
        screens_views.screen_remove,
        name="screen_remove",
    ),
    path(
        "desk/<str:slug>/hall/<str:kind>/<int:pk>/back/<int:version>/",
        screens_views.undo_change,
        name="hall_back",
    ),
    path("desk/<str:slug>/structure/", structure_views.structure, name="structure"),
    path(
        "desk/<str:slug>/structure/template/",
        structure_views.template_save,
        name="template_save",
    ),
    path(
        "desk/<str:slug>/structure/divisions/new/",
        structure_views.division_new,
        name="division_new",
    ),
    path(
        "desk/<str:slug>/structure/divisions/<int:number>/",
        structure_views.division_edit,
        name="division_edit",
    ),
    path(
        "desk/<str:slug>/structure/divisions/<int:number>/remove/",
        structure_views.division_remove,
        name="division_remove",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/",
        stage_views.stage_edit,
        name="stage_edit",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/after/",
        stage_views.stage_after,
        name="stage_after",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/losers/",
        stage_views.stage_losers,
        name="stage_losers",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/remove/",
        stage_views.stage_remove,
        name="stage_remove",
    ),
    path("tournaments/<str:slug>/prizes/", money_views.prizes, name="prizes"),
    path("desk/<str:slug>/money/", money_views.money, name="money"),
    path(
        "desk/<str:slug>/money/settings/",
        money_views.settings,
        name="money_settings",
    ),
    path("desk/<str:slug>/money/off/", money_views.off, name="money_off"),
    path("desk/<str:slug>/money/prizes/", money_views.publish, name="money_prizes"),
    path(
        "desk/<str:slug>/money/sheet.<str:kind>",
        money_views.sheet_file,
        name="money_file",
    ),
    path(
        "desk/<str:slug>/money/pools/new/<str:kind>/",
        money_views.pool_new,
        name="pool_new",
    ),
    path("desk/<str:slug>/money/pools/<int:pk>/", money_views.pool, name="pool"),
    path(
        "desk/<str:slug>/money/pools/<int:pk>/auction/",
        money_views.auction,
        name="pool_auction",
    ),
    path(
        "desk/<str:slug>/money/pools/<int:pk>/join/",
        money_views.join,
        name="pool_join",
    ),
    path(
        "desk/<str:slug>/money/pools/<int:pk>/remove/",
        money_views.pool_remove,
        name="pool_remove",
    ),
    path(
        "desk/<str:slug>/money/pools/<int:pk>/back/<int:version>/",
        money_views.pool_back,
        name="pool_back",
    ),
    path(
        "desk/<str:slug>/money/people/<int:number>/",
        money_views.account,
        name="money_account",
    ),
    path(
        "desk/<str:slug>/money/notes/<int:pk>/take-back/",
        money_views.note_back,
        name="money_note_back",
    ),
    path(
        "desk/<str:slug>/money/notes/<int:pk>/restore/",
        money_views.note_again,
        name="money_note_again",
    ),
    path("desk/<str:slug>/tournament.json", file_views.save, name="tournament_file"),
    path("desk/<str:slug>/settings/", setup_views.settings_page, name="settings"),
    path("desk/<str:slug>/helpers/", helper_views.helpers, name="helpers"),
    path(
        "desk/<str:slug>/helpers/<int:pk>/end/",
        helper_views.end_helper,
        name="helper_end",
    ),
    path("desk/<str:slug>/copy/", setup_views.copy, name="tournament_copy"),
    path("desk/<str:slug>/close/", closing.close, name="tournament_close"),
    path("desk/<str:slug>/reopen/", closing.reopen, name="tournament_reopen"),
    path("desk/<str:slug>/delete/", setup_views.delete, name="tournament_delete"),
    path("desk/<str:slug>/entries/", entries_views.entries, name="entries"),
    path(
        "desk/<str:slug>/entries.<str:kind>",
        exports_views.entries_file_of_desk,
        name="entries_file",
    ),
    path("desk/<str:slug>/entries/add/", entry_add_views.add, name="entries_add"),
    path(
        "desk/<str:slug>/entries/known/",
        suggestions.known_players,
        name="known_players",
    ),
    path(
        "desk/<str:slug>/entries/ratings/",
        rating_views.entry_ratings,
        name="entry_ratings",
    ),
    path(
        "desk/<str:slug>/entries/divide/",
        divide_views.entries_divide,
        name="entries_divide",
    ),
    path(
        "desk/<str:slug>/entries/check-in/",
        check_in_views.check_in_all,
        name="check_in_all",
    ),
    path(
        "desk/<str:slug>/entries/check-in/back/",
        check_in_views.check_in_all_back,
        name="check_in_all_back",
    ),
    path(
        "desk/<str:slug>/entries/check-in/name/",
        check_in_views.check_in,
        name="check_in",
    ),
    path("desk/<str:slug>/check-in/", arrivals_views.arrivals, name="arrivals"),
    path(
        "desk/<str:slug>/check-in/<int:version>/back/",
        arrivals_views.arrivals_back,
        name="arrivals_back",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/here/", check_in_views.here, name="here"
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/missing/",
        check_in_views.missing,
        name="missing",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/remove/",
        entries_views.remove,
        name="remove",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/withdraw/",
        participation_views.withdraw,
        name="withdraw",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/reinstate/",
        participation_views.reinstate,
        name="reinstate",
    ),
    path(
        "desk/<str:slug>/matches/<str:code>/correct/",
        correction_views.correct,
        name="correct",
    ),
    path(
        "desk/<str:slug>/corrections/<int:pk>/",
        correction_views.correction,
        name="correction",
    ),
    path(
        "desk/<str:slug>/changes/<int:pk>/undo/",
        amendments_views.undo,
        name="amendment_undo",
    ),
    path(
        "desk/<str:slug>/changes/<int:pk>/redo/",
        amendments_views.redo,
        name="amendment_redo",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/options/",
        participation_views.entry_options,
        name="entry_options",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/again/",
        participation_views.enter_again,
        name="entry_again",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/change/",
        participation_views.entry_change,
        name="entry_change",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/rounds/",
        participation_views.entry_rest,
        name="entry_rest",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/asks/<int:round_number>/<str:answer>/",
        participation_views.entry_ask,
        name="entry_ask",
    ),
    path("desk/<str:slug>/practice/", practice_views.play, name="practice"),
    path("desk/<str:slug>/<stage:stage>draw/", draws_views.draw, name="draw"),
    path(
        "desk/<str:slug>/<stage:stage>draw/settings/",
        draws_views.change_settings,
        name="draw_settings",
    ),
    path("desk/<str:slug>/draw/<int:pk>/swap/", draws_views.swap, name="swap"),
    path(
        "desk/<str:slug>/draw/<int:pk>/call-off/",
        draws_views.call_off,
        name="draw_call_off",
    ),
    path("desk/<str:slug>/draw/<int:pk>/publish/", draws_views.publish, name="publish"),
    path(
        "desk/<str:slug>/<stage:stage>rounds/<int:number>/take-back/",
        take_back_views.take_back,
        name="take_back",
    ),
]

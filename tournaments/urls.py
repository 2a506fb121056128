"""Addresses of tournaments: public pages, and the desk."""

from django.urls import path

from tournaments.views import (
    archives,
    brackets,
    corrections,
    desk,
    draw_check,
    draw_records,
    draws,
    entries,
    options,
    public,
    setup,
    stages,
    structure,
    why,
)

urlpatterns = [
    path("", public.home, name="home"),
    path("tournaments/", public.tournament_list, name="tournament_list"),
    path("tournaments/<str:slug>/", public.hub, name="tournament"),
    path("tournaments/<str:slug>/entries/", public.entry_list, name="entry_list"),
    path(
        "tournaments/<str:slug>/rounds/<int:number>/", public.round_page, name="round"
    ),
    path("tournaments/<str:slug>/standings/", public.standings, name="standings"),
    path("tournaments/<str:slug>/rules/", public.rules, name="rules"),
    path(
        "tournaments/<str:slug>/rules/play/",
        public.rules_of_play,
        name="rules_of_play",
    ),
    path(
        "tournaments/<str:slug>/rules/play/rules.pdf",
        public.rules_of_play_pdf,
        name="rules_of_play_pdf",
    ),
    path("tournaments/<str:slug>/draws/", public.draw_list, name="draw_list"),
    path("draws/check/", draw_check.check_page, name="draw_check"),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/",
        brackets.stage_page,
        name="stage",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/path/<int:entry>/",
        brackets.path_page,
        name="path",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/chart.pdf",
        brackets.chart_pdf,
        name="wall_chart",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/rounds/<int:number>/",
        public.round_page,
        name="stage_round",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/standings/",
        public.standings,
        name="stage_standings",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/",
        public.draw_list,
        name="stage_draw_list",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/",
        draw_records.draw_record,
        name="draw_record",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/record.json",
        draw_records.record_file,
        name="draw_record_file",
    ),
    path(
        "tournaments/<str:slug>/stages/<int:stage>/draws/<int:pk>/why/<int:position>/",
        why.why_pair,
        name="why",
    ),
    path("desk/", setup.desk_home, name="desk"),
    path("desk/new/", setup.new, name="tournament_new"),
    path(
        "desk/templates/<int:pk>/delete/",
        structure.template_delete,
        name="template_delete",
    ),
    path("desk/<str:slug>/", desk.desk, name="tournament_desk"),
    path("desk/<str:slug>/results/", desk.save_result, name="save_result"),
    path("desk/<str:slug>/log/", desk.log, name="log"),
    path("desk/<str:slug>/structure/", structure.structure, name="structure"),
    path(
        "desk/<str:slug>/structure/template/",
        structure.template_save,
        name="template_save",
    ),
    path(
        "desk/<str:slug>/structure/divisions/new/",
        structure.division_new,
        name="division_new",
    ),
    path(
        "desk/<str:slug>/structure/divisions/<int:number>/",
        structure.division_edit,
        name="division_edit",
    ),
    path(
        "desk/<str:slug>/structure/divisions/<int:number>/remove/",
        structure.division_remove,
        name="division_remove",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/",
        stages.stage_edit,
        name="stage_edit",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/after/",
        stages.stage_after,
        name="stage_after",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/losers/",
        stages.stage_losers,
        name="stage_losers",
    ),
    path(
        "desk/<str:slug>/structure/stages/<int:number>/remove/",
        stages.stage_remove,
        name="stage_remove",
    ),
    path("desk/<str:slug>/settings/", setup.settings_page, name="settings"),
    path("desk/<str:slug>/close/", setup.close, name="tournament_close"),
    path("desk/<str:slug>/reopen/", setup.reopen, name="tournament_reopen"),
    path("desk/<str:slug>/delete/", setup.delete, name="tournament_delete"),
    path("desk/<str:slug>/entries/", entries.entries, name="entries"),
    path("desk/<str:slug>/entries/add/", entries.add, name="entries_add"),
    path("desk/<str:slug>/entries/undo/<int:line>/", entries.undo, name="entries_undo"),
    path(
        "desk/<str:slug>/entries/check-in/", entries.check_in_all, name="check_in_all"
    ),
    path("desk/<str:slug>/entries/<int:number>/here/", entries.here, name="here"),
    path(
        "desk/<str:slug>/entries/<int:number>/missing/", entries.missing, name="missing"
    ),
    path("desk/<str:slug>/entries/<int:number>/remove/", entries.remove, name="remove"),
    path(
        "desk/<str:slug>/entries/<int:number>/withdraw/",
        entries.withdraw,
        name="withdraw",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/reinstate/",
        entries.reinstate,
        name="reinstate",
    ),
    path(
        "desk/<str:slug>/matches/<str:code>/correct/",
        corrections.correct,
        name="correct",
    ),
    path(
        "desk/<str:slug>/corrections/<int:pk>/",
        corrections.correction,
        name="correction",
    ),
    path(
        "desk/<str:slug>/corrections/<int:pk>/undo/",
        corrections.undo,
        name="correction_undo",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/options/",
        options.entry_options,
        name="entry_options",
    ),
    path(
        "desk/<str:slug>/entries/<int:number>/change/",
        options.entry_change,
        name="entry_change",
    ),
    path(
        "desk/<str:slug>/options/<int:line>/undo/",
        options.option_undo,
        name="option_undo",
    ),
    path("desk/<str:slug>/draw/", draws.draw, name="draw"),
    path("desk/<str:slug>/stages/<int:stage>/draw/", draws.draw, name="stage_draw"),
    path(
        "desk/<str:slug>/stages/<int:stage>/rounds/<int:number>/take-back/",
        draws.take_back,
        name="stage_take_back",
    ),
    path(
        "desk/<str:slug>/stages/<int:stage>/rounds/<int:number>/sheets/",
        draws.sheets,
        name="stage_sheets",
    ),
    path(
        "desk/<str:slug>/stages/<int:stage>/rounds/<int:number>/score-sheets.pdf",
        draws.sheets_pdf,
        name="stage_sheets_pdf",
    ),
    path("desk/<str:slug>/draw/<int:pk>/swap/", draws.swap, name="swap"),
    path(
        "desk/<str:slug>/draw/<int:pk>/call-off/", draws.call_off, name="draw_call_off"
    ),
    path("desk/<str:slug>/draw/<int:pk>/publish/", draws.publish, name="publish"),
    path(
        "desk/<str:slug>/rounds/<int:number>/take-back/",
        draws.take_back,
        name="take_back",
    ),
    path("desk/<str:slug>/rounds/<int:number>/sheets/", draws.sheets, name="sheets"),
    path(
        "desk/<str:slug>/rounds/<int:number>/score-sheets.pdf",
        draws.sheets_pdf,
        name="sheets_pdf",
    ),
    path("club/archive/", archives.archive_list, name="archives"),
    path("club/archive/<int:pk>/", archives.archive_page, name="archive"),
    path("club/archive/<int:pk>/names/", archives.names, name="archive_names"),
    path("club/archive/<int:pk>/import/", archives.import_ready, name="archive_import"),
    path("club/archive/<int:pk>/again/", archives.again, name="archive_again"),
    path("club/archive/<int:pk>/remove/", archives.remove, name="archive_remove"),
    path(
        "club/archive/<int:pk>/<int:number>/", archives.file_page, name="archive_file"
    ),
    path(
        "club/archive/<int:pk>/<int:number>/leave/",
        archives.leave,
        name="archive_leave",
    ),
    path(
        "club/archive/<int:pk>/<int:number>/undo/", archives.undo, name="archive_undo"
    ),
]

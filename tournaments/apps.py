"""The Django app that runs tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The app of tournaments: entries, draws, rounds and standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the functions, jobs and documents that `matches` calls.

        `matches` must not import `tournaments`, so it offers registries instead.
        """
        # ruff: noqa: PLC0415 - models must be loaded
        from matches.accounts import people
        from matches.ledger import occasions
        from matches.match_page import page as match_page
        from matches.players import queries
        from matches.sheet_photos import layout
        from tournaments.hall import match_context
        from tournaments.hall.messages import own_messages
        from tournaments.hall.what_next import what_next
        from tournaments.money.own_payment import own_payment
        from tournaments.money.queries import prizes_moved
        from tournaments.paper.sheets import layouts_for
        from tournaments.results.correction.plan_places import PRIZES
        from tournaments.results.correction.queries import guard_winner
        from tournaments.rounds.announcements.bulletin import announced_at_match
        from tournaments.rounds.player_panel import own_links, rests_panel
        from tournaments.seasons.panels import player_seasons
        from tournaments.signups import panels as sign_up_page
        from tournaments.standings.finishing import best_panel
        from tournaments.structure.queries import named_events
        from tournaments.structure.words import format_label
        from tournaments.tables.calling import match_moved

        people.register_namer(named_events)
        occasions.register(
            provider=match_context.occasions,
            day=match_context.DAY,
            kind=match_context.KIND,
            kind_label=format_label,
            winner_guard=guard_winner,
            state_listener=match_moved,
        )
        occasions.register_unlisted(match_context.UNLISTED, "pairing__tournament")
        layout.register(layouts_for)
        _register_people()
        for key, panel in (
            *(("rests", rests_panel), ("best", best_panel)),
            ("seasons", player_seasons),
        ):
            queries.PANELS.register(key, panel)
        queries.OWN.register("rounds", own_links)
        queries.OWN.register("messages", own_messages)
        queries.OWN.register("next", what_next)
        match_page.PANELS.register("told", announced_at_match)
        PRIZES.append(prizes_moved)
        sign_up_page.OWN.register("payment", own_payment)
        _register_jobs()
        _register_documents()


def _register_jobs() -> None:
    """Register the work of each kind of job, which a worker does."""
    # ruff: noqa: PLC0415 - models must be loaded
    from matches.jobs import registry
    from tournaments.api.webhooks import tell_due
    from tournaments.draws import check_job
    from tournaments.draws import job as draws
    from tournaments.hall import full_lists
    from tournaments.news import kinds, watching
    from tournaments.signups.services import advance_due
    from tournaments.tables.calling import advance_waiting
    from tournaments.tournament_file import jobs as tournament_file

    for kind, work in (
        ("draw", draws.make_draw),
        (check_job.KIND, check_job.check_record),
        (tournament_file.READ, tournament_file.read_sent),
        (tournament_file.OPEN, tournament_file.open_sent),
        (full_lists.KIND, full_lists.start),
    ):
        registry.register(kind, work)
    registry.register_chore(2, full_lists.queue_due)
    registry.register_chore(1, tell_due)
    registry.register_chore(30, advance_due)
    registry.register_chore(30, advance_waiting)
    kinds.register()
    registry.register_chore(5, watching.tell_sign_ups)
    registry.register_chore(5, watching.tell_draws)
    registry.register_chore(2, watching.tell_calls)
    registry.register_chore(60, watching.tell_changes)
    registry.register_chore(300, watching.remind)


def _register_documents() -> None:
    """Register the documents that can be printed of tournaments and seasons."""
    # ruff: noqa: PLC0415 - models must be loaded
    from matches.documents import registry as documents
    from tournaments.money.documents import TREASURER_SHEET
    from tournaments.paper.documents import PAPERS
    from tournaments.public.documents import RULES_OF_PLAY
    from tournaments.seasons.documents import SEASON_TABLE

    for document in (*PAPERS, RULES_OF_PLAY, SEASON_TABLE, TREASURER_SHEET):
        documents.register(document)


def _register_people() -> None:
    """Register the listeners for changed players, and the checks against a merge."""
    from django.urls import reverse

    from matches.player_page import forgetting, merging, own_file
    from matches.players import models
    from tournaments.entries.services import both_entered, needed_in, player_changed
    from tournaments.hall.log import PLACE_OF_LINES
    from tournaments.hall.messages import messages_of
    from tournaments.hall.models import DeskNote
    from tournaments.seasons.models import SeasonMember
    from tournaments.seasons.services import both_placed
    from tournaments.signups.queries import own_part, sign_ups_of
    from tournaments.structure.models import Tournament

    models.register_listener(player_changed)
    forgetting.register_busy(needed_in)
    forgetting.register_deleted(messages_of)
    forgetting.register_deleted(sign_ups_of)
    own_file.register("sign_ups", own_part)
    forgetting.register_kept("tournaments.Draw.record")
    forgetting.register_place(Tournament, lambda held: reverse("log", args=[held.slug]))
    forgetting.register_place(
        DeskNote, lambda note: reverse("notes", args=[note.tournament.slug])
    )
    forgetting.register_place(*PLACE_OF_LINES)
    merging.register_both_at(both_entered)
    merging.register_both_at(both_placed)
    merging.register_one_each(SeasonMember, "season_id")

"""The Django app that records matches."""

from django.apps import AppConfig
from django.core import checks


class MatchesConfig(AppConfig):
    """One match: players, games, scores, journal."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register system checks, kinds of jobs and the panels of pages."""
        # ruff: noqa: PLC0415 - models must be loaded
        from matches.accounts import signing_in  # noqa: F401 - it listens to sign-ins
        from matches.documents import registry as documents
        from matches.documents.pdf import check_printing
        from matches.files.access import files_panel
        from matches.ledger import lists
        from matches.match_page import page as match_page
        from matches.match_page.decision_views import decisions_panel
        from matches.match_page.new_views import share_panel
        from matches.player_page.panel import matches_now, matches_panel
        from matches.players import models as players
        from matches.players import queries as player_page
        from matches.ratings.panels import match_ratings, player_ratings, rated_among
        from matches.ratings.queries import listed_ratings
        from matches.reports.panel import reports_panel
        from matches.rulebook.paper import RULES
        from matches.rulings.documents import KEPT_RULING

        checks.register(check_printing)
        player_page.PANELS.register("matches", matches_panel)
        player_page.PANELS.register("now", matches_now)
        match_page.PANELS.register("reports", reports_panel)
        match_page.PANELS.register("decisions", decisions_panel)
        match_page.PANELS.register("files", files_panel)
        match_page.PANELS.register("share", share_panel)
        match_page.PANELS.register("ratings", match_ratings)
        player_page.PANELS.register("ratings", player_ratings)
        lists.register_rated(rated_among)
        players.register_ratings(listed_ratings)
        _register_messages()
        _register_jobs()
        for document in (RULES, KEPT_RULING):
            documents.register(document)


def _register_messages() -> None:
    """Register what other rooms show of messages, and where they are kept."""
    from matches.outgoing import letters
    from matches.outgoing.notices import desk_notices
    from matches.outgoing.panel import own_messages_link
    from matches.outgoing.recipients import own_part, recipients_of_player
    from matches.player_page import forgetting, own_file
    from matches.players import queries as player_page
    from matches.web import panels

    letters.register()
    panels.register_notices(desk_notices)
    player_page.OWN.register("reach", own_messages_link)
    forgetting.register_deleted(recipients_of_player)
    own_file.register("messages", own_part)


def _register_jobs() -> None:
    """Register what workers do."""
    from matches.documents.services import KIND, forget_old, make_document
    from matches.files import services
    from matches.jobs import queue as jobs_queue
    from matches.jobs import registry
    from matches.outgoing.delivery import send_due
    from matches.ratings import computing
    from matches.sheet_photos import services as sheet_photos

    registry.register(KIND, make_document)
    registry.register(computing.KIND, computing.compute)
    registry.register(services.KIND, services.add_sent_file)
    registry.register(sheet_photos.KIND, sheet_photos.read_sent)
    registry.register_chore(1, jobs_queue.sweep)
    registry.register_chore(1, computing.queue_due)
    registry.register_chore(2, send_due)
    # Typed text for print must be deleted after a day; making a document deletes it
    # too, but on some days none is made.
    registry.register_chore(3600, forget_old)

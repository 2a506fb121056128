"""The Django app that runs tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Many matches: entries, draws, rounds, standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what a match was played in, whenever `matches` asks."""
        from matches.ledger.occasions import register  # noqa: PLC0415 - models must be loaded
        from matches.web.answers import count_as_conflict  # noqa: PLC0415
        from tournaments.desk.match_context import BELONGING, occasions
        from tournaments.draws.errors import (
            DraftChangedError,
            DrawGoneError,
            DrawOutdatedError,
        )
        from tournaments.entries.services import player_changed  # noqa: PLC0415
        from tournaments.results.correction.dependents import guard_winner  # noqa: PLC0415
        from tournaments.tables.calling import match_moved  # noqa: PLC0415

        count_as_conflict(DraftChangedError, DrawGoneError, DrawOutdatedError)
        register(
            provider=occasions,
            belonging=BELONGING,
            winner_guard=guard_winner,
            player_listener=player_changed,
            state_listener=match_moved,
        )

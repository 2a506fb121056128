"""The Django app that runs tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Many matches: entries, draws, rounds, standings."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what a match was played in, whenever `matches` asks."""
        from matches.occasions import register  # noqa: PLC0415 - models must be loaded
        from matches.web import count_as_conflict  # noqa: PLC0415
        from tournaments.errors import (  # noqa: PLC0415
            DraftChangedError,
            DrawGoneError,
            DrawOutdatedError,
        )
        from tournaments.selectors.occasions import (  # noqa: PLC0415
            BELONGING,
            occasions,
        )
        from tournaments.services.calling import match_moved  # noqa: PLC0415
        from tournaments.services.entries import player_changed  # noqa: PLC0415
        from tournaments.services.results import guard_winner  # noqa: PLC0415

        count_as_conflict(DraftChangedError, DrawGoneError, DrawOutdatedError)
        register(
            provider=occasions,
            belonging=BELONGING,
            winner_guard=guard_winner,
            player_listener=player_changed,
            state_listener=match_moved,
        )

"""The Django app that records matches."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """One match: players, games, scores, journal."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the system checks."""
        from matches.documents import checks  # noqa: F401, PLC0415 - registering is enough

"""The Django app that records matches."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """One match: players, games, scores, journal."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register system checks, kinds of jobs and the panels of pages."""
        # ruff: noqa: PLC0415 - models must be loaded
        from matches.documents import checks  # noqa: F401 - importing registers them
        from matches.files.archive.import_job import import_files
        from matches.files.archive.reading_job import read_archive
        from matches.jobs import registry

        registry.register("archive", read_archive)
        registry.register("import", import_files)

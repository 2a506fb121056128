"""Registers the project package as an app and loads the Celery app."""

from django.apps import AppConfig


class ClubsiteConfig(AppConfig):
    """The project package as an app, for its commands and the Celery app."""

    name = "clubsite"
    verbose_name = "Crawford"

    def ready(self) -> None:
        """Load the Celery app, register backups.

        The Celery app is loaded so that tasks find its broker.
        """
        # ruff: noqa: PLC0415 - models must be loaded
        from clubsite import (
            celery,  # noqa: F401
            ready,
        )
        from clubsite.backup import jobs, state
        from matches.jobs import registry
        from matches.web import panels

        registry.register(jobs.KIND, jobs.do_backup)
        registry.register_chore(10, jobs.queue_due)
        panels.register_notices(ready.desk_notices)
        panels.register_notices(state.desk_notices)

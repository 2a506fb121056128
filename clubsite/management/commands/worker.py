"""`manage.py worker`: does the jobs: draws, documents, files."""

import os

from django.core.management.base import BaseCommand

from clubsite.celery import app


class Command(BaseCommand):
    """Works until SIGTERM or SIGINT. There may be several, on several machines."""

    help = "Do the jobs of the site: draws, documents, files."
    requires_system_checks: list[str] = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Start Celery's worker."""
        # Otherwise it runs Django's checks, which load all pages.
        os.environ["CELERY_SKIP_CHECKS"] = "true"
        worker = app.Worker(
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        worker.start()

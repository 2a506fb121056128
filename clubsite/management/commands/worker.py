"""`manage.py worker`: does the jobs: draws, documents, files."""

from django.core.management.base import BaseCommand

from clubsite.celery import app

ARGUMENTS = [
    "--quiet",
    "--skip-checks",
    "worker",
    "--pool=solo",
    "--without-gossip",
    "--without-mingle",
    "--without-heartbeat",
    "--loglevel=WARNING",
]


class Command(BaseCommand):
    """Works until SIGTERM or SIGINT. There may be several, on several machines."""

    help = "Do the jobs of the site: draws, documents, files."
    requires_system_checks: list[str] = []

    def handle(self, *_args: object, **_options: object) -> None:
        """Hand over to Celery."""
        app.start(argv=ARGUMENTS)

"""Print a one-time link that makes its user a director."""

from django.conf import settings
from django.core.management.base import BaseCommand

from matches.accounts.services import new_invitation_path


class Command(BaseCommand):
    """Prints a set-up link. Anyone who can run it can become a director.

    It is for a club whose directors cannot sign in any more.
    """

    help = "Print a one-time link that makes its user a director, within an hour."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(settings.SITE_URL + new_invitation_path(by=None))

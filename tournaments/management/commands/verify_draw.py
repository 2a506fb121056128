"""Check a draw record offline: the command of `tournaments.draws.verify_draw`."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from tournaments.draws import verify_draw


class Command(BaseCommand):
    """Make the draw again from the file alone, without a database."""

    help = "Check a published draw from its record: draw.json, or - for standard input."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add those of `verify_draw.pyz`."""
        verify_draw.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, and end with the same status."""
        names = ("file", "fingerprint", "chain")
        status = verify_draw.run(**{name: options[name] for name in names})
        if status:
            sys.exit(status)

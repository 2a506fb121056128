"""`./run backup [FOLDER|FILE]`: everything of the club in one file, while it plays."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from clubsite.backup.make import MEGABYTE, Reason, make_backup
from matches.rules.refusals import RuleError


class Command(BaseCommand):
    """Makes a backup and says where it is."""

    help = "Make a backup of everything. Crawford may go on running."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the place, the folder of backups if none is given."""
        parser.add_argument(
            "place",
            nargs="?",
            type=Path,
            metavar="FOLDER|FILE",
            help="a folder that exists, such as a USB stick, or the name of a new file",
        )

    def handle(self, *_args: object, place: Path | None, **_options: object) -> None:
        """Make it."""
        try:
            file = make_backup(Reason.HAND, target=place)
        except RuleError as error:
            sys.exit(str(error))
        size = file.stat().st_size / MEGABYTE
        self.stdout.write(f"Backup made and checked: {file} ({size:.1f} MB)")
        self.stdout.write("It contains passwords and personal links: keep it private.")

"""`./run verify FILE|NAME`: whether a backup is whole; nothing is changed."""

import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from clubsite.backup.make import located
from clubsite.backup.restore import summary, verify
from clubsite.run.preparation import DataVersionError
from matches.rules.refusals import RuleError


class Command(BaseCommand):
    """Checks a backup completely."""

    help = "Check a backup: checksums, the database, numbers of rows."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, or the name of one in the folder of backups."""
        parser.add_argument("file", type=Path, metavar="FILE|NAME")

    def handle(self, *_args: object, file: Path, **_options: object) -> None:
        """Check it."""
        file = located(file)
        try:
            manifest = verify(file)
        except (DataVersionError, RuleError) as error:
            sys.exit(str(error))
        self.stdout.write(f"{file} is whole: {summary(manifest)}")

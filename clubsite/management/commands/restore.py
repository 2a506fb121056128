"""`./run restore FILE|NAME`: a backup in place of the data; what was there is kept."""

import shlex
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from clubsite.backup.make import located
from clubsite.backup.restore import ASIDE, restore, summary
from clubsite.run.lock import StartError, locked
from clubsite.run.preparation import DataVersionError
from matches.rules.refusals import RuleError


class Command(BaseCommand):
    """Restores a backup while the product does not run."""

    help = "Restore a backup. Stop Crawford first; what was there is kept."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, or the name of one in the folder of backups."""
        parser.add_argument("file", type=Path, metavar="FILE|NAME")

    def handle(self, *_args: object, file: Path, **_options: object) -> None:
        """Restore it under the lock of the data folder."""
        try:
            with locked(Path(settings.DATA_DIR), self.stdout.write):
                manifest, kept = restore(located(file))
        except StartError as error:
            sys.exit(f"{error} Stop it or wait for it, then restore again.")
        except (DataVersionError, RuleError) as error:
            sys.exit(str(error))
        self.stdout.write(f"Restored: {summary(manifest)}")
        if kept is not None and kept.name.startswith(ASIDE):
            self.stdout.write(f"The damaged database that was there is in {kept}.")
        elif kept is not None:
            self.stdout.write(
                f"What was there before is in {kept}. To go back to it, stop Crawford "
                f"and type: ./run restore {shlex.quote(str(kept))}"
            )
        self.stdout.write("Start Crawford as always: ./run")

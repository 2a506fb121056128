"""`manage.py prepare`: database, catalogues and static files, before a start."""

import json
import os
import sys
import time
from typing import Final

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, connection

from clubsite import protection
from clubsite.backup.make import DATABASE_UNREACHABLE
from clubsite.run import preparation
from matches.accounts import services as accounts_services
from matches.documents import services as documents_services
from matches.players.models import Player
from matches.web import models

AGAIN_SECONDS: Final = 2.0


class Command(BaseCommand):
    """Brings the data folder up to date and answers as JSON."""

    help = "Bring the data folder up to date; answers with the set-up link as JSON."
    # They look at the code, not at the data, and load every page for it: the tests do.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what a demonstration and an image for containers need."""
        parser.add_argument(
            "--demo", action="store_true", help="fill the folder with invented players"
        )
        parser.add_argument(
            "--files", action="store_true", help="prepare no database, files only"
        )
        parser.add_argument(
            "--wait", action="store_true", help="wait until the database answers"
        )

    def handle(
        self, *_args: object, demo: bool, files: bool, wait: bool, **_options: object
    ) -> None:
        """Prepare, and write one line."""
        preparation.compile_catalogues(preparation.catalogues())
        preparation.collect_static()
        if files:
            return
        if wait:
            self._await_database()
        try:
            with preparation.one_machine_at_a_time():
                protection.check_database()
                protection.backup_before_update()
                call_command("migrate", interactive=False, verbosity=0)
        except protection.ProtectionError as error:
            self.stderr.write(str(error))
            sys.exit(os.EX_CONFIG)
        except OperationalError as error:
            sys.exit(_sentence(error))
        models.renew()
        documents_services.forget_made()  # the layout may differ in this version
        if demo and not Player.objects.exists():  # only at the first start
            call_command("demo", stdout=self.stderr)
        self.stdout.write(json.dumps({"setup": accounts_services.setup_path()}))

    def _await_database(self) -> None:
        """Return when the database answers; write why it does not, once."""
        is_said = False
        while True:
            try:
                connection.ensure_connection()
            except OperationalError as error:
                if not is_said:
                    self.stderr.write(_sentence(error))
                    is_said = True
                time.sleep(AGAIN_SECONDS)
            else:
                return


def _sentence(error: OperationalError) -> str:
    return str(DATABASE_UNREACHABLE(reason=" ".join(str(error).split())))

"""`manage.py web`: the web server alone, below the supervisor or one of the system."""

import socket
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubsite.run.network import BindError, listen, parse_bind
from clubsite.run.watchdog import exit_when_hung
from clubsite.server.serving import serve
from clubsite.wsgi import application


class Command(BaseCommand):
    """Serves the site until SIGTERM or SIGINT."""

    help = "Serve the site; the worker is a process of its own (manage.py worker)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add where to listen."""
        place = parser.add_mutually_exclusive_group()
        place.add_argument(
            "--bind", type=parse_bind, default="127.0.0.1:8000", metavar="HOST:PORT"
        )
        place.add_argument("--fd", type=int, help="a listening socket, inherited")

    def handle(self, *_args: object, **options: Any) -> None:
        """Serve."""
        try:
            listener = (
                listen(options["bind"])
                if options["fd"] is None
                else socket.socket(fileno=options["fd"])
            )
        except BindError as error:
            raise CommandError(str(error)) from error
        if options["fd"] is None:  # a supervisor watches the servers of its socket
            exit_when_hung(options["bind"])
        if not serve(application, listener):
            sys.exit(1)

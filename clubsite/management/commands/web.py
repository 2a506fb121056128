"""`manage.py web`: the web server alone, below `./run`, systemd or a container."""

import os
import resource
import socket
import sys
from contextlib import suppress
from typing import Any, Final

import uvicorn
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import resolve

from clubsite.run.network import BACKLOG, BindError, listen, parse_bind
from clubsite.whole_bodies import MOST_HEADER_BYTES

MOST_FILES: Final = 65_536
IDLE_SECONDS: Final = 60
"""Seconds without a request. Pages poll every few seconds on the same connection; if
one is closed just as a browser uses it, what a director typed may be lost."""
ALIVE_SECONDS: Final = 10
GRACE_SECONDS: Final = 5
"""Seconds for the requests that are being answered when the signal arrives."""


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
        allow_many_connections()
        resolve("/healthz")  # loads all pages before the first request
        # Here, before there is a loop: it asks the database whether the data fit.
        from clubsite.asgi import application  # noqa: PLC0415 - see above

        server = uvicorn.Server(configured(application))
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
        if not server.started:
            sys.exit(1)


def allow_many_connections() -> None:
    """Allow this process as many open files as the system permits."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def configured(application: Any) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        application,
        http="h11",  # it has a limit of headers
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,  # Django's settings say what is logged
        access_log=False,
        proxy_headers=False,  # matches.web.throttle reads them
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        callback_notify=say_alive,
        timeout_notify=ALIVE_SECONDS,
    )


async def say_alive() -> None:
    """Tell systemd that this server works, if it wants to know (`WatchdogSec`)."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(b"WATCHDOG=1", address.replace("@", "\0", 1))

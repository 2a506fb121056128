"""Serves the site on a listening socket until a signal."""

import asyncio
import gc
import resource
import socket
import sys
from typing import Final
from wsgiref.types import WSGIApplication, WSGIEnvironment

import uvicorn
from django.conf import settings

from clubsite.run.network import BACKLOG
from clubsite.server.application import Application
from clubsite.server.protocol import IDLE_SECONDS, DeadlineProtocol

GRACE_SECONDS: Final = 5
"""For requests that are being answered when the signal arrives."""
SWITCH_SECONDS: Final = 0.0005
COLLECTED_AFTER: Final = (10_000, 10, 10)
"""New objects, and rounds, after which the garbage of each age is collected.

Python's own (700, 10, 10) looks through all connections of a hall every few seconds,
and everybody waits for it: a tenth of a second with 5,000 phones. So it is a million
new objects, some 100 MB if every one of them were garbage.
"""
MOST_FILES: Final = 65_536
RESERVED_FILES: Final = 200
"""Of this process, for all but connections: databases, logs, temporary files."""


def serve(application: WSGIApplication, listener: socket.socket) -> bool:
    """Serve until SIGTERM or SIGINT; return whether the server ever started."""
    # A thread that computes gives way ten times as often as usual, so that the event
    # loop and short requests hardly notice it.
    sys.setswitchinterval(SWITCH_SECONDS)
    collect_seldom()
    DeadlineProtocol.most_connections = raise_file_limit() - RESERVED_FILES
    server = uvicorn.Server(
        uvicorn.Config(
            Application(
                application,
                getattr(application, "at_once", nothing_at_once),
                site_path=settings.SITE_PATH,
            ),
            http=DeadlineProtocol,
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
        )
    )
    asyncio.run(server.serve(sockets=[listener]))
    return server.started


def collect_seldom() -> None:
    """Look for garbage seldom, and never in what is there now: the site itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def nothing_at_once(_environ: WSGIEnvironment) -> None:
    """Know no answer: the application has no memory of answers."""


def raise_file_limit() -> int:
    """Allow this process as many open files as the system permits; return how many."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most

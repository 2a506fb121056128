"""Serves the site on a listening socket until a signal."""

import asyncio
import resource
import socket
import sys
from typing import Final
from wsgiref.types import WSGIApplication, WSGIEnvironment

import uvicorn

from clubsite.run.network import BACKLOG
from clubsite.server.application import Application
from clubsite.server.protocol import IDLE_SECONDS, DeadlineProtocol

GRACE_SECONDS: Final = 5
"""For requests that are being answered when the signal arrives."""
SWITCH_SECONDS: Final = 0.0005
MOST_FILES: Final = 65_536
RESERVED_FILES: Final = 200
"""Of this process, for all but connections: databases, logs, temporary files."""


def serve(application: WSGIApplication, listener: socket.socket) -> bool:
    """Serve until SIGTERM or SIGINT; return whether the server ever started."""
    # A thread that computes gives way ten times as often as usual, so that the event
    # loop and short requests hardly notice it.
    sys.setswitchinterval(SWITCH_SECONDS)
    DeadlineProtocol.most_connections = raise_file_limit() - RESERVED_FILES
    server = uvicorn.Server(
        uvicorn.Config(
            Application(application, getattr(application, "at_once", nothing_at_once)),
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


def nothing_at_once(_environ: WSGIEnvironment) -> None:
    """Know no answer: the application has no memory of answers."""


def raise_file_limit() -> int:
    """Allow this process as many open files as the system permits; return how many."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most

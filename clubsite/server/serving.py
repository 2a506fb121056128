"""Serves the site on a listening socket until a signal."""

import asyncio
import gc
import resource
import socket
import sys
from typing import Final
from wsgiref.types import WSGIApplication

import uvicorn
from django.conf import settings

from clubsite.run.network import BACKLOG
from clubsite.server.application import Application
from clubsite.server.protocol import IDLE_SECONDS, DeadlineProtocol

GRACE_SECONDS: Final = 5
"""Seconds for the requests that are being answered when the signal arrives."""
SWITCH_SECONDS: Final = 0.0005
COLLECTED_AFTER: Final = (10_000, 10, 10)
"""The thresholds of the garbage collector: new objects, then collections.

Python's own (700, 10, 10) traverses the objects of all connections every few seconds,
which blocks the process for 0.1 s with 5,000 phones. Here the oldest generation is
collected after a million new objects, some 100 MB if all of them are garbage.
"""
MOST_FILES: Final = 65_536
RESERVED_FILES: Final = 200
"""File descriptors for all but connections: databases, logs, temporary files."""


def serve(application: WSGIApplication, listener: socket.socket) -> bool:
    """Serve until SIGTERM or SIGINT; return whether the server ever started."""
    # A computing thread releases the interpreter ten times as often as by default, so
    # that the event loop and short requests are hardly delayed.
    sys.setswitchinterval(SWITCH_SECONDS)
    collect_seldom()
    DeadlineProtocol.most_connections = raise_file_limit() - RESERVED_FILES
    server = uvicorn.Server(
        uvicorn.Config(
            Application(application, site_path=settings.SITE_PATH),
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
    """Collect garbage seldom, and never the objects that exist now: the site itself."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def raise_file_limit() -> int:
    """Allow this process as many open files as the system permits; return how many."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most

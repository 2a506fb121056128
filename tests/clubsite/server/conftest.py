"""A web server in a thread of the test, with deadlines of parts of a second."""

import contextlib
import socket
import threading
import time

import pytest
import uvicorn

from clubsite.server import body, protocol
from clubsite.server.application import Application


@pytest.fixture
def hurried(monkeypatch):
    """Shorten the deadlines, in a proportion that the tests can wait for."""
    monkeypatch.setattr(protocol, "HEADER_SECONDS", 0.6)
    monkeypatch.setattr(body, "SILENT_SECONDS", 0.6)
    monkeypatch.setattr(body, "TOTAL_SECONDS", 1.2)
    monkeypatch.setattr(protocol, "UNREAD_SECONDS", 0.3)


@pytest.fixture
def serving():
    """Serve a WSGI application, and give the port."""
    with contextlib.ExitStack() as stack:
        yield lambda application, **options: stack.enter_context(
            _serving(application, **options)
        )


@contextlib.contextmanager
def _serving(application, *, idle_seconds=20, most_connections=1_000):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            Application(application),
            http=type(
                "Protocol",
                (protocol.DeadlineProtocol,),
                {"most_connections": most_connections},
            ),
            ws="none",
            lifespan="off",
            loop="asyncio",
            log_config=None,
            timeout_keep_alive=idle_seconds,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()

"""A message broker that needs no server: one file a message, for one machine.

Kombu's own filesystem transport writes messages in place, so that a reader can
meet half a file, and keeps its bindings in a file two starting processes can
tear. Here a message appears and disappears by rename, which is all or nothing.
"""

import contextlib
import os
import secrets
import time
from pathlib import Path
from queue import Empty
from typing import Any

from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

SCHEME = "files"
LONGEST_WAIT_SECONDS = 0.25
_MESSAGE = ".msg"


class Channel(virtual.Channel):
    """Queues as folders; the oldest message first."""

    def _folder(self, queue: str) -> Path:
        client = self.connection.client
        if client is None:
            raise RuntimeError("A channel without a connection.")
        folder = Path((client.transport_options or {})["folder"]) / queue
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    def _messages(self, queue: str) -> list[str]:
        return sorted(path.name for path in self._folder(queue).glob(f"*{_MESSAGE}"))

    def _put(self, queue: str, message: dict[str, Any], **_kwargs: object) -> None:
        folder = self._folder(queue)
        name = f"{time.time_ns():020d}-{secrets.token_hex(8)}"
        part = folder / f"{name}.part"
        part.write_text(dumps(message), encoding="utf-8")
        part.rename(folder / (name + _MESSAGE))

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        folder = self._folder(queue)
        for name in self._messages(queue):
            taken = folder / f"{name}.{os.getpid()}"
            try:
                (folder / name).rename(taken)
            except FileNotFoundError:
                continue  # another worker was quicker
            message: dict[str, Any] = loads(taken.read_text(encoding="utf-8"))
            taken.unlink()
            return message
        raise Empty

    def _size(self, queue: str) -> int:
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        names = self._messages(queue)
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                (self._folder(queue) / name).unlink()
        return len(names)


class Transport(virtual.Transport):
    """The broker behind `files://` addresses."""

    Channel = Channel
    default_port = 0
    driver_type = SCHEME
    driver_name = SCHEME

    def drain_events(  # type: ignore[override]  # kombu's own differs from its base
        self, connection: Connection, timeout: float | None = None
    ) -> None:
        """Wait for a message, but not for long: only between waits a worker stops."""
        if timeout is not None:
            timeout = min(timeout, LONGEST_WAIT_SECONDS)
        super().drain_events(connection, timeout=timeout)

    def driver_version(self) -> str:
        """Return the version of the way messages are kept."""
        return "1"


def register() -> None:
    """Make `files://` known: broker addresses may not name a Python class."""
    TRANSPORT_ALIASES[SCHEME] = f"{__name__}:Transport"

"""HTTP over one connection, with the deadlines that uvicorn leaves to a proxy."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_SECONDS: Final = 10.0
"""Seconds from the first byte to the end of the headers."""
HEADER_BYTES: Final = 64 * 1024
IDLE_SECONDS: Final = 60
"""Seconds without a request. Pages poll every few seconds on the same connection, and
browsers open connections in advance. If one is closed just as a browser uses it, what a
director typed may be lost, so it is closed late and never reset."""
UNREAD_SECONDS: Final = 60.0
"""Seconds for a client to read an answer."""


class DeadlineProtocol(HttpToolsProtocol):
    """Ends connections that never finish a request, or never read the answer.

    No thread waits for them, but each holds a file descriptor and some memory.
    """

    most_connections: int = 1_000  # per process; set from the limit of the system

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._header_timer: asyncio.TimerHandle | None = None
        self._header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request; with too many connections, end one that is idle."""
        super().connection_made(transport)
        self.timeout_keep_alive_task = self.loop.call_later(
            self.timeout_keep_alive, self.timeout_keep_alive_handler
        )
        if len(self.connections) > self.most_connections:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadlines."""
        self._stop_expecting()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass the bytes to the parser, within the limits of the headers."""
        if self._header_timer is None and self._is_between_requests:
            self._expect_headers()
        if self._header_timer is not None:
            self._header_bytes += len(data)
        super().data_received(data)
        if self._header_timer is not None and self._header_bytes > HEADER_BYTES:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        """Start the request."""
        self._stop_expecting()
        super().on_headers_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection; a slow reader gets more time once."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size():
            # `close` waits until everything is sent, for ever if the other side reads
            # nothing.
            self.loop.call_later(UNREAD_SECONDS, self.transport.abort)
        self.transport.close()

    @property
    def _is_between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _expect_headers(self) -> None:
        self._header_bytes = 0
        self._header_timer = self.loop.call_later(HEADER_SECONDS, self.transport.abort)

    def _stop_expecting(self) -> None:
        if self._header_timer is not None:
            self._header_timer.cancel()
            self._header_timer = None

    def _make_room(self) -> None:
        for other in self.connections:
            if other is not self and getattr(other, "_is_between_requests", False):
                other.transport.close()
                return
        self.transport.abort()

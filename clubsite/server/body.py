"""Reads the whole body of a request, within limits of size and time."""

import asyncio
import tempfile
from typing import IO, Final

from uvicorn._types import ASGIReceiveCallable

IN_MEMORY: Final = 1024 * 1024  # bytes; a longer body goes to a temporary file
MOST_BYTES: Final = 64 * 1024 * 1024
"""Photos and archives have smaller limits of their own, which pages explain."""
MOST_DISCARDED: Final = 4 * MOST_BYTES
"""Bytes that are read and discarded, so that a browser still shows the answer."""
SILENT_SECONDS: Final = 15.0
"""Seconds without a single byte: a phone that lost the network."""
TOTAL_SECONDS: Final = 180.0
"""Seconds for the whole body: a photo of 10 MB at 60 kB a second."""


class BodyTooLargeError(Exception):
    """The body is larger than MOST_BYTES."""


class ClientGoneError(Exception):
    """The client disconnected or was too slow."""


async def read_body(receive: ASGIReceiveCallable) -> IO[bytes]:
    """Return the body as a file, positioned at its start.

    Raises BodyTooLargeError and ClientGoneError.
    """
    body = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - returned
    try:
        await _receive_into(body, receive)
    except BaseException:
        body.close()
        raise
    body.seek(0)
    return body


async def _receive_into(
    body: "tempfile.SpooledTemporaryFile[bytes]", receive: ASGIReceiveCallable
) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + TOTAL_SECONDS
    size = 0
    while True:
        try:
            async with asyncio.timeout(min(SILENT_SECONDS, end - loop.time())):
                message = await receive()
        except TimeoutError as error:
            raise ClientGoneError from error
        if message["type"] != "http.request":
            raise ClientGoneError
        chunk = message.get("body", b"")
        size += len(chunk)
        if size <= MOST_BYTES:
            body.write(chunk)
        elif size > MOST_DISCARDED:
            raise BodyTooLargeError
        if not message.get("more_body", False):
            break
    if size > MOST_BYTES:
        raise BodyTooLargeError

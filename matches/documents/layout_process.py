"""The process in which a worker lays out documents; it ends when it is idle.

WeasyPrint, Pango and the fonts take 60 MB, of which the C library returns little. The
worker therefore uses a separate process, which is started for the first document and
ends after IDLE_SECONDS without one: `python -m matches.documents.layout_process
SOCKET`.
"""

import gc
import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

from matches.documents import pdf
from matches.documents.papers import print_now, printing_on

IDLE_SECONDS: Final = 30.0
ATTEMPTS: Final = 2
NICENESS: Final = 10
"""More than that of the worker: pages and draws have the processors before papers."""

_BASE_DIR = Path(__file__).resolve().parents[2]


class LayoutProcess:
    """Starts the layout process when it is needed, and passes calls to it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._connection: Connection | None = None

    def __call__(self, name: str, *texts: Any, **options: Any) -> bytes:
        """Call the function `name` of `pdf` in the process; return its result.

        Raises what the function raises; LayoutProcessEndedError if the process died.
        """
        laid_out = options.pop("laid_out", None)
        # What was read for the document lies about in cycles, as much as the document.
        gc.collect()
        with self._lock:
            if self._connection is not None and self._connection.poll():
                self._leave()  # it ended as idle: that is no attempt
            for _attempt in range(ATTEMPTS):
                try:
                    connection = self._connection or self._start()
                    connection.send((name, texts, options, print_now(), bool(laid_out)))
                    while isinstance(answer := _received(connection), int):
                        laid_out(answer)
                except (EOFError, ConnectionError):
                    self._leave()
                except BaseException:
                    self._leave()  # the next call must not read the rest of it
                    raise
                else:
                    if isinstance(answer, Exception):
                        raise answer
                    content: bytes = answer
                    return content
        raise LayoutProcessEndedError(name)

    def _start(self) -> Connection:
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(  # noqa: S603 - our own command line
                [sys.executable, "-m", __name__, str(theirs.fileno())],
                cwd=_BASE_DIR,
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )
        # Wait for the ended process, or the kernel keeps its entry.
        # `start` under the lock of `__call__`: two first documents at once start one
        # process.
        Thread(target=process.wait, name="press", daemon=True).start()
        self._connection = ours
        return ours

    def _leave(self) -> None:
        """Close the connection, which ends the process if it still lives."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


class LayoutProcessEndedError(Exception):
    """The layout process died ATTEMPTS times with the same document."""

    def __str__(self) -> str:
        return f"{ATTEMPTS} layout processes ended during {self.args[0]}"


def _received(connection: Connection) -> Any:
    """Return what the process sends; raise EOFError if it ended, even while sending."""
    try:
        return connection.recv()
    except OSError as error:
        raise EOFError from error


def serve(connection: Connection) -> None:
    """Lay out documents until none has come for IDLE_SECONDS."""
    while connection.poll(IDLE_SECONDS):
        name, texts, options, wanted, tells = connection.recv()
        if tells:
            options["laid_out"] = connection.send
        paper = (
            printing_on(wanted.paper, keeps_size=wanted.keeps_size)
            if wanted
            else nullcontext()
        )
        answer: bytes | Exception
        try:
            with paper:
                answer = getattr(pdf, name)(*texts, **options)
        except Exception as error:
            answer = error
        connection.send(answer)


def main() -> None:
    """Serve the worker at the other end of the socket until it closes it."""
    # Only the worker ends this process, by closing the socket; signals of a terminal or
    # of systemd must not interrupt a document.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICENESS)
    with Connection(int(sys.argv[1])) as connection:
        try:
            serve(connection)
        except (EOFError, ConnectionError):
            return


if __name__ == "__main__":
    main()

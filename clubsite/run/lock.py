"""The lock of a data folder: one running site, and none during a restore.

Two files: the starter holds `run.lock`; its child processes hold `children.lock`,
which they inherit, so that it stays locked until the last of them has ended, even if
the starter was killed. The kernel releases both when the processes die; a file with
a process id would stay behind.
"""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

ORPHANS_SECONDS: Final = 20.0
"""Seconds: longer than children may take to end after their parent was killed."""


RESTORING: Final = "restoring"
"""The file that exists while a restore replaces the data."""


class StartError(Exception):
    """The data folder cannot be used now; the text says what to do.

    The text is empty if a child process has already written it.
    """


class DataLock:
    """The lock of a data folder, held."""

    def __init__(self, own: TextIO, children: TextIO) -> None:
        self._own = own
        self._children = children

    @property
    def for_children(self) -> int:
        """The file descriptor that every child process must inherit."""
        return self._children.fileno()

    def write_address(self, address: str) -> None:
        """Write the address of the running product, which a second start shows."""
        self._own.truncate(0)
        self._own.write(address + "\n")
        self._own.flush()


@contextmanager
def locked(folder: Path, say: Callable[[str], object]) -> Iterator[DataLock]:
    """Hold the lock of a data folder. Raises StartError: the product runs there.

    Waits for ending processes of an earlier run, and reports this with `say`.
    """
    try:
        own = (folder / "run.lock").open("a+", encoding="utf-8")
    except OSError as error:
        raise StartError(
            f"Nothing can be written to {folder} ({error.strerror}). Check the folder "
            "and its permissions, or set CRAWFORD_DATA to another one."
        ) from error
    with own, (folder / "children.lock").open("a+", encoding="utf-8") as children:
        if not _lock(own):
            own.seek(0)
            where = own.read().strip()
            raise StartError(
                f"Crawford is already running at {where}/"
                if where
                else "Crawford is being started, or a backup is being restored."
            )
        own.truncate(0)  # the address of an earlier run
        _await_orphans(children, say)
        yield DataLock(own, children)


def check_no_restore(folder: Path) -> None:
    """Raise StartError if a restore was interrupted: the data may not be complete."""
    if (folder / RESTORING).exists():
        raise StartError(
            "A restore was interrupted, and the data may not be complete. Type the "
            "command again: ./run restore FILE"
        )


def _await_orphans(children: TextIO, say: Callable[[str], object]) -> None:
    deadline = time.monotonic() + ORPHANS_SECONDS
    if _lock(children):
        return
    say("Waiting for the last run of Crawford to end …")
    while not _lock(children):
        if time.monotonic() > deadline:
            raise StartError(
                "Processes of the last run of Crawford have not ended yet. Wait a "
                "minute and try again; if it stays so, restart the computer."
            )
        time.sleep(0.1)


def _lock(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

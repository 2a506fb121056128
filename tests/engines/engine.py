"""What every engine can be told to do, and how long one waits for it."""

import socket
import time
from pathlib import Path
from typing import Any, Final, Protocol

START_SECONDS: Final = 60
HEIGHT: Final = 900
IS_LAID_OUT: Final = """() => {
  const page = document.documentElement;
  return page.clientWidth <= innerWidth && page.clientWidth > innerWidth - 30
    ? innerWidth : 0;
}"""
"""The width of the window, 0 as long as the page still has another one."""
PATIENCE: Final = 3.0
"""Seconds in which a window takes its new size."""


class Engine(Protocol):
    """A browser that opens pages one after the other."""

    def sign_in(self, site: str, name: str, value: str) -> None:
        """Forget all cookies of the site; keep this one, if it has a value."""

    def open(self, url: str) -> None:
        """Open a page and wait until it is loaded."""

    def resize(self, width: int) -> None:
        """Give the page a window of this width."""

    def evaluate(self, function: str) -> Any:
        """Call a function of the page's language; return what it returns."""

    def photograph(self, file: Path) -> None:
        """Keep a picture of what is seen."""

    def complaints(self) -> list[str]:
        """Return what the browser has told about scripts and styles since asked."""


def connected(port: int) -> socket.socket:
    """Return a connection to a browser that starts."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), START_SECONDS)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)

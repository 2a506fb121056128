"""Look at pages of a running site in Firefox and in WebKit.

    python -m tests.engines http://127.0.0.1:8000 COOKIE FOLDER ADDRESS …

COOKIE is the cookie of a director who has signed in, as NAME=VALUE. Needs Debian's
`firefox-esr`, or `webkit2gtk-driver` and `xvfb`; an engine that is not installed is
left out. Each page is opened wide and as on a phone, and measured: whether it scrolls
sideways, has no heading, or is an error. Pictures of all are in FOLDER.
"""

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

FIREFOX: Final = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT: Final = shutil.which("WebKitWebDriver")
MINI_BROWSER: Final = sorted(
    Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), reverse=True
)
SIZES: Final = ((1280, 900), (500, 844))
"""Firefox makes no window narrower than 500 pixels."""
LOOK: Final = """
  const page = document.documentElement;
  return JSON.stringify({
    status: performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200,
    title: document.title,
    heading: !!document.querySelector("h1"),
    over: page.scrollWidth - page.clientWidth,
  });
"""


@dataclass(frozen=True)
class Look:
    """What is looked at: a site as a director sees it, in one engine."""

    name: str
    site: str
    cookie: str
    folder: Path
    pages: list[str]


class Engine(Protocol):
    """A browser that can be told what to do."""

    def ask(self, command: str, **values: Any) -> Any:
        """Send a command of WebDriver by its name in Marionette; return its value."""


def wait_for(port: int) -> socket.socket:
    """Return a connection to a browser that starts."""
    until = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


class Marionette:
    """Firefox, by the protocol that its own tests use."""

    def __init__(self, port: int) -> None:
        self._numbers = count()
        self._socket = wait_for(port)
        self._read()
        self.ask("WebDriver:NewSession", strictFileInteractability=False)

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._socket.recv(1)
        wanted, found = int(size[:-1]), b""
        while len(found) < wanted:
            found += self._socket.recv(wanted - len(found))
        return json.loads(found)

    def ask(self, command: str, **values: Any) -> Any:
        """Send a command; return its value."""
        text = json.dumps([0, next(self._numbers), command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _kind, _number, error, value = self._read()
        if error:
            raise RuntimeError(error)
        return value


class WebDriver:
    """WebKit, by the standard protocol over HTTP."""

    PATHS: Final = {
        "WebDriver:Navigate": "url",
        "WebDriver:AddCookie": "cookie",
        "WebDriver:SetWindowRect": "window/rect",
        "WebDriver:ExecuteScript": "execute/sync",
        "WebDriver:TakeScreenshot": "screenshot",
    }

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(MINI_BROWSER[0]), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        wait_for(port)
        made = self._send(self._url, {"capabilities": wanted})
        self._url += "/" + made["sessionId"]

    @staticmethod
    def _send(url: str, values: dict[str, Any] | None) -> Any:
        data = None if values is None else json.dumps(values).encode()
        asked = urllib.request.Request(url, data)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)["value"]

    def ask(self, command: str, **values: Any) -> Any:
        """Send a command by its address; return its value."""
        is_read = command == "WebDriver:TakeScreenshot"
        path = f"{self._url}/{self.PATHS[command]}"
        return self._send(path, None if is_read else values)


@contextmanager
def firefox() -> Iterator[Engine]:
    """Start Firefox without a window, with a profile of its own."""
    with tempfile.TemporaryDirectory() as profile:
        command = [str(FIREFOX), "--headless", "--marionette", "--profile", profile]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            yield Marionette(2828)
        finally:
            process.terminate()
            process.wait()


@contextmanager
def webkit() -> Iterator[Engine]:
    """Start the browser of WebKitGTK on a display of its own."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", str(WEBKIT)]
    process = subprocess.Popen(
        [*command, "--port=4455"], stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        yield WebDriver(4455)
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # the display and the browser, too
        process.wait()


def look(engine: Engine, at: "Look") -> int:
    """Open all pages, keep their pictures; return how many have a fault."""
    engine.ask("WebDriver:Navigate", url=f"{at.site}/help/")
    name, _, value = at.cookie.partition("=")
    engine.ask(
        "WebDriver:AddCookie", cookie={"name": name, "value": value, "path": "/"}
    )
    faults = 0
    for width, height in SIZES:
        engine.ask("WebDriver:SetWindowRect", x=0, y=0, width=width, height=height)
        for page in at.pages:
            engine.ask("WebDriver:Navigate", url=at.site + page)
            found = engine.ask("WebDriver:ExecuteScript", script=LOOK, args=[])
            told = json.loads(found["value"] if isinstance(found, dict) else found)
            picture = engine.ask("WebDriver:TakeScreenshot", full=False)
            picture = picture["value"] if isinstance(picture, dict) else picture
            file = page.strip("/").replace("/", "_")[:100] or "home"
            path = at.folder / f"{at.name}-{width}-{file}.png"
            path.write_bytes(base64.b64decode(picture))
            is_bad = told["over"] > 0 or not told["heading"] or told["status"] >= 400
            faults += is_bad
            print("BAD " if is_bad else "ok  ", at.name, width, page, told)
    return faults


def main() -> None:
    """Look at the pages in each engine that is installed."""
    site, cookie, folder, *pages = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    faults = 0
    for name, engine, is_there in (
        ("firefox", firefox, FIREFOX),
        ("webkit", webkit, WEBKIT and MINI_BROWSER),
    ):
        if not is_there:
            print(f"{name} is not installed")
            continue
        with engine() as browser:
            faults += look(browser, Look(name, site, cookie, Path(folder), pages))
    raise SystemExit(faults > 0)


if __name__ == "__main__":
    main()

"""WebKitGTK's browser on a display of its own, by the WebDriver protocol."""

import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.engines.engine import HEIGHT, IS_LAID_OUT, PATIENCE, START_SECONDS, connected

DRIVER: Final = shutil.which("WebKitWebDriver")
BROWSERS: Final = sorted(
    Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), reverse=True
)
PROGRAM: Final = DRIVER if BROWSERS and shutil.which("xvfb-run") else None
PORT: Final = 4455
ERROR: Final = "CONSOLE "
SMALL: Final = """\
* { font-size: 4px; min-width: 0; min-height: 0; padding: 0; margin: 0; }
image { -gtk-icon-size: 4px; -gtk-icon-transform: scale(0.1); }
"""
"""The look of the browser's own buttons: they keep a window from being narrow."""


class WebKit:
    """A running MiniBrowser, and the file of what it prints."""

    def __init__(self, printed: Path) -> None:
        self._printed, self._read = printed, 0
        self._url = f"http://127.0.0.1:{PORT}/session"
        options = {
            "binary": str(BROWSERS[0]),
            "args": ["--automation", "--enable-write-console-messages-to-stdout=true"],
        }
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        connected(PORT).close()
        made = self._send("POST", "", {"capabilities": wanted})
        self._url += "/" + made["sessionId"]

    def sign_in(self, site: str, name: str, value: str) -> None:
        """Forget all cookies; keep this one."""
        self.open(f"{site}/help/")
        self._send("DELETE", "/cookie")
        if value:
            cookie = {"name": name, "value": value, "path": "/"}
            self._send("POST", "/cookie", {"cookie": cookie})

    def open(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def resize(self, width: int) -> None:
        """Give the page this width; the window is a little wider."""
        border = 0
        for _attempt in range(3):
            place = {"x": 0, "y": 0, "width": width + border, "height": HEIGHT + 100}
            self._send("POST", "/window/rect", place)
            until = time.monotonic() + PATIENCE
            while (found := self.evaluate(IS_LAID_OUT)) != width:
                if time.monotonic() > until:
                    break
                time.sleep(0.02)
            if found == width:
                return
            border += width - found

    def evaluate(self, function: str) -> Any:
        """Call a function in the page."""
        values = {"script": f"return ({function})()", "args": []}
        return self._send("POST", "/execute/sync", values)

    def photograph(self, file: Path) -> None:
        """Keep a picture."""
        file.write_bytes(base64.b64decode(self._send("GET", "/screenshot")))

    def complaints(self) -> list[str]:
        """Return the new lines about errors of a page."""
        text = self._printed.read_text(encoding="utf-8", errors="replace")
        new, self._read = text[self._read :], len(text)
        return [line for line in new.splitlines() if line.startswith(ERROR)]

    def _send(
        self, method: str, path: str, values: dict[str, Any] | None = None
    ) -> Any:
        data = None if values is None else json.dumps(values).encode()
        asked = urllib.request.Request(self._url + path, data, method=method)
        with urllib.request.urlopen(asked, timeout=START_SECONDS) as answer:
            return json.load(answer)["value"]


@contextmanager
def started() -> Iterator[WebKit]:
    display = ["xvfb-run", "-a", "-s", "-screen 0 2000x1100x24"]
    with tempfile.TemporaryDirectory() as folder:
        printed = Path(folder, "printed")
        for version in ("gtk-3.0", "gtk-4.0"):
            Path(folder, version).mkdir()
            Path(folder, version, "gtk.css").write_text(SMALL, encoding="utf-8")
        with printed.open("wb") as output:
            process = subprocess.Popen(
                [*display, str(DRIVER), f"--port={PORT}"],
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                env={**os.environ, "XDG_CONFIG_HOME": folder},
            )
        try:
            yield WebKit(printed)
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # the display and the browser, too
            process.wait()

"""Firefox without a window, by Marionette: the protocol that its own tests use."""

import base64
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.engines.engine import HEIGHT, IS_LAID_OUT, PATIENCE, START_SECONDS, connected

PROGRAM: Final = shutil.which("firefox-esr") or shutil.which("firefox")
PORT: Final = 2828
SETTINGS: Final = """\
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
"""
# A window is never narrower than 450 pixels, but the page in it can be: this is what
# the developer tools do who imitate a phone.
NARROW: Final = """
  const win = Services.wm.getMostRecentWindow("navigator:browser");
  const style = win.gBrowser.selectedBrowser.style;
  style.maxWidth = style.minWidth = arguments[0] + "px";
"""
TOLD: Final = """
  const all = Services.console.getMessageArray();
  Services.console.reset();
  return all.filter((one) => one instanceof Ci.nsIScriptError
      && (one.sourceName || "").startsWith("http")
      && !(one.flags & Ci.nsIScriptError.warningFlag))
    .map((one) => `${one.category}: ${one.errorMessage} `
      + `(${one.sourceName}:${one.lineNumber})`);
"""


class Firefox:
    """A running Firefox."""

    def __init__(self) -> None:
        self._numbers = count()
        self._socket = connected(PORT)
        self._read()
        self._ask("WebDriver:NewSession", strictFileInteractability=False)
        size = {"width": 1920, "height": HEIGHT + 100}
        self._ask("WebDriver:SetWindowRect", x=0, y=0, **size)

    def sign_in(self, site: str, name: str, value: str) -> None:
        """Forget all cookies; keep this one."""
        self.open(f"{site}/help/")
        self._ask("WebDriver:DeleteAllCookies")
        if value:
            cookie = {"name": name, "value": value, "path": "/"}
            self._ask("WebDriver:AddCookie", cookie=cookie)

    def open(self, url: str) -> None:
        self._ask("WebDriver:Navigate", url=url)

    def resize(self, width: int) -> None:
        """Give the page this width, and wait until it has it."""
        self._above(NARROW, width)
        until = time.monotonic() + PATIENCE
        while self.evaluate(IS_LAID_OUT) != width and time.monotonic() < until:
            time.sleep(0.02)

    def evaluate(self, function: str) -> Any:
        """Call a function in the page."""
        script = f"return ({function})()"
        return self._ask("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def photograph(self, file: Path) -> None:
        """Keep a picture."""
        told = self._ask("WebDriver:TakeScreenshot", full=False)
        file.write_bytes(base64.b64decode(told["value"]))

    def complaints(self) -> list[str]:
        """Return the errors in Firefox's console that are of a page."""
        found: list[str] = self._above(TOLD)
        return found

    def _above(self, script: str, *values: Any) -> Any:
        """Run a script of the browser itself, which sees more than a page."""
        self._ask("Marionette:SetContext", value="chrome")
        try:
            told = self._ask("WebDriver:ExecuteScript", script=script, args=values)
        finally:
            self._ask("Marionette:SetContext", value="content")
        return told["value"]

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._socket.recv(1)
        wanted, found = int(size[:-1]), b""
        while len(found) < wanted:
            found += self._socket.recv(wanted - len(found))
        return json.loads(found)

    def _ask(self, command: str, **values: Any) -> Any:
        """Send a command by its name; return its value."""
        text = json.dumps([0, next(self._numbers), command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _kind, _number, error, value = self._read()
        if error:
            raise RuntimeError(error)
        return value


@contextmanager
def started() -> Iterator[Firefox]:
    with tempfile.TemporaryDirectory() as profile:
        Path(profile, "user.js").write_text(SETTINGS, encoding="utf-8")
        command = [str(PROGRAM), "--headless", "--marionette", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-allow-system-access"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield Firefox()
        finally:
            process.terminate()
            process.wait(START_SECONDS)

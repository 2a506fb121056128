"""Chromium, by Playwright, as all tests in the browser start it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import BrowserContext, ConsoleMessage, sync_playwright

from tests.browser.measures import AXE, RUN_AXE, SETTLE
from tests.chromium import CHROMIUM_ARGUMENTS, CHROMIUM_PATHS
from tests.engines.engine import HEIGHT

COLOURS: Final[tuple[Literal["dark", "light"], ...]] = ("dark", "light")
PROGRAM: Final = next((path for path in CHROMIUM_PATHS if Path(path).exists()), None)


class Chromium:
    """A running Chromium."""

    def __init__(self, context: BrowserContext) -> None:
        self._context, self._page = context, context.new_page()
        self._told: list[str] = []
        self._page.on("console", self._listen)
        self._page.on("pageerror", lambda error: self._told.append(str(error)))

    def sign_in(self, site: str, name: str, value: str) -> None:
        """Forget all cookies; keep this one."""
        self._context.clear_cookies()
        if value:
            self._context.add_cookies([{"name": name, "value": value, "url": site}])

    def open(self, url: str) -> None:
        self._page.goto(url)

    def resize(self, width: int) -> None:
        self._page.set_viewport_size({"width": width, "height": HEIGHT})

    def evaluate(self, function: str) -> Any:
        """Call a function in the page."""
        return self._page.evaluate(function)

    def photograph(self, file: Path) -> None:
        """Keep a picture of the whole page."""
        self._page.screenshot(path=file, full_page=True)

    def axe(self) -> list[str]:
        """Return what axe finds on the page, light and dark."""
        self._page.evaluate(AXE)
        found = []
        for colours in COLOURS:
            self._page.emulate_media(color_scheme=colours, reduced_motion="reduce")
            self._page.evaluate(SETTLE)
            told = self._page.evaluate(RUN_AXE)
            found += [f"{colours}: {fault}" for fault in told]
        return found

    def complaints(self) -> list[str]:
        """Return the errors in the console."""
        found, self._told = self._told, []
        return found

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._told.append(f"{message.text} ({message.location['url']})")


@contextmanager
def started() -> Iterator[Chromium]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(PROGRAM), args=[*CHROMIUM_ARGUMENTS]
        )
        yield Chromium(browser.new_context(locale="en-GB", reduced_motion="reduce"))
        browser.close()

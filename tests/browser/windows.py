"""Browser windows that write down whatever goes wrong in them.

Whoever acts or looks waits until the page is loaded: its styles are there and its
scripts have run. An element is there long before, as soon as it was read.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from io import BytesIO
from pathlib import Path
from typing import Any
from weakref import WeakSet

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Keyboard,
    Locator,
    Page,
    Response,
    expect,
)
from pypdf import PdfReader

MILLISECONDS = 20_000
PRINTING = 60_000
"""Milliseconds in which a PDF is made, on a busy machine."""
PDF = "application/pdf"
DESK = {"width": 1280, "height": 900}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "color_scheme": "dark",
}
# An answer like 404 or 422 is what many tests ask for. Chromium reports it as an
# error too, without saying of what; `_look_at` judges it by what was asked for.
ANSWER = "Failed to load resource: the server responded"

ACTS = (
    *("check", "clear", "click", "dblclick", "dispatch_event", "fill", "focus"),
    *("hover", "press", "press_sequentially", "select_option", "set_checked"),
    *("set_input_files", "tap", "uncheck"),
)
LOOKS = (
    *("all", "all_inner_texts", "all_text_contents", "bounding_box", "count"),
    *("evaluate", "evaluate_all", "get_attribute", "inner_html", "inner_text"),
    *("input_value", "is_checked", "is_enabled", "is_visible", "text_content"),
)

LOOKS_AT_PAGES = ("content", "evaluate", "pdf", "screenshot", "title")

_HASTY: WeakSet[Page] = WeakSet()

expect.set_options(timeout=MILLISECONDS)


def _once_loaded(act: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(act)
    def acts(located: Locator, *arguments: Any, **options: Any) -> Any:
        if located.page not in _HASTY:
            located.page.wait_for_load_state()
        return act(located, *arguments, **options)

    return acts


def _page_once_loaded(look: Callable[..., Any]) -> Callable[..., Any]:
    """Let a look at a page wait as well: a document is empty when it has just come."""

    @wraps(look)
    def looking(page: Page, *arguments: Any, **options: Any) -> Any:
        if page not in _HASTY:
            page.wait_for_load_state()
        return look(page, *arguments, **options)

    return looking


def _keyboard_once_loaded(page: Page) -> Keyboard:
    if page not in _HASTY:
        page.wait_for_load_state()
    return _keyboard_of(page)


_keyboard_of: Callable[[Page], Keyboard] = vars(Page)["keyboard"].fget
for _name in (*ACTS, *LOOKS):
    setattr(Locator, _name, _once_loaded(getattr(Locator, _name)))
for _name in LOOKS_AT_PAGES:
    setattr(Page, _name, _page_once_loaded(getattr(Page, _name)))
setattr(Page, "keyboard", property(_keyboard_once_loaded))  # noqa: B010 - a property


@dataclass
class Windows:
    """Opens windows of one test on a site, and closes them after it."""

    browser: Browser
    url: str
    folder: Path
    complaints: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def open(self, *, hasty: bool = False, **options: Any) -> Page:
        """Open a window of its own: nobody is logged in, no cookie is set.

        Who is `hasty` acts as soon as an element is there, before the scripts.
        """
        wanted = {"viewport": DESK, "locale": "en-GB", **options}
        context = self.browser.new_context(base_url=self.url, **wanted)
        context.set_default_timeout(MILLISECONDS)
        page = context.new_page()
        if hasty:
            _HASTY.add(page)
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", self._look_at)
        self.pages.append(page)
        return page

    def speak(self, page: Page, language: str) -> None:
        """Choose the language of a window, as its menu does."""
        cookie = {"name": "language", "value": language, "url": self.url}
        page.context.add_cookies([cookie])

    def photograph(self) -> list[Path]:
        """Keep a picture of every window that is still open."""
        files = []
        for number, page in enumerate(self.pages, start=1):
            file = self.folder / f"window-{number}.png"
            try:
                page.screenshot(path=file, full_page=True)
            except Error:
                continue  # that window is gone
            files.append(file)
        return files

    def close(self) -> None:
        for page in self.pages:
            page.context.close()

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ANSWER):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _look_at(self, answer: Response) -> None:
        is_part = answer.request.resource_type not in {"document", "xhr", "fetch"}
        if answer.status >= 500 or (is_part and answer.status >= 400):
            self.complaints.append(f"{answer.status} {answer.url}")


def printed(page: Page, url: str) -> PdfReader:
    """Return the PDF at an address, once it is made; the page waits for it."""
    answer = page.request.get(url)
    if answer.headers["content-type"] != PDF:
        page.goto(url)
        link = page.get_by_role("link", name="Open the PDF")
        expect(link).to_be_visible(timeout=PRINTING)
        answer = page.request.get(str(link.get_attribute("href")))
    assert answer.headers["content-type"] == PDF
    return PdfReader(BytesIO(answer.body()))

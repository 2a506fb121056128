"""A club, windows on it, and a camera."""

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.chromium import CHROMIUM_ARGUMENTS, CHROMIUM_PATHS
from tests.pictures.site import BEGIN

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 1.5,
    "is_mobile": True,
    "has_touch": True,
}
MILLISECONDS = 90_000  # publishing makes the score sheets before it answers
COLOURS = 48
MARGIN = 10
NOISE = 12  # of 255: less is how Chromium rounds, not what it shows
STEADY = ("--font-render-hinting=none", "--disable-lcd-text")
MOST_BYTES = 80 * 1024

expect.set_options(timeout=MILLISECONDS)


@dataclass
class Studio:
    """The running club, its time of day, and where pictures go."""

    browser: Browser
    phones: Browser
    url: str
    setup_path: str
    folder: Path
    now: datetime = field(default_factory=lambda: datetime.fromisoformat(BEGIN))
    contexts: list[BrowserContext] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)

    def open(self, *, phone: bool = False, **options: Any) -> Page:
        """Open a window of its own: nobody is logged in."""
        wanted = {**(PHONE if phone else DESK), "locale": "en-GB", **options}
        browser = self.phones if phone else self.browser
        context = browser.new_context(
            base_url=self.url, timezone_id="Europe/Copenhagen", **wanted
        )
        context.set_default_timeout(MILLISECONDS)
        self.contexts.append(context)
        page = context.new_page()
        self.wait(0)
        # Chromium may measure the letters of a window's first page at another scale.
        page.goto("/help/")
        return page

    def wait(self, minutes: float) -> None:
        """Let time pass, for everybody."""
        self.now += timedelta(minutes=minutes)
        for context in self.contexts:
            context.set_extra_http_headers({"Clock": self.now.isoformat()})
            context.pages[0].clock.set_fixed_time(self.now)

    def take(self, name: str, page: Page, *parts: Locator, height: int = 0) -> None:
        """Take a picture of the window, or of the part of it that these fill.

        `height` cuts the picture below so many pixels of the page.
        """
        page.wait_for_load_state()
        viewport = page.viewport_size
        assert viewport
        page.wait_for_function(f"() => innerWidth === {viewport['width']}")
        page.evaluate("() => scrollTo(0, 0)")
        page.mouse.move(0, 0)
        clip = frame(page, *parts, height=height)
        raw = page.screenshot(clip=clip, full_page=True) if clip else page.screenshot()
        self.keep(name, Image.open(io.BytesIO(raw)))

    def keep(self, name: str, image: Image.Image) -> None:
        """Write the picture with few colours, unless it is there already."""
        small = image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        file = self.folder / f"{name}.png"
        if not is_same(file, small):
            small.save(file, optimize=True)
        size = file.stat().st_size
        assert size <= MOST_BYTES, f"{file.name} has {size} bytes"
        assert name not in self.taken, name
        self.taken.append(name)
        print(f"{file.name}: {image.width} × {image.height}, {size / 1024:.0f} KB")

    def pdf(self, page: Page, url: str) -> bytes:
        """Return a document, which the first visit makes while its page waits."""
        for _visit in range(2):
            answer = page.request.get(url)
            if answer.headers["content-type"] == "application/pdf":
                break
        assert answer.headers["content-type"] == "application/pdf", answer.url
        return answer.body()

    def paper(self, name: str, pdf: bytes, *, width: int) -> None:
        """Keep the first page of a PDF as a picture, so many pixels wide."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "in.pdf").write_bytes(pdf)
            size = ("-scale-to-x", str(width), "-scale-to-y", "-1")
            subprocess.run(
                ["pdftoppm", "-png", "-singlefile", *size, "in.pdf", "out"],
                cwd=folder,
                check=True,
            )
            self.keep(name, Image.open(Path(folder) / "out.png"))


def is_same(file: Path, image: Image.Image) -> bool:
    """Whether the file holds this picture, but for noise."""
    if not file.exists():
        return False
    with Image.open(file) as there:
        if there.size != image.size:
            return False
        differing = ImageChops.difference(there.convert("RGB"), image.convert("RGB"))
    return all(high <= NOISE for _low, high in differing.getextrema())


def frame(page: Page, *parts: Locator, height: int) -> Any:
    """Return the rectangle around the parts with a margin, or None for the window."""
    viewport = page.viewport_size
    assert viewport
    if not parts:
        box = {"x": 0, "y": 0, "width": viewport["width"], "height": height}
        return box if height else None
    boxes = []
    for part in parts:
        expect(part).to_be_visible()
        box = part.bounding_box()
        assert box
        boxes.append((box["x"], box["y"], box["width"], box["height"]))
    left = max(0, min(x for x, _y, _w, _h in boxes) - MARGIN)
    top = max(0, min(y for _x, y, _w, _h in boxes) - MARGIN)
    right = min(viewport["width"], max(x + w for x, _y, w, _h in boxes) + MARGIN)
    bottom = max(y + h for _x, y, _w, h in boxes) + MARGIN
    if height:
        bottom = min(bottom, top + height)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


@contextmanager
def studio(folder: Path = PICTURES) -> Iterator[Studio]:
    """Start an empty club and a browser; end both when the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.pictures.site", f"{data}/var"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": "0"},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            where = json.loads(process.stdout.readline())
            with sync_playwright() as playwright:
                browser = launch(playwright)
                # Windows of one scale share processes, and with them their fonts.
                scale = PHONE["device_scale_factor"]
                phones = launch(playwright, f"--force-device-scale-factor={scale}")
                url = f"http://127.0.0.1:{where['port']}"
                yield Studio(browser, phones, url, where["setup"], folder)
                phones.close()
                browser.close()
        finally:
            process.terminate()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def launch(playwright: Playwright, *arguments: str) -> Browser:
    """Start Debian's Chromium."""
    executable = next(path for path in CHROMIUM_PATHS if Path(path).exists())
    return playwright.chromium.launch(
        executable_path=executable, args=[*CHROMIUM_ARGUMENTS, *STEADY, *arguments]
    )

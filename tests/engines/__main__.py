"""Look at every type of page in Firefox, in WebKit and in Chromium.

    python -m tests.engines FOLDER
    python -m tests.engines FOLDER --engine firefox --width 390 --only desk
    python -m tests.engines FOLDER --axe --measured

starts the product on a club in which every address has something to show
(`tests/engines/world.py`) and opens each page as a director, and as a visitor where
anybody may look. Each is measured: whether it is an error, has no heading, scrolls
sideways, has rows that lie on one another, or scripts and styles that fail. Pictures
of all are in FOLDER unless they are only `--measured`. `--axe` lets axe look at each
page, light and dark and from 320 to 1920 pixels, in Chromium alone.

Needs Debian's `firefox-esr`, or `webkit2gtk-driver` and `xvfb`; an engine that is not
installed is left out.
"""

import argparse
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.browser.measures import ROWS
from tests.engines import chromium, firefox, webkit
from tests.engines.engine import Engine
from tests.engines.world import filled
from tests.live import start_live

ENGINES: Final = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
WIDTHS: Final = (1280, 390)
AXE_WIDTHS: Final = (320, 390, 768, 1280, 1920)
LOOK: Final = """() => {
  const page = document.documentElement;
  const box = (one) => one.getBoundingClientRect();
  const named = (one) => one.outerHTML.replace(/\\s+/g, " ").slice(0, 90);
  const isOut = (one) =>
    one.checkVisibility() && !one.closest(".hidden, svg *, option")
    && box(one).width > 1
    && (box(one).right > innerWidth + 1 || box(one).left < -1);
  const isScrolled = (one) => {
    const end = document.body;
    for (let up = one.parentElement; up && up !== end; up = up.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
    }
    return false;
  };
  const out = [...document.querySelectorAll("body *")].filter(isOut);
  return {
    out: out.filter((one) => !one.querySelector("*") || /BUTTON|A/.test(one.tagName))
      .filter((one) => !isScrolled(one)).map(named),
    status: performance.getEntriesByType("navigation")[0]?.responseStatus || 200,
    heading: !!document.querySelector("h1"),
    width: innerWidth,
    over: page.scrollWidth - page.clientWidth,
  };
}"""
BAD: Final = 400


@dataclass(frozen=True)
class Seen:
    """A page as somebody sees it."""

    name: str
    path: str
    person: str

    @property
    def file(self) -> str:
        """How its pictures are named."""
        return f"{self.name}-{self.person}"


@dataclass
class Look:
    """What is looked at, and what was found."""

    site: str
    cookie: str
    sessions: dict[str, str]
    pages: list[Seen]
    asked: argparse.Namespace
    faults: list[str] = field(default_factory=list)

    def with_(self, name: str, engine: Engine) -> None:
        """Look at all pages in an engine."""
        for person in sorted({page.person for page in self.pages}):
            session = self.sessions.get(person, "")
            engine.sign_in(self.site, self.cookie, session)
            engine.complaints()
            for width in self.asked.width:
                engine.resize(width)
                for page in self.pages:
                    if page.person == person:
                        self._open(name, engine, page, width)

    def _open(self, name: str, engine: Engine, page: Seen, width: int) -> None:
        engine.open(self.site + page.path)
        if not self.asked.measured:
            engine.photograph(self.asked.folder / f"{page.file}-{name}-{width}.png")
        found = [*self._faults(engine, width), *engine.complaints()]
        if self.asked.axe and isinstance(engine, chromium.Chromium):
            found += engine.axe()
        for fault in found:
            where = f"{name} {width} {page.person} {page.path} ({page.name})"
            self.faults.append(f"{where}: {fault}")
            print(self.faults[-1], flush=True)

    def _faults(self, engine: Engine, width: int) -> Iterator[str]:
        told = engine.evaluate(LOOK)
        if told["status"] >= BAD:
            yield f"status {told['status']}"
        if not told["heading"]:
            yield "no heading"
        if told["over"] > 0:
            yield f"{told['over']} pixels sideways"
        yield from (f"beyond the window: {one}" for one in told["out"][:3])
        if told["width"] != width:
            yield f"looked at in a window of {told['width']} pixels"
        yield from engine.evaluate(ROWS)


def pages_of(site: str, told: dict[str, Any], only: str) -> Iterator[Seen]:
    """Yield the addresses that answer with a page; others send files and parts."""
    for each in told["pages"]:
        page = Seen(**each)
        # A PDF is waited for on a page, which is one no longer when it is made.
        is_asked = any(one in page.name for one in only.split(","))
        if not is_asked or page.path.endswith(".pdf"):
            continue
        session = told["sessions"].get(page.person, "")
        cookie = {"Cookie": f"{told['cookie']}={session}"}
        asked = urllib.request.Request(site + page.path, headers=cookie)
        try:
            with urllib.request.urlopen(asked) as answer:
                is_text = answer.headers["Content-Type"].startswith("text/html")
                if is_text and b"<html" in answer.read():
                    yield page
        except urllib.error.HTTPError as error:
            print(f"{error.code} {page.person} {page.path} ({page.name})")
            yield page


def read_arguments() -> argparse.Namespace:
    """Return what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.engines")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--engine", choices=ENGINES, action="append")
    parser.add_argument("--width", type=int, action="append")
    parser.add_argument(
        "--only",
        default="",
        help="pages with one of these in their name, as in desk,draw",
    )
    parser.add_argument("--axe", action="store_true", help="let axe look, in Chromium")
    parser.add_argument("--measured", action="store_true", help="take no pictures")
    asked = parser.parse_args()
    asked.engine = ["chromium"] if asked.axe else asked.engine or [*ENGINES]
    asked.width = asked.width or [*(AXE_WIDTHS if asked.axe else WIDTHS)]
    return asked


def main() -> None:
    """Look at all pages in each engine that is installed."""
    asked = read_arguments()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data")
        told = filled(data)
        with start_live(data) as live:
            pages = [*pages_of(live.url, told, asked.only)]
            look = Look(live.url, told["cookie"], told["sessions"], pages, asked)
            for name in asked.engine:
                if not ENGINES[name].PROGRAM:
                    print(f"{name} is not installed")
                    continue
                with ENGINES[name].started() as engine:
                    look.with_(name, engine)
    print(f"{len(pages)} pages, {len(look.faults)} faults")
    raise SystemExit(bool(look.faults))


if __name__ == "__main__":
    main()

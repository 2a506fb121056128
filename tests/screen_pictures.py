"""Pictures of every content of the screens, and what is cut or too small on them.

    python -m tests.screen_pictures FOLDER
    python -m tests.screen_pictures FOLDER --players 64 --language da --only standings
    python -m tests.screen_pictures FOLDER --measured --height 2160

fills a new data folder with tournaments of 8, 64 and 256 players with the longest names
and a screen for each content and language, of which one is from right to left and has
long words; starts the product, and takes each page of each screen at 1280×720, at
1920×1080 and at 3840×2160. Says what is cut off, where letters are too small for eight
metres, and what axe finds. `--measured` takes no pictures.
"""

import argparse
import io
import json
import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock

from playwright.sync_api import Browser, Page, sync_playwright

from clubsite.run.starter import ensure_secret
from tests import pseudo
from tests.browser.measures import AXE, RUN_AXE
from tests.chromium import CHROMIUM_ARGUMENTS
from tests.engines import chromium
from tests.engines.world import FAMILY, GIVEN
from tests.live import ROOT, environment, start_live

PLAYERS: Final = (8, 64, 256)
WIDTHS: Final = {720: 1280, 1080: 1920, 2160: 3840}
LANGUAGES: Final = ("en", "da", "sv", "nb", "nl", pseudo.CODE)
USUAL_GIVEN: Final = (
    *("Anne", "Mette", "Kirsten", "Hanne", "Peter", "Jens", "Lars", "Michael"),
    *("Thomas", "Søren", "Ole", "Charlotte", "Camilla", "Christian", "Rasmus", "Ulla"),
)
USUAL_FAMILY: Final = (
    *("Nielsen", "Jensen", "Hansen", "Pedersen", "Andersen", "Christensen", "Larsen"),
    *("Sørensen", "Rasmussen", "Jørgensen", "Madsen", "Kristensen", "Olsen", "Lund"),
    *("Thomsen", "Poulsen"),
)
SPONSORS: Final = """Tak til vores sponsorer
Frederikshavn Bryggeri og Mineralvandsfabrik
Brætspilsbutikken på Torvet
Hotel Skagerrak"""
TOLD: Final = {
    "en": "Lunch until half past one. The bar closes at eleven.",
    "da": "Frokost til halv to. Baren lukker klokken elleve.",
}
MILLISECONDS: Final = 180_000
"""A picture of 3840 by 2160 takes its time on a busy machine."""
SMALLEST: Final = 2.4
"""In hundredths of the picture's height: letters that are read at eight metres."""
FAULTS: Final = """(smallest) => {
  const found = new Set();
  const all = document.querySelectorAll(
    ".tv__page:not([hidden]) *, .tv__foot, .tv__foot *");
  const words = (one) => one.innerText.trim().replace(/\\s+/g, " ").slice(0, 70);
  for (const one of all) {
    if (!one.checkVisibility() || !(one instanceof HTMLElement)) continue;
    const style = getComputedStyle(one);
    const cuts = style.overflowX !== "visible" || style.overflowY !== "visible";
    const text = words(one);
    const over = Math.max(one.scrollWidth - one.clientWidth,
      one.scrollHeight - one.clientHeight);
    const isCut = cuts && over > innerHeight / 500;
    if (isCut) found.add(`cut by ${over} px: ${one.className}: ${text}`);
    const box = one.getBoundingClientRect();
    if (box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1
        || box.left < -1 || box.top < -1)) {
      found.add(`outside: ${one.className}: ${text}`);
    }
    const size = parseFloat(style.fontSize) / innerHeight * 100;
    const own = [...one.childNodes].some(
      (each) => each.nodeType === 3 && each.data.trim());
    if (own && size < smallest) {
      const whose = one.parentElement.className;
      found.add(`small, ${size.toFixed(2)}: ${whose}: ${text}`);
    }
  }
  return [...found];
}"""


def main() -> None:
    """Take the pictures that are asked for."""
    asked = read_arguments()
    asked.folder.mkdir(parents=True, exist_ok=True)
    kept = None if asked.measured else asked.folder
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        data, locale = Path(folder, "data"), Path(folder, "locale")
        more = {
            "DJANGO_SETTINGS_MODULE": "tests.pseudo.settings",
            "PSEUDO_LOCALE": str(locale),
        }
        screens = filled(data, asked, **more)
        with start_live(data, **more) as live, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=str(chromium.PROGRAM), args=[*CHROMIUM_ARGUMENTS]
            )
            for height in asked.height:
                page = opened(browser, height)
                for name, code in screens.items():
                    place = f"{live.url}/screen/{code}/"
                    for fault in faults_of(page, place, f"{name}-{height}", kept):
                        faults += 1
                        print(fault, flush=True)
                page.close()
            browser.close()
    print(f"{len(screens)} screens, {faults} faults")
    raise SystemExit(bool(faults))


def read_arguments() -> argparse.Namespace:
    """Return what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.screen_pictures")
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--only", default="", help="contents with this in their key")
    parser.add_argument("--height", type=int, choices=WIDTHS, action="append")
    parser.add_argument("--measured", action="store_true", help="take no pictures")
    asked = parser.parse_args()
    asked.height = asked.height or [*WIDTHS]
    asked.players = asked.players or [*PLAYERS]
    asked.language = asked.language or [*LANGUAGES]
    return asked


def opened(browser: Browser, height: int) -> Page:
    """Open a window of a television of this height."""
    size = {"width": WIDTHS[height], "height": height}
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    page.set_default_timeout(MILLISECONDS)
    return page


def faults_of(
    page: Page,
    place: str,
    name: str,
    folder: Path | None = None,
    *,
    with_axe: bool = True,
) -> Iterator[str]:
    """Yield what is wrong on the pages of a screen; keep pictures in a folder."""
    page.goto(f"{place}?page=1")
    for number in range(1, page.locator(".tv__page").count() + 1):
        if number > 1:
            page.goto(f"{place}?page={number}")
        where = f"{name}-{number}"
        _wait(page)
        if folder is not None:
            page.screenshot(path=folder / f"{where}.png")
        found = page.evaluate(FAULTS, SMALLEST)
        if with_axe:
            page.evaluate(AXE)
            told = page.evaluate(RUN_AXE)
            # No reader knows the language that nobody speaks.
            found += [one for one in told if not one.startswith("html-lang-valid")]
        yield from (f"{where}: {fault}" for fault in found)


def _wait(page: Page) -> None:
    page.evaluate("() => Promise.all([...document.images].map((one) => one.decode()))")


def filled(data: Path, asked: argparse.Namespace, **more: str) -> dict[str, str]:
    """Fill a data folder; return the codes of its screens by their names."""
    values = {"players": asked.players, "languages": asked.language, "only": asked.only}
    done = subprocess.run(
        [sys.executable, "-c", "from tests.screen_pictures import fill; fill()"],
        cwd=ROOT,
        env=environment(data, ASKED=json.dumps(values), **more),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    return found


def fill() -> None:
    """Fill the data folder of this process; print the screens."""
    data = Path(os.environ["CRAWFORD_DATA"])
    asked = json.loads(os.environ["ASKED"])
    data.mkdir(mode=0o700)
    ensure_secret(data / "secret_key")
    # Django reads the settings when it is imported: the environment comes first.
    import django  # noqa: PLC0415

    _write_language(Path(os.environ["PSEUDO_LOCALE"]))
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    logging.disable()
    call_command("prepare", stdout=io.StringIO())
    from tests import builders  # noqa: PLC0415

    with (
        mock.patch.object(builders, "names", names),
        mock.patch("tournaments.screens.services.MOST_SCREENS", 1000),
    ):
        made = {
            f"{players}-{key}-{language}": code
            for players in asked["players"]
            for key, language, code in _screens(players, asked)
        }
    print(json.dumps(made))


def names(count: int) -> list[str]:
    """Return so many names; of four one is as long as names can be."""
    return [
        f"{GIVEN[n // 4 % 8]} {FAMILY[n // 32 % 8]}{n // 256 or ''}"
        if n % 4 == 0
        else f"{USUAL_GIVEN[n % 16]} {USUAL_FAMILY[n // 16 % 16]}"
        for n in range(count)
    ]


def _write_language(folder: Path) -> None:
    """Write the language from right to left, beside those of the product."""
    said = f"from pathlib import Path; write(Path({str(folder)!r}))"
    text = f"from tests.pseudo import write; {said}"
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "clubsite.settings"}
    subprocess.run([sys.executable, "-c", text], cwd=ROOT, env=env, check=True)


def _screens(players: int, asked: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Make the tournaments of so many players; yield a screen for each content."""
    from tournaments.models import Screen  # noqa: PLC0415
    from tournaments.screens.contents import CONTENTS  # noqa: PLC0415
    from tournaments.screens.services import make_screen, set_screen  # noqa: PLC0415

    held = _tournaments(players)
    for content in CONTENTS:
        if asked["only"] not in content.key:
            continue
        of = held.get(content.key, held["places"])
        Screen.objects.filter(tournament=of).update(is_gone=False)
        for language in asked["languages"]:
            name = f"{content.key}-{language}"
            made = make_screen(of, name=name[:40], by=None)
            values = {"shows": [content.key], "text": SPONSORS, "language": language}
            set_screen(made, values, by=None)
            yield content.key, language, made.code


def _tournaments(players: int) -> dict[str, Any]:
    """Return a tournament for each content: one that plays, others before and after."""
    from datetime import timedelta  # noqa: PLC0415

    from django.utils import timezone  # noqa: PLC0415

    from tests import builders  # noqa: PLC0415
    from tournaments.draws.request import announce_draw  # noqa: PLC0415
    from tournaments.entries.arrivals.services import open_arrivals  # noqa: PLC0415
    from tournaments.rounds.announcements.services import (  # noqa: PLC0415
        AnnouncementPlan,
        announce,
        start_clock,
    )
    from tournaments.seasons.scoring import UNIT, SeasonScoring  # noqa: PLC0415
    from tournaments.seasons.services import (  # noqa: PLC0415
        SeasonRules,
        make_season,
    )

    name = f"Frederikshavn og Omegns Backgammonklubs åbne mesterskab for {players}"
    playing = builders.evening("swiss", players, name=name)
    builders.played_round(playing)
    builders.published_round(playing)
    start_clock(playing, minutes=40, by=None)
    told = builders.evening("swiss", 8, name="Sommerens åbne")
    announce(told, AnnouncementPlan(TOLD, {"screens": True}), by=None)
    before = builders.tournament(name="Sommerens åbne")
    builders.entered(before, players, here=False)
    end = timezone.now() + timedelta(hours=1)
    open_arrivals(before, opens_at=None, closes_at=end, by=None)
    drawn = builders.evening("swiss", 4, name="Sommerens åbne")
    announce_draw(tournament=drawn, by=None)
    cup = builders.weekend(players)
    builders.published_round(cup)
    scoring = SeasonScoring(attendance=UNIT)
    rules = SeasonRules(
        name="Klubmesterskabet i efteråret",
        from_day=playing.date,
        named=name,
        scoring=scoring,
    )
    make_season(rules=rules, by=None)
    return {
        "places": playing,
        "announcements": told,
        "draws": drawn,
        "check_in": before,
        "missing": before,
        "bracket": cup,
    }


if __name__ == "__main__":
    main()

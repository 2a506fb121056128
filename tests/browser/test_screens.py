"""Every kind of screen on a television: nothing is cut or too small to read.

`python -m tests.screen_pictures` looks at all sizes and languages, and takes pictures.
"""

import re
from argparse import Namespace
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests import pseudo
from tests.browser import director, forms
from tests.browser.windows import Windows
from tests.examples import NIGHTLY
from tests.live import Live, start_live
from tests.screen_pictures import LANGUAGES, PLAYERS, WIDTHS, faults_of, filled, opened
from tests.servers import free_port

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Hall:
    """A product with a screen for each content: their codes by name."""

    data: Path
    more: dict[str, str]
    codes: dict[str, str]

    def started(self) -> AbstractContextManager[Live]:
        return start_live(self.data, **self.more)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """The longest names; by day of 64 players, in long words from right to left."""
    folder = tmp_path_factory.mktemp("hall")
    asked = Namespace(
        players=PLAYERS if NIGHTLY else (64,),
        language=LANGUAGES if NIGHTLY else (pseudo.CODE,),
        only="",
    )
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.pseudo.settings",
        "PSEUDO_LOCALE": str(folder / "locale"),
    }
    return Hall(folder / "data", more, filled(folder / "data", asked, **more))


def test_nothing_is_cut_small_or_out_of_the_picture(
    hall: Hall, chromium: Browser
) -> None:
    faults = []
    with hall.started() as live:
        # Sizes follow the picture: the larger one is looked at by night.
        for height in WIDTHS if NIGHTLY else [min(WIDTHS)]:
            page = opened(chromium, height)
            for name, code in hall.codes.items():
                place, which = f"{live.url}/screen/{code}/", f"{name}-{height}"
                faults += faults_of(page, place, which, with_axe=True)
            page.close()
    assert not faults, "\n".join(faults)


@pytest.mark.nightly
def test_a_screen_survives_a_restart(hall: Hall, chromium: Browser) -> None:
    code = next(code for name, code in hall.codes.items() if "places" in name)
    page = opened(chromium, 1080)
    shown, status = page.locator(".tv__page:not([hidden])"), page.locator("#status")
    port = free_port()
    with patch("tests.live.free_port", lambda: port), hall.started() as live:
        page.goto(f"{live.url}/screen/{code}/")
        expect(shown).to_be_visible()
    expect(status).not_to_have_text("")
    expect(shown).to_be_visible()
    with patch("tests.live.free_port", lambda: port), hall.started():
        expect(status).to_have_text("")
        expect(shown).to_be_visible()
    page.close()


def own_screen(page: Page, name: str) -> tuple[str, str]:
    """Make a tournament with a screen; return its desk and the screen's address."""
    desk = director.begun(page, "Club evening, Swiss", name, "Ane Alm\nBo Berg")
    forms.save(page, forms.fetch(page, f"{desk}screens/"), "New screen")
    found = re.findall(r"/screen/\w{6}/", forms.fetch(page, f"{desk}screens/").text)
    return desk, found[0]


def test_the_screen_of_a_deleted_tournament_says_so_and_comes_back(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    path, address = own_screen(desk, "Deleted evening")
    wall = windows.open(viewport={"width": 1920, "height": 1080})
    wall.goto(address)
    shown = wall.locator(".tv__page:not([hidden])")
    expect(shown).to_be_visible()
    gone = forms.fetch(desk, f"{path}delete/")
    forms.save(desk, gone, "Delete this tournament")
    # By itself: its next question is answered by the page that asks for a code.
    expect(wall.locator("#unknown")).to_be_visible()
    forms.save(desk, forms.fetch(desk, "/desk/bin/"), "Restore")
    wall.reload()  # as it does by itself after a minute
    expect(shown).to_be_visible()


def test_a_television_a_day_behind_shows_the_time_of_the_server(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    path, address = own_screen(desk, "Evening with a clock")
    page = forms.fetch(desk, f"{path}screens/")
    forms.save(desk, page, "Start the clock", minutes="30")
    wall = windows.open(viewport={"width": 1920, "height": 1080})
    yesterday = timezone.now() - timedelta(days=1)
    wall.clock.install(time=yesterday)
    wall.goto(address)
    wall.clock.resume()
    expect(wall.locator(".tv__small-clock b")).to_have_text(re.compile(r"^(29|30):"))

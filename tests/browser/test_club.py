"""The name and the zone of the club, from its page to every page and to paper."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import Windows, printed
from tests.live import Live, start_live

pytestmark = pytest.mark.browser
NAME = "Ælnoth Backgammon"
ZONE = ZoneInfo("Pacific/Auckland")


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A fresh site: no test after this one finds its name changed."""
    with start_live(tmp_path_factory.mktemp("named") / "var") as running:
        yield running


def is_now(page: Page) -> bool:
    """Whether the time beside “updated” is that of the club's zone."""
    shown = page.locator(".fresh__time").inner_text()
    now = timezone.now().astimezone(ZONE)
    times = {f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(-1, 3)}
    return shown[:5] in times


def test_the_name_and_the_zone_are_everywhere(site: Live, windows: Windows) -> None:
    page = windows.open()
    page.goto(site.setup_url)
    page.locator("[name=club]").fill("First Name")
    page.locator("[name=username]").fill("Ada Director")
    page.locator("[name=password]").fill("four words in a row")
    page.get_by_role("button", name="Create my account").click()
    expect(page).to_have_title(re.compile("First Name$"))
    page.get_by_role("link", name="The club").click()
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=time_zone]").fill(str(ZONE))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#echo")).to_contain_text("The club is saved.")
    expect(page.locator("dd").first).to_have_text("First Name")

    desk = director.create(page, "Club evening, Swiss")
    slug = re.findall(r"/desk/([^/]+)/", desk)[0]
    expect(page).to_have_title(re.compile(f"{NAME}$"))
    director.paste(page, "Ane Alm\nBo Berg")
    director.draw(page, desk, 1)
    director.publish(page, 1)
    # A phone in another part of the world, before and after a live update.
    phone = windows.open(timezone_id="America/New_York")
    phone.goto("/")
    expect(phone.get_by_role("heading", name=NAME)).to_be_visible()
    with phone.expect_response(re.compile("f=")):
        phone.goto(f"/tournaments/{slug}/")
        assert is_now(phone)
    phone.wait_for_function("() => document.querySelector('.is-live')")
    assert is_now(phone)
    sheets = printed(page, f"/desk/{slug}/rounds/1/score-sheets.pdf")
    assert NAME in sheets.pages[0].extract_text()

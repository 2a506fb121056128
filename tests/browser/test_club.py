"""The name and the zone of the club, from its page to every page and to paper."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import Windows, printed

pytestmark = pytest.mark.browser
NAME = "Ælnoth Backgammon"
ZONE = ZoneInfo("Pacific/Auckland")


@pytest.fixture
def settings(windows: Windows, signed_in: dict[str, Any]) -> Iterator[Page]:
    """The page of the club; a change of it is taken back for the tests after this."""
    page = windows.open(storage_state=signed_in)
    page.goto("/desk/")
    page.get_by_role("link", name="Club settings").click()
    name = page.locator("[name=name]")
    was, address = name.input_value(), page.url
    yield page
    page.goto(address)
    if name.input_value() != was:
        page.get_by_role("button", name="Restore").click()
        expect(page.locator("#echo")).not_to_be_empty()
        page.goto(address)
    expect(name).to_have_value(was)


def is_now(page: Page) -> bool:
    """Whether the time beside “updated” is that of the club's zone."""
    shown = page.locator(".fresh__time").inner_text()
    now = timezone.now().astimezone(ZONE)
    times = {f"{now - timedelta(minutes=ago):%H:%M}" for ago in range(-1, 3)}
    return shown[:5] in times


def test_the_name_and_the_zone_are_everywhere(settings: Page, windows: Windows) -> None:
    page = settings
    former = page.locator("[name=name]").input_value()
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=time_zone]").fill(str(ZONE))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#echo")).to_contain_text("Club settings saved.")
    expect(page.locator("dd").first).to_have_text(former)

    card, name = "Club evening, Swiss", "Evening of a new name"
    desk = director.begun(page, card, name, "Ane Alm\nBo Berg")
    slug = re.findall(r"/desk/([^/]+)/", desk)[0]
    page.goto(desk)
    expect(page).to_have_title(re.compile(f"{NAME}$"))
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

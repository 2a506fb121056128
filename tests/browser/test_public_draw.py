"""A public draw, witnessed by phones; and a director who cheats, seen by a visitor."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import PHONE, Windows
from tests.live import Live

pytestmark = pytest.mark.browser

CARD = "Club evening, Swiss"
NAMES = "\n".join(director.NAMES.splitlines()[:8])
DICE = "35 66 14 22 61 53 44 12"


def test_a_public_draw_and_a_director_who_cheats(
    windows: Windows, club: Live, signed_in: dict[str, Any]
) -> None:
    page, wall = windows.open(storage_state=signed_in), windows.open()
    desk = director.create(page, CARD, "Public draw")
    director.paste(page, NAMES)
    screen(page, wall, desk)

    # Announced: on the wall, and on the phone of a player.
    page.goto(f"{desk}draw/")
    page.get_by_role("button", name="Announce the draw").click()
    digits = page.locator(".receipt__digits").inner_text()
    address = page.get_by_role("link", name="What everyone sees").get_attribute("href")
    wall.reload()
    expect(wall.get_by_text(digits)).to_be_visible()
    kept = f"{address}?seen={digits}"
    phone = windows.open(**PHONE)
    phone.goto(kept)
    expect(phone.locator("[data-seen=same]")).to_be_visible()

    # Dice typed, drawn, published; verified on a phone.
    page.goto(f"{desk}draw/")
    page.locator("[name=dice]").fill(DICE)
    page.get_by_role("button", name="Draw", exact=True).click()
    director.publish(page, 1)
    phone.goto(kept)
    expect(phone.locator("[data-seen=same]")).to_be_visible()
    phone.get_by_role("link", name="Verify this draw").click()
    expect(phone.locator("[data-outcome=same]")).to_be_visible()
    record = phone.request.get(f"{address}record.json").json()

    cheat(phone, record)


def screen(page: Page, wall: Page, desk: str) -> None:
    """Put announced draws on a screen of the hall."""
    page.goto(f"{desk}screens/")
    page.get_by_role("button", name="New screen").click()
    card = page.locator(".screen-card")
    code = card.locator(".screen-card__code").inner_text()
    card.get_by_role("button", name="Announced draw").click()
    expect(card.get_by_role("button", name="Announced draw")).to_have_attribute(
        "aria-pressed", "true"
    )
    wall.goto(f"/screen/{code}/")


def cheat(phone: Page, record: dict[str, Any]) -> None:
    """Tamper with a record in each way; the page that checks records finds it."""
    for way in WAYS:
        forged = json.loads(json.dumps(record))
        way(forged)
        phone.goto("/draws/check/")
        phone.locator("[name=record]").fill(json.dumps(forged))
        phone.get_by_role("button", name="Verify this draw").click()
        expect(phone.locator("[data-outcome=different]")).to_be_visible()


def opponents(record: dict[str, Any]) -> None:
    one, two = record["pairs"][:2]
    one[1], two[1] = two[1], one[1]


def names(record: dict[str, Any]) -> None:
    """Exchange two names after the draw."""
    for part in (record["names"], record["salts"]):
        part["1"], part["2"] = part["2"], part["1"]


def dice(record: dict[str, Any]) -> None:
    """Turn a die over."""
    record["parts"]["dice"] = record["parts"]["dice"].replace("6", "5")


def friend(record: dict[str, Any]) -> None:
    """Change the field after it was announced."""
    record["state"]["entrants"][0][2] = "Another club"


def time(record: dict[str, Any]) -> None:
    """Announce it earlier than it was."""
    record["announcement"]["made"] = "2026-01-01T00:00:00Z"


WAYS: tuple[Callable[[dict[str, Any]], None], ...]
WAYS = (opponents, names, dice, friend, time)

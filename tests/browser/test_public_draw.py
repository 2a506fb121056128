"""A public draw, witnessed by phones; and a director who cheats, seen by a visitor."""

import json
import re
import sqlite3
import sys
from collections.abc import Callable
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import PHONE, Windows
from tests.live import DATABASE, ROOT, Live

pytestmark = pytest.mark.browser

CARD = "Club evening, Swiss"
NAMES = "\n".join(director.NAMES.splitlines()[:8])
DICE = "35 66 14 22 61 53 44 12"
NUMBERS = ("482913", "7001", "55512")


def end_of_numbers(club: Live) -> None:
    """Let the announced time for numbers be over; what is hashed stays as it was."""
    with sqlite3.connect(club.data / DATABASE, timeout=20) as database:
        table = "tournaments_drawannouncement"
        past = "2026-01-01 12:00:00"
        database.execute(
            f"UPDATE {table} SET closes_at = ? WHERE closes_at IS NOT NULL",  # noqa: S608
            (past,),
        )
    database.close()


def test_a_public_draw_and_a_director_who_cheats(
    windows: Windows, club: Live, signed_in: dict[str, Any]
) -> None:
    page, wall = windows.open(storage_state=signed_in), windows.open()
    desk = director.create(page, CARD, "Public draw")
    director.paste(page, NAMES)
    screen(page, wall, desk)

    # Announced: on the wall, and three phones add their numbers.
    page.goto(f"{desk}draw/")
    page.get_by_text("Choose what the seed is made of").click()
    page.locator("[name=with_phones]").check()
    page.get_by_role("button", name="Announce with these").click()
    digits = page.locator(".receipt__digits").inner_text()
    address = page.get_by_role("link", name="What everybody sees").get_attribute("href")
    wall.reload()
    expect(wall.get_by_text(digits)).to_be_visible()
    kept = f"{address}?seen={digits}"
    phones = [windows.open(**PHONE) for _number in NUMBERS]
    for phone, number in zip(phones, NUMBERS, strict=True):
        phone.goto(kept)
        phone.locator("[name=number]").fill(number)
        phone.get_by_role("button", name="Send my number").click()
        expect(
            phone.get_by_text(f"Your number {number} is in the list")
        ).to_be_visible()
    end_of_numbers(club)

    # Dice typed, drawn, published; verified on a phone.
    page.goto(f"{desk}draw/")
    page.locator("[name=dice]").fill(DICE)
    page.get_by_role("button", name="Draw", exact=True).click()
    director.publish(page, 1)
    phone = phones[0]
    phone.goto(kept)
    expect(phone.locator("[data-seen=same]")).to_be_visible()
    expect(phone.locator("#draw-browser[data-outcome=same]")).to_be_visible()
    expect(phone.locator(".sent")).to_contain_text(NUMBERS[0])
    record = phone.request.get(f"{address}record.json").json()
    assert record["parts"]["numbers"] == sorted(map(int, NUMBERS))

    cheat(phone, record)


def test_every_draw_of_the_demonstration_is_proven(club: Live) -> None:
    sys.path.insert(0, str(ROOT / "clubsite" / "static"))
    import verify_draw  # noqa: PLC0415 - a file that is downloaded, in no package

    proven = []
    for name in ("Monrad evening", "Club evening", "Weekend open"):
        (home,) = set(
            re.findall(
                rf'href="(/tournaments/[^"]+/)"[^>]*>\s*{name}',
                fetched(club, "/tournaments/"),
            )
        )
        chain = json.loads(fetched(club, f"{home}draws/announcements.json"))
        links = re.findall(r'href="([^"]+/draws/\d+/)"', fetched(club, f"{home}draws/"))
        for link in links:
            record = json.loads(fetched(club, f"{link}record.json"))
            status, _steps = verify_draw.check(record)
            assert status == verify_draw.PROVEN, link
            assert verify_draw.in_chain(chain, record).mark == "ok", link
            proven.append(link)
    assert len(proven) >= 8


def fetched(club: Live, path: str) -> str:
    """Return what a stranger gets at an address."""
    with urlopen(f"{club.url}{path}") as answer:
        text: str = answer.read().decode()
    return text


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
    """Tamper with a record in each way; the visitor's own browser finds it."""
    phone.goto("/draws/check/")
    shown = phone.locator("#draw-browser")
    for way in WAYS:
        forged = json.loads(json.dumps(record))
        way(forged)
        phone.locator("[name=record]").fill(json.dumps(forged))
        shown.evaluate("section => delete section.dataset.outcome")
        shown.locator("[data-check]").click()
        expect(shown).to_have_attribute("data-outcome", "different")


def opponents(record: dict[str, Any]) -> None:
    """Exchange the opponents of two."""
    one, two = record["pairs"][:2]
    one[1], two[1] = two[1], one[1]


def names(record: dict[str, Any]) -> None:
    """Exchange two names after the draw."""
    for part in (record["names"], record["salts"]):
        part["1"], part["2"] = part["2"], part["1"]


def number(record: dict[str, Any]) -> None:
    """Leave out a phone's number."""
    del record["parts"]["numbers"][0]


def dice(record: dict[str, Any]) -> None:
    """Turn a die over."""
    record["parts"]["dice"] = record["parts"]["dice"].replace("6", "5")


def friend(record: dict[str, Any]) -> None:
    """Change the field after it was announced."""
    record["state"]["entrants"][0][2] = "Another club"


def time(record: dict[str, Any]) -> None:
    """Announce it earlier than it was."""
    record["announcement"]["made"] = "2026-01-01T00:00:00Z"


WAYS: tuple[Callable[[dict[str, Any]], None], ...] = (
    *(opponents, names, number, dice, friend, time),
)

"""A phone that a personal link was opened on: public pages know whose it is."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import forms, sheets
from tests.browser.test_desk_changes import TICK
from tests.browser.windows import DESK, PHONE, Windows

pytestmark = pytest.mark.browser

SWISS = ("", "rounds/1/", "standings/", "entries/", "finishing-order/")
BRACKET = (
    *("stages/1/?view=rounds&round=1", "stages/1/?view=tree", "stages/1/?view=path"),
    "entries/",
)
"""Pages of a tournament that name everybody in it."""


def open_as_player(windows: Windows, signed_in: dict[str, Any], name: str) -> Page:
    desk = windows.open(storage_state=signed_in, viewport=DESK)
    link = sheets.personal_link(desk, name)
    phone = windows.open(**PHONE)
    phone.goto(link)
    return phone


def hub_of(page: Page, named: str) -> str:
    """Return the address of the hub of a tournament of the demonstration."""
    links = forms.fetch(page, "/tournaments/").links
    return next(links[name] for name in links if named in name)


@pytest.mark.parametrize(
    ("named", "places"), [("Monrad evening", SWISS), ("Weekend open", BRACKET)]
)
def test_every_page_of_a_tournament_marks_its_reader(
    windows: Windows, signed_in: dict[str, Any], named: str, places: tuple[str, ...]
) -> None:
    stranger = windows.open(**PHONE)
    hub = hub_of(stranger, named)
    stranger.goto(hub + places[0])
    shown = stranger.locator(".podium__name a, a.bout__name:visible").first.inner_text()
    stranger.goto(f"{hub}entries/")
    names = stranger.locator(".is-people .who a").filter(has_text=shown)
    last, key = shown, str(names.first.get_attribute("href")).split("/")[2]
    expect(stranger.locator(".is-own, #own")).to_have_count(0)

    phone = open_as_player(windows, signed_in, last)
    for place in places:
        phone.goto(hub + place)
        expect(phone.locator("main .is-own").first).to_be_attached()
        for row in phone.locator("main .is-own").all():
            expect(row).to_contain_text(last)
            expect(row.locator(".is-you")).to_have_count(1)
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["viewport"]["width"]

    expect(phone.locator(f".is-own a[href$='/players/{key}/']").first).to_be_visible()
    phone.locator(".bar__menu").click()
    expect(phone.locator("#menu a[href$='/p/']")).to_be_visible()


def test_the_own_row_of_a_long_list_stands_first(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    stranger = windows.open(**PHONE)
    hub = hub_of(stranger, "Monrad evening")
    stranger.goto(f"{hub}entries/")
    rows = stranger.locator(".is-people tbody tr")
    count, last = rows.count(), rows.last.locator("a").inner_text()
    phone = open_as_player(windows, signed_in, last)
    phone.goto(f"{hub}entries/")
    expect(phone.locator(".is-people tbody tr")).to_have_count(count + 1)
    expect(phone.locator(".is-people tbody tr").first).to_contain_text(last)
    expect(phone.locator(".is-people tbody tr").last).to_contain_text(last)


def test_rows_that_are_swapped_stay_marked(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    stranger = windows.open(**PHONE)
    hub = hub_of(stranger, "Club evening")
    stranger.goto(f"{hub}standings/")
    last = stranger.locator(".is-standings .who a").last.inner_text()
    phone = open_as_player(windows, signed_in, last)
    phone.goto(f"{hub}standings/")
    own = phone.locator("tr.is-own[id]")
    expect(own).to_have_count(1)
    # As a phone asks that shows an older version: it gets the list anew.
    known = re.compile(r"(?<=[?&]f=)[^&]+")
    phone.route(
        known, lambda asked: asked.continue_(url=known.sub("older", asked.request.url))
    )
    own.evaluate("row => { row.dataset.before = '1'; }")
    phone.evaluate(TICK)
    expect(phone.locator("tr[data-before]")).to_have_count(0)
    expect(own).to_have_count(1)
    expect(own.locator(".is-you")).to_have_count(1)
    expect(phone.locator("[data-own-copy]")).to_have_count(1)


def test_names_of_pairings_lead_to_their_players(windows: Windows) -> None:
    phone = windows.open(**PHONE)
    swiss, cup = hub_of(phone, "Monrad evening"), hub_of(phone, "Weekend open")
    for address, link in (
        (f"{swiss}rounds/1/", ".pair__one a"),
        (f"{cup}stages/1/?view=tree", "a.node__name"),
        (f"{cup}stages/1/?view=rounds", "a.bout__name"),
    ):
        phone.goto(address)
        named = phone.locator(link).first
        name = named.evaluate("link => link.firstChild.textContent")
        named.click()
        expect(phone.locator("h1")).to_contain_text(name)
    # The rest of a box in the tree is its match.
    phone.goto(f"{cup}stages/1/?view=tree")
    phone.locator("a.node__about").first.click()
    expect(phone).to_have_url(re.compile(r"/m/"))


def test_my_path_is_that_of_the_reader_or_of_whom_they_follow(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    stranger = windows.open(**PHONE)
    cup = f"{hub_of(stranger, 'Weekend open')}stages/1/"
    stranger.goto(f"{cup}?view=rounds&round=1")
    tab = stranger.get_by_role("link", name="My path")
    tab.click()
    expect(stranger.locator("[data-paths] a").first).to_be_visible()
    name = stranger.locator("[data-paths] a").last.inner_text()

    phone = open_as_player(windows, signed_in, name)
    phone.goto(f"{cup}?view=rounds&round=1")
    phone.get_by_role("link", name="My path").click()
    expect(phone.locator("h1")).to_have_text(name)
    # Somebody else can still be looked for.
    phone.get_by_role("link", name="Another player").click()
    expect(phone.locator("[data-paths] .is-own a")).to_be_visible()

    key = stranger.locator("[data-paths] a").last.get_attribute("data-player")
    stranger.goto(f"/players/{key}/")
    stranger.locator("[data-follow]").click()
    stranger.goto(f"{cup}?view=tree")
    tab.click()
    expect(stranger.locator("h1")).to_have_text(name)


def test_a_friend_is_followed_by_one_tap_on_their_page(windows: Windows) -> None:
    phone = windows.open(**PHONE)
    hub = hub_of(phone, "Monrad evening")
    phone.goto(f"{hub}standings/")
    named = phone.locator(".is-standings .who a").nth(3)
    name = named.inner_text()
    named.click()
    follow = phone.locator("[data-follow]")
    follow.click()
    expect(follow).to_have_attribute("aria-pressed", "true")
    for place in ("standings/", "rounds/1/", "entries/"):
        phone.goto(hub + place)
        starred = phone.locator("main a:has(> .is-followed)")
        expect(starred).to_have_count(1)
        expect(starred).to_contain_text(name)

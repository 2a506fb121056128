"""Lists on phones: rows stand below one another, in their cards, names in one piece."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.browser import forms, long_names
from tests.browser.measures import PHONES, ROWS, SIDEWAYS, narrow, space_out
from tests.browser.windows import Windows
from tests.examples import NIGHTLY
from tests.live import Live

pytestmark = pytest.mark.browser

BY_DAY = {"nl"}
"""The language of the longest words; all five are measured at night."""
LANGUAGES = [
    pytest.param(code, marks=[] if code in BY_DAY else [pytest.mark.nightly])
    for code, _name in settings.LANGUAGES
]
LISTS = (
    *("/", "/tournaments/", "/players/", "/players/?q=bart", "/club/"),
    *("/rules/leaflet/", "/desk/", "/directors/"),
)
OF_A_TOURNAMENT = (
    *("", "entries/", "standings/", "draws/", "rounds/1/", "stages/1/"),
    *("stages/1/?view=rounds", "stages/1/?view=path", "stages/1/path/1/"),
)
OF_A_DESK = ("", "entries/", "draw/", "log/", "structure/")
OF_A_LEAGUE = ("", "standings/", "rounds/1/", "stages/1/")
OF_A_CUP = (
    *("", "stages/1/", "stages/1/?view=rounds", "stages/1/?view=path"),
    "stages/1/path/1/",
)
ON_A_MATCH = ("?pad=games", "history/")
DEMONSTRATION = ("Autumn cup", "Weekend open")
"""A finished cup, and one with divisions and a consolation."""


@pytest.fixture(scope="module")
def people(club: Live, chromium: Any, signed_in: dict[str, object]) -> long_names.Club:
    return long_names.open_club(club, chromium, signed_in)


def addresses(page: Page, people: long_names.Club) -> list[str]:
    listed = forms.fetch(page, "/tournaments/").links
    hubs = [listed[name] for name in DEMONSTRATION]
    page.goto("/players/?q=bart")
    player = str(page.locator("table a").first.get_attribute("href"))
    matches = [match + place for match in people.matches for place in ON_A_MATCH]
    if NIGHTLY:
        return [
            *(*LISTS, player, *matches),
            *(hub + one for hub in (*people.public, *hubs) for one in OF_A_TOURNAMENT),
            *(desk + one for desk in people.desks for one in OF_A_DESK),
        ]
    swiss, league, cup = people.public
    return [
        *(*LISTS, player, *matches),
        *(swiss + place for place in OF_A_TOURNAMENT if "stages" not in place),
        *(league + place for place in OF_A_LEAGUE),
        *(hub + place for hub in (cup, hubs[-1]) for place in OF_A_CUP),
        *(people.desks[0] + place for place in OF_A_DESK),
        *(hubs[-1] + place for place in ("entries/", "rounds/1/")),
        hubs[-1].replace("/tournaments/", "/desk/"),
        people.desks[-1],
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_lies_on_another(
    windows: Windows, signed_in: dict[str, Any], people: long_names.Club, language: str
) -> None:
    page = windows.open(storage_state=signed_in)
    listed = addresses(page, people)
    windows.speak(page, language)
    faults = []
    for address in listed:
        answer = page.goto(address)
        if answer is None or not answer.ok:
            continue
        for width in PHONES if NIGHTLY else PHONES[::2]:
            narrow(page, width)
            found = [f"{address} at {width}: {fault}" for fault in page.evaluate(ROWS)]
            faults += dict.fromkeys(found)
    assert not faults, "\n".join(faults)


@pytest.mark.nightly
def test_rows_bear_wider_spacing(
    windows: Windows, signed_in: dict[str, Any], people: long_names.Club
) -> None:
    page = windows.open(storage_state=signed_in)
    faults = []
    for address in addresses(page, people):
        answer = page.goto(address)
        if answer is None or not answer.ok:
            continue
        space_out(page)
        for width in (320, 390):
            narrow(page, width)
            found = page.evaluate(ROWS)
            found = [one for one in found if not one.startswith(("broken", "cut"))]
            beyond = page.evaluate(SIDEWAYS)
            found += [f"{beyond} px sideways"] if beyond > 0 else []
            faults += dict.fromkeys(f"{address} at {width}: {one}" for one in found)
    assert not faults, "\n".join(faults)


LINES_OF_NAMES = """() => {
  const range = document.createRange();
  const names = ".is-queue :is(.pair__one, .pair__two)";
  return [...document.querySelectorAll(names)].map((name) => {
    range.selectNodeContents(name);
    const tops = [...range.getClientRects()].map(({top}) => Math.round(top));
    return [name.textContent, new Set(tops).size];
  });
}"""
USUAL_NAME = 16
"""Letters of a name that has one line on a screen of 1280 px."""


def test_usual_names_have_one_line_at_a_weekend(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    hub = forms.fetch(page, "/tournaments/").links[DEMONSTRATION[-1]]
    page.goto(hub.replace("/tournaments/", "/desk/"))
    narrow(page, 1280)
    found = page.evaluate(LINES_OF_NAMES)
    assert len(found) > USUAL_NAME
    usual = [(name, lines) for name, lines in found if len(name) <= USUAL_NAME]
    assert [name for name, lines in usual if lines > 1] == []


BROKEN = """<style>{}</style><a class="subbar__tab"><span>Desk</span></a>
<main><div class="table-wrap"><table class="table">
<tbody><tr><td>Bartholomeus</td></tr><tr><td>Anna</td></tr></tbody></table></div>"""


@pytest.mark.parametrize(
    ("style", "fault"),
    [
        ("tr {display: block; block-size: 5px}", "sticks out"),
        ("tr {display: block; margin-block-end: -9px}", "lies on the next"),
        ("table {inline-size: 60%}", "before its card"),
        ("td {display: block; inline-size: 3em; overflow-wrap: anywhere}", "broken"),
        ("main {inline-size: 120vw}", "too wide"),
        (".subbar__tab span {display: block; inline-size: 1em}", "cut"),
    ],
)
def test_the_measure_finds(windows: Windows, style: str, fault: str) -> None:
    page = windows.open()
    page.set_content(BROKEN.format("table {inline-size: 100%}" + style))
    assert fault in "\n".join(page.evaluate(ROWS))


def test_the_measure_finds_nothing_where_nothing_is_wrong(windows: Windows) -> None:
    page = windows.open()
    page.set_content(BROKEN.format("table {inline-size: 100%}"))
    assert page.evaluate(ROWS) == []

"""Every page at three widths, light and dark: nothing sticks out or is refused."""

import io
import urllib.request
from itertools import cycle
from typing import Any, Literal

import pypdf
import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser import director, forms, sheets, test_files
from tests.browser.measures import AXE, RUN_AXE, SETTLE
from tests.browser.windows import PHONE, Windows
from tests.examples import NIGHTLY
from tests.live import Live

pytestmark = pytest.mark.browser

STICK_OUT = """() => [...document.querySelectorAll(".table-wrap")]
    .filter((frame) => getComputedStyle(frame).overflowX === "visible")
    .filter((frame) => frame.firstElementChild.offsetWidth > frame.clientWidth)
    .map((frame) => frame.innerText.slice(0, 40))"""
"""Tables that are wider than the frame around them, where it does not scroll."""
MEASURE = "() => document.documentElement.scrollWidth"
NOWHERE = """() => [...document.querySelectorAll("a[href=''], img[src='']")]
  .map((one) => one.outerHTML)"""
HEIGHT = 900
# Width and colours: every colour and every layout once.
VIEWS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (1280, "light"),
    (390, "dark"),
    (320, "light"),
)
BY_TURNS = cycle(((1280,), (390,)))
"""The widths at which axe looks at one page, and at the next; at night at both."""
if NIGHTLY:
    VIEWS += ((1280, "dark"), (390, "light"), (768, "light"), (1920, "dark"))
    BY_TURNS = cycle(((1280, 390, 320, 768, 1920),))
DEMONSTRATION = ("Club evening", "Weekend open")
if NIGHTLY:
    DEMONSTRATION += ("Monrad evening", "Autumn cup")
LANGUAGES = [
    pytest.param(code, marks=[] if code == "nl" else pytest.mark.nightly)
    for code, _name in settings.LANGUAGES
]

FOR_EVERYBODY: tuple[str, ...] = (
    "/",
    "/tournaments/",
    "/players/",
    "/players/?q=nobody",
    "/club/",
    "/help/",
    "/draws/check/",
    "/m/",
    "/m/?code=ZZZZZZ",
    "/login/",
    "/setup/used-up/",
    "/s/ZZZZZZZZ/",
    "/no/such/page/",
)
RULES: tuple[str, ...] = ("leaflet",)
OF_AN_EVENING: tuple[str, ...] = (
    *("", "entries/", "standings/", "rules/", "draws/", "rounds/3/"),
)
OF_A_WEEKEND: tuple[str, ...] = ("", "standings/")
"""Its brackets and their paths are looked at in `test_draw_pages`."""
if NIGHTLY:
    RULES += ("danish", "swedish", "norwegian", "dutch")
    OF_A_WEEKEND += ("stages/1/", "stages/1/path/1/")
    OF_A_WEEKEND += tuple({*OF_AN_EVENING, "rounds/1/"} - {*OF_A_WEEKEND})
    OF_AN_EVENING = OF_A_WEEKEND
FOR_DIRECTORS: tuple[str, ...] = (
    "/desk/",
    "/desk/new/",
    "/desk/new/?people=8&begins=10:00&over=20:00&tables=3",
    "/desk/new/?template=club-swiss",
    "/desk/new/?template=weekend-open",
    "/desk/new/?template=groups-final",
    "/directors/",
    "/club/new/",
)
DESK_OF_AN_EVENING: tuple[str, ...] = (
    "",
    "entries/",
    "draw/",
    "log/",
    "settings/",
    "structure/stages/1/",
    "entries/1/options/",
    "close/",
    "pace/",
    "delete/",
    "rounds/3/take-back/",
)
DESK_OF_A_WEEKEND: tuple[str, ...] = (
    *("", "draw/", "structure/", "structure/divisions/1/"),
)
DESK_OF_A_HALL: tuple[str, ...] = ("tables/", "screens/", "check-in/", "money/")
if NIGHTLY:
    FOR_EVERYBODY += (
        *("/screen/", "/here/", "/search/?q=table", "/seasons/", "/ratings/"),
    )
    FOR_DIRECTORS += (
        *("/account/", "/directors/club-settings/", "/directors/backups/"),
        *("/seasons/new/", "/desk/bin/", "/desk/new/practice/", "/desk/new/file/"),
    )
    DESK_OF_A_HALL += (
        *("helpers/", "programs/", "copy/", "entries/ratings/", "entries/divide/"),
    )
    DESK_OF_AN_EVENING += ("structure/", "structure/divisions/1/", "print/")
    DESK_OF_A_WEEKEND = DESK_OF_AN_EVENING
OF_A_MATCH = ("", "history/", "adjust/", "ending/", "aside/", "length/")


def look(page: Page, address: str = "") -> list[str]:
    """Look at a page, or at what is shown, from all sides; return what is wrong."""
    if address:
        page.goto(address)
    faults = [f"{page.url} leads nowhere: {link}" for link in page.evaluate(NOWHERE)]
    page.evaluate(AXE)
    with_axe = [*next(BY_TURNS)]
    # From the width that the last look left: to lay a page out again takes time.
    is_wide = (page.viewport_size or {"width": 0})["width"] == VIEWS[0][0]
    for width, colours in VIEWS if is_wide else VIEWS[::-1]:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        wide = page.evaluate(MEASURE)
        if wide > width:
            faults.append(f"{page.url} is {wide} wide at {width}")
        if width in with_axe:
            with_axe.remove(width)
            page.evaluate(SETTLE)
            found = page.evaluate(RUN_AXE)
            faults += [f"{page.url} at {width} {colours}: {fault}" for fault in found]
    return faults


@pytest.fixture(scope="module")
def tournaments(club: Live) -> dict[str, str]:
    """The demonstration's tournaments: name to address."""
    with urllib.request.urlopen(f"{club.url}/tournaments/") as page:
        return forms.read(club.url, page.read().decode()).links


@pytest.fixture
def desk_page(windows: Windows, signed_in: dict[str, Any]) -> Page:
    return windows.open(storage_state=signed_in)


def match_addresses(page: Page, tournament: str) -> list[str]:
    """Return a finished, a running and an untouched match of the demonstration."""
    page.goto(f"{tournament}rounds/3/")
    links = page.locator(".match-no a")
    return [str(links.nth(place).get_attribute("href")) for place in (0, 2, 4)]


def test_pages_for_everybody(windows: Windows, tournaments: dict[str, str]) -> None:
    page = windows.open()
    addresses = [*FOR_EVERYBODY, *match_addresses(page, tournaments["Club evening"])]
    page.goto("/players/")
    addresses.append(str(page.locator("table a").first.get_attribute("href")))
    faults = []
    for address in addresses:
        faults += look(page, address)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", DEMONSTRATION)
def test_public_pages_of_a_tournament(
    windows: Windows, tournaments: dict[str, str], name: str
) -> None:
    page = windows.open()
    faults = []
    for place in OF_AN_EVENING if name == "Club evening" else OF_A_WEEKEND:
        answer = page.goto(tournaments[name] + place)
        assert answer is not None
        if answer.ok:
            faults += look(page)
    assert not faults, "\n".join(faults)


def test_pages_for_directors(desk_page: Page, tournaments: dict[str, str]) -> None:
    faults = []
    for address in FOR_DIRECTORS:
        faults += look(desk_page, address)
    desk_page.goto("/players/")
    player = desk_page.locator("table a").first.get_attribute("href")
    faults += look(desk_page, f"{player}edit/")
    matches = match_addresses(desk_page, tournaments["Club evening"])
    running = matches[1]
    for address in matches if NIGHTLY else [running]:
        faults += look(desk_page, f"{address}?pad=final")
        faults += look(desk_page, f"{address}?pad=games")
    faults += look(desk_page, f"{running}games/1/")
    assert not faults, "\n".join(faults)


def test_the_rules_of_every_profile(windows: Windows) -> None:
    page = windows.open()
    faults = []
    for key in RULES:
        faults += look(page, f"/rules/{key}/")
    assert not faults, "\n".join(faults)


def test_pages_of_players_and_their_reports(windows: Windows, desk_page: Page) -> None:
    sheet = sheets.open_match(desk_page, "Side Sidsel", "Side Sigurd Søndergaard-Holm")
    phone, other = windows.open(), windows.open()
    faults = look(phone, f"/s/{sheet.code}/")
    sheets.sit_down(phone, sheet, sheet.one)
    faults += look(phone)
    faults += look(other, sheets.personal_link(desk_page, sheet.two))
    faults += look(desk_page)
    faults += look(other, "/club/new/")
    sheets.report_score(phone, winner=1, loser=5)
    expect(phone.get_by_text("Waiting for")).to_be_visible()
    faults += look(phone)
    faults += look(desk_page, sheet.address)
    other.goto(sheet.address)
    faults += look(other)
    sheets.answer(other, "Dispute").click()
    other.get_by_role("button", name="Send score").click()
    expect(other.locator("#error-summary")).to_be_visible()
    other.get_by_text("Or list each game").click()
    faults += look(other)
    other.get_by_label("Winner of game 1").select_option("2")
    other.get_by_label("How game 1 ended").select_option("4-gammon")
    other.get_by_role("button", name="Send games", exact=True).click()
    expect(other.get_by_text("A director has both versions").first).to_be_visible()
    for page in (phone, other):
        faults += look(page, sheet.address)
    faults += look(desk_page, sheet.address)
    desk_page.goto(f"{sheet.address}decide/")
    desk_page.get_by_role("button", name="Accept this score").click()
    told = desk_page.locator("#error-summary")
    expect(told).to_contain_text("Enter a reason")
    expect(told).to_contain_text("Who won?")
    faults += look(desk_page)
    assert not faults, "\n".join(faults)


def test_pages_of_a_match_and_its_scoreboard(desk_page: Page) -> None:
    sheet = sheets.open_match(desk_page, "Side Selma", "Side Søren")
    faults = []
    for place in OF_A_MATCH:
        faults += look(desk_page, sheet.address + place)
    desk_page.goto(f"{sheet.address}?pad=games")
    sheets.play(desk_page, 1, "2-gammon")
    sheets.expect_score(desk_page, 4, 0)
    sheets.play(desk_page, 2)
    sheets.expect_score(desk_page, 4, 1)
    sheets.choose(desk_page, 1, "other")
    expect(desk_page.get_by_label("Ending")).to_be_visible()
    faults += look(desk_page)
    desk_page.goto(f"{sheet.address}games/1/")
    sheets.choose(desk_page, 2, "2-backgammon")
    desk_page.get_by_role("button", name="Check and save").click()
    expect(desk_page.locator("#notes")).to_be_visible()
    faults += look(desk_page)
    board = sheet.address.replace("/m/", "/scoreboard/")
    faults += look(desk_page, board)
    assert not faults, "\n".join(faults)


def test_pages_of_a_match_file_and_its_moves(desk_page: Page) -> None:
    page, told = desk_page, test_files.THREE_POINTS
    match = test_files.open_match(page, "Karla Poulsen", "Side Villads")
    test_files.send(page, match, "Dear director, we played on Tuesday.")
    expect(page.locator("#error-summary")).to_be_visible()
    faults = look(page)
    told = told.replace("13/8 13/11   ", "13/1 13/11   ")
    told = told.replace("Viggo Toft", "Somebody's very long nickname")
    test_files.send(page, match, told, "a-name-of-120-characters-" * 5 + ".mat")
    faults += look(page)
    page.get_by_role("button", name="Import 2 games").click()
    expect(page.get_by_role("link", name="Step through the moves")).to_be_visible()
    faults += look(page)
    page.get_by_role("link", name="Step through the moves").click()
    faults += look(page)
    moves = page.url.partition("?")[0]
    faults += look(page, f"{moves}?at=4&view=1")
    faults += look(page, f"{moves.removesuffix('1/')}2/?at=2")
    expect(page.locator("#replay .note.is-bad")).to_be_visible()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", DEMONSTRATION)
def test_desk_pages_of_a_tournament(
    desk_page: Page, tournaments: dict[str, str], name: str
) -> None:
    desk = tournaments[name].replace("/tournaments/", "/desk/")
    faults = []
    is_evening = name == "Club evening"
    for place in DESK_OF_AN_EVENING if is_evening else DESK_OF_A_WEEKEND:
        answer = desk_page.goto(desk + place)
        assert answer is not None
        if answer.ok:
            faults += look(desk_page)
    assert not faults, "\n".join(faults)


def test_pages_of_a_hall_and_its_screens(
    windows: Windows, desk_page: Page, tournaments: dict[str, str]
) -> None:
    hub = tournaments["Weekend open"]
    desk = hub.replace("/tournaments/", "/desk/")
    faults = []
    for place in DESK_OF_A_HALL:
        faults += look(desk_page, f"{desk}{place}")
    desk_page.goto(f"{desk}screens/")
    screens = desk_page.locator("main a[href*='/screen/']")
    addresses = {str(link.get_attribute("href")) for link in screens.all()}
    assert addresses
    wall = windows.open()
    for address in (*sorted(addresses), f"{hub}tables/1/", f"{hub}prizes/"):
        faults += look(wall, address)
    assert not faults, "\n".join(faults)


def test_pages_on_the_way_to_a_round(desk_page: Page) -> None:
    page = desk_page
    desk = director.create(page, "Club evening, Monrad", "On the way")
    faults = look(page)
    page.locator("[name=text]").fill(
        f"{director.NAMES}\nOle Berg\nAda Lindquist; Malmö\n{'Very' * 60}\n; ; ;"
    )
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Check the list")).to_be_visible()
    faults += look(page)
    page.get_by_role("button", name="Add these players").click()
    expect(page.locator("#error-summary")).to_be_visible()
    faults += look(page)
    page.goto(f"{desk}entries/")
    director.paste(page, director.NAMES)
    faults += look(page)
    director.draw(page, desk, 1)
    page.locator("details.more").evaluate_all("all => all.map(one => one.open = true)")
    faults += look(page)
    director.publish(page, 1)
    faults += look(page)
    director.type_result(page, "1 8 7")
    expect(page.locator("#result-error")).to_be_visible()
    faults += look(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fits(
    windows: Windows,
    signed_in: dict[str, Any],
    tournaments: dict[str, str],
    language: str,
) -> None:
    page = windows.open(storage_state=signed_in)
    windows.speak(page, language)
    hub = tournaments["Club evening"]
    desk = hub.replace("/tournaments/", "/desk/")
    match = match_addresses(page, hub)[1]
    new = (f"{match}files/", "/rules/")
    for address in (f"{hub}standings/", desk, *new, f"{match}?pad=games"):
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            assert page.evaluate(MEASURE) <= width, (address, width)
            assert page.evaluate(STICK_OUT) == [], (address, width)
    title = page.locator("#games-title").inner_text()
    assert title.startswith("Games") == (language == "en")


def test_a_chosen_language_and_theme_stay(windows: Windows) -> None:
    page = windows.open()
    page.goto("/players/")
    page.locator("#language summary").click()
    page.get_by_role("button", name="Dansk").click()
    expect(page.locator("html")).to_have_attribute("lang", "da")
    assert page.url.endswith("/players/")
    page.locator(".theme [value=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "da")
    assert page.evaluate("() => getComputedStyle(document.body).colorScheme") == "dark"


@pytest.mark.parametrize("place", ["", "standings/", "rounds/3/"])
def test_a_list_for_the_wall_fits_on_one_sheet(
    windows: Windows, tournaments: dict[str, str], place: str
) -> None:
    page = windows.open()
    page.goto(tournaments["Club evening"] + place)
    sheets = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    assert len(sheets) == 1
    assert "Olle Stenhammar" in sheets[0].extract_text()


def test_opening_the_entries_on_a_phone_shows_the_list_first(
    windows: Windows, signed_in: dict[str, Any], tournaments: dict[str, str]
) -> None:
    page = windows.open(**PHONE, storage_state=signed_in)
    desk = tournaments["Club evening"].replace("/tournaments/", "/desk/")
    page.goto(f"{desk}entries/")
    expect(page.get_by_role("heading", name="Entries")).to_be_in_viewport()
    page.goto(desk)
    page.locator("[data-fold=people-title] > summary").tap()
    page.get_by_role("link", name="Late entry").tap()
    expect(page.locator("[name=text]")).to_be_in_viewport()


def test_the_windows_notice_what_the_policy_refuses(windows: Windows) -> None:
    page = windows.open()
    page.goto("/help/")
    with page.expect_console_message(lambda told: "Content Security" in told.text):
        # Not by an attribute such as `onclick`: Chromium 150 refuses it without a word.
        page.evaluate(
            "() => document.body.append("
            "Object.assign(document.createElement('script'), {text: '1'}))"
        )
    assert "Content Security Policy" in "".join(windows.complaints)
    windows.complaints.clear()

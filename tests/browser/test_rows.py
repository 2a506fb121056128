"""On phones the rows of a list of matches stand below one another, also long ones."""

import pytest
from playwright.sync_api import Page

from tests.browser import director
from tests.browser.windows import PHONE, Windows
from tests.live import Live

pytestmark = pytest.mark.browser

NAMES = """\
Wolfgang Amadeus Christoffersen-Hammershaimb; Frederikshavn og Omegns Backgammonklub
Anna-Karolina Östergaard-Lindqvist von Rosen; Malmö
Bartholomeus van der Westhuizen-Oosterbroek; Utrecht
Donaudampfschifffahrtsgesellschaftskapitän; Oslo
Александра Константинопольская-Воскресенская; Oslo
Bo Ek; Køge
Per Moe; Bergen"""
WIDTHS = (360, 390, 430)
COLOURS = ("light", "dark")

OVERLAPS = """() => [...document.querySelectorAll('.is-matches')].flatMap((table) => {
  const seen = (one) => {
    const {width, height} = one.getBoundingClientRect();
    return width > 1 && height > 1;  // the hidden words are a pixel large
  };
  const rows = [...table.tBodies[0].rows].filter(seen).map((row) => ({
    name: row.innerText.replace(/\\s+/g, ' '),
    row: row.getBoundingClientRect(),
    parts: [row, ...row.querySelectorAll('*')].filter(seen)
      .map((part) => part.getBoundingClientRect()),
    cells: [...row.cells].filter(seen).map((cell) => cell.getBoundingClientRect()),
  }));
  const found = [];
  for (const [at, {name, row, parts, cells}] of rows.entries()) {
    const low = Math.max(...parts.map((part) => part.bottom));
    const high = Math.min(...parts.map((part) => part.top));
    if (low > row.bottom + 1 || high < row.top - 1) found.push(`sticks out: ${name}`);
    if (at && row.top < rows[at - 1].row.bottom - 1) found.push(`lies on one: ${name}`);
    for (const [one, a] of cells.entries()) for (const b of cells.slice(one + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && tall > 1) found.push(`cells meet: ${name}`);
    }
  }
  return rows.length ? found : ['no rows'];
})"""
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth"""


def phone(windows: Windows, width: int, colours: str, **more: object) -> Page:
    size = {"width": width, "height": 844}
    return windows.open(**PHONE | {"viewport": size, "color_scheme": colours} | more)


def faults(page: Page, path: str) -> list[str]:
    page.goto(path)
    page.locator(".table.is-matches").first.wait_for()
    found: list[str] = page.evaluate(OVERLAPS)
    return found + (["too wide"] if page.evaluate(TOO_WIDE) else [])


@pytest.fixture(scope="module")
def desk(club: Live, signed_in: dict[str, object], chromium: object) -> str:
    """The desk of a round of people with long names, a bye and a result in it."""
    context = chromium.new_context(base_url=club.url, storage_state=signed_in)
    page = context.new_page()
    page.set_default_timeout(60_000)
    made = director.create(page, "Club evening, Swiss", "Long names")
    director.paste(page, NAMES)
    here = page.get_by_role("button", name="Everybody is here")
    if here.count():
        here.click()
    director.draw(page, made, 1)
    director.publish(page, 1)
    page.goto(made)
    number = director.open_matches(page)[0]
    director.type_result(page, f"{number} 7 5")
    director.echo(page, f"M{number}")
    context.close()
    return made.removeprefix(club.url)


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_do_not_overlap(
    windows: Windows, signed_in: dict[str, object], desk: str, width: int, colours: str
) -> None:
    page = phone(windows, width, colours, storage_state=signed_in)
    everybody = desk.replace("/desk/", "/tournaments/")
    for path in (desk, f"{everybody}rounds/1/"):
        assert faults(page, path) == [], path
    page.goto("/desk/")
    for name in ("Club evening", "Weekend open", "Monrad evening"):
        address = page.get_by_role("link", name=name, exact=True).first
        found = faults(page, str(address.get_attribute("href")))
        assert found == [], name
        page.goto("/desk/")

"""A club whose people have long names: what a list must bear."""

from dataclasses import dataclass

from playwright.sync_api import Browser, Page

from tests.browser import director, sheets
from tests.live import Live

CLUB = "Frederikshavn og Omegns Backgammonklub"
NAMES = f"""\
Wolfgang Amadeus Christoffersen-Hammershaimb; {CLUB}; 1712,5
Anna-Karolina Östergaard-Lindqvist von Rosen; Malmö; 1688
Bartholomeus van der Westhuizen-Oosterbroek; Utrecht; 1650
Donaudampfschifffahrtsgesellschaftskapitän; Oslo
Александра Константинопольская-Воскресенская; Oslo
Bo Ek; Køge
Per Moe; Bergen"""
FIRST, SECOND, THIRD = (line.partition(";")[0] for line in NAMES.splitlines()[:3])


@dataclass(frozen=True)
class Club:
    """Addresses of three tournaments and of a match of these people."""

    swiss: str
    league: str
    cup: str
    match: str
    session: str

    @property
    def matches(self) -> tuple[str, ...]:
        return self.match, self.session

    @property
    def desks(self) -> tuple[str, ...]:
        return self.swiss, self.league, self.cup

    @property
    def public(self) -> tuple[str, ...]:
        return tuple(desk.replace("/desk/", "/tournaments/") for desk in self.desks)


def open_club(site: Live, chromium: Browser, signed_in: dict[str, object]) -> Club:
    """Enter them three times, draw and publish, and record some results."""
    context = chromium.new_context(base_url=site.url, storage_state=signed_in)
    page = context.new_page()
    page.set_default_timeout(60_000)
    cards = ("Club evening, Swiss", "League, double round robin", "Cup")
    desks = [_play(page, card, f"Long names {card}") for card in cards]
    opened = sheets.open_match(page, FIRST, SECOND)
    page.goto(f"{opened.address}?pad=games")
    sheets.play(page, 1, "2-gammon")
    sheets.expect_score(page, 4, 0)
    page.goto("/club/new/")
    page.locator("[name=player_1]").fill(FIRST)
    page.locator("[name=player_2]").fill(THIRD)
    page.locator("[name=play][value=money]").check()
    page.get_by_role("button", name="Open match").click()
    page.locator(".winner").first.wait_for()
    session = page.url
    context.close()
    addresses = (*desks, opened.address, session)
    return Club(*(address.removeprefix(site.url) for address in addresses))


def _play(page: Page, card: str, name: str) -> str:
    desk = director.begun(page, card, name, NAMES)
    page.goto(desk)
    number = director.open_matches(page)[0]
    length = int(page.evaluate(LENGTH))
    director.type_result(page, f"{number} {length} 3")
    director.echo(page, f"M{number}")
    return desk


LENGTH = "() => document.querySelector('[data-match]').dataset.length"

"""What a director does, in the words of the pages."""

import re
import time

from playwright.sync_api import Page, expect

from tests.browser import forms

DRAWN_SECONDS = 60.0
NUMBERS = "(rows) => rows.map((row) => row.dataset.match)"

NAMES = """\
Anna Hansen; Køge BK; 1712
Ole Berg; Oslo; 1688
Lise Lund; Malmö; 1650,5
Tom Smit; Utrecht
Åse Ødegård; Bergen; 1590
Jan van den Berg; Utrecht; 1555
Märta Nyström; Malmö
Bo Falk; Køge BK; 1500
Ида Холм; Oslo; 1620
Kees de Vries; Utrecht
Søren Ærø; Køge BK; 1477
Ylva Ek; Malmö; 1444
Per Moe; Bergen"""

PASSWORD = forms.PASSWORD


def sign_up(page: Page, setup_url: str, *, club: str = "") -> None:
    """Become the director with the link of the first start, and name the club."""
    page.goto(setup_url)
    if club:
        page.locator("[name=club]").fill(club)
    page.locator("[name=username]").fill("Ada Director")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()


def log_in(page: Page) -> None:
    page.goto("/login/")
    page.locator("[name=login]").fill("Ada Director")
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).not_to_have_url(re.compile("/login/"))


def create(page: Page, card: str, name: str = "") -> str:
    """Make a tournament from a card, and return the address of its desk."""
    page.goto("/desk/")
    page.get_by_role("link", name="New tournament").first.click()
    page.get_by_role("link", name=card).click()
    if name:
        page.locator("[name=name]").fill(name)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("No players entered yet").first).to_be_visible()
    return re.sub(r"entries/$", "", page.url)


def begun(page: Page, card: str, name: str, names: str, *, drawn: bool = True) -> str:
    """Have a tournament with players, and its first round public unless told not to.

    The window stays where it is: what leads there is clicked through in `test_evening`,
    `test_weekend` and `test_no_script`. Returns the address of the desk.
    """
    cards = forms.fetch(page, "/desk/new/")
    found = [link for words, link in cards.links.items() if card in words]
    assert len(found) == 1, (card, cards.links)
    form = forms.fetch(page, found[0])
    empty = forms.send(page, form, "Create tournament", name=name)
    desk = re.sub(r"entries/$", "", empty.url)
    count = len(names.splitlines())
    listed = forms.send(page, empty, "Add", text=names)
    entered = forms.send(page, listed, f"Add {count} players")
    if entered.has("Check everyone in"):
        forms.send(page, entered, "Check everyone in")
    if drawn:
        draw = forms.fetch(page, f"{desk}draw/")
        draft = forms.send(page, draw, "Draw round 1")
        deadline = time.monotonic() + DRAWN_SECONDS
        while not draft.has("Publish round"):
            assert time.monotonic() < deadline, draft.text
            time.sleep(0.05)
            draft = forms.fetch(page, f"{desk}draw/")
        forms.send(page, draft, "Publish round")
    return desk


def results_are_in(page: Page, desk: str, lines: list[str]) -> None:
    """Have these lines of the result box saved; the window stays where it is."""
    box = forms.fetch(page, desk)
    for line in lines:
        forms.save(page, box, "Save", line=line)
    forms.fetch(page, desk)  # what it says of them is said to nobody else


def paste(page: Page, names: str) -> None:
    """Enter a list of players, looking at the preview."""
    count = len(names.splitlines())
    page.locator("[name=text]").fill(names)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name=f"Add {count} players").click()
    expect(page.get_by_text(f"{count} players are entered.")).to_be_visible()


def draw(page: Page, desk: str, number: int) -> None:
    """Draw a round and wait for the draft."""
    page.goto(desk)
    page.get_by_role("button", name=f"Draw round {number}").click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible()


def publish(page: Page, number: int) -> None:
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_text(f"Round {number} published.")).to_be_visible()


def open_matches(page: Page) -> list[int]:
    """Return the numbers of the matches on this desk that have no result."""
    # The row's class follows some milliseconds after its content.
    rows = page.locator("#desk tr[data-match]:not(:has(.is-winner))")
    return [int(number) for number in rows.evaluate_all(NUMBERS)]


def match_address(page: Page, place: int = 0) -> str:
    """Return the address of a match without a result, by its place on this desk."""
    button = page.locator("#desk [data-scores-of]").nth(place)
    return str(button.get_attribute("formaction"))


def type_result(page: Page, line: str) -> None:
    """Type a result where the desk waits for it, and Enter."""
    expect(page.locator("#result-line")).to_be_focused()
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def echo(page: Page, text: str) -> None:
    """Expect the echo line to say this."""
    expect(page.locator("#echo")).to_contain_text(text)

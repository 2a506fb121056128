"""A whole club evening: the director's desk, and the visitors' phones around it."""

import io
import re
from dataclasses import dataclass, field

import pypdf
import pytest
from playwright.sync_api import Page, expect

from tests.browser import director, sheets
from tests.browser.windows import PHONE, Windows
from tests.examples import NIGHTLY
from tests.live import Live

pytestmark = pytest.mark.browser

ROUNDS = 4
LENGTH = 7
CLUB = "Mondays at the Mill"
LATE = "Sara Sen"
LEAVING = "Per Moe"
SHEETS_ON_A_PAGE = 2
WRONG = {
    "1 7 7": "Both players cannot reach 7",
    "1 5 3": "no one has won",
    "99 7 5": "M99",
    "1 seven": "seven",
}
PUBLIC = ("", "entries/", "standings/", "draws/")
NOT_FOUND = 404


@pytest.fixture
def site(live: Live) -> Live:
    """A product nobody has used yet, for this test alone."""
    return live


@dataclass
class Evening:
    """The windows of an evening and what is known about it."""

    desk: Page
    onlooker: Page
    url: str = ""
    pairs: list[frozenset[str]] = field(default_factory=list)

    @property
    def public(self) -> str:
        """The address of the tournament for everybody."""
        return self.url.replace("/desk/", "/tournaments/")

    def seen_by_all(self) -> dict[str, str]:
        """Everything a visitor can read, page by page."""
        pages = ["/", *(self.public + place for place in PUBLIC)]
        return {page: _content(self.onlooker, page) for page in pages}


def _content(page: Page, address: str) -> str:
    """The source of a page's content, without the state that it polls with."""
    text = page.request.get(address).text()
    found = re.search(r"<main.*</main>", text, re.DOTALL)
    assert found, text
    return re.sub(r"\?f=[\w.-]+", "", found[0])


def test_a_whole_evening(windows: Windows, site: Live) -> None:
    evening = Evening(desk=windows.open(), onlooker=windows.open())
    director.sign_up(evening.desk, site.setup_url, club=CLUB)
    expect(evening.desk).to_have_title(re.compile(f"{CLUB}$"))
    evening.url = director.create(evening.desk, "Club evening, Swiss")
    director.paste(evening.desk, director.NAMES)

    draw_and_publish(evening, 1, matches=6)
    sheets_are_printed(evening, 1, matches=6)
    a_wrong_result_is_refused_and_corrected(evening)
    an_undo_takes_it_back(evening)
    all_results(evening, typed=True)

    a_late_entry(evening)
    draw_and_publish(evening, 2, matches=7)
    match = game_by_game(evening)
    all_results(evening)

    a_withdrawal(evening)
    draw_and_publish(evening, 3, matches=6)
    all_results(evening)
    draw_and_publish(evening, 4, matches=6)
    phone = windows.open(**PHONE)
    a_visitor_finds_a_name(evening, phone)
    a_result_arrives_by_itself(evening, phone)
    all_results(evening)
    assert len(set(evening.pairs)) == len(evening.pairs) == 6 + 7 + 6 + 6

    standings_and_close(evening)
    a_visitor_looks_at_the_end(evening, phone, match)


def draw_and_publish(evening: Evening, number: int, *, matches: int) -> None:
    """Draw a round; nobody sees it before it is published."""
    before = evening.seen_by_all()
    director.draw(evening.desk, evening.url, number)
    expect(evening.desk.locator(".draft tr:has(.swap):not(.is-bye)")).to_have_count(
        matches
    )
    assert evening.seen_by_all() == before
    round_page = f"{evening.public}rounds/{number}/"
    answer = evening.onlooker.request.get(round_page)
    assert answer.status == NOT_FOUND
    director.publish(evening.desk, number)
    evening.onlooker.goto(round_page)
    title = evening.onlooker.get_by_role("heading", name=f"Round {number}")
    expect(title).to_contain_text(f"of {ROUNDS}")
    for pair in evening.onlooker.locator(".pair:not(.is-bye)").all():
        names = pair.locator(".pair__one, .pair__two").all_inner_texts()
        evening.pairs.append(frozenset(names))


def sheets_are_printed(evening: Evening, number: int, *, matches: int) -> None:
    """Open the PDF with the score sheets of a round."""
    page = evening.desk
    page.get_by_role("link", name="Score sheets", exact=True).click()
    link = page.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible()
    answer = page.request.get(str(link.get_attribute("href")))
    assert answer.headers["content-type"] == "application/pdf"
    sheets = pypdf.PdfReader(io.BytesIO(answer.body())).pages
    assert len(sheets) == matches // SHEETS_ON_A_PAGE
    text = "".join(sheet.extract_text() for sheet in sheets)
    playing = {name for pair in evening.pairs for name in pair}
    assert [name for name in playing if name not in text] == []
    page.get_by_role("link", name="Back", exact=True).click()


def a_wrong_result_is_refused_and_corrected(evening: Evening) -> None:
    """Type what cannot be; the sentence says why and what was typed stays."""
    page = evening.desk
    expect(page.locator("#result-line")).to_be_focused()
    page.keyboard.type("1 8 7")
    expect(page.locator("#result-echo")).to_contain_text("Scores cannot exceed 7.")
    page.keyboard.press("Enter")
    expect(page.locator("#result-error")).to_contain_text("to 7")
    expect(page.locator("#result-line")).to_have_value("1 8 7")
    expect(page.locator("#result-line")).to_be_focused()
    for wrong, sentence in WRONG.items():
        page.keyboard.press("Control+A")
        director.type_result(page, wrong)
        expect(page.locator("#result-error")).to_contain_text(sentence)
        expect(page.locator("#result-line")).to_have_value(wrong)
    assert len(director.open_matches(page)) == len(evening.pairs)
    page.keyboard.press("Control+A")
    director.type_result(page, "1 7 3")
    director.echo(page, "M1 saved")
    expect(page.locator("#result-error")).to_have_count(0)


def an_undo_takes_it_back(evening: Evening) -> None:
    """Press U: the last result is gone, and can be typed again."""
    page = evening.desk
    page.keyboard.press("u")
    director.echo(page, "Removed. The score of M1 is 0–0.")
    assert 1 in director.open_matches(page)
    director.type_result(page, "1 3 7")
    director.echo(page, "M1 saved")


def all_results(evening: Evening, *, typed: bool = NIGHTLY) -> None:
    """Enter every missing result of the round; `typed` is without the mouse."""
    page = evening.desk
    page.goto(evening.url)
    lines = {}
    for number in director.open_matches(page):
        loser = number * 5 % LENGTH
        score = f"{LENGTH} {loser}" if number % 3 else f"{loser} {LENGTH}"
        lines[number] = f"{number} {score}"
    if not typed:
        director.results_are_in(page, evening.url, [*lines.values()])
        page.goto(evening.url)
    for number, line in lines.items() if typed else ():
        director.type_result(page, line)
        director.echo(page, f"M{number} saved")
        expect(page.locator("#result-line")).to_be_focused()
    assert director.open_matches(page) == []


def a_late_entry(evening: Evening) -> None:
    """Somebody comes after the first round."""
    page = evening.desk
    page.get_by_role("link", name="Late entry").click()
    page.locator("[name=text]").fill(f"{LATE}; Malmö; 1501")
    page.get_by_role("button", name="Add", exact=True).click()
    director.echo(page, f"{LATE} is entered.")
    expect(page.get_by_text("Plays from round 2 on.")).to_be_visible()
    page.goto(f"{evening.url}entries/")
    expect(page.get_by_role("row", name=LATE)).to_contain_text("Late")


def a_withdrawal(evening: Evening) -> None:
    """Somebody goes home after the second round."""
    page = evening.desk
    page.goto(f"{evening.url}entries/")
    page.get_by_role("link", name=f"Options {LEAVING}").click()
    page.get_by_role("button", name="Withdraw").click()
    director.echo(page, LEAVING)
    expect(page.get_by_role("row", name=LEAVING)).to_contain_text("Withdrawn")


def game_by_game(evening: Evening) -> str:
    """Enter a match on the score pad; return its address."""
    page = evening.desk
    page.goto(evening.url)
    page.goto(director.match_address(page))
    match = page.url
    page.get_by_role("link", name="Game by game").click()
    page.get_by_role("button", name="Save game").click()
    expect(page.locator("#error-summary")).to_contain_text("Who won?")
    sheets.play(page, 1)
    sheets.expect_score(page, 1, 0)
    correct_to_gammon(page)
    sheets.expect_score(page, 2, 0)
    sheets.play(page, 2, "2-dropped")
    sheets.expect_score(page, 2, 2)
    sheets.play(page, 1, "4-single")
    sheets.expect_score(page, 6, 2)
    expect(page.locator(".score__badge")).to_contain_text("Crawford game")
    expect(page.get_by_text("the cube stays at 1")).to_be_visible()
    expect(page.locator("[name=outcome][value^='2-']")).to_have_count(0)
    sheets.play(page, 2)
    expect(page.locator(".score__badge")).to_have_text("Post-Crawford")
    sheets.play(page, 1, "2-single")
    sheets.expect_score(page, LENGTH, 3)
    expect(page.get_by_text("wins the match")).to_be_visible()
    return match


def correct_to_gammon(page: Page) -> None:
    """It was a gammon: correct the first game."""
    page.get_by_role("link", name="Correct 1").click()
    sheets.choose(page, 1, "1-gammon")
    page.get_by_role("button", name="Check and save").click()
    director.echo(page, "Game 1 corrected.")
    expect(page.locator("#notes")).to_have_count(0)


def a_visitor_finds_a_name(evening: Evening, phone: Page) -> None:
    """Open the site on a phone and look for a table."""
    phone.goto("/")
    phone.locator("a.row__title").tap()
    expect(phone.locator(".where__row")).to_have_count(13)
    phone.get_by_label("Find your name").tap()
    phone.keyboard.type("ødeg")
    expect(phone.locator(".where__row:visible")).to_have_count(1)
    expect(phone.locator(".where__row:visible")).to_contain_text("Ødegård, Åse")
    phone.get_by_role("link", name="Rounds").tap()
    expect(phone.locator(".pair")).to_have_count(7)
    assert phone.evaluate("() => document.documentElement.scrollWidth") == 390
    expect(phone.locator("#fresh")).to_contain_text("Live")


def a_result_arrives_by_itself(evening: Evening, phone: Page) -> None:
    phone.evaluate("() => { window.sameDocument = true; }")
    evening.desk.goto(evening.url)
    number = director.open_matches(evening.desk)[0]
    row = phone.get_by_role("row").filter(has=phone.get_by_text(f"M{number}"))
    expect(row).to_contain_text("Called")
    director.type_result(evening.desk, f"{number} {LENGTH} 6")
    director.echo(evening.desk, f"M{number} saved")
    expect(row).to_contain_text("Done")
    expect(row.locator(".pair__points")).to_have_text([str(LENGTH), "6"])
    assert phone.evaluate("() => window.sameDocument")


def standings_and_close(evening: Evening) -> None:
    """Look at the standings, and make them final."""
    page = evening.desk
    page.goto(evening.url)
    page.locator("#next-step").get_by_role("link", name="Close the tournament").click()
    expect(page.get_by_text("How places are decided")).to_be_visible()
    expect(page.get_by_text("Ranked by wins")).to_be_visible()
    won_lost = page.locator(".is-standings tbody td.is-num:nth-of-type(2)")
    score = [line.split()[0].split("–") for line in won_lost.all_inner_texts()]
    assert len(score) == 14
    assert sum(int(won) for won, _lost in score) == len(evening.pairs) + 3  # byes
    assert sum(int(lost) for _won, lost in score) == len(evening.pairs)
    page.locator(".head__actions button").click()
    expect(page.get_by_text("the results are final").first).to_be_visible()
    expect(page.locator("#result-line")).to_have_count(0)


def a_visitor_looks_at_the_end(evening: Evening, phone: Page, match: str) -> None:
    """The phone shows who won, why, and how."""
    phone.goto(evening.public)
    expect(phone.locator(".podium__place").first).to_be_visible()
    phone.get_by_role("link", name="Standings", exact=True).tap()
    expect(phone.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(phone.get_by_text("Ranked by wins")).to_be_visible()
    phone.goto(match)
    sheets.expect_score(phone, LENGTH, 3)
    games = phone.locator(".is-ledger tbody tr")
    expect(games).to_have_count(5)
    expect(games.last).to_contain_text("gammon")
    expect(games.nth(3)).to_contain_text("dropped")
    expect(games.nth(1)).to_contain_text("Crawford")
    expect(phone.locator("form.pad")).to_have_count(0)
    answer = phone.request.get(evening.url, max_redirects=0)
    assert "/login/" in answer.headers["location"]

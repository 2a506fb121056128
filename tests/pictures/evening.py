"""A club evening with a Swiss draw, from the first start to the last standings."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.sheets import sheet_of
from tests.pictures.people import EVENING, LATE, TYPED
from tests.pictures.studio import Studio

LENGTH = 7


@dataclass
class Evening:
    """The director's window, and where the tournament is."""

    studio: Studio
    page: Page
    url: str = ""

    @property
    def public(self) -> str:
        """The address for everybody."""
        return self.url.replace("/desk/", "/tournaments/")


def play(studio: Studio) -> Page:
    """Run the evening and take its pictures; return the director's window."""
    page = studio.open()
    director.sign_up(page, studio.setup_path)
    a_player_the_club_knows(page)
    evening = Evening(studio, page)
    from_a_card(evening)
    names_are_pasted(evening)
    the_first_round(evening)
    results_are_typed(evening)
    somebody_comes_late(evening)
    somebody_does_not_come(evening)
    two_phones_disagree(evening)
    the_rest_of_the_rounds(evening)
    a_wrong_result_is_found(evening)
    the_end(evening)
    return page


def a_player_the_club_knows(page: Page) -> None:
    """Enter one player in another tournament, as an evening before this one."""
    director.create(page, "8-player jackpot", "Last week’s jackpot")
    page.locator("[name=text]").fill(EVENING[0])
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("is entered.")).to_be_visible()
    page.goto(page.url.split("entries/")[0] + "settings/")
    page.get_by_role("link", name="Delete this tournament").click()
    page.locator("main form button.is-danger").click()
    expect(page.get_by_role("link", name="New tournament").first).to_be_visible()


def from_a_card(evening: Evening) -> None:
    """Choose the card and look at the form."""
    page, studio = evening.page, evening.studio
    page.goto("/desk/new/")
    studio.take("cards", page, height=860)
    page.get_by_role("link", name="Club evening, Swiss").click()
    page.get_by_label("Name", exact=True).fill("Friday evening")
    studio.take("new-evening", page, page.locator("main form"))
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("No players entered yet").first).to_be_visible()
    evening.url = re.sub(r"entries/$", "", page.url)


def names_are_pasted(evening: Evening) -> None:
    """Paste the list, decide what is unsure, look at the entries."""
    page, studio = evening.page, evening.studio
    page.locator("[name=text]").fill(TYPED)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="Check the list")).to_be_visible()
    page.get_by_role("radio", name=re.compile("Ada Lindqvist")).check()
    studio.take("preview", page, page.locator("main"))
    page.locator("main .form__actions button.is-primary").click()
    expect(page.get_by_text("11 players are entered.")).to_be_visible()
    page.goto(f"{evening.url}entries/")
    studio.take("entries", page)


def the_first_round(evening: Evening) -> None:
    """Draw, look at the draft, publish, print."""
    page, studio = evening.page, evening.studio
    studio.wait(20)
    page.goto(evening.url)
    studio.take("next-step", page, page.locator("#next-step"))
    draw(evening, 1)
    studio.take("draft", page, height=860)
    director.publish(page, 1)
    studio.wait(2)
    link = page.get_by_role("link", name="Score sheets, round 1", exact=True)
    pdf = studio.pdf(page, str(link.get_attribute("href")))
    studio.paper("score-sheet", pdf, width=900)
    phone = studio.open(phone=True)
    phone.goto(evening.public)
    studio.take("phone-table", phone)
    phone.goto("/")
    studio.take("phone-home", phone, height=660)


def draw(evening: Evening, number: int) -> None:
    """Draw a round, and stop at the draft."""
    page = evening.page
    page.goto(f"{evening.url}draw/")
    page.get_by_role("button", name=f"Draw round {number}").click()
    expect(page.get_by_role("button", name="Publish round")).to_be_visible()
    expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()


def results_are_typed(evening: Evening) -> None:
    """Type two results; one match is played game by game."""
    page, studio = evening.page, evening.studio
    studio.wait(50)
    page.goto(evening.url)
    director.type_result(page, "1 7 4")
    director.echo(page, "M1 saved")
    page.keyboard.type("2 3 7")
    expect(page.locator("#result-echo")).to_contain_text("Enter saves")
    studio.take("result-box", page, page.locator("#result-box"))
    page.keyboard.press("Enter")
    director.echo(page, "M2 saved")
    page.keyboard.type("5 8 7")
    expect(page.locator("#result-echo")).to_contain_text("Scores cannot exceed")
    studio.take("result-refused", page, page.locator("#result-box"))
    page.keyboard.press("Escape")
    studio.wait(5)
    page.goto(evening.url)
    studio.take("desk", page)


def somebody_comes_late(evening: Evening) -> None:
    """Enter a player after the first draw."""
    page, studio = evening.page, evening.studio
    page.get_by_role("link", name="Late entry").click()
    page.locator("[name=text]").fill(LATE)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Plays from round 2 on.")).to_be_visible()
    studio.take("late-swiss", page, height=480)


def somebody_does_not_come(evening: Evening) -> None:
    """Give the opponent of match 4 the walk-over."""
    page, studio = evening.page, evening.studio
    page.goto(evening.url)
    name = page.locator("#match-4 .pair__one, #match-4 .who").first.inner_text()
    page.goto(f"{evening.url}entries/")
    page.get_by_role("link", name=f"Options {name.strip()}").click()
    studio.take("no-show", page, height=780)
    page.get_by_role("button", name="Decide M4").click()
    director.echo(page, "by walkover")


def two_phones_disagree(evening: Evening) -> None:
    """Report on one phone, contradict on the other, and decide."""
    page, studio = evening.page, evening.studio
    page.goto(evening.url)
    page.locator("#match-3 .match-no a").click()
    sheet = sheet_of(page, page.url)
    one = studio.open(phone=True, color_scheme="dark")
    two = studio.open(phone=True)
    one.goto(f"/s/{sheet.code}/")
    studio.take("phone-who", one, height=620)
    one.get_by_role("button", name=sheet.one).click()
    report_pad(one)
    studio.take("phone-report", one, height=900)
    one.get_by_role("button", name="Save result").click()
    expect(one.get_by_text("M3 saved")).to_be_visible()
    two.goto(f"/s/{sheet.code}/")
    two.get_by_role("button", name=sheet.two).click()
    dispute = two.get_by_role("link", name="Dispute")
    expect(dispute).to_be_visible()
    studio.take("phone-confirm", two, height=800)
    dispute.click()
    two.locator(".winner").nth(1).click()
    option = two.locator("[name=points][value='3']")
    two.locator(".segmented__option").filter(has=option).click()
    two.get_by_role("button", name="Send score").click()
    expect(two.get_by_text("Your version:")).to_be_visible()
    page.goto(evening.url)
    studio.take("waiting-for-you", page, page.locator("#waiting"))
    page.locator("#waiting a.button").click()
    studio.take("disagree", page, page.locator("#versions"))
    page.locator("[name=reason]").fill("Both sheets say 7–3 for the second player.")
    page.get_by_role("button", name=f"Accept {sheet.two}").click()
    director.echo(page, "Decided.")


def report_pad(phone: Page) -> None:
    """Fill in the pad: the first player has won 7–3."""
    phone.locator(".winner").first.click()
    option = phone.locator("[name=points][value='3']")
    phone.locator(".segmented__option").filter(has=option).click()


def the_rest_of_the_rounds(evening: Evening) -> None:
    """Play on into round 3."""
    all_results(evening)
    for number in (2, 3):
        evening.studio.wait(45)
        draw(evening, number)
        director.publish(evening.page, number)
        all_results(evening, but=3 if number == 3 else 0)
    a_visitor_asks_why(evening)


def a_visitor_asks_why(evening: Evening) -> None:
    """Open the reasons of a pair of round 3."""
    visitor = evening.studio.open()
    visitor.goto(f"{evening.public}rounds/3/")
    visitor.get_by_role("link", name=re.compile("Why this pair")).nth(1).click()
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("Why")
    evening.studio.take("why", visitor, height=620)


def all_results(evening: Evening, but: int = 0) -> None:
    """Type what is missing, and leave so many out."""
    page = evening.page
    page.goto(evening.url)
    numbers = director.open_matches(page)
    for number in numbers[: len(numbers) - but]:
        evening.studio.wait(1)
        loser = number * 5 % LENGTH
        score = f"{LENGTH} {loser}" if number % 3 else f"{loser} {LENGTH}"
        director.type_result(page, f"{number} {score}")
        director.echo(page, f"M{number} saved")


def a_wrong_result_is_found(evening: Evening) -> None:
    """Correct a result of round 1 in round 3."""
    page, studio = evening.page, evening.studio
    page.goto(f"{evening.url}?round=1")
    page.locator("#match-1").get_by_role("link", name="Correct").click()
    page.locator(".segmented__option").nth(1).click()
    page.get_by_label("Loser’s points").fill("4")
    page.get_by_label("Reason").fill("The sheet was read upside down")
    page.get_by_role("button", name="Preview changes").click()
    studio.take("correction", page, page.locator("#effects"))
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("M1 is corrected.")).to_be_visible()


def the_end(evening: Evening) -> None:
    """Play to the end, close, and look on a phone."""
    page, studio = evening.page, evening.studio
    all_results(evening)
    studio.wait(45)
    draw(evening, 4)
    director.publish(page, 4)
    all_results(evening)
    page.locator("#next-step").get_by_role("link", name="Close the tournament").click()
    expect(page.get_by_text("How places are decided")).to_be_visible()
    studio.take("close", page)
    page.get_by_role("button", name="Close with these standings").click()
    expect(page.get_by_text("the results are final").first).to_be_visible()
    phone = studio.open(phone=True, color_scheme="dark")
    phone.goto(evening.public)
    expect(phone.locator(".podium__place").first).to_be_visible()
    studio.take("phone-result", phone)

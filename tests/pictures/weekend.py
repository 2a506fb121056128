"""A weekend of three divisions, from the card to the places."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.sheets import personal_link
from tests.pictures.people import PLAYERS
from tests.pictures.studio import Studio

NAME = "Harbour Open"
FIELDS = {1: PLAYERS[:8], 2: PLAYERS[8:16], 3: PLAYERS[16:23]}
LATE = PLAYERS[23]
LENGTHS = {1: 11, 2: 7, 3: 5, 4: 9, 5: 5, 6: 3, 7: 7, 8: 5, 9: 3}
DICE = ("35 66 14 22 61 53 44 12", "52 13 46 61 24 35 55 62", "16 44 23 61 52 34 66 11")
MATCHES_BEFORE_PICTURES = 19


@dataclass
class Weekend:
    """The director's window, and where the tournament is."""

    studio: Studio
    page: Page
    url: str = ""

    @property
    def public(self) -> str:
        """The address for everybody."""
        return self.url.replace("/desk/", "/tournaments/")


def play(studio: Studio, page: Page) -> None:
    """Run the weekend and take its pictures."""
    studio.wait(14 * 60)  # the next morning
    weekend = Weekend(studio, page)
    from_a_card(weekend)
    everybody_is_entered(weekend)
    the_draws(weekend)
    somebody_takes_a_free_line(weekend)
    some_matches(weekend, MATCHES_BEFORE_PICTURES)
    the_brackets(weekend)
    on_phones(weekend)
    there_is_no_connection(weekend)
    a_winner_was_wrong(weekend)
    a_new_director(weekend)


def from_a_card(weekend: Weekend) -> None:
    """Choose the card and create."""
    page, studio = weekend.page, weekend.studio
    page.goto("/desk/new/?template=weekend-open")
    page.get_by_label("Name", exact=True).fill(NAME)
    studio.take("new-weekend", page, page.locator("main form"), height=760)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("No players entered yet").first).to_be_visible()
    weekend.url = re.sub(r"entries/$", "", page.url)


def everybody_is_entered(weekend: Weekend) -> None:
    """Fill three divisions; the first is entered the day before."""
    page, studio = weekend.page, weekend.studio
    for division, names in FIELDS.items():
        page.goto(f"{weekend.url}entries/?division={division}")
        page.locator("[name=text]").fill("\n".join(names))
        if division == 1:
            page.locator("[name=here]").uncheck()
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("button", name=f"Add {len(names)} players").click()
        expect(page.get_by_text(f"{len(names)} players are entered.")).to_be_visible()
    page.goto(f"{weekend.url}entries/")
    for count in (1, 2):
        page.locator("table").get_by_role("button", name="Check in").first.click()
        expect(page.get_by_text(f"{count} of 8 checked in")).to_be_visible()
    page.goto(f"{weekend.url}entries/")
    studio.take("check-in", page)
    page.get_by_role("button", name="Check everyone in").click()
    expect(page.get_by_text("8 of 8 checked in")).to_be_visible()


def the_draws(weekend: Weekend) -> None:
    """Announce each draw, roll dice, publish."""
    page, studio = weekend.page, weekend.studio
    for stage, dice in zip((1, 4, 7), DICE, strict=True):
        studio.wait(3)
        page.goto(f"{weekend.url}stages/{stage}/draw/")
        if stage == 1:
            studio.take("draw-or-announce", page, height=560)
        page.get_by_role("button", name="Announce the draw").click()
        page.locator("[name=dice]").fill(dice)
        if stage == 1:
            studio.take("dice", page, height=620)
        page.get_by_role("button", name="Draw", exact=True).click()
        director.publish(page, 1)


def somebody_takes_a_free_line(weekend: Weekend) -> None:
    """Enter somebody where a bye was drawn."""
    page, studio = weekend.page, weekend.studio
    page.goto(f"{weekend.url}entries/?division=3")
    page.locator("[name=text]").fill(LATE)
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Takes slot")).to_be_visible()
    studio.take("late-cup", page, height=720)
    page.get_by_role("button", name="Place in the draw").click()
    director.echo(page, "Takes slot")


def some_matches(weekend: Weekend, count: int) -> None:
    """Type so many results, as the matches are called."""
    page = weekend.page
    played = 0
    while played < count:
        page.goto(weekend.url)
        called = open_matches(page)
        assert called
        for stage, number in called[: count - played]:
            weekend.studio.wait(3)
            length = LENGTHS[stage]
            loser = number % length
            score = f"{length} {loser}" if number % 3 else f"{loser} {length}"
            director.type_result(page, f"{number} {score}")
            director.echo(page, f"M{number} saved")
            played += 1


def open_matches(page: Page) -> list[tuple[int, int]]:
    """Return stage and number of every match on the desk that has no result."""
    return [
        (stage, int(label.removeprefix("M")))
        for stage in LENGTHS
        for label in page.locator(
            f"#queue tr[data-stage='{stage}']:not(:has(.is-winner)) .match-no a"
        ).all_inner_texts()
    ]


def the_brackets(weekend: Weekend) -> None:
    """Look at the desk, the structure, the tree and the chart."""
    page, studio = weekend.page, weekend.studio
    studio.wait(4)
    page.goto(weekend.url)
    studio.take("weekend-desk", page)
    page.goto(f"{weekend.url}structure/")
    studio.take("structure", page, height=640)
    visitor = studio.open()
    visitor.goto(f"{weekend.public}stages/1/")
    visitor.get_by_role("link", name="Tree", exact=True).click()
    studio.take("bracket", visitor)
    chart = weekend.public.replace("/tournaments/", "/documents/bracket/")
    pdf = studio.pdf(page, f"{chart}1.pdf?paper=a3")
    studio.paper("wall-chart", pdf, width=1100)
    visitor.goto(f"{weekend.public}stages/1/draws/")
    visitor.locator("main table a").first.click()
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("draw 1")
    studio.take("draw-record", visitor, height=700)


def on_phones(weekend: Weekend) -> None:
    """Look at the path of one player, and at the personal page of one who is called."""
    page, studio = weekend.page, weekend.studio
    name = FIELDS[1][0].partition(";")[0]
    phone = studio.open(phone=True, color_scheme="dark")
    phone.goto(f"{weekend.public}stages/1/")
    phone.get_by_role("link", name="My path").filter(visible=True).tap()
    phone.get_by_role("link", name=name, exact=True).tap()
    studio.take("phone-path", phone)
    page.goto(weekend.url)
    called = page.locator("#queue .pair__one, .pair__one").first.inner_text().strip()
    key = personal_link(page, called).partition("/p/")[2]
    phone.goto(f"/p/{key}")
    expect(phone.get_by_role("link", name="Report")).to_be_visible()
    studio.take("phone-personal", phone)


def there_is_no_connection(weekend: Weekend) -> None:
    """Save a result without the network."""
    page, studio = weekend.page, weekend.studio
    page.goto(weekend.url)
    stage, number = open_matches(page)[0]
    page.context.set_offline(True)
    director.type_result(page, f"{number} {LENGTHS[stage]} 3")
    expect(page.locator("#outbox li")).to_have_count(1)
    studio.take("no-connection", page, height=420)
    page.context.set_offline(False)
    expect(page.locator("#outbox li")).to_have_count(0)


def a_winner_was_wrong(weekend: Weekend) -> None:
    """Turn the first match of a bracket round, and see what it changes."""
    page, studio = weekend.page, weekend.studio
    page.goto(f"{weekend.url}?played=1")
    played = page.locator("#played-1 tr").filter(has_text="M1")
    played.last.get_by_role("link", name="Correct").click()
    page.locator(".segmented__option").first.click()
    page.get_by_label("Loser’s points").fill("4")
    page.get_by_label("Reason").fill("The sheet was read upside down")
    page.get_by_role("button", name="Preview changes").click()
    if not page.get_by_text("The winner changes").count():
        page.locator(".segmented__option").nth(1).click()
        page.get_by_role("button", name="Preview changes").click()
    studio.take("correction-cup", page, page.locator("#effects"))


def a_new_director(weekend: Weekend) -> None:
    page, studio = weekend.page, weekend.studio
    page.goto("/directors/")
    studio.take("directors", page, height=420)

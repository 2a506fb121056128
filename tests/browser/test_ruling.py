"""The ruling desk in a browser: by finger, by keys, without script, on paper."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.test_pages import MEASURE, look
from tests.browser.windows import PHONE, Windows
from tests.examples import NIGHTLY

pytestmark = pytest.mark.browser

START = "4HPwATDgc/ABMA"
QUESTIONS: tuple[str, ...] = (
    f"id={START}&die_1=3&die_2=1&play=8/5+6/5",
    f"id={START}&die_1=5&die_2=5&play=24/19",
    "id=nonsense",
)
if NIGHTLY:
    QUESTIONS += (
        f"id={START}&die_1=2&die_2=2&all=1",
        f"id={START}&die_1=3",
        "id=XGID=------o-------------------:1:1:-1:00:3:2:0:5:10",
    )
MONEY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def place(page: Page, number: int) -> Locator:
    """The button over a point, or over a bar: 25 is that of the player below."""
    return page.locator(f".place[data-at='{number}']")


def choose(page: Page, tool: str) -> None:
    """Choose what tapping a point does."""
    page.locator(".board-edit__tool").get_by_label(tool, exact=True).check()


def roll(page: Page, first: int, second: int) -> None:
    """Choose the dice."""
    page.locator("#ruling-die_1").select_option(str(first))
    page.locator("#ruling-die_2").select_option(str(second))


def counts(page: Page) -> Locator:
    """The line that counts the checkers."""
    return page.locator("[data-board-counts]")


def plays(page: Page) -> Locator:
    """The list of legal plays."""
    return page.locator(".play-list li")


def test_a_board_is_set_up_by_tapping(windows: Windows) -> None:
    page = windows.open(**PHONE)
    page.goto("/ruling/")
    expect(counts(page)).to_contain_text("Black: 15 on the board, 0 off")
    page.get_by_role("button", name="Clear").tap()
    expect(counts(page)).to_contain_text("Black: 0 on the board, 15 off")
    for point in (6, 6, 5):
        place(page, point).tap()
    choose(page, "White")
    place(page, 0).tap()
    place(page, 20).tap()
    choose(page, "Remove")
    place(page, 6).tap()
    expect(counts(page)).to_contain_text("Black: 2 on the board, 13 off")
    expect(counts(page)).to_contain_text("White: 2 on the board, 13 off")
    page.get_by_role("button", name="Undo").tap()
    expect(counts(page)).to_contain_text("Black: 3 on the board, 12 off")
    expect(page.locator("#ruling-words")).to_contain_text("Black: 2 on 6, 1 on 5")
    roll(page, 6, 5)
    expect(plays(page)).to_have_text(["6/1 6/off", "6/off 5/off"])
    expect(page.locator("#ruling-board-words")).to_contain_text("Black: 2 on 6, 1 on 5")


def test_a_full_side_takes_no_more_checkers(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    place(page, 6).click()
    expect(counts(page)).to_contain_text("Black already has all 15 checkers")
    expect(place(page, 6)).to_have_accessible_name("Point 6: 5 of Black")


def test_a_board_is_set_up_by_keys(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    page.get_by_role("button", name="Clear").click()
    place(page, 24).focus()
    page.keyboard.press("ArrowDown")
    expect(place(page, 1)).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Backspace")
    expect(place(page, 2)).to_have_accessible_name("Point 2: 1 of Black")
    expect(place(page, 1)).to_have_accessible_name("Point 1: 3 of Black")
    expect(counts(page)).to_contain_text("Black: 4 on the board, 11 off")
    expect(page.locator(".place[tabindex='0']")).to_have_count(1)
    expect(place(page, 2)).to_be_focused()


def test_clearing_the_board_is_no_mistake(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    with page.expect_response("**/ruling/?*") as asked:
        page.get_by_role("button", name="Clear").click()
    assert asked.value.status == 200
    expect(page.locator("main").get_by_text("The board is empty.")).to_be_visible()
    place(page, 6).click()
    expect(page.locator("#ruling-words")).to_contain_text("Black: 1 on 6")


def test_the_keys_of_the_board_are_explained(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    expect(
        page.locator("main").get_by_text("Keyboard: arrow keys move between points")
    ).to_be_visible()
    page.keyboard.press("?")
    listed = page.locator("#keys")
    expect(listed).to_contain_text("On the board: set the number of checkers")


def late(page: Page, milliseconds: int) -> None:
    """Let every answer of the desk come so late."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(milliseconds)
        route.continue_()

    page.route("**/ruling/?*", wait)


def test_a_late_answer_leaves_alone_what_was_typed_meanwhile(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    page.locator("#ruling-id").fill("nonsense")
    page.locator("#ruling-id").press("Enter")
    expect(page.locator("#error-summary")).to_be_focused()
    late(page, 1000)
    roll(page, 3, 1)
    with page.expect_response("**/ruling/?*"):
        page.locator("#ruling-play").fill("8/5 6/5")
    expect(page.locator("#ruling-die_2")).to_have_value("1")
    expect(page.locator("#ruling-play")).to_have_value("8/5 6/5")
    expect(page.locator("#ruling-play")).to_be_focused()
    expect(page.locator("#ruling-id")).to_have_value("nonsense")
    page.locator("#ruling-id").fill(START)
    page.locator("#ruling-id").press("Enter")
    expect(page.locator("main").get_by_text("Legal: 8/5 6/5.")).to_be_visible()


def test_dice_chosen_before_the_script_is_there_are_asked_for(windows: Windows) -> None:
    page = windows.open(hasty=True)
    held: list[Route] = []
    is_late = True

    def deliver(route: Route) -> None:
        if is_late:
            held.append(route)
        else:
            route.continue_()

    page.route("**/*.js", deliver)
    page.goto("/ruling/", wait_until="commit")
    roll(page, 3, 1)
    assert held
    is_late = False
    for route in held:
        route.continue_()
    expect(plays(page)).to_have_count(16)


def test_a_late_answer_takes_no_checker_away(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    late(page, 1000)
    page.locator("[name=roll][value='2']").check()
    choose(page, "Remove")
    place(page, 13).click()
    expect(page.locator(".board-edit")).to_have_attribute("data-bottom", "2")
    expect(counts(page)).to_contain_text("14 on the board, 1 off")
    expect(page.locator("#ruling-words")).to_contain_text("White is on roll.")


def test_an_address_holds_the_whole_question(windows: Windows) -> None:
    page = windows.open()
    page.goto("/ruling/")
    page.locator("#ruling-id").fill(START)
    page.locator("#ruling-id").press("Enter")
    roll(page, 3, 1)
    expect(plays(page)).to_have_count(16)
    page.locator("#ruling-play").fill("8/5 6/5")
    page.locator("#ruling-play").press("Enter")
    expect(page.locator("main").get_by_text("Legal: 8/5 6/5.")).to_be_visible()
    assert set(parse_qs(urlsplit(page.url).query)) == {"id", "play"}
    other = windows.open()
    other.goto(page.url)
    expect(other.get_by_text("Legal: 8/5 6/5.")).to_be_visible()
    page.locator("[name=roll][value='2']").check()
    expect(page.locator(".board-edit")).to_have_attribute("data-bottom", "2")
    expect(page.locator("#ruling-words")).to_contain_text("White has to play 3 and 1.")


def test_the_desk_without_script(windows: Windows) -> None:
    page = windows.open(java_script_enabled=False)
    page.goto("/ruling/")
    expect(page.locator(".place")).to_have_count(0)
    expect(page.locator(".needs-script:visible")).to_have_count(0)
    page.locator("main").get_by_text("Checkers as numbers").click()
    page.locator("#ruling-b24").fill("")
    page.locator("#ruling-b25").fill("2")
    page.locator("#ruling-die_1").select_option("6")
    page.locator("#ruling-die_2").select_option("6")
    page.get_by_role("button", name="Use these numbers").click()
    expect(page.locator("main").get_by_text("No checker can be moved")).to_be_visible()
    expect(page.locator("#ruling-words")).to_contain_text("Black: 2 on the bar")


def test_every_view_of_the_desk(windows: Windows) -> None:
    page = windows.open()
    faults = look(page, "/ruling/")
    for query in QUESTIONS:
        faults += look(page, f"/ruling/?{query}")
    page.locator("details.more").evaluate_all("all => all.map(one => one.open = true)")
    faults += look(page)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "language",
    [
        pytest.param(code, marks=[] if code == "nl" else pytest.mark.nightly)
        for code, _name in settings.LANGUAGES
    ],
)
def test_the_desk_fits_in_every_language(windows: Windows, language: str) -> None:
    page = windows.open()
    cookie = {"name": "language", "value": language, "url": windows.url}
    page.context.add_cookies([cookie])
    page.goto(f"/ruling/?id={START}&die_1=6&die_2=5")
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(MEASURE) <= width, width

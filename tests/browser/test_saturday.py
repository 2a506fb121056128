"""An open on a Saturday: three divisions, sixteen tables, helpers, phones, a restart.

All that a hall does in one day, one after the other on a site of its own, as ux.md and
the manual tell it. What everybody reads at the end is compared with what was typed. It
takes some minutes, so it is left to the nights.
"""

import os
import re
import signal
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import cups, director, entrants, sheets
from tests.browser.windows import PHONE, Windows
from tests.live import Live, start_live

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

NAME = "Saturday open"
DIVISIONS = {"Masters": 22, "Intermediate": 21, "Novice": 21}
BORDERS = {"from_1": "1720", "from_2": "1510"}
TABLES = 16
FIRST_ROUND = 24
"""Eight in each division, counting the second rounds of those who all had byes."""
HELPERS = ("Hanne Helper", "Hugo Helper")
PASSWORD = "four other words in a row"
REASON = "The sheet was read upside down"


@dataclass
class Hall:
    """The site of a Saturday, its windows, and what was typed so far.

    `typed` has the score of each match by its number, first player first. `happened`
    are words that the log must have in the end.
    """

    folder: Path
    chromium: Browser
    keeps: ExitStack
    live: Live
    windows: Windows
    path: str = ""
    desk: Page | None = None
    helpers: list[Page] = field(default_factory=list)
    cookies: dict[str, Any] = field(default_factory=dict)
    typed: dict[int, tuple[int, int]] = field(default_factory=dict)
    happened: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The window of the director."""
        assert self.desk is not None
        return self.desk

    @property
    def public(self) -> str:
        """The path of the tournament for everybody."""
        return self.path.replace("/desk/", "/tournaments/")

    def api(self, rest: str = "") -> Any:
        """Return what programs read of the tournament."""
        slug = self.path.split("/")[-2]
        answer = self.page.request.get(f"/api/v1/tournaments/{slug}/{rest}")
        assert answer.ok, answer.url
        return answer.json()

    def matches(self) -> dict[int, dict[str, Any]]:
        """Return all matches of published rounds by their numbers."""
        rest, found = "matches/", list[dict[str, Any]]()
        while rest:
            part = self.api(rest)
            found += part["items"]
            rest = f"matches/?page={part['next']}" if part["next"] else ""
        return {int(one["label"].removeprefix("M")): one for one in found}


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Any:
    """A new site; nobody has come yet."""
    folder = tmp_path / "var"
    with ExitStack() as keeps:
        live = keeps.enter_context(start_live(folder))
        windows = Windows(chromium, live.url, tmp_path)
        found = Hall(folder, chromium, keeps, live, windows)
        yield found
        found.windows.close()
        assert found.windows.complaints == []


def test_a_saturday_in_the_hall(hall: Hall) -> None:
    for happens in (
        *(three_divisions_are_made, a_list_comes_by_mail, it_is_divided),
        *(two_help, everybody_checks_in, all_divisions_are_drawn),
        *(a_match_goes_to_the_stream, results_come_from_everywhere),
        *(two_disagree, somebody_was_late, somebody_goes_home),
        *(the_network_is_gone, the_machine_fails, rounds_are_played),
        *(an_old_result_is_corrected, the_rest_is_played, everything_is_there),
    ):
        happens(hall)


def three_divisions_are_made(hall: Hall) -> None:
    """A card for the first division, the same for two more; sixteen tables."""
    page = hall.desk = hall.windows.open()
    director.sign_up(page, hall.live.setup_url, club="Hall club")
    hall.path = director.create(page, cups.CARD, NAME).removeprefix(hall.live.url)
    page.goto(f"{hall.path}structure/")
    page.get_by_role("link", name="Division name and rules").click()
    names = list(DIVISIONS)
    page.locator("[name=name]").fill(names[0])
    page.get_by_role("button", name="Save division").click()
    for name in names[1:]:
        page.goto(f"{hall.path}structure/")
        page.get_by_role("link", name="Division or side event").click()
        page.locator("[name=name]").fill(name)
        page.get_by_label(cups.CARD).check(force=True)
        page.get_by_role("button", name="Add division").click()
        director.echo(page, f"{name} is added.")
    page.goto(f"{hall.path}tables/")
    page.locator("[name=count]").fill(str(TABLES))
    page.get_by_role("button", name="Save").first.click()
    page.locator(f"[name=kept-{TABLES}]").select_option("hand")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(f"[name=kept-{TABLES}]")).to_have_value("hand")


def a_list_comes_by_mail(hall: Hall) -> None:
    """Sixty lines are read as they are; four are asked about."""
    page = hall.page
    page.goto(f"{hall.path}entries/")
    page.locator("[name=here]").uncheck()
    page.locator("[name=text]").fill(entrants.as_people_write(entrants.PEOPLE))
    page.get_by_role("button", name="Add", exact=True).click()
    asked = page.get_by_label(re.compile(f"New player {entrants.DOUBTFUL}"))
    expect(asked).to_have_count(len(entrants.LAST))
    for one in asked.all():
        one.check()
    page.get_by_role("button", name="Add these players").click()
    director.echo(page, f"{len(entrants.PEOPLE)} players are entered.")


def it_is_divided(hall: Hall) -> None:
    """Two borders divide the list by rating."""
    page = hall.page
    page.get_by_role("link", name="Assign divisions by rating").click()
    for border, points in BORDERS.items():
        page.locator(f"[name={border}]").fill(points)
    page.get_by_role("button", name="Preview").click()
    sizes = page.locator("#look .facts dd").all_inner_texts()
    assert [int(size) for size in sizes] == list(DIVISIONS.values())
    page.get_by_role("button", name="Assign divisions").click()
    director.echo(page, "42 entries moved to another division.")


def two_help(hall: Hall) -> None:
    """Each gets a link on a phone, and may enter results and check people in."""
    page = hall.page
    for name in HELPERS:
        page.goto(f"{hall.path}helpers/")
        page.get_by_label("Role", exact=True).select_option("desk")
        page.get_by_role("button", name="Create link").click()
        link = page.locator("#link .link-card__url").inner_text()
        phone = hall.windows.open(**PHONE)
        phone.goto(link)
        phone.locator("[name=username]").fill(name)
        phone.locator("[name=password]").fill(PASSWORD)
        phone.get_by_role("button", name="Create account").click()
        expect(phone.get_by_role("link", name=NAME, exact=True).first).to_be_visible()
        hall.helpers.append(phone)


def everybody_checks_in(hall: Hall) -> None:
    """Two by their phones, four at the helpers, the others by one press a division."""
    page = hall.page
    page.goto(f"{hall.path}check-in/")
    page.get_by_role("button", name="Open check-in").click()
    code = page.locator(".hall-code__code").inner_text()
    for name in ("Anna Aalto", "Bjørn Brekke"):
        phone = hall.windows.open(**PHONE)
        phone.goto("/here/")
        phone.locator("main input:not([type=hidden])").first.fill(code)
        phone.keyboard.press("Enter")
        phone.locator("#q").fill(name)
        phone.keyboard.press("Enter")
        phone.get_by_role("button", name="I’m here").first.tap()
        director.echo(phone, f"{name} is checked in.")
        phone.context.close()
        hall.windows.pages.remove(phone)
    wanted = (("Karin Cramer", "Lars Cr"), ("Maud Cramer", "Niels Cr"))
    for phone, names in zip(hall.helpers, wanted, strict=True):
        phone.goto(f"{hall.path}entries/")
        for name in names:
            phone.locator("#id_who").fill(name)
            phone.keyboard.press("Enter")
            director.echo(phone, f"{name.split()[0]} Cramer is checked in.")
    for number, size in enumerate(DIVISIONS.values(), start=1):
        page.goto(f"{hall.path}entries/?division={number}")
        page.get_by_role("button", name="Check everyone in").click()
        expect(page.get_by_text(f"{size} of {size} checked in").first).to_be_visible()


def all_divisions_are_drawn(hall: Hall) -> None:
    """Three brackets; fifteen matches have a table, nine wait."""
    page = hall.page
    for number in (1, 4, 7):
        page.goto(f"{hall.path}stages/{number}/draw/")
        page.get_by_role("button", name="Draw round 1").click()
        director.publish(page, 1)
    page.goto(hall.path)
    expect(page.locator("#queue tr[data-match]")).to_have_count(FIRST_ROUND)
    tables = page.locator("#queue .table-no").all_inner_texts()
    given = [int(text) for text in tables if text.strip().isdigit()]
    assert sorted(given) == list(range(1, TABLES))


def a_match_goes_to_the_stream(hall: Hall) -> None:
    """The first match moves to the table of the stream by its key."""
    page = hall.page
    number = numbers(page)[0]
    director.type_result(page, f"{number} t{TABLES}")
    director.echo(page, f"M{number} moves to table {TABLES}")
    hall.happened.append(f"M{number}")
    one = page.locator(f"#match-{number} .pair__one").inner_text()
    page.goto(f"{hall.path}screens/")
    board = page.locator("section[aria-labelledby=boards-title] .row").filter(
        has_text=re.compile(rf"\b{TABLES}\b")
    )
    shown = board.get_by_role("link").first.get_attribute("href")
    wall = hall.windows.open(viewport={"width": 1920, "height": 1080})
    wall.goto(str(shown))
    expect(wall.get_by_text(one).first).to_be_visible()


def results_come_from_everywhere(hall: Hall) -> None:
    """By keyboard at the desk, by two helpers at once, by two players at a table."""
    page = hall.page
    page.goto(hall.path)
    called = numbers(page)
    for number in called[:4]:
        enter(hall, page, number)
    for phone in hall.helpers:
        phone.goto(hall.path)
    for number, phone in zip(called[4:10], hall.helpers * 3, strict=True):
        enter(hall, phone, number)
    number = called[10]
    sheet = sheet_of(hall, number)
    one, two = (hall.windows.open(**PHONE) for _side in (1, 2))
    sheets.sit_down(one, sheet, sheet.one)
    sheets.report_score(one, 1, 3)
    sheets.sit_down(two, sheet, sheet.two)
    sheets.answer(two, "Confirm").click()
    expect(two.locator(".score__side.is-winner")).to_contain_text(sheet.one)
    hall.typed[number] = (9, 3)


def two_disagree(hall: Hall) -> None:
    """Two reports; the director decides for one of them."""
    page = hall.page
    page.goto(hall.path)
    number = numbers(page)[0]
    sheet = sheet_of(hall, number)
    one, two = (hall.windows.open(**PHONE) for _side in (1, 2))
    sheets.disagree(one, two, sheet)
    page.goto(sheet.address)
    versions = page.locator("#versions")
    expect(versions).to_contain_text("7–9")
    versions.locator("[name=reason]").fill("The sheet says so.")
    hall.happened.append(f"{sheet.one} – {sheet.two}")
    versions.get_by_role("button", name=re.compile("9.5")).first.click()
    sheets.expect_score(page, 9, 5)
    hall.typed[number] = (9, 5)


def somebody_was_late(hall: Hall) -> None:
    """Ten minutes late: the director gives a point, and the match counts it."""
    page = hall.page
    page.goto(hall.path)
    number = numbers(page)[0]
    one, two = (
        page.locator(f"#match-{number} .pair__{side}").inner_text().strip()
        for side in ("one", "two")
    )
    hall.happened.append(f"{one} – {two}: +1 for {one}.")
    page.locator(f"#match-{number} .match-no a").click()
    page.goto(f"{re.sub(r'[?#].*', '', page.url)}adjust/?late=10")
    page.locator("[name=side][value='1']").check(force=True)
    page.locator("[name=points]").fill("1")
    page.get_by_role("button", name="Save").click()
    sheets.expect_score(page, 1, 0)
    page.goto(hall.path)
    enter(hall, page, number)


def somebody_goes_home(hall: Hall) -> None:
    """A player of a match that waits leaves: the opponent goes on."""
    page = hall.page
    page.goto(hall.path)
    row = page.locator("#queue tr[data-match]").last
    number = int(str(row.get_attribute("data-match")))
    name = row.locator(".pair__two").inner_text()
    stage = row.locator(".is-stage").inner_text()
    # Of which division it is depends on how long the matches before it took.
    division = [stage.startswith(title) for title in DIVISIONS].index(True) + 1
    page.goto(f"{hall.path}entries/?division={division}")
    page.get_by_role("link", name=f"Options {name}").click()
    page.get_by_role("button", name="Withdraw").first.click()
    director.echo(page, name)
    hall.happened.append(name)
    page.goto(hall.path)
    expect(page.locator(f"#queue tr[data-match='{number}']")).to_have_count(0)


def the_network_is_gone(hall: Hall) -> None:
    """Two results are typed without a network, and sent when it is back."""
    page = hall.page
    page.goto(hall.path)
    waiting = page.locator("#outbox li")
    two = numbers(page)[:2]
    page.context.set_offline(True)
    for count, number in enumerate(two, start=1):
        director.type_result(page, line_for(hall, page, number))
        expect(waiting).to_have_count(count)
    page.context.set_offline(False)
    expect(waiting).to_have_count(0)
    page.goto(hall.path)
    assert not set(two) & set(numbers(page))
    hall.windows.complaints.clear()  # of the requests that could not be sent


def the_machine_fails(hall: Hall) -> None:
    """Every process is killed; started again, everything is as it was."""
    before = hall.matches()
    hall.cookies = hall.page.context.storage_state()  # type: ignore[assignment]
    hall.windows.close()
    assert hall.windows.complaints == []
    for pid in hall.live.descendants():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    hall.keeps.close()
    hall.live = hall.keeps.enter_context(start_live(hall.folder))
    hall.windows = Windows(hall.chromium, hall.live.url, hall.folder.parent)
    hall.desk = hall.windows.open(storage_state=hall.cookies)
    hall.page.goto(hall.path)
    expect(hall.page.locator("#result-line")).to_be_focused()
    assert hall.matches() == before


def rounds_are_played(hall: Hall) -> None:
    """What is called is played, twice: the winners of round 1 have met."""
    for _times in range(2):
        assert play_called(hall)


def an_old_result_is_corrected(hall: Hall) -> None:
    """A result of round 1 is turned round, and played on from there."""
    page = hall.page
    first = played_on_from(hall)
    open_match(hall, first)
    loser = page.locator(".score__side:not(.is-winner) .score__name").inner_text()
    was = hall.typed[first]
    page.get_by_role("link", name="Correct this result").click()
    page.locator(".segmented__option").filter(has_text=loser).click()
    page.get_by_label("Loser’s points").fill("4")
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name="Preview changes").click()
    page.get_by_label("Replay from here").check()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text(f"M{first} is corrected.")).to_be_visible()
    hall.typed[first] = (4, 9) if was[0] > was[1] else (9, 4)
    now = {number for number, one in hall.matches().items() if one["score"]}
    for number in set(hall.typed) - now:
        del hall.typed[number]  # is played again, by others


def the_rest_is_played(hall: Hall) -> None:
    """To the last match of nine brackets, then closed."""
    while play_called(hall):
        pass
    page = hall.page
    page.goto(hall.path)
    page.locator("#next-step").get_by_role("link", name="Close the tournament").click()
    page.get_by_role("button", name="Close with these standings").click()
    expect(page.get_by_text("the results are final").first).to_be_visible()


def everything_is_there(hall: Hall) -> None:
    """Every score is the one that was typed; the log tells what happened, by whom."""
    found = hall.matches()
    scores = {number: one["score"] or {} for number, one in found.items()}
    read = {n: (scores[n].get("one"), scores[n].get("two")) for n in hall.typed}
    assert read == hall.typed
    page = hall.page
    page.goto(f"{hall.path}log/")
    told = page.locator("main").inner_text()
    while (more := page.get_by_role("link", name="Older")).count():
        more.first.click()
        told += page.locator("main").inner_text()
    told = re.sub("[\u2066-\u2069]", "", told)  # each name has its direction
    for part in (*HELPERS, REASON, *hall.happened):
        assert part in told, part
    everybody = hall.windows.open(**PHONE)
    everybody.goto(hall.public)
    for stage in range(1, 10):
        podium = everybody.locator(f"section[aria-labelledby=final-{stage}]")
        expect(podium.locator(".podium__place.is-1")).to_have_count(1)


def played_on_from(hall: Hall) -> int:
    """Return a match of round 1 of the first bracket whose winner has played again."""
    played = {n: one for n, one in hall.matches().items() if one["score"]}
    of_main = {n: one for n, one in played.items() if one["stage"] == 1}
    later = [
        one[side]["player"]["key"]
        for one in of_main.values()
        for side in ("one", "two")
        if one["round"] == 2
    ]
    for number in sorted(set(of_main) & set(hall.typed)):
        one = of_main[number]
        winner = one["one" if one["winner"] == 1 else "two"]["player"]["key"]
        if one["round"] == 1 and winner in later:
            return number
    raise AssertionError(of_main)


def numbers(page: Page) -> list[int]:
    """Return the matches at the tables of a desk, in its order."""
    rows = page.locator("#queue tr[data-match]").all()
    return [
        int(str(row.get_attribute("data-match")))
        for row in rows
        if row.locator(".table-no").inner_text().strip().isdigit()
    ]


def line_for(hall: Hall, page: Page, number: int) -> str:
    """Return the line with which a match is typed, and remember its score."""
    row = page.locator(f"#queue tr[data-match='{number}']")
    length = int(str(row.get_attribute("data-length")))
    loser = number % length
    score = (length, loser) if number % 3 else (loser, length)
    hall.typed[number] = score
    return f"{number} {score[0]} {score[1]}"


def enter(hall: Hall, page: Page, number: int) -> None:
    """Type the result of a match on somebody's desk."""
    line = line_for(hall, page, number)
    box = page.locator("#result-line")
    box.fill(line)
    box.press("Enter")
    director.echo(page, f"M{number} saved")


def open_match(hall: Hall, number: int) -> None:
    """Look at the page of a match."""
    hall.page.goto(f"/m/{hall.matches()[number]['match']}/")


def sheet_of(hall: Hall, number: int) -> sheets.Sheet:
    """Read the codes of a match as the director sees it."""
    open_match(hall, number)
    return sheets.sheet_of(hall.page, hall.page.url)


def play_called(hall: Hall) -> int:
    """Have the matches at the tables played; return how many were."""
    page = hall.page
    page.goto(hall.path)
    called = numbers(page)
    lines = [line_for(hall, page, number) for number in called]
    director.results_are_in(page, hall.path, lines)
    return len(called)

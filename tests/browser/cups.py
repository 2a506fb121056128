"""A cup with consolation and last chance, as its director runs it."""

from collections import Counter

from playwright.sync_api import Page

from tests.browser import director

CARD = "Main with consolation and last chance"
BRACKETS = {1: "Main", 2: "Consolation", 3: "Last chance"}
LENGTHS = {1: 9, 2: 7, 3: 5}


def open_matches(page: Page) -> list[tuple[int, int]]:
    """Return stage and number of every match on the desk that has no result."""
    return [
        (stage, int(number))
        for stage in BRACKETS
        for number in page.locator(
            f"#queue tr[data-match][data-stage='{stage}']:not(:has(.is-winner))"
        ).evaluate_all(director.NUMBERS)
    ]


def play_called(page: Page) -> Counter[int]:
    """Type the results of the matches that are called; return how many by stage."""
    called = open_matches(page)
    for stage, number in called:
        director.type_result(page, result(stage, number))
        director.echo(page, f"M{number} saved")
    return Counter(stage for stage, _number in called)


def result(stage: int, number: int) -> str:
    """Return the line of the result box for a match; the second wins every third."""
    length, loser = LENGTHS[stage], number % LENGTHS[stage]
    score = f"{length} {loser}" if number % 3 else f"{loser} {length}"
    return f"{number} {score}"


def have_played(page: Page, desk: str) -> Counter[int]:
    """Have the matches that are called played, and look at the desk after that."""
    page.goto(desk)
    called = open_matches(page)
    director.results_are_in(page, desk, [result(*match) for match in called])
    page.goto(desk)
    return Counter(stage for stage, _number in called)

"""A refused line keeps the last undo at hand, and moves nothing on the desk."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.test_desk_changes import UNTOUCHED
from tests.browser.windows import DESK, PHONE, Windows

pytestmark = pytest.mark.browser

TOPS = """() => ["#desk", "#result-line", ".table.is-matches tbody tr"].map(
  (found) => document.querySelector(found).getBoundingClientRect().top + scrollY
)"""


def settled(page: Page, before: list[float]) -> list[float]:
    """Return the tops once they are as before, at the latest after two seconds.

    For some milliseconds htmx leaves what it has swapped in the classes of what was
    there before; what counts is where everything comes to rest.
    """
    for _look in range(20):
        if tops(page) == before:
            break
        page.wait_for_timeout(100)
    return tops(page)


def tops(page: Page) -> list[float]:
    """Return where the box, the desk and its first match begin."""
    found: list[float] = page.evaluate(TOPS)
    return found


@pytest.mark.parametrize("window", [{"viewport": DESK}, PHONE], ids=["desk", "phone"])
def test_a_refused_line_moves_nothing_and_undo_is_still_there(
    windows: Windows, signed_in: dict[str, Any], window: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in, **window)
    people = "\n".join(
        f"{name} van den Bergh-Nyström" for name in ("Ane", "Bo", "Cille", "Dag")
    )
    path = director.begun(page, "Club evening, Swiss", "Evening of errors", people)
    page.goto(path)
    rows = page.locator(UNTOUCHED).evaluate_all(
        "(rows) => rows.map((row) => ({ ...row.dataset }))"
    )
    one, two = (row["match"] for row in rows)
    length = rows[0]["length"]
    box = page.locator("#result-line")
    undo = page.locator("#echo").get_by_role("button", name="Undo")
    before = tops(page)

    box.fill(f"{one} {length} 2")
    box.press("Enter")
    expect(undo).to_be_visible()
    assert tops(page) == before
    for line in (f"{two} 2 1", f"{two} {length} {length}"):
        box.fill(line)
        assert tops(page) == before
        box.press("Enter")
        expect(page.locator("#result-error")).to_be_visible()
        expect(box).to_have_value(line)
        expect(undo).to_be_visible()
        assert settled(page, before) == before
    box.press("u")
    expect(page.locator(f"#match-{one}")).not_to_have_attribute("data-done", "")
    expect(page.locator("#echo").get_by_role("button", name="Redo")).to_be_visible()
    assert tops(page) == before
    windows.complaints.clear()  # of the lines that were refused

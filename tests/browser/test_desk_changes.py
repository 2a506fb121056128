"""A result at the desk leaves what a new desk shows, and each row as it was."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser

UNTOUCHED = "[data-match]:not([data-done]):not(:has(.pair__points))"
MARK = "() => document.querySelectorAll('tr[id], #desk').forEach((e) => { e.old = 1; })"
OLD = "(rows) => rows.filter((row) => row.old).length"
# Classes are settled some milliseconds after the content.
SHOWN = """() => {
  const desk = document.getElementById("desk").cloneNode(true);
  const keys = desk.querySelectorAll("#desk-poll, [name=csrfmiddlewaretoken]");
  keys.forEach((element) => element.remove());
  const plain = (element) => {
    const isOurs = (name) => !name.startsWith("htmx-");
    const names = [...element.classList].filter(isOurs).sort();
    if (names.length) element.setAttribute("class", names.join(" "));
    else element.removeAttribute("class");
    const about = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
    return `${element.tagName} ${about.sort().join(" ")}`;
  };
  return [...desk.querySelectorAll("*")].map(plain).join("\\n")
    + desk.textContent.replace(/\\d+\\s+minutes?\\s+ago/, "");  // since the last backup
}"""
TICK = """() => { document.body.dispatchEvent(new CustomEvent("tick")); }"""
"""The clock of a page says that it is time."""


def desk_of(windows: Windows, signed_in: dict[str, Any]) -> tuple[Page, str]:
    """Open the desk of the evening that is being played."""
    page = windows.open(storage_state=signed_in)
    page.goto("/tournaments/")
    page.get_by_role("link", name="Club evening", exact=True).first.click()
    slug = re.findall(r"/tournaments/([^/]+)/", page.url)[0]
    page.goto(f"/desk/{slug}/")
    return page, f"/desk/{slug}/"


def test_a_typed_result_leaves_the_rows_and_the_focus(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk, path = desk_of(windows, signed_in)
    other = windows.open(storage_state=signed_in)
    other.goto(path)
    found = desk.locator(UNTOUCHED).evaluate_all(
        "(rows) => rows.map((row) => ({ ...row.dataset }))"
    )
    for page in (desk, other):
        page.evaluate(MARK)
    rows = desk.locator("tr[id]").count()
    number, length = found[-1]["match"], found[-1]["length"]
    director.type_result(desk, f"{number} {length} 2")
    director.echo(desk, f"M{number} saved")
    expect(desk.locator(f"#match-{number}")).to_have_attribute("data-done", "")
    assert desk.locator("tr[id]").evaluate_all(OLD) == rows
    expect(desk.locator("#result-line")).to_be_focused()
    desk.keyboard.type(f"{number} 1 2")  # it is known at once that there is a result
    expect(desk.locator("[data-result-echo]")).to_have_class(re.compile("is-wrong"))
    desk.keyboard.press("Escape")
    # Another director's desk shows the same, and the focus stays where it was.
    others = f"#desk tr[id^='match-']:not(#match-{number}) .match-no a"
    link = other.locator(others).first
    link.focus()
    other.evaluate(TICK)
    expect(other.locator(f"#match-{number}")).to_have_attribute("data-done", "")
    assert other.locator("tr[id]").evaluate_all(OLD) == rows
    expect(link).to_be_focused()
    fresh = windows.open(storage_state=signed_in)
    fresh.goto(path)
    shown = fresh.evaluate(SHOWN)
    for page in (desk, other):
        expect(page.locator(".htmx-settling, .htmx-added")).to_have_count(0)
        assert page.evaluate(SHOWN) == shown
    desk.get_by_role("button", name="Undo").click()
    expect(desk.locator(f"#match-{number}:not([data-done])")).to_have_count(1)
    other.evaluate(TICK)
    expect(other.locator(f"#match-{number}:not([data-done])")).to_have_count(1)

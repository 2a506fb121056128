"""The network is cut at the desk: what is typed meanwhile is kept, and sent after."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.test_desk_changes import desk_of
from tests.browser.windows import Windows

pytestmark = pytest.mark.browser


def test_what_is_typed_without_a_network_is_sent_when_it_is_back(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    page, _path = desk_of(windows, signed_in)
    waiting = page.locator("#outbox li")
    # There is no such match: the server will ask about it.
    page.context.set_offline(True)
    director.type_result(page, "987 7 0")
    expect(waiting).to_have_count(1)
    expect(page.locator("#result-line")).to_have_value("")
    page.context.set_offline(False)
    waiting.get_by_role("button", name="Look at it").click()
    expect(page.locator("#result-error")).to_be_visible()
    expect(page.locator("#result-line")).to_have_value("987 7 0")
    expect(waiting).to_have_count(0)
    # What is typed over it takes its place: nothing of it is unsent.
    director.type_result(page, "986 7 0")
    expect(page.locator("#result-line")).to_have_value("986 7 0")
    expect(page.locator("#outbox")).to_be_hidden()

    page.goto("/tournaments/")
    page.get_by_role("link", name="Autumn cup", exact=True).first.click()
    page.get_by_role("link", name="Desk", exact=True).last.click()
    page.get_by_role("link", name="Entries", exact=True).first.click()
    row = page.locator("tr[id^=entry-]").first
    expect(page.locator("#outbox")).to_be_hidden()
    page.context.set_offline(True)
    row.get_by_role("button", name="Check in").click()
    expect(waiting).to_have_count(1)
    page.context.set_offline(False)
    expect(waiting).to_have_count(0)
    page.reload()
    row.get_by_role("button", name="Undo check-in").click()
    expect(row.get_by_role("button", name="Check in")).to_be_visible()
    windows.complaints.clear()  # of the requests that could not be sent

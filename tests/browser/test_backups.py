"""A director makes a backup in the browser, and takes it along."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.windows import Windows
from tests.live import Live

pytestmark = pytest.mark.browser


def test_a_backup_is_made_and_downloaded(
    club: Live, windows: Windows, signed_in: dict[str, Any], tmp_path: Path
) -> None:
    page = windows.open(storage_state=signed_in)
    page.goto("/directors/backups/")
    listed = page.locator("#backups .row")
    before = listed.count()
    page.get_by_role("button", name="Back up now").click()
    # A round that another test has published may have brought one more.
    expect(listed.nth(before)).to_be_visible()
    expect(page.locator("#backups time").first).to_be_visible()
    expect(page.locator("a[download]")).to_have_count(0)
    page.get_by_role("button", name="Show downloads").click()
    password = page.locator("input[type=password]")
    expect(password.or_(page.locator("a[download]")).first).to_be_visible()
    if password.count():  # it was typed more than some minutes ago
        password.fill("four words in a row")
        password.press("Enter")
    with page.expect_download() as taken:
        page.locator("a[download]").first.click()
    file = tmp_path / taken.value.suggested_filename
    taken.value.save_as(file)
    assert "is whole" in club.manage("verify", str(file))

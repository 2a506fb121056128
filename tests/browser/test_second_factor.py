"""The second factor in a browser: a passkey of Chromium itself, and an app's codes."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser import forms
from tests.browser.windows import Windows
from tests.matches.accounts.keys import STEP, code_at

pytestmark = pytest.mark.browser
NAME, PASSWORD = "Petra Passkey", "four other words in a row"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_password(page: Page, here: str) -> None:
    """Log out, and type the right password again."""
    page.context.clear_cookies()
    page.goto(f"{here}/login/?next=/account/second/")
    page.locator("[name=login]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{here}/login/code/")


def joined(windows: Windows, here: str) -> Page:
    """Somebody new, who took a link of the owner."""
    # The owner logs in anew, so that no password is asked again.
    owner = windows.open()
    login = forms.fetch(owner, "/login/?next=/directors/")
    words = {"login": "Ada Director", "password": "four words in a row"}
    made = forms.send(owner, forms.send(owner, login, "Log in", **words), "Create link")
    found = re.search(r"http://[\w.:]+/setup/[^/\s<]+/", made.text)
    assert found, made.text
    page = windows.open()
    page.goto(found[0].replace(windows.url, here))
    page.locator("[name=username]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    return page


@pytest.mark.usefixtures("signed_in")  # there is an owner
def test_a_passkey_and_an_app_let_in_after_the_password(windows: Windows) -> None:
    # Browsers give passkeys to names, never to addresses such as 127.0.0.1.
    here = windows.url.replace("127.0.0.1", "localhost")
    page = joined(windows, here)
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    added = keys.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    page.goto(f"{here}/account/second/")
    page.get_by_role("link", name="Add a passkey").click()
    page.locator("[name=name]").fill("Laptop")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".recovery-codes li")).to_have_count(10)
    # The same device makes no second one, and says so.
    page.goto(f"{here}/account/second/passkeys/add/")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("[data-says=known]")).to_be_visible()

    with_password(page, here)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{here}/account/second/")
    row = page.locator(".row__title", has_text="Laptop")
    expect(row).to_be_visible()
    page.get_by_role("link", name="Rename Laptop").click()
    page.locator("[name=name]").fill("Old laptop")
    page.get_by_role("button", name="Rename").click()
    row = page.locator(".row__title", has_text="Old laptop")
    expect(row).to_be_visible()

    # Beside it an app; its codes work once, each in its half minute.
    page.get_by_role("link", name="Add app").click()
    secret, now = page.locator(".qr__address").inner_text(), int(time.time())
    page.locator("[name=code]").fill(code_at(now, secret))
    page.get_by_role("button", name="Add app").click()
    expect(page.get_by_role("button", name="Remove the app")).to_be_visible()
    keys.send("WebAuthn.clearCredentials", added)
    with_password(page, here)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("[data-says=failed]")).to_be_visible()
    page.locator("[name=code]").fill(code_at(now + STEP, secret))
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page).to_have_url(f"{here}/account/second/")

    page.get_by_role("button", name="Remove Old laptop").click()
    expect(row).to_have_count(0)
    page.get_by_role("button", name="Remove the app").click()
    expect(page.get_by_role("link", name="Add app")).to_be_visible()

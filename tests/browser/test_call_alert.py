"""A phone that tells its player of a call, by a tone and a vibration."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import director, forms
from tests.browser.windows import PHONE, Windows

pytestmark = pytest.mark.browser

HEARD = """() => {
  globalThis.given = [];
  navigator.vibrate = () => given.push('vibration');
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    given.push('tone');
    return start.apply(this, at);
  };
}"""


def test_a_call_and_its_repetition_are_told_once_each(
    windows: Windows, signed_in: dict[str, Any]
) -> None:
    desk = windows.open(storage_state=signed_in)
    names = "Call Anna\nCall Bo\nCall Cleo\nCall Dirk"
    address = director.begun(desk, "Club evening, Swiss", "Called evening", names)

    def press(button: str) -> None:
        for number in (1, 2):
            page = forms.fetch(desk, f"{address}matches/{number}/table/")
            forms.send(desk, page, button)

    press("Cancel call")

    phone = windows.open(**PHONE)
    phone.add_init_script(f"({HEARD})()")
    phone.goto("/players/?q=Call+Anna")
    phone.get_by_role("link", name="Call Anna").click()
    phone.get_by_label("Vibrate").check()
    phone.get_by_label("Play a sound").check()
    phone.reload()  # it is remembered
    expect(phone.get_by_label("Vibrate")).to_be_checked()
    phone.get_by_role("heading", level=1).click()
    phone.evaluate("() => { given.length = 0; }")

    press("Call to the next free table")
    phone.wait_for_function("() => given.includes('tone')", timeout=60_000)
    assert phone.evaluate("() => given.filter((one) => one === 'vibration')") == [
        "vibration"
    ]
    expect(phone).to_have_title(re.compile(r"^Table \d+ – Call Anna"))
    press("Call again")
    phone.wait_for_function(
        "() => given.filter((one) => one === 'vibration').length === 2", timeout=60_000
    )

"""A director makes a token; docs/results_bot.py enters results with it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser import director
from tests.browser.windows import Windows
from tests.live import Live

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parents[2]


def test_the_results_bot_of_the_documentation(
    club: Live, windows: Windows, signed_in: dict[str, Any]
) -> None:
    page = windows.open(storage_state=signed_in)
    names = "\n".join(director.NAMES.splitlines()[:4])
    desk = director.begun(page, "Cup", "Bots", names)
    page.goto(f"{desk}programs/")
    page.locator("[name=name]").fill("Scoreboard")
    page.get_by_role("button", name="Create token").click()
    token = page.locator("#token .code").inner_text()
    page.goto(f"{desk}programs/")
    expect(page.locator("body")).not_to_contain_text(token)
    slug = desk.rstrip("/").rpartition("/")[2]
    said = subprocess.run(
        [sys.executable, ROOT / "docs/results_bot.py", club.url.rstrip("/"), slug],
        input="M1 7-4\nM2 99-4\nM9 7-0\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "CRAWFORD_TOKEN": token, "LC_ALL": "C.UTF-8"},
    ).stdout.splitlines()
    assert said[0] == "M1 7-4 entered"
    assert said[1].startswith("M2 99-4 ")
    assert said[1] != "M2 99-4 entered"
    assert said[2] == "M9 7-0 is not open"
    address = f"{club.url.rstrip('/')}/api/v1/tournaments/{slug}/matches/?open=false"
    with urlopen(address) as answer:
        [over] = json.load(answer)["items"]
    assert over["score"] == {"one": 7, "two": 4}
    page.goto(f"{desk}programs/")
    expect(page.get_by_text("last used")).to_be_visible()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None yet.")).to_be_visible()

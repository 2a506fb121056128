"""Who is hidden, merged or forgotten: every page and paper that named them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import director, forms
from tests.browser.windows import Windows, printed

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

SURNAME, OTHER = "Zevenbergen", "Sevenberg"
NAME, TWIN = f"Quirin {SURNAME}", f"Quirin {OTHER}"
OTHERS = "Ane Alm\nBo Berg\nCarl Dahl"
PAPERS = (
    *("pairings:a-z", "pairings", "results", "standings"),
    *("crosstable", "entries", "entries:sign-in", "badges", "emergency-pack"),
)
LINK = re.compile(
    r'href="(/(?:desk|tournaments|players|m)/[^"#?]*'
    rf'|/documents/(?:{"|".join(PAPERS)})/[^"]*\.pdf)"'
)
LEFT_OUT = re.compile(
    r"\.xlsx|\.ics|/(close|delete|copy|new|forget|merge)/|other-paper"
)


class Club:
    """A played evening of somebody, and all addresses that tell of it."""

    def __init__(self, owner: Page, visitor: Page, desk: str) -> None:
        self.owner, self.visitor, self.desk = owner, visitor, desk
        self.public = desk.replace("/desk/", "/tournaments/")

    def told(self, page: Page, start: str) -> dict[str, str]:
        """Return what pages and papers say that are linked from the start or below."""
        links = [start, *found_at(page, start)]
        for link in list(links):
            if link.endswith("/") and link.startswith((self.desk, self.public)):
                links += found_at(page, link)
        texts = {link: text_at(page, link) for link in dict.fromkeys(links)}
        return {link: text for link, text in texts.items() if text}

    def naming(self, name: str) -> set[str]:
        """Return the addresses at which a visitor or the owner reads a name."""
        told = [
            *self.told(self.visitor, self.public).items(),
            *self.told(self.owner, self.desk).items(),
        ]
        return {link for link, text in told if name in text}


def found_at(page: Page, address: str) -> list[str]:
    """Return where a page leads, on this site."""
    answer = page.request.get(address)
    if not answer.ok or "text/html" not in answer.headers["content-type"]:
        return []
    links = LINK.findall(answer.text())
    return [link for link in dict.fromkeys(links) if not LEFT_OUT.search(link)]


def text_at(page: Page, address: str) -> str:
    """Return what stands at an address, of a PDF too; "" if nothing is there."""
    if ".pdf" in address:
        return "\n".join(one.extract_text() for one in printed(page, address).pages)
    answer = page.request.get(address)
    return answer.text() if answer.ok else ""


@pytest.fixture
def evening(windows: Windows, signed_in: dict[str, Any]) -> Club:
    owner, visitor = windows.open(storage_state=signed_in), windows.open()
    names = f"{NAME}\n{OTHERS}"
    desk = director.begun(owner, "Club evening, Swiss", "Names to go", names)
    director.results_are_in(owner, desk, ["1 7 3", "2 7 5"])
    return Club(owner, visitor, re.sub(r"^https?://[^/]+", "", desk))


def test_who_is_hidden_merged_or_forgotten_is_named_nowhere(evening: Club) -> None:
    page = evening.owner
    named = evening.naming(SURNAME)
    papers = {address for address in named if ".pdf" in address}
    assert len(named) > 20
    assert len(papers) == len(PAPERS)

    # Hidden: nobody but directors reads the name, and no paper says it.
    key = key_of(page, NAME)
    page.goto(f"/players/{key}/edit/")
    page.locator("[name=shown_by_club]").select_option("hidden")
    page.get_by_role("button", name="Save player").click()
    expect(page.locator("#echo")).not_to_be_empty()
    seen = evening.told(evening.visitor, evening.public)
    assert not [link for link, text in seen.items() if SURNAME in text]
    assert any(f"N.N. {key[:4]}" in text for text in seen.values())
    assert not [link for link in papers if SURNAME in text_at(page, link)]
    page.goto(f"/players/{key}/edit/")
    page.locator("[name=shown_by_club]").select_option("full")
    page.get_by_role("button", name="Save player").click()

    # Merged: all of it is another entry's now.
    card, names = "Club evening, Swiss", f"{TWIN}\nDora Ek"
    second = director.begun(page, card, "A twin", names, drawn=False)
    page.goto(f"/players/{key_of(page, TWIN)}/merge/?with={key}")
    page.get_by_role("button", name=f"Merge {NAME} into this entry").click()
    expect(page.locator("#echo")).not_to_be_empty()
    left = evening.naming(SURNAME)
    assert not left & papers
    # What was written down at the time stays: the log, and the record of a draw.
    kept = re.compile(r"/log|/history/|/draws/")
    assert not [link for link in left if not kept.search(link)]
    assert evening.naming(OTHER) >= papers

    # Forgotten: neither name is anywhere, for nobody. Who still plays is not.
    forget = f"/players/{key_of(page, TWIN)}/forget/"
    press_forget(page, forget)
    expect(page.get_by_text("is still playing").first).to_be_visible()
    for desk in (evening.desk, second):
        form = forms.fetch(page, f"{desk}close/")
        forms.send(page, form, "Close with these standings")
    press_forget(page, forget)
    expect(page.get_by_role("heading", name="N.N.")).to_be_visible()
    for surname in (SURNAME, OTHER):
        assert evening.naming(surname) == set()
    assert not [link for link in papers if "N.N." not in text_at(page, link)]


def key_of(page: Page, name: str) -> str:
    """Return the key of somebody in the directory."""
    page.goto(f"/players/?q={name}")
    link = page.get_by_role("link", name=name).first.get_attribute("href")
    return str(link).split("/")[2]


def press_forget(page: Page, address: str) -> None:
    """Say that one has read what is forgotten, and press the button."""
    page.goto(address)
    page.locator("[name=sure]").check()
    page.get_by_role("button", name="Delete this person’s data").click()

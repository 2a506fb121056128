"""The archive of match files, in the words of its pages."""

import io
import re
from zipfile import ZipFile

from playwright.sync_api import Page, expect

DONE = "Imported"
STEP = re.compile(r"(\d+)/(\d+)")


def mat(one: str, two: str, *, won: str = "1211", opening: str = "8/5 6/5") -> bytes:
    """A match to 3 points: who won each of its single games, and how they began.

    With the same throws all through, it would be the same match.
    """
    dice = "".join(sorted(str(int(a) - int(b)) for a, b in STEP.findall(opening)))
    lines = [" 3 point match", ""]
    score = {"1": 0, "2": 0}
    for number, winner in enumerate(won, start=1):
        left = f" {one} : {score['1']}"
        lines += [f" Game {number}", f"{left:<34}{two} : {score['2']}"]
        lines += [f"{f'  1) {dice[::-1]}: {opening}':<34}42: 8/4 6/4"]
        lines += [f"{'  2) 52: 13/8 13/11':<34}61: 13/7 8/7"]
        lines += [f"{'' if winner == '1' else ' ' * 28}      Wins 1 point", ""]
        score[winner] += 1
    return "\n".join(lines).encode()


def zipped(files: dict[str, bytes]) -> bytes:
    """Pack files, by their names."""
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return made.getvalue()


def hand_in(page: Page, name: str, content: bytes) -> None:
    """Send a file to the archive; its page says by itself when it has been read."""
    page.goto("/club/archive/")
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    page.locator("[name=match_files]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Read these files").click()
    expect(page.locator("#archive tbody tr").first).to_be_visible()


def state(page: Page, name: str, words: str) -> None:
    """Expect this state of a file in the list."""
    link = page.get_by_role("link", name=name, exact=True)
    row = page.locator("#archive tbody tr").filter(has=link)
    expect(row.locator(".state-cell")).to_contain_text(words)


def take_over(page: Page) -> None:
    """Press the button that sends what is ready, or this one file, into the ledger."""
    page.locator("main form .button.is-primary").first.click()

"""The pages of decisions are complete and found from their index."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/decisions"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.name != "README.md")
HEADINGS = ["Context", "Decision", "What was weighed", "Consequences"]


def test_the_index_names_every_page_once() -> None:
    linked = re.findall(r"\]\(([\w-]+\.md)\)", (FOLDER / "README.md").read_text())
    assert sorted(linked) == [page.name for page in PAGES]
    assert len(PAGES) > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_its_parts_and_a_date(page: Path) -> None:
    text = page.read_text()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    assert re.search(r"^Date: 20\d\d-\d\d-\d\d$", text, re.MULTILINE)

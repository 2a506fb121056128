"""The pages of decisions are found from their index."""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "docs/decisions"


def test_the_index_names_every_page_once() -> None:
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    pages = {page.name for page in FOLDER.glob("*.md")} - {"README.md"}
    assert sorted(re.findall(r"\]\(([\w-]+\.md)\)", index)) == sorted(pages)

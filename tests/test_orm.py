"""Where rows are asked for: conditions in the models, queries outside of the views."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    file
    for app in ("matches", "tournaments")
    for file in (ROOT / app).rglob("*.py")
    if "migrations" not in file.parts
)
# What a queryset method says: `.valid()`, `.open()`, `.live()`.
CONDITIONS = re.compile(
    r"\b(?:voided_at|resumed_at|draw__round|pairing__draw__round)__isnull"
    r"|\.filter\([^)]*\bwithdrawn_at__isnull=(?:True|False)"
)


def is_model(file: Path) -> bool:
    """Say whether a module holds models."""
    return "models" in file.parts or file.name == "models.py"


def test_conditions_are_written_once() -> None:
    repeated = {
        str(file.relative_to(ROOT)): found
        for file in SOURCES
        if not is_model(file)
        and (found := CONDITIONS.findall(file.read_text(encoding="utf-8")))
    }
    assert repeated == {}

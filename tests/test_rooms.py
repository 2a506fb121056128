"""What holds for every module of the product."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

from tests.syntax import every

ROOT = Path(__file__).resolve().parent.parent
APPS: Final = ("clubsite", "matches", "tournaments")


@cache
def modules() -> dict[str, Path]:
    """Return the modules of the product by their dotted names."""
    found = {}
    for app in APPS:
        for file in sorted((ROOT / app).rglob("*.py")):
            if "migrations" in file.parts:
                continue
            parts = file.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = file
    return found


def test_the_product_asserts_nothing() -> None:
    """A type, a refusal or an error says what must be so: `python -O` skips asserts."""
    asserting = [name for name, file in modules().items() if every(file, ast.Assert)]
    assert asserting == []

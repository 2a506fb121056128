"""The tables of sentences: codes that never change, words that may be edited."""

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

from matches.rules.refusals import messages
from tests.syntax import every

ROOT = Path(__file__).parent.parent
SOURCES = [
    path
    for app in ("clubsite", "matches", "tournaments")
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts
]
TRANSLATED = {"_", "gettext", "gettext_noop", "ngettext", "pgettext", "gettext_lazy"}


def test_makemessages_can_read_every_sentence() -> None:
    """It takes literals only: no name, no formatted text."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in every(path, ast.Call)
        if getattr(node.func, "id", "") in {"Message", "Refusal"}
        and not isinstance(node.args[1], ast.Constant)
        and getattr(getattr(node.args[1], "func", None), "id", "") != "gettext_noop"
    ]
    assert not wrong


@cache
def written() -> set[str]:
    """Return the codes that stand in the source."""
    return {
        node.args[0].value
        for path in SOURCES
        for node in every(path, ast.Call)
        if getattr(node.func, "id", "") in {"Message", "Refusal"}
        and isinstance(node.args[0], ast.Constant)
    }


SHOW = """
import django
django.setup()
from django.urls import get_resolver
from matches.rules.refusals import messages
assert get_resolver().url_patterns
print(*(each.code for each in messages()), sep="\\n")
"""


def test_the_process_that_shows_a_page_knows_every_code() -> None:
    """A worker stores a code; the words are found by another process."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert {*done.stdout.split()} == written()
    assert len(written()) > 450


STORING = {"create", "update", "bulk_create", "update_or_create", "get_or_create"}


def sentences(node: ast.AST) -> bool:
    """Return True if a sentence stands in this expression."""
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "english")
        or (isinstance(each, ast.Call) and getattr(each.func, "id", "") in TRANSLATED)
        for each in ast.walk(node)
    )


def test_no_sentence_is_stored() -> None:
    """What `create` and `update` write into rows are codes and facts."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in SOURCES
        for node in every(path, ast.Call)
        if isinstance(node.func, ast.Attribute)
        and node.func.attr in STORING
        and any(sentences(each.value) for each in node.keywords)
    ]
    assert not found


def test_every_sentence_of_a_table_takes_its_values() -> None:
    """A percent sign that is no placeholder is written as two."""
    for message in messages():
        values = {field: f"<{field}>" for field in message.fields}
        assert all(f"<{field}>" in message.english % values for field in message.fields)

"""Where rows are asked for: conditions in the models, queries outside of the views."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.syntax import every

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    file
    for app in ("matches", "tournaments")
    for file in (ROOT / app).rglob("*.py")
    if "migrations" not in file.parts
)


def test_nothing_that_was_voided_is_made_valid_again() -> None:
    """What was taken back stays so: a new row says it once more."""
    revived = re.compile(r"voided_(?:at|by)\b[^\n]*[=:][^\n=]*\bNone\b")
    found = {
        f"{file.relative_to(ROOT)}: {line}"
        for file in SOURCES
        for line in file.read_text(encoding="utf-8").splitlines()
        if revived.search(line)
    }
    assert found == set()


# What is on record of a match; `tournaments` asks the ledger to write it.
ON_RECORD = frozenset(
    {"Match", "Game", "FinalScore", "Adjustment", "Interruption", "Payment", "Report"}
)
WRITES = frozenset(
    {
        *("create", "bulk_create", "bulk_update", "update", "delete", "get_or_create"),
        *("update_or_create", "save"),
    }
)
NO_RESULT = {
    # Which rules a match is played by follows from its division, until it is over.
    "tournaments/setup/services.py: Match.update(**told, revision)",
    # A tournament that was in the bin for its days is gone, with its matches.
    "tournaments/setup/bin.py: Match.delete()",
}


def root_of(node: ast.AST) -> str:
    """Return the name that a chain of attributes and calls begins with."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""


def written_rows(file: Path) -> Iterator[str]:
    for call in every(file, ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in WRITES:
            continue
        model = root_of(call.func)
        if model in ON_RECORD:
            words = [
                keyword.arg or f"**{ast.unparse(keyword.value)}"
                for keyword in call.keywords
            ]
            where = file.relative_to(ROOT)
            yield f"{where}: {model}.{call.func.attr}({', '.join(words)})"


def test_only_matches_write_what_is_on_record_of_a_match() -> None:
    written = {row for file in SOURCES for row in written_rows(file)}
    assert {row for row in written if row.startswith("tournaments/")} == NO_RESULT
    assert any(row.startswith("matches/ledger/") for row in written)


# The journal tells what happened. It may be shortened: nothing decides by it.
JOURNAL_READERS = {
    "matches/accounts/people.py",
    "matches/web/journal.py",
    "matches/ledger/queries.py",
    "matches/ledger/reporter.py",
    "matches/models.py",
    "tournaments/hall/log.py",
    "tournaments/tournament_file/parts.py",  # names it among what the file leaves out
}


def test_only_pages_read_the_journal() -> None:
    readers = {
        str(file.relative_to(ROOT))
        for file in SOURCES
        if re.search(
            r"\bJournalEntry\b|\bjournal_entries\b", file.read_text(encoding="utf-8")
        )
    }
    assert readers - {"matches/web/models.py"} == JOURNAL_READERS

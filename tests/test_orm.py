"""Where rows are asked for: conditions in the models, queries outside of the views."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.db.models import QuerySet

from tests.syntax import every

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
    return "models" in file.relative_to(ROOT).parts or file.name == "models.py"


def test_conditions_are_written_once() -> None:
    repeated = {
        str(file.relative_to(ROOT)): found
        for file in SOURCES
        if not is_model(file)
        and (found := CONDITIONS.findall(file.read_text(encoding="utf-8")))
    }
    assert repeated == {}


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
    """Yield what a module writes into the rows of a match."""
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


def test_no_context_variable_switches_a_guard_off() -> None:
    """Two are there: who reads names, and which paper a document is made for."""
    found = {
        f"{file.relative_to(ROOT)}: {ast.unparse(node.target)}"
        for file in SOURCES
        for node in every(file, ast.AnnAssign)
        if "ContextVar[" in ast.unparse(node.annotation)
    }
    assert found == {
        "matches/web/shown.py: _VIEWER",
        "matches/documents/papers.py: _printed_on",
    }
    made = sum(
        file.read_text(encoding="utf-8").count("ContextVar(") for file in SOURCES
    )
    assert made == len(found)


# Names that only querysets and managers have, whatever they hang on.
CERTAIN = frozenset(
    {
        *("filter", "exclude", "annotate", "aggregate", "order_by", "select_related"),
        *("prefetch_related", "values_list", "bulk_create", "bulk_update", "in_bulk"),
        *("select_for_update", "get_or_create", "update_or_create", "valid", "live"),
        *("with_match", "active", "withdrawn"),
    }
)


def related_names() -> set[str]:
    """Return the attributes of our models that are managers of other rows."""
    return {
        relation.get_accessor_name() or ""
        for app in ("matches", "tournaments")
        for model in apps.get_app_config(app).get_models()
        for relation in model._meta.related_objects
        if relation.multiple
    } | {"members"}


def queries(file: Path, related: set[str]) -> Iterator[str]:
    """Yield the places where a module asks the database by itself."""
    methods = {name for name in dir(QuerySet) if not name.startswith("_")}
    for node in every(file, ast.Attribute):
        receiver = node.value
        is_related = (
            isinstance(receiver, ast.Attribute)
            and receiver.attr in related
            and node.attr in methods
            and not ast.unparse(receiver).startswith("form.")  # holds dictionaries
        )
        if node.attr in {"objects", "_default_manager", *CERTAIN} or is_related:
            yield f"{file.relative_to(ROOT)}:{node.lineno} {ast.unparse(node)}"


def test_views_ask_through_access_and_queries() -> None:
    related = related_names()
    assert {"games", "entries", "pairings", "files"} <= related
    views = [file for file in SOURCES if file.stem.endswith("views")]
    assert len(views) > 30
    found = [query for file in views for query in queries(file, related)]
    assert not found, "\n".join(found)


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

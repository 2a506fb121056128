"""`python -m tests.initial_migrations`: write the first migration of both apps anew.

Until a version is released there is one migration an app, made from the models as they
are. Django writes each constraint, and each reference to a model that comes later in
the alphabet, as a step of its own, and on SQLite a step costs a new copy of the table
and of all models: half the time of a first start. Here models come in the order of
their references, with everything that belongs to them.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

import django
from django.apps import apps
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.writer import MigrationWriter

APPS = ("matches", "tournaments")
NAME = "0001_version_0_5"


def main() -> None:
    """Write the migrations."""
    for app in APPS:
        Path(app, "migrations", f"{NAME}.py").unlink(missing_ok=True)
    name = NAME.partition("_")[2]
    command = [sys.executable, "manage.py", "makemigrations", "-n", name, *APPS]
    subprocess.run(command, check=True)
    loader = MigrationLoader(None)
    for app in APPS:
        migration = loader.disk_migrations[app, NAME]
        vars(migration)["operations"] = folded(app, list(migration.operations))
        text = MigrationWriter(migration, include_header=False).as_string()
        Path(app, "migrations", f"{NAME}.py").write_text(text, encoding="utf-8")


def folded(app: str, operations: list[Operation]) -> list[Operation]:
    """Return operations that make the same models with as few steps as they can."""
    models = {op.name_lower: op for op in operations if isinstance(op, CreateModel)}
    added: dict[str, list[Any]] = {name: [] for name in models}
    for op in operations:
        if isinstance(op, AddField):
            models[op.model_name_lower].fields.append((op.name, op.field))
        elif isinstance(op, AddConstraint):
            options = models[op.model_name_lower].options
            options["constraints"] = [*options.get("constraints", ()), op.constraint]
        elif isinstance(op, AddIndex):
            options = models[op.model_name_lower].options
            options["indexes"] = [*options.get("indexes", ()), op.index]
        elif not isinstance(op, CreateModel):
            raise TypeError(op)
    ordered: list[Operation] = []
    while models:
        name = next(
            (name for name, op in models.items() if not _waits(app, op, models)), None
        )
        if name is None:  # a circle: one reference is added at the end
            name = next(iter(models))
            added[name] = _taken(app, models[name], models)
        ordered.append(models.pop(name))
    return [*ordered, *(step for steps in added.values() for step in steps)]


def _waits(app: str, op: CreateModel, later: dict[str, CreateModel]) -> bool:
    """Return True while a model refers to one that does not exist yet."""
    return any(
        _target(app, field) in later.keys() - {op.name_lower}
        for _name, field in op.fields
    )


def _taken(app: str, op: CreateModel, later: dict[str, CreateModel]) -> list[AddField]:
    """Take the references to later models out of a model; return how to add them."""
    others = later.keys() - {op.name_lower}
    late = [(name, field) for name, field in op.fields if _target(app, field) in others]
    op.fields[:] = [pair for pair in op.fields if pair not in late]
    return [AddField(op.name, name, field) for name, field in late]


def _target(app: str, field: Any) -> str:
    """Return the lower-case name of the model of this app to which a field refers."""
    to = getattr(getattr(field, "remote_field", None), "model", "")
    label, _dot, name = str(to).lower().rpartition(".")
    return name if label in ("", app) else ""


if __name__ == "__main__":
    django.setup()
    assert apps.ready
    main()

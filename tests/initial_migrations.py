"""`python -m tests.initial_migrations`: write the first migration of both apps anew.

Until a version is released there is one migration an app, made from the models as they
are. Django writes each model, constraint and reference to a model that comes later in
the alphabet as a step of its own, and a step costs a new copy of the table on SQLite
and of the classes of the models: most of the time of a first start. Here one step makes
all models, with everything that belongs to them.
"""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import django
from django.apps import apps
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.writer import MigrationWriter

from matches.columns.tables import CreateModels

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
        vars(migration)["operations"] = [folded(migration.operations)]
        text = MigrationWriter(migration, include_header=False).as_string()
        Path(app, "migrations", f"{NAME}.py").write_text(text, encoding="utf-8")


def folded(operations: Sequence[Operation]) -> CreateModels:
    """Return the one step that makes the same models."""
    models = {op.name_lower: op for op in operations if isinstance(op, CreateModel)}
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
    return CreateModels(list(models.values()))


if __name__ == "__main__":
    django.setup()
    assert apps.ready
    main()

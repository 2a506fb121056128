"""All tables of an app made by one step of a migration."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """Make several models, which may refer to one another, in any order.

    After each `CreateModel` Django builds the classes of all related models again: with
    seventy models some three thousand classes. Here they are built once. The tables are
    the same: PostgreSQL adds references when all tables of a migration exist; SQLite
    checks them only when rows are written.
    """

    serialization_expand_args = ["operations"]

    def __init__(self, operations: Sequence[CreateModel]) -> None:
        """Take the operations that would make the models one by one."""
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Add the models; their classes are built when they are first used."""
        vars(state).pop("apps", None)  # a cached property
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(  # noqa: PLR0917 - as Django calls it
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Make the tables, with their indexes and constraints."""
        for operation in self.operations:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(  # noqa: PLR0917 - as Django calls it
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Drop the tables, the last first."""
        for operation in reversed(self.operations):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)

    def references_model(self, name: str, app_label: str) -> bool:
        """Return whether one of the models is this one or refers to it."""
        return any(
            operation.references_model(name, app_label) for operation in self.operations
        )

    def describe(self) -> str:
        """Return what this does, for the output of `migrate`."""
        return f"Create {len(self.operations)} models"

    @property
    def migration_name_fragment(self) -> str:
        """A part of the name of a migration that has none."""
        return "models"

    def deconstruct(self) -> tuple[str, list[object], dict[str, object]]:
        """Return name and arguments for the migration file."""
        return type(self).__name__, [], {"operations": self.operations}

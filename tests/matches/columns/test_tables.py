"""One step of a migration makes the tables that a step for each would make."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, Migration
from django.db.migrations.state import ProjectState
from django.db.migrations.writer import OperationWriter

from matches.columns.tables import CreateModels

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

ROOM = "crawford_test_room"


def key() -> tuple[str, Any]:
    return "id", models.BigAutoField(primary_key=True)


def refers_to(name: str) -> Any:
    return models.ForeignKey(f"{ROOM}.{name}", models.CASCADE, related_name="+")


HALL = CreateModel("Hall", [key(), ("name", models.CharField(max_length=9))])
TABLE = CreateModel(
    "Table",
    [
        key(),
        ("number", models.IntegerField(db_index=True)),
        ("hall", refers_to("Hall")),
        ("next", models.OneToOneField("self", models.CASCADE, null=True)),
        ("others", models.ManyToManyField(f"{ROOM}.Hall", related_name="+")),
    ],
    {
        "indexes": [models.Index(fields=["hall", "number"], name="tables_in_order")],
        "constraints": [
            models.UniqueConstraint(fields=["hall", "number"], name="one_number_once"),
            models.CheckConstraint(
                condition=models.Q(number__gt=0), name="numbers_begin_with_one"
            ),
        ],
    },
)
CLOCK = CreateModel("Clock", [key(), ("player", refers_to("Player"))])
PLAYER = CreateModel("Player", [key(), ("clock", refers_to("Clock"))])


def migration(operations: Sequence[Any]) -> Migration:
    made = Migration("0001_initial", ROOM)
    vars(made)["operations"] = list(operations)
    return made


def statements(operations: Sequence[Any]) -> list[str]:
    """What a migration would say to the database."""
    editor: BaseDatabaseSchemaEditor
    with connection.schema_editor(collect_sql=True) as editor:
        migration(operations).apply(ProjectState(), editor)
    return [line for line in editor.collected_sql if not line.startswith("--")]


def tables() -> set[str]:
    names = connection.introspection.table_names()
    return {name for name in names if name.startswith(ROOM)}


def test_the_statements_are_those_of_a_step_for_each_model() -> None:
    one_by_one = statements([HALL, TABLE])
    assert len(one_by_one) > len([HALL, TABLE])
    assert statements([CreateModels([HALL, TABLE])]) == one_by_one


def test_models_may_refer_to_one_another_and_are_taken_back() -> None:
    made = migration([CreateModels([TABLE, HALL, CLOCK, PLAYER])])
    names = {"table", "table_others", "hall", "clock", "player"}
    with connection.schema_editor() as editor:
        made.apply(ProjectState(), editor)
    assert tables() == {f"{ROOM}_{name}" for name in names}
    with connection.cursor() as cursor:
        for one, other in (("clock", "player"), ("player", "clock")):
            relations = connection.introspection.get_relations(cursor, f"{ROOM}_{one}")
            assert relations[f"{other}_id"] == ("id", f"{ROOM}_{other}")
    with connection.schema_editor() as editor:
        made.unapply(ProjectState(), editor)
    assert tables() == set()


def test_it_is_written_down_and_known_to_the_migrations_after_it() -> None:
    step = CreateModels([HALL, TABLE])
    text, imports = OperationWriter(step).serialize()
    assert text.count("migrations.CreateModel(") == len(step.operations)
    assert f"import {CreateModels.__module__}" in imports
    state = ProjectState()
    step.state_forwards(ROOM, state)
    assert {name for _app, name in state.models} == {"hall", "table"}
    assert step.references_model("Hall", ROOM)
    assert not step.references_model("Player", ROOM)
    assert str(len(step.operations)) in step.describe()

"""JSON columns: the version of the schema is stored, and what is unknown is refused."""

import json

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import JSONField

from matches.models import Game, JournalEntry, Match, RulesProfile
from matches.web.columns import StoredField, UnknownSchemaError
from tests import builders
from tournaments.models import Draw, Pairing, Stage
from tournaments.results.amendments.set_aside import EXCUSED

pytestmark = pytest.mark.django_db


def names(model, column):
    """Return a table and a column as SQL has them."""
    quote = connection.ops.quote_name
    return quote(model._meta.db_table), quote(column)


def raw(model, column, pk):
    """Return what a column holds, past all of our code."""
    table, quoted = names(model, column)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {quoted} FROM {table} WHERE id = %s", [pk])  # noqa: S608
        (text,) = cursor.fetchone()
    return json.loads(text) if isinstance(text, str) else text


def put(model, column, pk, value):
    """Write a column, past all of our code."""
    table, quoted = names(model, column)
    statement = f"UPDATE {table} SET {quoted} = %s WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(value), pk])


def test_every_json_column_has_a_schema():
    columns = [
        field
        for app in ("matches", "tournaments")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, JSONField)
    ]
    assert len(columns) > 15
    assert [str(each) for each in columns if not isinstance(each, StoredField)] == []


def test_the_version_is_stored_with_the_value():
    stage = builders.stage(builders.tournament(lengths=(5, 7)))
    assert stage.lengths == [5, 7]
    assert raw(Stage, "lengths", stage.pk) == {"schema": 1, "data": [5, 7]}
    assert Stage.objects.values_list("lengths", flat=True).get() == [5, 7]


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ({"schema": 2, "data": []}, "version 2 of its schema, not 1"),
        ({"schema": "1", "data": []}, "version 1 of its schema"),
        ({"schema": 1, "data": {"1": 5}}, "dict, not list"),
        ({"schema": 1}, "a value without a schema"),
        ([5, 7], "a value without a schema"),
    ],
)
def test_what_is_unknown_is_refused(stored, said):
    stage = builders.stage(builders.tournament())
    put(Stage, "lengths", stage.pk, stored)
    with pytest.raises(UnknownSchemaError) as raised:
        Stage.objects.get()
    assert str(raised.value).startswith(f"The column Stage.lengths holds {said}")
    assert Stage.objects.defer("lengths").get() == stage  # the rest can be read


def test_what_has_another_shape_is_not_written():
    stage = builders.stage(builders.tournament())
    stage.lots = [1, 2]
    with pytest.raises(UnknownSchemaError, match=r"Stage\.lots holds list, not dict"):
        stage.save()


def test_every_way_of_writing_keeps_the_version():
    round_ = builders.published_round(builders.evening())
    first, second = builders.pairings(round_)
    note = {"code": EXCUSED.code, "params": {}}
    Pairing.objects.filter(pk=first.pk).update(notes=[note])
    second.notes = [note]
    Pairing.objects.bulk_update([second], ["notes"])
    for pairing in (first, second):
        stored = raw(Pairing, "notes", pairing.pk)
        assert stored == {"schema": 1, "data": [note]}
        pairing.refresh_from_db()
        assert [each.message for each in pairing.reasons] == [EXCUSED]


def test_a_column_may_be_empty():
    stage = builders.stage(builders.tournament())
    assert (stage.plan, raw(Stage, "plan", stage.pk)) == (None, None)
    match = builders.match()
    builders.play(match, builders.game(1))
    assert raw(Game, "checkers", Game.objects.get().pk) is None
    assert Stage.objects.filter(plan__isnull=True).exists()


def test_a_path_goes_through_the_data():
    made = builders.evening()
    builders.drawn_round(made)
    assert Draw.objects.filter(record__data__has_key="pairs").exists()
    assert not Draw.objects.filter(record__data__has_key="plan").exists()
    line = JournalEntry.objects.filter(act="draw_requested", details__data__round=1)
    assert line.exists()
    rounds = line.values_list("details__data__round", flat=True)
    assert list(rounds) == [1]


def test_rows_are_read_as_values_of_the_product():
    made = builders.evening("monrad", who=5)
    draw = builders.drawn_round(made)
    assert all(pair.two is None or pair.one != pair.two for pair in draw.pairs)
    assert len(draw.pairs) == 3
    assert draw.made_from.next_round == 1
    assert set(draw.lot_of) == {entry.number for entry in builders.entries(made)}
    profile = RulesProfile.objects.get()
    assert profile.profile.values == raw(RulesProfile, "values", profile.pk)["data"]


def test_a_later_version_reads_the_earlier_ones():
    """How a schema changes: the field of version 2 knows what version 1 meant."""

    class Later(StoredField[dict[str, int], dict[str, int]]):
        version = 2

        def read(self, version, data):
            if version == 1:
                return {str(number): lot for number, lot in data}
            return super().read(version, data)

    field = Later()
    field.model, field.name = Match, "lots"
    earlier = json.dumps({"schema": 1, "data": [[7, 1]]})
    assert field.from_db_value(earlier, None, connection) == {"7": 1}
    now = json.dumps({"schema": 2, "data": {"7": 1}})
    assert field.from_db_value(now, None, connection) == {"7": 1}
    with pytest.raises(UnknownSchemaError, match="version 3 of its schema, not 2"):
        field.from_db_value(now.replace("2", "3"), None, connection)

"""Queries whose SQL is kept: the same rows as Django's own, and who may read names."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.db.models import Exists, OuterRef, QuerySet
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.columns.prepared import Prepared
from matches.columns.shown import full_names, public_names
from matches.ledger import recording
from matches.models import Game, Match, Player
from matches.rules import GameResult, Side
from tests import builders

pytestmark = pytest.mark.django_db
CONNECTION = connections["default"]


def of_match(pk: Any) -> QuerySet[Match]:
    games = Game.objects.filter(match=OuterRef("pk"))
    rows = Match.objects.filter(pk=pk).select_related("player_1", "profile")
    return rows.annotate(has_games=Exists(games))


def values(row: Match) -> dict[str, object]:
    joined = model_to_dict(row.player_1) | {"profile": row.profile.profile}
    return model_to_dict(row) | joined | {"created": row.created_at}


def test_rows_are_those_of_the_query() -> None:
    ask = Prepared(of_match, pk=int)
    for match in (builders.match(7), builders.match(5)):
        recording.record_game(
            match_id=match.pk, result=GameResult(Side.ONE), after=0, by=None
        )
        (found,) = ask(pk=match.pk)
        assert values(found) == values(of_match(match.pk).get())
        assert vars(found)["has_games"]
        assert not found._state.adding
    assert (ask(pk=0), ask.one(pk=0)) == ([], None)


def test_columns_left_out_are_read_when_they_are_asked_for() -> None:
    match = builders.match(7)
    ask = Prepared(lambda pk: Match.objects.filter(pk=pk).only("code"), pk=int)
    with CaptureQueriesContext(CONNECTION) as asked:
        (found,) = ask(pk=match.pk)
        assert (found.code, len(asked)) == (match.code, 1)
        assert (found.length, len(asked)) == (7, 2)


def test_the_query_is_built_once() -> None:
    built: list[object] = []

    def build(pk: Any) -> QuerySet[Match]:
        built.append(pk)
        return Match.objects.filter(pk=pk)

    ask = Prepared(build, pk=int)
    match = builders.match(7)
    ask(pk=match.pk)
    before = len(built)
    assert ask.one(pk=match.pk) == match
    assert len(built) == before


def test_texts_and_moments_are_parameters_too() -> None:
    match, now = builders.match(7), timezone.now()
    ask = Prepared(
        lambda code, since: Match.objects.filter(code=code, created_at__gt=since),
        code=str,
        since=type(now),
    )
    hour = timedelta(hours=1)
    assert ask(code=match.code, since=now - hour) == [match]
    assert ask(code=match.code, since=now + hour) == []
    assert ask(code=f"{match.code}'; --", since=now - hour) == []


@pytest.mark.parametrize(
    ("reader", "shown"), [(full_names, "Ane Alm"), (public_names, "Ane A.")]
)
def test_names_are_those_for_the_reader(reader: Callable[[], Any], shown: str) -> None:
    player = Player.objects.create(
        name="Ane Alm", sort_name="Alm, Ane", public_name="Ane A."
    )
    ask = Prepared(lambda pk: Player.objects.filter(pk=pk), pk=int)
    for read in (public_names, full_names, reader):
        with read():
            found = ask.one(pk=player.pk)
    assert found is not None
    assert str(found.name) == shown


def test_who_reads_is_not_asked_where_no_name_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ask = Prepared(lambda pk: Game.objects.filter(match=pk), pk=int)
    ask(pk=1)

    def asked() -> bool:
        raise AssertionError

    monkeypatch.setattr("matches.columns.prepared.reader_is_public", asked)
    assert ask(pk=1) == []


def test_a_parameter_that_the_statement_lacks_is_refused() -> None:
    ask = Prepared(lambda pk, code: Match.objects.filter(pk=pk), pk=int, code=str)
    with pytest.raises(ValueError, match="code"):
        ask(pk=1, code="x")

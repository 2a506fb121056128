"""What the tests keep of Django's work is what Django works out."""

from copy import copy

import pytest
from django.conf import settings
from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    Expression,
    F,
    Max,
    OuterRef,
    Q,
    Value,
    When,
)
from django.db.models.expressions import Col, OrderBy
from django.db.models.functions import Coalesce, Concat, Lower, Substr
from django.test import override_settings

from matches.models import Match, Player
from tests import kept_results

NAME = Player._meta.get_field("name")
EXPRESSIONS = [
    Col("a", NAME),
    Col("a", NAME, CharField()),
    OrderBy(F("name")),
    OrderBy(Lower("name"), descending=True),
    OrderBy(expression=F("name"), nulls_last=True),
    Value("x"),
    Value(7, output_field=CharField()),
    Count("pk", distinct=True),
    Max("pk", filter=Q(pk__gt=1), default=0),
    Coalesce(F("name"), Value("")),
    Concat("name", Value(" "), "club"),
    Substr("name", 1, length=2),
    Case(When(pk=1, then=Value(1)), When(pk=2, then=Value(2)), default=Value(3)),
]
SUBQUERY = Exists(Match.objects.filter(player_1=OuterRef("pk")))


@pytest.mark.parametrize("one", EXPRESSIONS)
def test_expressions_are_compared_by_the_same(one: Expression) -> None:
    assert kept_results.identity(one) == kept_results.as_django_compares(one)


@pytest.mark.parametrize("one", [*EXPRESSIONS, SUBQUERY])
def test_a_copy_is_the_same_copy(one: Expression) -> None:
    ours, theirs = kept_results.copied(one), copy(one)
    assert type(ours) is type(theirs)
    assert ours.__dict__ == theirs.__dict__
    assert ours is not one


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1",
        "SELECT a FROM b WHERE c = %s AND d IN (%s, %s)",
        "SELECT '%%' LIKE %s",
        "SELECT strftime('%%Y', a)",
    ],
)
def test_a_query_is_converted_to_the_same(query: str) -> None:
    for _ in range(2):  # the second time it is known
        assert kept_results.convert_query(
            None, query
        ) == kept_results.as_django_converts(None, query)


def test_named_parameters_are_converted_by_django() -> None:
    found = kept_results.convert_query(None, "SELECT %(a)s", param_names=["a"])
    assert found == "SELECT :a"


def test_settings_are_read_changed_and_given_back() -> None:
    assert settings.USE_TZ is True
    settings.NOT_THERE_BEFORE = 1
    assert settings.NOT_THERE_BEFORE == 1
    del settings.NOT_THERE_BEFORE
    with override_settings(USE_TZ=False, NOT_THERE_BEFORE=2):
        assert (settings.USE_TZ, settings.NOT_THERE_BEFORE) == (False, 2)
    assert settings.USE_TZ is True
    with pytest.raises(AttributeError):
        _ = settings.NOT_THERE_BEFORE
    assert "USE_TZ" in dir(settings)

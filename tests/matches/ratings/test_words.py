"""Lists say by which rules they are computed, and why ratings moved."""

from dataclasses import fields
from datetime import date

import pytest
from django.test import Client
from django.utils.translation import override

from matches.ledger.recording import remove_final
from matches.models import Match, RatingList, Recalculation
from matches.ratings.computing import bring_up_to_date
from matches.ratings.panels import rules_text, shown_change, shown_rating
from matches.ratings.queries import causes_of
from matches.ratings.services import ListRules
from matches.rules.ratings import BRASS_CITY, FORMULAS, IMPORTED, JAPAN, POINT, STEADY
from tests import builders
from tests.matches.ratings.test_computing import a_list, corrected, people, played

ELSEWHERE = {"name", "version", "active_months", "is_public"}
"""What other parts of the page of a list tell, or nobody has to know."""
ONE_RULE_ELSE = {
    "formula": [one.code for one in (STEADY, BRASS_CITY, JAPAN, IMPORTED)],
    "start": [1600 * POINT],
    "own": [True],
    "provisional": [100],
    "from_day": [date(2026, 1, 1), date(2026, 2, 1)],
    "least_length": [3],
    "most_length": [11],
    "takes_tournaments": [False],
    "takes_club": [False],
    "takes_retired": [False],
    "takes_penalties": [True],
    "takes_walkovers": [True],
    "members_only": [True],
}


def told(**rules):
    return rules_text(ListRules(name="Club", **rules).applied_to(RatingList()))


def test_no_rule_is_forgotten():
    assert set(ONE_RULE_ELSE) | ELSEWHERE == {one.name for one in fields(ListRules)}


@pytest.mark.parametrize("name", ONE_RULE_ELSE)
def test_every_rule_that_differs_reads_differently(name):
    texts = [told(), *(told(**{name: value}) for value in ONE_RULE_ELSE[name])]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.code)
@pytest.mark.parametrize("language", ["en", "da", "sv", "nb", "nl"])
def test_formulas_are_told_in_every_language(formula, language):
    with override(language):
        lines = told(formula=formula.code, version=formula.version)
    assert not [line for line in lines if "%(" in line or not line.endswith(".")]
    # A list that somebody else computes has no rules of ours.
    assert formula.imported == (len(lines) <= 2)


def test_ratings_and_changes_have_a_sign_and_so_many_decimals():
    assert shown_rating(17_123_456) == "1712.35"
    assert shown_rating(17_123_456, 4) == "1712.3456"
    changes = (40_063, -25_000, 0)
    assert [shown_change(one) for one in changes] == ["+4.01", "−2.50", "0.00"]
    with override("nl"):
        assert shown_change(-25_000) == "−2,50"


@pytest.mark.django_db
def test_each_match_says_why_ratings_moved():
    one, two, three, four = people()
    gone, turned, moved = (played(one, two, days=day) for day in (1, 2, 3))
    played(three, four, days=5)
    of = a_list()
    bring_up_to_date()

    corrected(turned, 3, 7)
    for match in (gone, moved):
        match.refresh_from_db()
        remove_final(match_id=match.pk, revision=match.revision, by=None)
    moved.refresh_from_db()
    builders.won(1, moved)  # again, and only now
    late = played(three, four, days=4)
    bring_up_to_date()

    change = Recalculation.objects.get()
    found = {cause.match: cause.text for cause in causes_of(change)}
    assert set(found) == {gone, turned, moved, late}
    assert len(set(found.values())) == 4
    turned_text = found[turned]
    assert turned_text.index(two.name) < turned_text.index(one.name)
    assert three.name in found[late]
    assert not [text for text in (found[gone], found[moved]) if one.name in text]
    page = Client().get(f"{of.get_absolute_url()}changes/{change.pk}/")
    shown = page.context
    assert {cause.match for cause in shown["causes"]} == set(found)
    assert {row.player.key for row in shown["moves"]} == {
        player.key for player in (one, two, three, four)
    }
    assert Match.objects.filter(ratings_due=True).count() == 0

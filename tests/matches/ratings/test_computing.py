"""Lists follow from the results in order: live, corrected, changed."""

import json
import random
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.jobs import tasks
from matches.ledger.adjust import record_ending
from matches.ledger.club_matches import Terms, profile_row
from matches.ledger.recording import correct_final, remove_final
from matches.models import (
    Job,
    ListedPlayer,
    Match,
    RatedMatch,
    RatingList,
    Recalculation,
)
from matches.ratings import computing
from matches.ratings.computing import bring_up_to_date, is_due, queue_due
from matches.ratings.services import (
    LIST_CHANGED,
    ListRules,
    change_list,
    give_ratings,
    list_rules,
    make_list,
    remove_list,
    restore_list,
)
from matches.rules import Side
from matches.rules.ratings import POINT, Ladder, formula_of
from tests import builders
from tests.refusals import raises

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DAY = date(2026, 3, 1)


def a_list(**rules):
    return make_list(rules=ListRules(name="Club", **rules), by=None)


def people(count=4):
    return [builders.player(name) for name in builders.names(count)]


def played(one, two, winner=1, *, length=7, days=0):
    """Return a club match that ended so many days after the first of March."""
    terms = Terms(length=length, profile=profile_row())
    match = builders.opened(one, two, terms)
    builders.won(winner, match)
    ended = timezone.now().replace(2026, 3, 1, 12, 0, 0, 0) + timedelta(days=days)
    Match.objects.filter(pk=match.pk).update(finished_at=ended)
    return match


def contents(of):
    matches = RatedMatch.objects.filter(list=of).order_by("moment", "match_id")
    players = ListedPlayer.objects.filter(list=of).order_by("player")
    return (
        list(
            matches.values_list(
                "match",
                "moment",
                "before_1",
                "after_1",
                "before_2",
                "after_2",
                "winner",
            )
        ),
        list(
            players.values_list(
                "player", "rating", "experience", "matches", "wins", "last_day"
            )
        ),
    )


def from_scratch(of):
    RatingList.objects.filter(pk=of.pk).update(is_stale=True, computed_at=None)
    bring_up_to_date()
    return contents(of)


def test_nothing_is_rated_without_a_list():
    one, two = people(2)
    played(one, two)
    assert not is_due()
    assert queue_due() == []


def test_a_list_is_computed_from_what_was_played_and_goes_on():
    one, two, three, _four = people()
    played(one, two)
    of = a_list()
    assert is_due()
    (job,) = queue_due()
    assert queue_due() == []
    tasks.run_job(job)
    assert Job.objects.get(pk=job).state == Job.State.DONE
    assert not is_due()
    listed = {row.player_id: row for row in ListedPlayer.objects.filter(list=of)}
    assert listed[one.pk].rating == 15264575
    assert listed[two.pk].rating == 14735425
    assert (listed[one.pk].matches, listed[one.pk].wins) == (1, 1)
    assert listed[one.pk].last_day == DAY
    played(three, one, days=1)
    bring_up_to_date()
    assert not is_due()
    assert not Recalculation.objects.exists()
    live = contents(of)
    assert len(live[1]) == 3
    assert from_scratch(of) == live


def test_every_database_keeps_the_same_digits():
    """Typed in, so that SQLite and PostgreSQL are compared although they never meet."""
    one, two, three, four = players = people()
    of = a_list(formula="fibs")
    played(one, two, length=7)
    wrong = played(three, one, 2, length=11, days=1)
    played(two, three, length=5, days=1)
    played(four, one, length=9, days=2)
    played(four, two, 2, length=3, days=2)
    bring_up_to_date()
    assert wrong.length == 11
    corrected(wrong, 11, 4)
    bring_up_to_date()
    rows = ListedPlayer.objects.filter(list=of)
    digits = dict(rows.values_list("player_id", "rating"))
    assert [digits[player.pk] for player in players] == [
        *(14635794, 15147746, 15112495, 15120353)
    ]
    (last,) = RatedMatch.objects.filter(list=of, length=3)
    assert (last.before_1, last.after_1) == (15295910, 15120353)
    assert (last.before_2, last.after_2) == (14973261, 15147746)


FORMULAS = ("fibs", "steady", "brass-city", "japan")
HISTORY = "5cfb7295ccea61217030bcfc05287f94b5ec649f6033fcbcce69776bcb126585"
"""SHA-256 of all that `test_a_history_is_the_same_to_the_last_bit` has stored."""


def standing(ladder, number):
    """Number, rating and experience of everybody on a ladder."""
    return sorted(
        [number[player], ladder.rating_of(player), ladder.experience[player]]
        for player in ladder.players()
    )


def test_a_history_is_the_same_to_the_last_bit():
    """By four formulas, of matches stored in no order, one corrected, one given.

    What a database keeps is compared with the pure ladder, and by a digest that is
    typed in with what the other database keeps.
    """
    chance = random.Random("history")
    players = people(6)
    number = {player.pk: place for place, player in enumerate(players)}
    lists = [a_list(formula=formula) for formula in FORMULAS]
    day, given_rating = DAY + timedelta(days=9), 17_123_457
    for of in lists:
        gifts = [(players[0], given_rating)]
        give_ratings(gifts, of=of, day=day, experience=333, by=None)
    stored = []
    for days in chance.sample(range(24), 24):
        one, two = chance.sample(players, 2)
        length = chance.choice((1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25))
        match = played(one, two, chance.randint(1, 2), length=length, days=days)
        stored.append([days, number[one.pk], number[two.pk], length, match])
    bring_up_to_date()
    *_, wrong = sorted(stored[:12])
    match = wrong[-1]
    match.refresh_from_db()
    corrected(match, *((match.length, 0) if match.winner == 2 else (0, match.length)))
    bring_up_to_date()
    digest = sha256()
    for of in lists:
        results = []
        for days, one, two, length, match in sorted(stored):
            match.refresh_from_db()
            results.append((days, (one, two, length, match.winner)))
        pure = Ladder(formula_of(of.formula), start=of.start)
        worth = pure.rate([result for days, result in results if days < 9])
        pure.give(0, given_rating, 333)
        worth += pure.rate([result for days, result in results if days >= 9])
        rated, listed = contents(of)
        assert [tuple(row[2:6]) for row in rated] == worth
        kept = sorted([number[row[0]], *row[1:3]] for row in listed)
        same = {place: place for place in range(len(players))}
        assert kept == standing(pure, same)
        told = [kept, [list(one) for one in worth]]
        digest.update(json.dumps(told).encode())
    assert digest.hexdigest() == HISTORY


def corrected(match, one, two):
    match.refresh_from_db()
    correct_final(
        match_id=match.pk, score_1=one, score_2=two, revision=match.revision, by=None
    )


def test_a_correction_moves_what_follows_and_says_why():
    one, two, three, four = people()
    first = played(one, two)
    played(two, three, days=1)
    last = played(four, one, days=2)
    of = a_list()
    bring_up_to_date()
    before = dict(ListedPlayer.objects.filter(list=of).values_list("player", "rating"))
    corrected(first, 3, 7)
    bring_up_to_date()
    now = contents(of)
    told = Recalculation.objects.get()
    assert (told.reason, told.from_day) == (Recalculation.Reason.RESULTS, DAY)
    cause = told.causes.get()
    assert (cause.match, cause.winner_was, cause.winner_is) == (first, 1, 2)
    moved = {row.player_id: (row.before, row.after) for row in told.moves.all()}
    after = dict(ListedPlayer.objects.filter(list=of).values_list("player", "rating"))
    assert moved == {one: (before[one], after[one]) for one in before}
    assert from_scratch(of) == now
    remove_final(
        match_id=last.pk, revision=Match.objects.get(pk=last.pk).revision, by=None
    )
    bring_up_to_date()
    assert not ListedPlayer.objects.filter(list=of, player=four).exists()
    assert Recalculation.objects.count() == 2
    live = contents(of)
    assert from_scratch(of) == live


@pytest.mark.parametrize(
    ("rules", "counts"),
    [
        ({}, True),
        ({"least_length": 8}, False),
        ({"most_length": 6}, False),
        ({"from_day": date(2026, 3, 2)}, False),
        ({"from_day": DAY}, True),
        ({"takes_club": False}, False),
        ({"takes_tournaments": False}, True),
        ({"members_only": True}, False),
        ({"formula": "imported"}, False),
    ],
)
def test_which_matches_count(rules, counts):
    played(*people(2))
    of = a_list(**rules)
    bring_up_to_date()
    assert RatedMatch.objects.filter(list=of).exists() is counts


@pytest.mark.parametrize(
    ("how", "setting"),
    [
        (Match.How.WALKOVER, "takes_walkovers"),
        (Match.How.FORFEIT, "takes_walkovers"),
        (Match.How.RETIRED, "takes_retired"),
        (Match.How.PENALTY, "takes_penalties"),
    ],
)
def test_which_endings_count(how, setting):
    match = builders.match()
    record_ending(match_id=match.pk, how=how, winner=Side.ONE, by=None)
    with_it, without = a_list(**{setting: True}), a_list(**{setting: False})
    bring_up_to_date()
    found = RatedMatch.objects.filter(match=match).values_list("list", flat=True)
    assert list(found) == [with_it.pk]
    assert without.pk != with_it.pk


def test_matches_that_are_not_rated_and_sessions_never_count():
    builders.won(1, builders.match(rated=False))
    of = a_list()
    bring_up_to_date()
    assert contents(of) == ([], [])


def test_rules_change_the_whole_list_and_say_so():
    one, two = people(2)
    played(one, two)
    of = a_list()
    bring_up_to_date()
    known = list_rules(of)
    assert change_list(
        of=of, rules=replace(known, formula="steady"), known=known.digest, by=None
    )
    with raises(LIST_CHANGED):
        change_list(of=of, rules=replace(known, own=True), known=known.digest, by=None)
    bring_up_to_date()
    told = Recalculation.objects.get()
    assert told.reason == Recalculation.Reason.RULES
    assert told.moves.count() == 2
    assert ListedPlayer.objects.get(list=of, player=one).rating == 15052915


def test_a_removed_list_is_left_alone():
    of = a_list()
    remove_list(of=of, by=None)
    assert not is_due()
    restore_list(of=of, by=None)
    assert is_due()


def test_a_change_meanwhile_is_not_overwritten(monkeypatch):
    played(*people(2))
    of = a_list()
    read = computing.computed
    turns = []

    def changing(held):
        if not turns:
            change_list(
                of=of,
                rules=replace(list_rules(of), start=1000 * POINT),
                known=list_rules(of).digest,
                by=None,
            )
        turns.append(held.start)
        return read(held)

    monkeypatch.setattr(computing, "computed", changing)
    bring_up_to_date()
    assert turns == [1500 * POINT, 1000 * POINT]
    assert contents(of)[0][0][2] == 1000 * POINT


acts = st.lists(
    st.tuples(st.integers(0, 11), st.integers(1, 2), st.integers(0, 6)), max_size=8
)


@given(st.lists(st.integers(0, 5), min_size=3, max_size=12), acts)
@settings(max_examples=6, suppress_health_check=list(HealthCheck))
def test_corrections_give_what_a_computation_from_scratch_gives(days, changes):
    with transaction.atomic():
        one, two, three, four = people()
        pairs = [(one, two), (three, four), (two, three), (four, one)]
        of = a_list()
        matches = []
        for number, day in enumerate(days):
            matches.append(played(*pairs[number % 4], 1 + number % 2, days=day))
            bring_up_to_date()
        for number, winner, back in changes:
            match = matches[number % len(matches)]
            match.refresh_from_db()
            if match.winner is None:
                builders.won(winner, match)
            elif back:
                corrected(match, *((7, back) if winner == 1 else (back, 7)))
            else:
                remove_final(match_id=match.pk, revision=match.revision, by=None)
            bring_up_to_date()
        live = contents(of)
        assert from_scratch(of) == live
        transaction.set_rollback(True)

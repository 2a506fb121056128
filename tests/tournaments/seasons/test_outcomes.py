"""What a weekend, doubles, re-entries and walk-overs bring in a season."""

from collections import defaultdict
from dataclasses import replace
from datetime import date
from itertools import cycle
from typing import Any

import pytest
from django.test import Client

from matches.ledger.adjust import record_ending
from matches.models import Match, Player
from matches.rules import Side
from tests import builders
from tests.tournaments.entries.test_options import choose, first_loser, only
from tournaments.models import Entry, Pairing, Season, Tournament
from tournaments.seasons.outcomes import outcome_of
from tournaments.seasons.presets import card_named
from tournaments.seasons.scoring import UNIT, SeasonScoring
from tournaments.seasons.services import SeasonRules, make_season
from tournaments.seasons.state import state_of
from tournaments.seasons.words import shown_term
from tournaments.standings.finishing import finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.structure.queries import stages_of

pytestmark = pytest.mark.django_db

DAY = date(2026, 10, 3)
ONE_A_WIN = SeasonScoring(win=(UNIT, UNIT, UNIT))


def season(scoring: SeasonScoring) -> Season:
    rules = SeasonRules(name="Season", from_day=DAY, to_day=DAY, scoring=scoring)
    return make_season(rules=rules, by=None)


def scoring_of(card: str, **changes: Any) -> SeasonScoring:
    found = card_named(card)
    assert found is not None
    return replace(found.scoring, **changes)


def points(of: Season) -> dict[str, float]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {
        str(names[line.player]): line.points / UNIT
        for line in state_of(Season.objects.get(pk=of.pk)).lines
    }


def played_weekend(who: int = 8) -> Tournament:
    """A cup with consolation and last chance, played to the end."""
    made = builders.weekend(who, date=DAY)
    builders.published_round(made)
    winners = cycle((1, 2))
    while builders.play_on(made, next(winners)):
        pass
    return made


@pytest.mark.database
def test_wins_of_a_weekend_are_paid_by_the_part_in_which_they_were_won() -> None:
    played_weekend()
    worth = {"": 7, "consolation": 5, "last": 3}
    expected: dict[str, float] = dict.fromkeys(builders.names(8), 0)
    sections = set()
    for pairing in Pairing.objects.live().filter(match__winner__isnull=False):
        winner = [pairing.entry_1, pairing.entry_2][pairing.match.winner - 1]
        assert winner is not None
        sections.add(pairing.stage.section)
        expected[winner.player.name] += worth[pairing.stage.section]
    assert sections == set(worth)

    of = season(scoring_of("nordic"))

    assert points(of) == expected


def test_each_part_of_a_weekend_pays_its_own_places() -> None:
    made = played_weekend()
    of = season(SeasonScoring(places="order", place_weights=(UNIT, UNIT // 2, 0)))
    (division,) = finishing_order(stages_of(made), mark_of(made).text)
    weights = [1, 0.5, 0]
    expected: defaultdict[str, float] = defaultdict(float)
    for event, weight in zip(division.events, weights, strict=True):
        field = len(event.finishers)
        assert field > 1
        for one in event.finishers:
            sharing = sum(other.place == one.place for other in event.finishers)
            last = one.place + sharing - 1
            mean = field + 1 - (one.place + last) / 2
            expected[one.row.name] += mean * weight
    assert points(of) == pytest.approx(expected)


def test_a_sum_says_in_which_part_it_was_won() -> None:
    played_weekend()
    of = season(scoring_of("nordic"))
    best = max(state_of(of).lines, key=lambda line: len(line.counted[0].terms))
    key = Player.objects.get(pk=best.player).key
    page = Client().get(f"{of.get_absolute_url()}players/{key}/").context
    told = [
        shown_term(term, names)
        for _evening, result, names in page["evenings"]
        for term in result.terms
    ]
    assert len(told) == len(set(told)) > 1
    assert any("Consolation" in text or "Last chance" in text for text in told)


@pytest.mark.database
def test_both_of_a_pair_get_what_the_pair_gets() -> None:
    made = builders.tournament(date=DAY, rounds=1)
    pairs = builders.entered(made, ["Alm & Berg", "Dal & Ek"])
    members = [builders.player(name) for name in ("Alm", "Berg", "Dal", "Ek")]
    for at, pair in enumerate(pairs):
        pair.player.members.set(members[2 * at : 2 * at + 2])
    match = builders.matches(builders.played_round(made))[0]

    found = points(season(ONE_A_WIN))

    winners = set(match.player_1.members.values_list("name", flat=True))
    assert found == {one.name: float(one.name in winners) for one in members}


@pytest.mark.database
def test_who_buys_in_again_has_one_row_and_the_better_place() -> None:
    stage = StagePlan(format="lives", match_length=5, options={"lives": 1})
    made = builders.tournament(
        "lives", date=DAY, divisions=(DivisionPlan(stages=(stage,)),)
    )
    builders.entered(made, 4)
    builders.played_round(made)
    out = Entry.objects.get(tournament=made, number=first_loser(made))
    again = choose(made, out.number, only(made, out.number, "again")).entry
    assert again is not None
    choose(made, again.number, only(made, again.number, "join"))
    for _round in range(2):
        for match in builders.matches(builders.published_round(made)):
            builders.won(2 if match.player_2_id == out.player_id else 1, match)

    found = [
        one for one in outcome_of(made, "mark").showings if one.player == out.player_id
    ]

    (division,) = finishing_order(stages_of(made), "another")
    finishers = division.events[0].finishers
    own = [one.place for one in finishers if one.row.key == out.player.key]
    won = Pairing.objects.filter(match__winner=1, entry_1__player=out.player).count()
    won += Pairing.objects.filter(match__winner=2, entry_2__player=out.player).count()
    ((showing,), (first, second)) = found, own
    assert first != second
    assert [one.place for one in showing.placings] == [min(own)]
    assert showing.placings[0].field == 4  # of five entries
    assert sum(one.number for one in showing.wins if one.kind == "win") == won
    assert showing.losses == 1


def test_who_did_not_come_is_not_paid_for_coming() -> None:
    made = builders.evening("swiss", 4, date=DAY, rounds=1)
    one, two = builders.matches(builders.published_round(made))
    builders.won(1, one)
    record_ending(match_id=two.pk, how="walkover", winner=Side.ONE, by=None)
    absent = two.player_2.name

    scoring = SeasonScoring(attendance=UNIT, win=(UNIT, UNIT, UNIT), walkovers=False)
    of = season(scoring)
    assert absent not in points(of)
    assert points(of)[two.player_1.name] == 1
    paid = season(replace(scoring, walkovers=True))
    assert points(paid)[two.player_1.name] == 2


def test_a_disputed_result_counts_once_it_is_decided() -> None:
    made = builders.evening("swiss", 2, date=DAY, rounds=1)
    (match,) = builders.matches(builders.played_round(made))
    Match.objects.filter(pk=match.pk).update(state=Match.State.DISPUTED)
    assert not outcome_of(made, "disputed").showings
    Match.objects.filter(pk=match.pk).update(state=Match.State.DONE)
    assert len(outcome_of(made, "decided").showings) == 2

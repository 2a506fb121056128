"""Ties: in a bracket two meet until one has won more than half of the matches."""

from collections import Counter

import pytest

from matches.ledger.adjust import record_ending
from matches.ledger.amendments import Wanted
from matches.models import Match
from matches.rules import Side
from tests import builders
from tests.tournaments.brackets.test_brackets import page, read
from tournaments.engine import standings
from tournaments.models import Pairing, Stage, Tournament
from tournaments.results.amendments.services import undo
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.rounds import engine_state
from tournaments.setup.fields import option_field
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.structure.words import stage_facts
from tournaments.tables.calling import advance

pytestmark = pytest.mark.django_db


def cup(who: int, legs: int) -> Tournament:
    made = builders.evening("elimination", who)
    Stage.objects.filter(division__tournament=made).update(options={"legs": legs})
    builders.published_round(made)
    advance(made.pk)
    return made


def matches_of(made: Tournament, slot: int) -> list[Pairing]:
    rows = Pairing.objects.live().filter(tournament=made, slot=slot)
    return list(rows.select_related("entry_1", "entry_2", "match").order_by("leg"))


def win(made: Tournament, slot: int, number: int) -> None:
    """Let an entry win the newest match of a tie."""
    row = matches_of(made, slot)[-1]
    builders.won(1 if row.entry_1.number == number else 2, row.opened_match)
    advance(made.pk)


def test_the_best_of_three_goes_on() -> None:
    made = cup(2, 3)
    (first,) = matches_of(made, 1)
    one, two = first.entry_1.number, first.entry_2 and first.entry_2.number
    assert two
    for winner, count in ((one, 2), (two, 3)):
        win(made, 1, winner)
        assert read(made).course.slots[1].winner is None
        assert len(matches_of(made, 1)) == count
    shown = page(made)
    assert shown.count(">1</") >= 2
    win(made, 1, two)
    rows = matches_of(made, 1)
    assert [row.leg for row in rows] == [1, 2, 3]
    # The two exchange seats, and each match has a number of its own.
    assert [row.entry_1.number for row in rows] == [one, two, one]
    assert len({row.match_number for row in rows}) == 3
    bracket = read(made)
    assert bracket.course.slots[1].winner == two
    assert bracket.meetings[1].won == Counter({two: 2, one: 1})
    table = standings(engine_state.load(builders.stage(made))).rows
    assert [(row.place, row.entrant) for row in table] == [(1, two), (2, one)]


def test_two_wins_of_three_need_no_third_match() -> None:
    made = cup(4, 3)
    number = matches_of(made, 1)[0].entry_1.number
    win(made, 1, number)
    win(made, 1, number)
    assert len(matches_of(made, 1)) == 2
    assert read(made).course.slots[3].has(number)


def test_a_walkover_decides_the_whole_tie() -> None:
    made = cup(4, 5)
    row = matches_of(made, 1)[0]
    assert row.match is not None
    record_ending(match_id=row.match.pk, how="walkover", winner=Side.TWO, by=None)
    advance(made.pk)
    assert len(matches_of(made, 1)) == 1
    assert row.entry_2
    assert read(made).course.slots[1].winner == row.entry_2.number


def test_a_corrected_match_can_open_a_tie_again_or_end_it() -> None:
    made = cup(4, 3)
    first = matches_of(made, 1)[0]
    one = first.entry_1.number
    win(made, 1, one)
    win(made, 1, one)
    for slot in (2, 2):
        win(made, slot, matches_of(made, 2)[0].entry_1.number)
    assert len(matches_of(made, 3)) == 1
    match = Match.objects.get(pk=first.match_id)
    wanted = Wanted(how="played", winner=Side.TWO, points=1)
    effects = preview(match=match, wanted=wanted)
    chosen = Chosen(wanted=wanted, mode="replay", reason="Wrong", mark=effects.mark)
    corrected = correct(tournament=made, match=match, chosen=chosen, by=None)
    advance(made.pk)
    assert len(matches_of(made, 1)) == 3
    assert matches_of(made, 3) == []
    undo(tournament=made, pk=corrected.amendment_id, by=None)
    advance(made.pk)
    assert read(made).course.slots[1].winner == one
    assert read(made).course.slots[3].state == "open"


def test_a_bracket_offers_only_ties_that_somebody_wins() -> None:
    field = option_field("legs", "elimination")
    assert [value for value, _ in field.choices] == ["1", "3", "5"]  # type: ignore[attr-defined]
    stage = StagePlan(format="elimination", match_length=5, options={"legs": 3})
    assert "best of 3 matches" in stage_facts(DivisionPlan(stages=(stage,)), 0)

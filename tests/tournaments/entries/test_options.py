"""Late, again, gone, not there: what is offered, what it does, and undoing it."""

import html
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from matches.models import JournalEntry, Match
from matches.rules.refusals import RuleError
from tests import builders
from tests.examples import NIGHTLY, in_a_world
from tests.refusals import numbers_in, raises, words
from tournaments.engine import standings
from tournaments.engine.audit import audit_plan
from tournaments.engine.bracket.refit import misfits
from tournaments.entries import services as entries_services
from tournaments.entries.options import withdraw
from tournaments.entries.options.apply import Applied, apply_option
from tournaments.entries.options.choices import Choice
from tournaments.entries.options.errors import OPTION_GONE, PLACE_TAKEN
from tournaments.entries.options.plan import OptionsView, options_of
from tournaments.entries.options.snapshot import moves, snapshot_of
from tournaments.models import Amendment, Entry, Pairing, Stage, Tournament
from tournaments.results.amendments.services import undo
from tournaments.results.amendments.set_aside import CAME_LATE
from tournaments.results.errors import AMENDMENT_PLAYED
from tournaments.rounds import engine_state
from tournaments.rounds.round_names import entry_counts
from tournaments.setup.services import close_tournament
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.plan import (
    BRANCH,
    DivisionPlan,
    StagePlan,
    with_tiebreaks,
)
from tournaments.tables.calling import advance
from tournaments.tables.people import people_of

pytestmark = pytest.mark.django_db

LATE = "Ida Juul"


def entry(of: Tournament, number: int) -> Entry:
    return Entry.objects.select_related("player", "division__tournament").get(
        tournament=of, number=number
    )


def offered(of: Tournament, number: int) -> dict[str, Choice]:
    """The options of an entry by kind and what follows it in the key."""
    return {choice.key: choice for choice in options_of(entry(of, number)).choices}


def only(of: Tournament, number: int, kind: str) -> Choice:
    """The first option of a kind."""
    return next(
        choice for key, choice in offered(of, number).items() if key.startswith(kind)
    )


def kinds(of: Tournament, number: int) -> list[str]:
    return list(dict.fromkeys(key.split("-")[0] for key in offered(of, number)))


def refusals(of: Tournament, number: int) -> str:
    view = options_of(entry(of, number))
    return " ".join(str(line) for group in view.groups for line in group.refusals)


def choose(of: Tournament, number: int, choice: Choice) -> Applied:
    reason = "Asked for it" if choice.needs_reason else ""
    done = apply_option(
        tournament=of, number=number, chosen=choice.value, reason=reason, by=None
    )
    advance(of.pk)
    return done


def late(into: Tournament, name: str = LATE, *, here: bool = True) -> int:
    return builders.entered(into, [name], here=here)[0].number


def facts(of: Tournament) -> dict[str, Any]:
    """Everything a choice may change and undoing it brings back."""
    live = Pairing.objects.live().filter(tournament=of)
    return {
        "entries": list(
            Entry.objects.filter(tournament=of)
            .order_by("number")
            .values_list(
                *("number", "joined_round", "checked_in_at", "withdrawn_at"),
                *("placing", "placing_reason"),
            )
        ),
        "live": sorted(
            live.values_list(
                *("round_number", "position", "leg", "entry_1__number"),
                *("entry_2__number", "match__state", "match__winner"),
            ),
            key=str,
        ),
        "lots": list(
            Stage.objects.filter(tournament=of)
            .order_by("number")
            .values_list("lots", "pins")
        ),
    }


def called(of: Tournament) -> dict[int, tuple[int | None, str]]:
    """Table and players of every called match that is live, by number."""
    rows = (
        Pairing.objects.live()
        .filter(tournament=of, called_at__isnull=False)
        .exclude(match__state=Match.State.VOID)
        .select_related("match__player_1", "match__player_2")
    )
    return {row.match_number: (row.table, str(row.match)) for row in rows}


def pairing_of(of: Tournament, number: int) -> Pairing:
    """The live pairing of the newest round in which somebody sits."""
    rows = Pairing.objects.live().filter(tournament=of)
    found = [
        row
        for row in rows.select_related("entry_1", "entry_2", "match").order_by(
            "-round_number", "-pk"
        )
        if number in {row.entry_1.number, row.entry_2.number if row.entry_2 else 0}
    ]
    return found[0]


def bye_holder(of: Tournament) -> int:
    row = (
        Pairing.objects.live()
        .filter(tournament=of, entry_2__isnull=True)
        .latest("round_number")
    )
    return row.entry_1.number


def undone(of: Tournament, done: Applied) -> None:
    assert undo(tournament=of, pk=done.undo.pk, by=None)
    assert not undo(tournament=of, pk=done.undo.pk, by=None)


def cup(who: int, **options: Any) -> Tournament:
    """A knock-out with a consolation, drawn."""
    stages = (
        StagePlan(format="elimination", match_length=7, options=options),
        StagePlan(
            format=BRANCH,
            match_length=5,
            name="Consolation",
            parent=0,
            section="consolation",
            options={"pattern": "unshifted"},
        ),
    )
    made = builders.tournament("elimination", divisions=(DivisionPlan(stages=stages),))
    builders.entered(made, who)
    builders.published_round(made)
    return made


def told(choice: Choice) -> list[str]:
    """The effects of an option, as a page says them."""
    return [str(line) for line in choice.effects]


def predicted(of: Tournament, choice: Choice) -> list[str]:
    """The lines of who meets whom and who has a bye, as shown before."""
    assert choice.effects
    return [line for line in told(choice) if ": " in line and "standings" not in line]


def happened(of: Tournament, before: Any) -> list[str]:
    """The same lines, from how the bracket stands now."""
    scene = snapshot_of(builders.stage(of))
    return [str(line) for line in moves(scene, before, scene.course)]


# Formats of rounds ---------------------------------------------------------


@pytest.mark.parametrize("format_key", ["swiss", "monrad", "danish", "lives"])
def test_a_latecomer_plays_from_the_next_round(format_key: str) -> None:
    evening = builders.evening(format_key, 4)
    builders.played_round(evening)
    number = late(evening, here=False)
    choice = only(evening, number, "join")
    assert choice.is_recommended
    assert numbers_in(str(choice.title)) == [2]
    assert "bye" not in kinds(evening, number)
    before = facts(evening)
    done = choose(evening, number, choice)
    found = entry(evening, number)
    assert (found.joined_round, found.checked_in_at is not None) == (2, True)
    undone(evening, done)
    assert facts(evening) == before


def test_lives_count_the_rounds_that_were_missed() -> None:
    evening = builders.evening("lives", 8)
    builders.played_round(evening)
    number = late(evening)
    choice = only(evening, number, "join")
    assert words("lives.begins", lost=1, lives=3) in told(choice)
    choose(evening, number, choice)
    state = engine_state.load(builders.stage(evening))
    left = {row.entrant: row.values[1] for row in standings(state).rows}
    assert left[number] == 2


@pytest.mark.parametrize(
    "format_key", ["swiss", "monrad", "danish", "lives", "round_robin"]
)
def test_a_bye_becomes_a_match_while_the_round_is_played(format_key: str) -> None:
    evening = builders.evening(format_key, 5)
    builders.published_round(evening)
    holder = bye_holder(evening)
    number, tables = late(evening), called(evening)
    choice = only(evening, number, "bye")
    name = str(entry(evening, holder))
    assert name in str(choice.title)
    assert numbers_in(str(choice.title)) == [1]
    assert any(name in line for line in told(choice))
    before = facts(evening)
    done = choose(evening, number, choice)
    row = pairing_of(evening, number)
    assert {row.entry_1.number, row.entry_2.number} == {holder, number}
    assert (row.match_number, row.table) == (3, 3)
    assert called(evening).items() >= tables.items()
    assert entry(evening, number).joined_round == 1
    assert row.notes == [{"code": CAME_LATE.code, "params": {"entrant": number}}]
    undone(evening, done)
    after = facts(evening)
    assert (after["live"], after["lots"]) == (before["live"], before["lots"])
    builders.won(1, Match.objects.get(pairing__match_number=1))


def test_the_match_that_was_a_bye_counts() -> None:
    evening = builders.evening("swiss", 3)
    builders.published_round(evening)
    holder, number = bye_holder(evening), late(evening)
    choose(evening, number, only(evening, number, "bye"))
    row = pairing_of(evening, number)
    builders.won(1 if row.entry_1.number == number else 2, row.match)
    rows = standings(engine_state.load(builders.stage(evening))).rows
    wins = {each.entrant: each.wins for each in rows}
    assert (wins[number], wins[holder]) == (1, 0)


def test_two_legs_are_two_matches_for_a_latecomer_too() -> None:
    evening = builders.tournament(
        "swiss",
        divisions=(
            DivisionPlan(
                stages=(
                    StagePlan(
                        format="swiss", match_length=5, rounds=3, options={"legs": 2}
                    ),
                )
            ),
        ),
    )
    builders.entered(evening, 3)
    builders.published_round(evening)
    number = late(evening)
    choose(evening, number, only(evening, number, "bye"))
    rows = [
        row
        for row in Pairing.objects.filter(tournament=evening)
        if number in {row.entry_1.number, row.entry_2 and row.entry_2.number}
    ]
    assert [(row.leg, row.match_number) for row in rows] == [(1, 3), (2, 4)]


def test_a_bye_stays_once_its_round_is_played_or_the_match_has_begun() -> None:
    evening = builders.evening("swiss", 3)
    builders.played_round(evening)
    number = late(evening)
    assert "bye" not in kinds(evening, number)
    assert 1 in numbers_in(refusals(evening, number))


def test_undoing_a_bye_is_refused_once_the_match_has_begun() -> None:
    evening = builders.evening("swiss", 3)
    builders.published_round(evening)
    number = late(evening)
    done = choose(evening, number, only(evening, number, "bye"))
    builders.play(pairing_of(evening, number).match, builders.game(1))
    before = facts(evening)
    with raises(AMENDMENT_PLAYED):
        undo(tournament=evening, pk=done.undo.pk, by=None)
    assert facts(evening) == before


def test_after_the_last_round_nobody_joins() -> None:
    evening = builders.evening("swiss", 4, rounds=1)
    builders.played_round(evening)
    number = late(evening)
    assert "join" not in kinds(evening, number)
    assert numbers_in(refusals(evening, number)) == [1]


def test_a_round_robin_takes_one_more_where_it_is_odd() -> None:
    odd, even = builders.evening("round_robin", 5), builders.evening("round_robin", 4)
    for evening in (odd, even):
        builders.published_round(evening)
    number = late(odd)
    assert any("Takes number 6" in line for line in told(only(odd, number, "join")))
    full = late(even)
    assert words("round_robin.full") in refusals(even, full)
    assert "join" not in kinds(even, full)


def test_a_free_night_takes_anybody_at_once() -> None:
    night = builders.evening("night", 4)
    builders.published_round(night)
    number = late(night)
    assert told(only(night, number, "join")) == [words("night.soon")]


def test_before_the_draw_nothing_has_to_be_chosen() -> None:
    evening = builders.evening("swiss", 3)
    view = options_of(entry(evening, 1))
    assert view.groups[0].note
    assert not view.choices


# Brackets ------------------------------------------------------------------


@pytest.mark.parametrize("byes", ["spread", "top", "bottom", "lots"])
def test_a_latecomer_takes_a_vacant_line(byes: str) -> None:
    event = cup(5, byes=byes)
    number = late(event)
    found = [one for key, one in offered(event, number).items() if "line-" in key]
    assert len(found) >= 1
    assert [one.needs_reason for one in found] == [
        index > 0 for index in range(len(found))
    ]
    for choice in found:
        before, tables = facts(event), called(event)
        course = snapshot_of(builders.stage(event)).course
        shown = predicted(event, choice)
        done = choose(event, number, choice)
        assert [one for one in shown if "is discarded" not in one] == happened(
            event, course
        )
        kept = {key: value for key, value in tables.items() if key in called(event)}
        assert called(event).items() >= kept.items()
        undone(event, done)
        after = facts(event)
        assert after["lots"] == before["lots"]
        assert [row[:5] for row in after["live"]] == [row[:5] for row in before["live"]]


def test_a_called_match_is_set_aside_only_by_choice_and_comes_back_as_it_was() -> None:
    """Five in a bracket of eight: two byes meet at once, and their match is called."""
    event = cup(5)
    number = late(event)
    choice = next(one for one in offered(event, number).values() if one.change.aside)
    assert not choice.is_recommended
    before = called(event)
    done = choose(event, number, choice)
    assert set(called(event)) != set(before)
    undone(event, done)
    assert called(event) == before


def test_a_bye_that_was_played_from_is_gone() -> None:
    event = cup(5)
    for row in Pairing.objects.filter(tournament=event, round_number=2):
        builders.play(row.match, builders.game(1))
    number = late(event)
    assert refusals(event, number)


def test_a_full_bracket_offers_the_free_places_of_its_branch() -> None:
    event = cup(8)
    number = late(event)
    assert refusals(event, number)
    assert "line" not in kinds(event, number)
    first = builders.matches(builders.stage(event).published_rounds.get())
    builders.won(1, first[0])
    advance(event.pk)
    gone = pairing_of(event, 0 + first_loser(event)).pk
    assert gone
    withdrawn = first_loser(event)
    withdraw.withdraw(tournament=event, number=withdrawn, by=None)
    choice = only(event, number, "place")
    course = snapshot_of(builders.stage(event)).course
    before = facts(event)
    shown = predicted(event, choice)
    done = choose(event, number, choice)
    assert happened(event, course) == shown
    undone(event, done)
    assert facts(event)["lots"] == before["lots"]


def first_loser(of: Tournament) -> int:
    row = Pairing.objects.filter(tournament=of, match__winner=1).earliest("pk")
    assert row.entry_2 is not None
    return row.entry_2.number


def test_whoever_withdrew_before_playing_leaves_the_line() -> None:
    event = cup(8)
    row = pairing_of(event, 3)
    opponent = row.entry_2 if row.entry_1.number == 3 else row.entry_1
    choose(event, 3, only(event, 3, "rest"))
    number = late(event)
    choice = only(event, number, "line")
    assert str(opponent) in str(choice.title)
    choose(event, number, choice)
    now = pairing_of(event, number)
    assert opponent.number in {now.entry_1.number, now.entry_2.number}


def test_who_is_out_buys_in_again_and_then_chooses_a_place() -> None:
    event = cup(5)
    row = Pairing.objects.filter(tournament=event, round_number=1).earliest("pk")
    builders.won(1, row.match)
    advance(event.pk)
    out = row.entry_2.number
    while (scene := snapshot_of(builders.stage(event))).course.where_now(out):
        slot = scene.course.where_now(out)
        if slot.state != "open":
            withdraw.withdraw(tournament=event, number=out, by=None)
            withdraw.reinstate(tournament=event, number=out, by=None)
            break
        found = pairing_of(event, out)
        builders.won(2 if found.entry_1.number == out else 1, found.match)
        advance(event.pk)
    if snapshot_of(builders.stage(event)).course.where_now(out):
        assert refusals(event, out)
        assert "again" not in kinds(event, out)
        return
    done = choose(event, out, only(event, out, "again"))
    assert done.entry is not None
    assert (done.entry.again, done.entry.player_id) == (1, row.entry_2.player_id)


def test_who_has_no_lives_left_buys_in_again() -> None:
    evening = builders.tournament(
        "lives",
        divisions=(
            DivisionPlan(
                stages=(
                    StagePlan(format="lives", match_length=5, options={"lives": 1}),
                )
            ),
        ),
    )
    builders.entered(evening, 4)
    builders.played_round(evening)
    out = first_loser(evening)
    done = choose(evening, out, only(evening, out, "again"))
    again = done.entry
    assert again is not None
    assert kinds(evening, again.number)[0] == "join"
    assert "again" not in kinds(evening, out)
    assert refusals(evening, out)
    undo(tournament=evening, pk=done.undo.pk, by=None)
    assert "again" in kinds(evening, out)


# Leaving -------------------------------------------------------------------


def test_leaving_between_rounds_and_coming_back() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    before = facts(evening)
    done = choose(evening, 2, only(evening, 2, "leave"))
    assert entry(evening, 2).withdrawn_at is not None
    assert kinds(evening, 2) == ["back"]
    choose(evening, 2, only(evening, 2, "back"))
    assert facts(evening) == before
    choose(evening, 2, only(evening, 2, "leave"))
    with pytest.raises(Amendment.DoesNotExist):
        undo(tournament=builders.tournament(), pk=done.undo.pk, by=None)


@pytest.mark.parametrize("format_key", ["swiss", "round_robin", "elimination"])
def test_leaving_in_an_open_match_gives_it_to_the_opponent(format_key: str) -> None:
    event = cup(8) if format_key == "elimination" else builders.evening(format_key, 4)
    if format_key != "elimination":
        builders.published_round(event)
    row = pairing_of(event, 3)
    before = facts(event)
    course = snapshot_of(builders.stage(event)).course if row.slot else None
    choice = only(event, 3, "end")
    assert {how for _match, how, _side in choice.change.endings} == {"walkover"}
    done = choose(event, 3, choice)
    match = Match.objects.get(pk=row.match_id)
    assert (match.how, match.winner) == (
        Match.How.WALKOVER,
        2 if row.entry_1.number == 3 else 1,
    )
    if course is not None:
        shown = [line for line in told(choice) if line in happened(event, course)]
        assert shown == happened(event, course)
        assert choice.effects
    undone(event, done)
    assert facts(event) == before


def test_retiring_keeps_the_score_and_finishing_first_keeps_the_match() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    row = pairing_of(evening, 1)
    builders.play(row.match, builders.game(1, cube=2))
    last, end = only(evening, 1, "last"), only(evening, 1, "end")
    assert str(end.title).startswith("Retires now")
    assert any("2–0" in line for line in told(end))
    assert last.is_recommended
    done = choose(evening, 1, last)
    row.match.refresh_from_db()
    assert row.match.state == Match.State.PLAYING
    undone(evening, done)
    choose(evening, 1, only(evening, 1, "end"))
    row.match.refresh_from_db()
    assert (row.match.how, row.match.score_1) == (Match.How.RETIRED, 2)


def test_void_treats_all_opponents_alike() -> None:
    evening = builders.evening("round_robin", 4)
    builders.played_round(evening)
    builders.played_round(evening)
    before = facts(evening)
    opponents = {
        row.entry_1.number if row.entry_2.number == 2 else row.entry_2.number
        for row in Pairing.objects.filter(tournament=evening)
        if row.entry_2 and 2 in {row.entry_1.number, row.entry_2.number}
    }
    choice = only(evening, 2, "void")
    assert len(choice.effects) == 2 + 1
    done = choose(evening, 2, choice)
    state = engine_state.load(builders.stage(evening))
    assert not [one for one in state.outcomes if one.two and 2 in {one.one, one.two}]
    byes = {one.one for one in state.outcomes if one.two is None}
    assert byes == opponents
    undone(evening, done)
    assert facts(evening) == before
    choose(evening, 2, only(evening, 2, "void"))
    last = builders.published_round(evening)
    rest = [row for row in builders.pairings(last) if row.is_bye]
    assert {row.entry_1.number for row in rest} == {1, 3, 4} - opponents


def test_a_reported_match_is_decided_first() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    row = pairing_of(evening, 1)
    Match.objects.filter(pk=row.match_id).update(state=Match.State.REPORTED)
    assert refusals(evening, 1)
    assert kinds(evening, 1) == []


def test_nobody_comes_back_into_a_match_that_has_begun_without_them() -> None:
    event = cup(4)
    choose(event, 1, only(event, 1, "end"))
    other = pairing_of(event, 2)
    if other.slot == pairing_of(event, 1).slot:
        other = pairing_of(event, 3)
    builders.won(1, other.match)
    advance(event.pk)
    for row in Pairing.objects.filter(tournament=event, match__state="ready"):
        builders.play(row.match, builders.game(1))
    view = refusals(event, 1)
    if "Cannot be reinstated" in view:
        with raises(PLACE_TAKEN):
            withdraw.reinstate(tournament=event, number=1, by=None)
    else:
        assert kinds(event, 1) == ["back"]


# Not there -----------------------------------------------------------------


@pytest.mark.parametrize("kind", ["walkover", "nobody", "rest"])
@pytest.mark.parametrize("format_key", ["swiss", "elimination", "round_robin"])
def test_who_does_not_come(kind: str, format_key: str) -> None:
    event = cup(8) if format_key == "elimination" else builders.evening(format_key, 4)
    if format_key != "elimination":
        builders.published_round(event)
    row = pairing_of(event, 2)
    opponent = row.entry_1 if row.entry_2.number == 2 else row.entry_2
    before = facts(event)
    course = snapshot_of(builders.stage(event)).course if row.slot else None
    choice = only(event, 2, kind)
    assert choice.effects
    done = choose(event, 2, choice)
    if course is not None:
        assert set(happened(event, course)) <= set(told(choice))
    state = engine_state.load(builders.stage(event))
    found = [one for one in state.outcomes if opponent.number in {one.one, one.two}]
    if kind == "walkover":
        assert (found[0].winner, found[0].played) == (opponent.number, False)
    if kind == "nobody":
        assert (found[0].winner, found[0].nobody) == (None, True)
    if kind == "rest" and course is None:
        assert (found[0].two, found[0].winner) == (None, opponent.number)
    undone(event, done)
    assert facts(event) == before


@pytest.mark.parametrize(
    "format_key", ["swiss", "monrad", "round_robin", "elimination"]
)
def test_somebody_else_takes_the_seat(format_key: str) -> None:
    event = builders.evening(format_key, 4)
    number = late(event, here=False)
    builders.published_round(event)
    row = pairing_of(event, 3)
    before = facts(event)
    tables = {key: value[0] for key, value in called(event).items()}
    choice = only(event, 3, "seat")
    assert str(choice.title) == f"{LATE} plays M{row.match_number} instead."
    done = choose(event, 3, choice)
    now = pairing_of(event, number)
    assert (now.match_number, now.table) == (row.match_number, row.table)
    assert now.match_id != row.match_id
    assert {key: value[0] for key, value in called(event).items()} == tables
    old = Match.objects.get(pk=row.match_id)
    assert old.state == Match.State.VOID
    assert entry(event, 3).checked_in_at is None
    undone(event, done)
    assert facts(event) == before
    assert pairing_of(event, 3).match_number == row.match_number


def test_who_sits_at_another_table_takes_no_seat() -> None:
    """A player of two divisions is never called twice at once."""
    stages = (StagePlan(format="swiss", match_length=5, rounds=3),)
    event = builders.tournament(
        divisions=(
            DivisionPlan(stages=stages, name="Open"),
            DivisionPlan(stages=stages, name="Beginners"),
        )
    )
    builders.entered(event, 4)
    builders.published_round(event)
    row = pairing_of(event, 1)
    busy = entry(event, 2).player
    other = builders.player("Jon Krag")
    done = entries_services.add_entries(
        tournament=event, known=[other], new=(), here=True, division=2, by=None
    )
    assert done.entries[0].number == 5
    assert people_of([busy.pk]) == {busy.pk: {busy.pk}}
    moved = only(event, 5, "move")
    assert str(moved.title) == "Moves to Open."
    applied = choose(event, 5, moved)
    assert applied.entry is not None
    assert applied.entry.division.number == 1
    assert not Entry.objects.filter(number=5, tournament=event).exists()
    assert any(key.startswith("seat") for key in offered(event, row.entry_1.number))


# Pages ---------------------------------------------------------------------


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def text(answer: Any) -> str:
    return " ".join(html.unescape(answer.content.decode()).split())


def test_a_latecomer_is_added_and_one_click_later_plays(ada: Client) -> None:
    event = cup(5)
    desk = f"/desk/{event.slug}/"
    answer = ada.post(f"{desk}entries/add/", {"text": LATE, "here": "on"})
    assert answer.url == f"{desk}entries/6/options/"
    page = ada.get(answer.url)
    assert f"{LATE} is entered." in text(page)
    choice = only(event, 6, "line")
    assert str(choice.title) in text(page)
    assert all(effect in text(page) for effect in told(choice))
    answer = ada.post(answer.url, {"choice": choice.value})
    page = ada.get(answer.url)
    assert f"{LATE}: {choice.title}" in text(page)
    line = Amendment.objects.get(act="late_took_line")
    assert f"{desk}changes/{line.pk}/undo/" in text(page)
    answer = ada.post(f"{desk}changes/{line.pk}/undo/")
    line.refresh_from_db()
    assert line.undone_at is not None
    before = facts(event)
    ada.post(f"{desk}changes/{line.pk}/undo/")
    assert facts(event) == before
    assert text(ada.get(f"{desk}log/")).count("Ida Juul entered late:") == 2


def test_nothing_chosen_or_something_else_is_refused(ada: Client) -> None:
    event = cup(5)
    number = late(event)
    url, before = f"/desk/{event.slug}/entries/{number}/options/", facts(event)
    answer = ada.post(url, {})
    assert answer.status_code == 422
    assert answer.context["view"].choices
    assert facts(event) == before
    for value in ("line-1-1", "x" * 500, "\x00", only(event, number, "line").key):
        answer = ada.post(url, {"choice": value})
        assert answer.status_code == 409
        assert OPTION_GONE.english in text(answer)
    assert facts(event) == before
    assert ada.get(f"/desk/{event.slug}/entries/99/options/").status_code == 404
    assert Client().get(url).status_code == 302


def test_an_option_that_does_something_else_by_now_is_not_done() -> None:
    event = cup(5)
    number = late(event)
    choice = next(one for one in offered(event, number).values() if one.change.aside)
    for each in Match.objects.filter(state="ready"):
        builders.play(each, builders.game(1))
    with raises(OPTION_GONE):
        choose(event, number, choice)


def test_an_option_seen_in_one_language_is_chosen_in_another() -> None:
    event = cup(5)
    number = late(event)
    with translation.override("nl"):
        seen = [choice.value for choice in offered(event, number).values()]
    assert seen == [choice.value for choice in offered(event, number).values()]
    assert len(set(seen)) == len(seen)


def test_a_closed_tournament_offers_nothing(ada: Client) -> None:
    evening = builders.evening("swiss", 2)
    close_tournament(tournament=evening, by=None)
    shown = ada.get(f"/desk/{evening.slug}/entries/1/options/").context
    assert not shown["view"].choices
    with raises(TOURNAMENT_CLOSED):
        apply_option(tournament=evening, number=1, chosen="x", by=None)
    with raises(TOURNAMENT_CLOSED):
        undo(tournament=evening, pk=1, by=None)


def test_what_draws_take_into_account_is_kept(ada: Client) -> None:
    event = builders.evening("swiss", 4)
    url = f"/desk/{event.slug}/entries/2/change/"
    sent = {"family": "  Alm ", "wants_bye": "on", "never": ["1", "4"]}
    assert ada.post(url, sent).status_code == 302
    found, stage = entry(event, 2), builders.stage(event)
    assert (found.family, found.bye_round) == ("Alm", 1)
    assert stage.options["forbidden"] == [[1, 2], [2, 4]]
    names = ada.get(f"/desk/{event.slug}/entries/2/options/").context["form"]
    chosen, others = names.names_to_choose.chosen, names.names_to_choose.others
    assert ({one[0] for one in chosen}, [one[0] for one in others]) == ({1, 4}, [3])
    ada.post(url, {"family": "", "never": ["4"]})
    assert builders.stage(event).options["forbidden"] == [[2, 4]]
    assert entry(event, 2).bye_round is None
    ada.post(url.replace("/2/", "/4/"), {})
    assert "forbidden" not in builders.stage(event).options
    for bad in ({"family": "x" * 41}, {"family": "\x07"}, {"never": ["99"]}):
        before = facts(event)
        answer = ada.post(url, bad)
        assert answer.status_code == 422
        assert facts(event) == before
    assert "x" * 41 in text(ada.post(url, {"family": "x" * 41}))


@pytest.mark.parametrize(
    ("format_key", "played", "expected"),
    [
        ("swiss", 0, {"apart": ["family"]}),
        ("swiss", 1, {"apart": ["family"], "apart_rounds": 0}),
        ("elimination", 0, {"apart": ["family"]}),
    ],
)
def test_families_are_kept_apart_with_one_button(
    ada: Client, format_key: str, played: int, expected: Any
) -> None:
    event = builders.evening(format_key, 4)
    for _round in range(played):
        builders.played_round(event)
    url = f"/desk/{event.slug}/entries/2/"
    assert 'id="keep-apart"' not in text(ada.get(f"{url}options/"))
    ada.post(f"{url}change/", {"family": "Alm"})
    assert "Keep family members apart" in text(ada.get(f"{url}options/"))
    for _click in range(2):
        assert ada.post(f"{url}change/", {"apart": "family"}).status_code == 302
        kept = with_tiebreaks(format_key, expected)
        assert builders.stage(event).options == kept
    assert 'id="keep-apart"' not in text(ada.get(f"{url}options/"))
    assert entry(event, 2).family == "Alm"


@pytest.mark.parametrize(
    ("format_key", "rounds"), [("elimination", 1), ("swiss", 2), ("round_robin", 3)]
)
def test_no_wish_is_offered_once_all_is_drawn(
    ada: Client, format_key: str, rounds: int
) -> None:
    event = builders.evening(format_key, 4, rounds=rounds)
    address = f"/desk/{event.slug}/entries/2/"
    assert 'name="wants_bye"' in text(ada.get(f"{address}options/"))
    ada.post(f"{address}change/", {"wants_bye": "on", "never": ["3"]})
    for _round in range(rounds):
        builders.played_round(event)
    shown = text(ada.get(f"{address}options/"))
    for name in ("wants_bye", "never", "family"):
        assert f'name="{name}"' not in shown
    ada.post(f"{address}change/", {"family": "Alm"})  # from an old page
    assert entry(event, 2).bye_round == 1


def test_drawn_lines_keep_nobody_apart_any_more(ada: Client) -> None:
    event = cup(4)
    url = f"/desk/{event.slug}/entries/2/"
    ada.post(f"{url}change/", {"family": "Alm"})
    assert 'id="keep-apart"' not in text(ada.get(f"{url}options/"))
    ada.post(f"{url}change/", {"apart": "family"})
    assert "apart" not in builders.stage(event).options


def test_a_closed_tournament_keeps_families_as_they_are(ada: Client) -> None:
    evening = builders.evening("swiss", 2)
    url = f"/desk/{evening.slug}/entries/2/"
    ada.post(f"{url}change/", {"family": "Alm"})
    close_tournament(tournament=evening, by=None)
    assert ada.post(f"{url}change/", {"apart": "family"}).status_code == 422


def test_who_comes_next_needs_no_step(ada: Client) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    number = late(evening)
    page = text(ada.get(f"/desk/{evening.slug}/entries/{number}/options/"))
    assert str(only(evening, number, "join").title) in page
    assert "Do this" not in page
    assert "is-primary" not in page


def test_every_option_says_something_in_every_format(ada: Client) -> None:
    for format_key in ("swiss", "monrad", "danish", "lives", "round_robin", "night"):
        event = builders.evening(format_key, 5)
        builders.published_round(event)
        number = late(event)
        for each in (1, number):
            page = text(ada.get(f"/desk/{event.slug}/entries/{each}/options/"))
            assert "%(" not in page
            assert all(
                choice.effects for choice in options_of(entry(event, each)).choices
            )


# A weekend -----------------------------------------------------------------


def twice_at_once(of: Tournament) -> Iterator[int]:
    rows = Pairing.objects.live().filter(
        tournament=of, called_at__isnull=False, match__state__in=("ready", "playing")
    )
    seen: set[int] = set()
    for row in rows.select_related("match"):
        people = people_of([row.match.player_1_id, row.match.player_2_id])
        for person in set().union(*people.values()):
            if person in seen:
                yield person
            seen.add(person)


def act(
    event: Tournament, step: str, pick: int, last: Applied | None
) -> Applied | None:
    """Do one thing; return the last choice that can be undone."""
    numbers = [each.number for each in builders.entries(event)]
    number = numbers[pick % len(numbers)]
    if step == "late":
        number = late(event, f"Late Comer {len(numbers)}")
    if step == "result":
        waiting = list(Match.objects.filter(state="ready").order_by("pk"))
        if waiting:
            builders.won(1 + pick % 2, waiting[pick % len(waiting)])
            advance(event.pk)
        return last
    if step == "draw":
        for each in Match.objects.filter(state="ready"):
            builders.won(1 + pick % 2, each)
        with suppress(RuleError):
            drawn = builders.published_round(event).draw
            assert drawn.record["notes"] == []
        return None
    if step == "undo":
        if last is not None and last.entry is None:
            with suppress(RuleError):
                undo(tournament=event, pk=last.undo.pk, by=None)
        return None
    found = list(offered(event, number).values())
    return choose(event, number, found[pick % len(found)]) if found else last


def run(event: Tournament, steps: list[tuple[str, int]]) -> Iterator[None]:
    """Do one thing after the other and look at what must never happen."""
    last: Applied | None = None
    for step, pick in steps:
        before = called(event)
        begun = set(
            Match.objects.exclude(state__in=("ready", "void")).values_list(
                "pk", flat=True
            )
        )
        last = act(event, step, pick, last)
        assert not list(twice_at_once(event))
        after = called(event)
        for label in before.keys() & after.keys():
            assert before[label][0] == after[label][0]
        if step != "draw" and not JournalEntry.objects.filter(act="withdrawn_void"):
            kept = Match.objects.filter(pk__in=begun).exclude(state="void")
            assert kept.count() == len(begun)
        yield


@contextmanager
def forgotten() -> Iterator[None]:
    """Leave nothing of an example to the next one."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def steps_of(*names: str) -> Any:
    return st.lists(st.tuples(st.sampled_from(names), st.integers(0, 99)), max_size=14)


WEEKEND = in_a_world(5 if NIGHTLY else 3)


@WEEKEND
@given(
    who=st.integers(3, 11),
    steps=steps_of("late", "choose", "choose", "result", "undo"),
)
def test_a_weekend_of_comings_and_goings(
    who: int, steps: list[tuple[str, int]]
) -> None:
    """Whatever is chosen: nobody sits twice, no called match moves, the plan stands."""
    with forgotten():
        event = cup(who)
        for _ in run(event, steps):
            check_bracket(event)


@WEEKEND
@given(
    who=st.integers(3, 11),
    steps=steps_of("late", "choose", "choose", "result", "undo"),
)
def test_a_double_elimination_of_comings_and_goings(
    who: int, steps: list[tuple[str, int]]
) -> None:
    with forgotten():
        event = builders.evening("double_elimination", who)
        builders.published_round(event)
        for _ in run(event, steps):
            check_bracket(event)


@pytest.mark.parametrize(
    "format_key",
    ["swiss", "monrad", "danish", "lives", "round_robin", "night", "rebuy_round"],
)
@WEEKEND
@given(
    who=st.integers(3, 9),
    steps=steps_of("late", "choose", "choose", "result", "undo", "draw"),
)
def test_an_evening_of_comings_and_goings(
    format_key: str, who: int, steps: list[tuple[str, int]]
) -> None:
    """Every round stays sound, and so does the draw of the next one."""
    with forgotten():
        event = builders.evening(format_key, who, rounds=5)
        builders.published_round(event)
        for _ in run(event, steps):
            state = engine_state.load(builders.stage(event))
            for number in range(1, state.next_round):
                seated = [
                    who
                    for one in state.outcomes
                    if one.round == number
                    for who in (one.one, one.two)
                    if who is not None
                ]
                assert len(seated) == len(set(seated))
            check_people(event)


def check_bracket(event: Tournament) -> None:
    scene = snapshot_of(builders.stage(event))
    plan, lots = engine_state.drawn_plan_of(scene.root), list(scene.root.lots.values())
    assert audit_plan(plan, sum(line <= plan.lines for line in lots)) == ()
    assert not scene.course.due()
    assert len(lots) == len(set(lots))
    slots = [row.slot for row in scene.rows]
    assert len(slots) == len(set(slots))
    assert misfits(scene.drawn, slots) == ()
    check_people(event)


def check_people(event: Tournament) -> None:
    """Whoever waits for a place counts nowhere, and nobody else is left out."""
    stage = builders.stage(event)
    people = Entry.objects.filter(tournament=event)
    waiting = set(people.exclude(pk__in=people.placed()).values_list("number"))
    scene = snapshot_of(stage)
    assert not any(scene.takes_part(number) for (number,) in waiting)
    ranked = {row.entrant for row in standings(engine_state.load(stage)).rows}
    assert ranked.isdisjoint(number for (number,) in waiting)
    counted = people.active().placed()
    assert entry_counts(stage)["entries"] == counted.count()
    if scene.bracket is None:
        assert ranked == set(people.placed().values_list("number", flat=True))
    else:
        assert all(map(scene.takes_part, counted.values_list("number", flat=True)))


def test_options_planned_in_one_language_are_read_in_another() -> None:
    event = cup(5)
    number = late(event)
    with translation.override("da"):
        danish = options_of(entry(event, number))
        in_danish = [str(line) for line in lines_of(danish)]
    in_english = [str(line) for line in lines_of(options_of(entry(event, number)))]
    assert [str(line) for line in lines_of(danish)] == in_english
    assert len(in_english) == len(in_danish)
    # Names of rounds and of the stage are among the lines.
    assert in_english != in_danish
    with translation.override("da"):
        assert [str(line) for line in lines_of(danish)] == in_danish


def lines_of(view: OptionsView) -> list[object]:
    """Everything that a page says of an entry, in order."""
    said: list[object] = []
    for title, lines in view.stands:
        said += [title, *lines]
    for group in view.groups:
        said += [group.title, group.note or "", *group.refusals]
        for choice in group.choices:
            said += [choice.title, *choice.effects]
    return said

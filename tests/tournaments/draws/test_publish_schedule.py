"""All rounds of a round robin published at once, and taken back together."""

from dataclasses import replace
from itertools import combinations

import pytest
from django.test import Client

from matches.models import JournalEntry, Match
from tests import builders
from tests.refusals import raises
from tournaments.draws.errors import DRAW_GONE, ROUND_HAS_RESULTS
from tournaments.draws.publish import take_back_round
from tournaments.draws.publish_schedule import coming_rounds, publish_schedule
from tournaments.engine import Entrant, Outcome, StageState, draw, rounds_after
from tournaments.entries.options.apply import apply_option
from tournaments.entries.options.plan import options_of
from tournaments.hall.pace import pace_at_desk
from tournaments.models import Draw, Entry, Pairing, Round, Tournament
from tournaments.structure.queries import stages_of
from tournaments.tables.calling import advance
from tournaments.tables.progress import desk_of, desk_view, unlisted_matches
from tournaments.tables.running import now_playing

FOUR = tuple(Entrant(number) for number in range(1, 5))


def state(key: str = "round_robin", field: tuple[Entrant, ...] = FOUR) -> StageState:
    return StageState(key, 0, 7, field)


def league(who: int = 4) -> Tournament:
    return builders.evening("round_robin", who, rounds=0)


def paired(of: Tournament) -> set[frozenset[int]]:
    rows = Pairing.objects.live().filter(tournament=of, entry_2__isnull=False)
    found = [frozenset(row) for row in rows.values_list("entry_1", "entry_2")]
    assert len(set(found)) == len(found)
    return set(found)


def everybody(of: Tournament) -> set[frozenset[int]]:
    entries = Entry.objects.filter(tournament=of).values_list("pk", flat=True)
    return {frozenset(pair) for pair in combinations(entries, 2)}


# The rounds to come ----------------------------------------------------------


def test_the_rounds_to_come_let_all_others_meet_once() -> None:
    first = draw(state(), "31 52")
    later = rounds_after(state(), first)
    met = [
        {pair.one, pair.two or 0}
        for drawn in (first, *later)
        for pair in drawn.pairings
    ]
    assert [drawn.round for drawn in later] == [2, 3]
    assert sorted(map(sorted, met)) == [
        list(two) for two in combinations(range(1, 5), 2)
    ]


def test_what_results_decide_is_not_known_beforehand() -> None:
    swiss = StageState("swiss", 3, 7, FOUR)
    assert rounds_after(swiss, draw(swiss, "31 52")) == ()
    assert rounds_after(state()) == ()


def test_whoever_came_late_is_given_a_place_by_the_next_draw() -> None:
    three = state(field=FOUR[:3])
    drawn = draw(three, "31 52")
    seated = tuple(replace(one, lot=drawn.lots[one.number]) for one in FOUR[:3])
    pairs = [(pair.one, pair.two) for pair in drawn.pairings]
    played = tuple(Outcome(1, one, two, winner=one) for one, two in pairs)
    begun = replace(three, entrants=seated, outcomes=played)
    assert len(rounds_after(begun)) == 2
    assert rounds_after(replace(begun, entrants=(*seated, FOUR[3]))) == ()


# Published --------------------------------------------------------------------


@pytest.mark.django_db
def test_a_draft_is_published_with_all_that_follows_and_taken_back() -> None:
    held = league(5)
    draft = builders.drawn_round(held)
    foreseen = coming_rounds(draft.stage, draft)
    made = publish_schedule(tournament=held, stage=draft.stage, draft=draft.pk, by=None)
    assert [one.number for one in made] == [1, 2, 3, 4, 5]
    assert paired(held) == everybody(held)
    for seen, one in zip(foreseen, made[1:], strict=True):
        rows = builders.pairings(one)
        two = [str(row.entry_2) if row.entry_2 else "" for row in rows]
        assert [one for one, _two in seen.meetings] == [
            str(row.entry_1) for row in rows
        ]
        assert [two for _one, two in seen.meetings] == two
        assert not one.draw.remarks
    # Whoever plays is called to one table; the other matches wait for their players.
    called = builders.called(held)
    people = [entry for row in called for entry in (row.entry_1_id, row.entry_2_id)]
    assert called
    assert len(set(people)) == len(people)
    again = publish_schedule(
        tournament=held, stage=draft.stage, draft=draft.pk, by=None
    )
    assert not again
    assert JournalEntry.objects.filter(act="rounds_published").count() == 1

    back = {"round_number": 2, "tournament": held, "reason": "Too early", "by": None}
    take_back_round(**back)
    assert [one.number for one in Round.objects.all()] == [1]
    # Together again, with the matches as they were; the reason counts for them.
    stage = builders.stage(held)
    publish_schedule(tournament=held, stage=stage, by=None)
    assert paired(held) == everybody(held)
    newest = Draw.objects.get(round__number=5)
    assert (newest.number, newest.reason) == (2, "Too early")
    builders.won(1, builders.matches(Round.objects.get(number=4))[0])
    with raises(ROUND_HAS_RESULTS):
        take_back_round(**back)
    take_back_round(**{**back, "round_number": 5})
    assert Round.objects.count() == 4


@pytest.mark.django_db
def test_a_whole_schedule_is_played_in_any_order_and_somebody_leaves() -> None:
    held = league()
    builders.published_round(held)
    stage = builders.stage(held)
    assert len(coming_rounds(stage, None)) == 2
    publish_schedule(tournament=held, stage=stage, by=None)
    last = builders.matches(Round.objects.get(number=3))
    builders.won(1, last[0])
    gone = Pairing.objects.get(match=last[0]).entry_2
    assert gone is not None
    ends = next(one for one in options_of(gone).choices if one.key.startswith("end"))
    assert len(ends.change.endings) == 2
    apply_option(tournament=held, number=gone.number, chosen=ends.value, by=None)
    left = Match.objects.filter(pairing__tournament=held, winner=None)
    live = left.exclude(state=Match.State.VOID)
    assert not live.filter(player_1=gone.player).exists()
    assert not live.filter(player_2=gone.player).exists()
    while builders.play_on(held):
        pass
    assert builders.stage(held).published_rounds.count() == 3


@pytest.mark.django_db
def test_a_draft_that_somebody_makes_meanwhile_is_not_run_over() -> None:
    held = league()
    builders.published_round(held)
    stage = builders.stage(held)
    builders.won(1, builders.matches(Round.objects.get())[0])
    builders.won(1, builders.matches(Round.objects.get())[1])
    builders.drawn_round(held)
    with raises(DRAW_GONE):
        publish_schedule(tournament=held, stage=stage, by=None)


@pytest.mark.django_db
def test_the_draw_page_publishes_the_whole_and_offers_its_undo() -> None:
    held, ada = league(), builders.signed_in(builders.director())
    draft = builders.drawn_round(held)
    page = ada.get(f"/desk/{held.slug}/draw/").content.decode()
    assert 'id="whole"' in page
    url = f"/desk/{held.slug}/draw/{draft.pk}/publish/"
    answer = ada.post(url, {"whole": "1", "swaps": "0"}, follow=True)
    undo = f"/desk/{held.slug}/rounds/1/take-back/?undo=1"
    assert undo in answer.content.decode()
    assert f"/tournaments/{held.slug}/stages/1/" in answer.content.decode()
    assert Round.objects.count() == 3
    # The page of a single round offers all that nothing is played of.
    page = ada.get(f"/desk/{held.slug}/rounds/3/take-back/").content.decode()
    assert f"/desk/{held.slug}/rounds/1/take-back/" in page
    answer = ada.post(undo, follow=True)
    assert not Round.objects.exists()
    assert 'id="whole"' not in answer.content.decode()
    assert Client().get(f"/tournaments/{held.slug}/rounds/1/").status_code == 404


@pytest.mark.django_db
def test_pages_show_the_round_that_is_played_and_not_the_whole_season() -> None:
    held = league()
    draft = builders.drawn_round(held)
    publish_schedule(tournament=held, stage=draft.stage, draft=draft.pk, by=None)
    view = desk_view(held)
    assert (view.played_number, view.round_number, view.undrawn) == (1, 3, 0)
    assert view.open_labels == ("M1", "M2")
    (now,) = now_playing(stages_of(held))
    assert [row.match_number for row in now.round.rows] == [1, 2]
    # What is played ahead is not listed, but the result box knows it.
    known = unlisted_matches(held, view.round.rows if view.round else (), ())
    assert {number for number, match in known.items() if match.get("done")} == set()
    assert sorted(known) == [1, 2, 3, 4, 5, 6]
    for match in builders.matches(Round.objects.get(number=1)):
        builders.won(1, match)
    advance(held.pk)
    assert desk_view(held).played_number == 2
    for number in (2, 3):
        for match in builders.matches(Round.objects.get(number=number)):
            builders.won(1, match)
    view = desk_view(held)
    assert (view.played_number, view.all_rounds_done) == (3, True)


@pytest.mark.django_db
def test_closing_names_what_is_not_played_and_no_draw_is_offered_after_the_last() -> (
    None
):
    held = league()
    draft = builders.drawn_round(held)
    publish_schedule(tournament=held, stage=draft.stage, draft=draft.pk, by=None)
    ada = builders.signed_in(builders.director())
    (view,) = ada.get(f"/desk/{held.slug}/close/").context["desk"].unfinished
    assert (view.open_labels, view.unplayed, view.undrawn) == (("M1", "M2"), 2, 0)
    assert not ada.get(f"/desk/{held.slug}/draw/").context["may_ahead"]
    assert pace_at_desk(desk_of(held), 0).round_number == 1

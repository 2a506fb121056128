"""Stages that feed each other, and people who play in several of them."""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from matches.jobs import tasks
from matches.ledger.recording import record_final, remove_final
from matches.models import Match, Player
from matches.rules.game import Side
from tests import builders
from tests.examples import once_on_postgresql
from tests.refusals import raises, shows
from tournaments import engine
from tournaments.draws.errors import REASON_NEEDED, SOURCE_UNFINISHED, STAGE_FED
from tournaments.draws.publish import publish_round, take_back_round
from tournaments.draws.queries import foreseen
from tournaments.draws.request import call_off, request_draw
from tournaments.entries.options.withdraw import withdraw
from tournaments.entries.services import add_entries, remove_entry
from tournaments.hall.page import LINE_PATTERNS
from tournaments.models import Division, Draw, Entry, Pairing, Stage, Tournament
from tournaments.results.errors import ENTRY_HAS_PLAYED, WINNER_ADVANCED
from tournaments.rounds import engine_state
from tournaments.tables.calling import advance, waiting_tournaments
from tournaments.tables.calls import call_free
from tournaments.tables.next_steps import next_step, next_steps
from tournaments.tables.progress import desk_of, desk_view, unlisted_matches

pytestmark = pytest.mark.django_db


def published(within: Tournament, stage: Stage, *, ahead: bool = False) -> Draw:
    draw = request_draw(tournament=within, stage=stage, ahead=ahead, by=None)
    assert draw.job_id is not None
    tasks.run_job(draw.job_id)
    draw.refresh_from_db()
    assert draw.state == Draw.State.DRAFT, draw.job
    publish_round(draw_id=draw.pk, tournament=within, by=None)
    return draw


def played_out(within: Tournament, *, seed: int = 1) -> None:
    """Play until nobody is called any more, in any order, with any winner."""
    random = Random(seed)
    while found := builders.called(within):
        people = [
            player
            for pairing in found
            if pairing.match
            for player in (pairing.match.player_1_id, pairing.match.player_2_id)
        ]
        assert len(set(people)) == len(people)
        tables = [pairing.table for pairing in found]
        assert len(set(tables)) == len(tables)
        match = random.choice(found).match
        assert match is not None
        builders.won(random.choice((1, 2)), match)
        advance(within.pk)


@pytest.mark.database
@pytest.mark.parametrize("who", once_on_postgresql(5, 2, 3, 8, 13))
def test_a_weekend_is_played_to_the_end_with_everybody_placed(who: int) -> None:
    weekend = builders.weekend(who)
    published(weekend, builders.stage(weekend))
    played_out(weekend, seed=who)
    main, consolation, last = Stage.objects.order_by("number")
    assert engine.is_finished(engine_state.load(main))
    places = {
        stage.name: engine_state.standings(stage) for stage in (main, consolation)
    }
    assert sorted(row.entrant for row in places["Main"].rows) == list(range(1, who + 1))
    assert len(places["Consolation"].rows) == who - 2
    assert not engine_state.standings(last).provisional
    lengths = Match.objects.filter(pairing__stage=last).values_list("length", flat=True)
    assert set(lengths) <= {3}
    desk = desk_of(weekend)
    assert desk.all_rounds_done
    assert [step.action for step in next_steps(desk)] == ["Close the tournament"]


@pytest.mark.database
def test_losers_are_called_to_the_consolation_when_their_match_is_known() -> None:
    weekend = builders.weekend(4)
    published(weekend, builders.stage(weekend))
    assert [each.stage.name for each in builders.called(weekend)] == ["Main", "Main"]
    builders.play_on(weekend)
    names = [each.stage.name for each in builders.called(weekend)]
    assert names == ["Main", "Consolation"]
    numbers = Pairing.objects.order_by("match_number").values_list(
        "match_number", flat=True
    )
    assert list(numbers) == [1, 2, 3, 4]


def test_the_result_opens_the_next_match_by_itself(
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    weekend = builders.weekend(4)
    published(weekend, builders.stage(weekend))
    first, second = builders.called(weekend)
    with django_capture_on_commit_callbacks(execute=True):
        for pairing in (first, second):
            record_final(match_id=pairing.match_id or 0, score_1=7, score_2=2, by=None)
    assert len(builders.called(weekend)) == 2


def second_division(within: Tournament, players: list[Player]) -> Stage:
    """Let known players also enter a jackpot beside."""
    first = builders.stage(within)
    division = Division.objects.create(
        tournament=within, number=2, name="Jackpot", profile=first.division.profile
    )
    stage = Stage.objects.create(
        division=division, number=9, format="elimination", rounds=1, match_length=5
    )
    add_entries(
        tournament=within, known=players, new=[], here=True, division=2, by=None
    )
    return stage


@pytest.mark.database
def test_nobody_is_called_to_two_tables_at_once() -> None:
    weekend = builders.weekend(8)
    everybody = [entry.player for entry in builders.entries(weekend)]
    jackpot = second_division(weekend, everybody[:4])
    published(weekend, builders.stage(weekend))
    published(weekend, jackpot)
    held = Pairing.objects.filter(stage=jackpot)
    assert [(each.table, each.called_at) for each in held] == [(None, None)] * 2
    played_out(weekend)
    assert not Pairing.objects.filter(called_at__isnull=True).exists()
    assert not Match.objects.exclude(state="done").exists()


def test_a_pair_in_doubles_is_its_two_people() -> None:
    weekend = builders.weekend(4)
    people = [entry.player for entry in builders.entries(weekend)]
    pairs = [builders.player("Ane & Cille"), builders.player("Dagny & Eskil")]
    pairs[0].members.set([people[0], people[2]])
    doubles = second_division(weekend, pairs)
    published(weekend, doubles)
    published(weekend, builders.stage(weekend))
    busy = [each for each in builders.called(weekend) if each.stage_id != doubles.pk]
    away = {people[0].pk, people[2].pk}
    for each in busy:
        assert each.match is not None
        assert not away & {each.match.player_1_id, each.match.player_2_id}


def test_tables_are_the_lowest_free_ones_and_stay() -> None:
    weekend = builders.weekend(8)
    published(weekend, builders.stage(weekend))
    first = builders.called(weekend)
    assert [each.table for each in first] == [1, 2, 3, 4]
    for pairing in (first[1], first[0]):
        assert pairing.match is not None
        builders.won(1, pairing.match)
        advance(weekend.pk)
    later = {each.match_number: each.table for each in builders.called(weekend)}
    assert later[3] == 3
    assert later[4] == 4
    assert sorted(later.values()) == [1, 2, 3, 4]
    assert call_free(weekend) == 0


def swiss_into_cup(who: int, take: int) -> tuple[Tournament, Stage]:
    """A Swiss whose best play a knock-out."""
    made = builders.tournament("swiss", rounds=2)
    first = builders.stage(made)
    final = Stage.objects.create(
        division=first.division,
        number=2,
        name="Final",
        format="elimination",
        rounds=1,
        match_length=9,
        options={"seeded": take},
        source=first,
        take=take,
    )
    builders.entered(made, who)
    return made, final


def test_the_best_of_a_swiss_play_a_knock_out_seeded_by_place() -> None:
    made, final = swiss_into_cup(8, 4)
    builders.played_round(made)
    with raises(SOURCE_UNFINISHED):
        request_draw(tournament=made, stage=final, by=None)
    builders.played_round(made)
    rows = engine_state.standings(builders.stage(made)).rows
    place = {row.entrant: row.place for row in rows}
    placed = engine_state.field_of(final) or []
    assert [place[number] for number in placed] == sorted(place.values())[:4]
    published(made, final)
    final.refresh_from_db()
    assert final.field == placed[:4]
    met = {
        frozenset((each.entry_1.number, each.entry_2.number if each.entry_2 else 0))
        for each in Pairing.objects.filter(stage=final)
    }
    assert met == {frozenset((placed[0], placed[3])), frozenset((placed[1], placed[2]))}
    with raises(STAGE_FED):
        take_back_round(round_number=2, tournament=made, reason="No", by=None)


def test_who_withdraws_before_the_knock_out_makes_room_for_the_next() -> None:
    made, final = swiss_into_cup(8, 4)
    builders.played_round(made)
    builders.played_round(made)
    placed = [row.entrant for row in engine_state.standings(builders.stage(made)).rows]
    withdraw(tournament=made, number=placed[1], by=None)
    assert engine_state.field_of(final) == [placed[0], placed[2], placed[3], placed[4]]


def test_a_bracket_is_taken_back_as_a_whole_while_nothing_is_played() -> None:
    weekend = builders.weekend(8)
    stage = builders.stage(weekend)
    published(weekend, stage)
    take_back_round(round_number=1, tournament=weekend, reason="Too early", by=None)
    stage.refresh_from_db()
    assert (stage.lots, stage.plan, stage.pins) == ({}, None, [])
    assert not builders.called(weekend)
    published(weekend, stage)
    # The numbers of the first draw, those of later rounds too, are not used again.
    numbers = [each.match_number for each in builders.called(weekend)]
    assert numbers == [16, 17, 18, 19]


def test_the_next_round_is_drawn_before_the_last_straggler_is_in() -> None:
    made = builders.evening("swiss", 6, rounds=3)
    first = builders.published_round(made)
    matches = builders.matches(first)
    for match in matches[:2]:
        builders.won(1, match)
    draft = published(made, builders.stage(made), ahead=True)
    assert draft.round_number == 2
    waiting = Pairing.objects.filter(draw=draft, called_at__isnull=True)
    late = {matches[2].player_1_id, matches[2].player_2_id}
    assert {
        player
        for each in waiting
        if each.match
        for player in (each.match.player_1_id, each.match.player_2_id)
    } >= late
    builders.won(1, matches[2])
    advance(made.pk)
    assert not Pairing.objects.filter(draw=draft, called_at__isnull=True).exists()


def test_a_draft_drawn_ahead_stays_good_when_the_straggler_ends() -> None:
    made = builders.evening("swiss", 6, rounds=3)
    matches = builders.matches(builders.published_round(made))
    for match in matches[:2]:
        builders.won(1, match)
    draw = request_draw(tournament=made, ahead=True, by=None)
    tasks.run_job(draw.job_id)
    builders.won(2, matches[2])
    assert publish_round(draw_id=draw.pk, tournament=made, by=None).changed


def test_two_legs_of_a_pairing_are_two_matches_called_one_after_the_other() -> None:
    made = builders.tournament("swiss", rounds=2)
    stage = builders.stage(made)
    Stage.objects.filter(pk=stage.pk).update(options={"legs": 2})
    builders.entered(made, 4)
    builders.published_round(made)
    assert len(builders.called(made)) == 2
    assert Match.objects.count() == 4
    builders.play_on(made, 1)
    builders.play_on(made, 1)
    wins = {row.entrant: row.wins for row in engine_state.standings(stage).rows}
    assert set(wins.values()) == {1}


def test_public_pages_of_every_stage(client: Client) -> None:
    weekend = builders.weekend(5)
    path = f"/tournaments/{weekend.slug}/"
    for number in (1, 2, 3):
        assert client.get(f"{path}stages/{number}/").status_code == 200
        assert client.get(f"{path}stages/{number}/standings/").status_code == 200
        assert client.get(f"{path}stages/{number}/draws/").status_code == 200
    assert client.get(f"{path}stages/4/").status_code == 404
    published(weekend, builders.stage(weekend))
    builders.play_on(weekend)
    hub = client.get(path).content.decode()
    assert "Consolation" in hub
    for number in (1, 2, 3):
        assert client.get(f"{path}stages/{number}/").status_code == 200
        assert client.get(f"{path}stages/{number}/standings/").status_code == 200


def test_removing_a_result_that_others_rest_on_is_refused() -> None:
    weekend = builders.weekend(4)
    published(weekend, builders.stage(weekend))
    first = builders.called(weekend)[0]
    builders.play_on(weekend)

    with raises(WINNER_ADVANCED):
        remove_final(match_id=first.match_id or 0, revision=1, by=None)
    assert Entry.objects.count() == 4


def test_a_free_night_pairs_whoever_is_free() -> None:
    night = builders.evening("night", 5)
    step = next_steps(desk_of(night))[0]
    assert (step.action, step.posts) == ("Pair now", True)
    published(night, builders.stage(night))
    assert len(builders.called(night)) == 2
    assert not [step for step in next_steps(desk_of(night)) if step.posts]
    first = builders.called(night)[0]
    assert first.match is not None
    builders.won(1, first.match)
    assert "3 players are available" in next_steps(desk_of(night))[0].text
    published(night, builders.stage(night))
    assert len(builders.called(night)) == 2


def test_a_bye_in_a_drawn_cup_is_no_free_entry_to_remove() -> None:
    cup = builders.weekend(5)
    published(cup, builders.stage(cup))
    held = {
        each.number
        for pairing in Pairing.objects.filter(stage__division__tournament=cup)
        for each in (pairing.entry_1, pairing.entry_2)
        if each
    }
    bye = next(each for each in range(1, 6) if each not in held)
    with raises(ENTRY_HAS_PLAYED):
        remove_entry(tournament=cup, number=bye, by=None)
    played_out(cup)


def test_a_final_is_not_published_behind_the_swiss_it_comes_from() -> None:
    made, final = swiss_into_cup(6, 2)
    builders.played_round(made)
    last = builders.played_round(made)
    draw = request_draw(tournament=made, stage=final, by=None)
    tasks.run_job(draw.job_id)
    match = builders.matches(last)[-1]
    match.refresh_from_db()
    remove_final(match_id=match.pk, revision=match.revision, by=None)
    with raises(SOURCE_UNFINISHED):
        publish_round(draw_id=draw.pk, tournament=made, by=None)


def test_drawing_again_after_calling_off_takes_a_reason() -> None:
    made = builders.evening("swiss", 4)
    draw = builders.drawn_round(made)
    call_off(draw_id=draw.pk, tournament=made, by=None)
    with raises(REASON_NEEDED):
        request_draw(tournament=made, by=None)
    assert request_draw(tournament=made, reason="Wrong clock", by=None).number == 2


@pytest.mark.database
def test_the_sweep_opens_what_a_killed_process_left() -> None:
    cup = builders.weekend(4)
    published(cup, builders.stage(cup))
    for pairing in builders.called(cup):
        assert pairing.match is not None
        builders.won(1, pairing.match)
    assert not builders.called(cup)
    assert waiting_tournaments() == [cup.pk]
    advance(waiting_tournaments()[0])
    assert len(builders.called(cup)) == 2


def test_pairs_that_share_a_person_do_not_meet_in_round_one() -> None:
    made = builders.tournament("swiss", rounds=3)
    people = [builders.player(name) for name in ("Ane", "Bo", "Cy", "Dea", "Eli")]
    pairs = [builders.player(name) for name in ("Ane & Bo", "Ane & Cy", "Dea & Eli")]
    for pair, members in zip(pairs, ((0, 1), (0, 2), (3, 4)), strict=True):
        pair.members.set([people[member] for member in members])
    single = builders.player("Fie & Gro")
    add_entries(tournament=made, known=[*pairs, single], new=[], here=True, by=None)
    assert engine_state.to_draw(builders.stage(made)).same_person == ((1, 2),)
    for pairing in builders.pairings(builders.published_round(made)):
        assert pairing.entry_2 is not None
        assert {pairing.entry_1.number, pairing.entry_2.number} != {1, 2}


def hub_of(client: Client, within: Tournament) -> dict[str, str]:
    """Return what the front page says of everybody who is in, by name."""
    places = client.get(f"/tournaments/{within.slug}/").context["page"].places
    return {
        place.seat.name: place.waits or f"table {place.row.table}"
        for _letter, people in places
        for place in people
    }


def test_everybody_who_is_in_a_bracket_is_listed_and_nobody_else(
    client: Client,
) -> None:
    cup = builders.evening("elimination", 6)
    published(cup, builders.stage(cup))
    said = sorted(hub_of(client, cup).values())
    assert said == [
        *["table 1"] * 2,
        *["table 2"] * 2,
        "waiting for the winner of M1",
        "waiting for the winner of M2",
    ]
    first = builders.called(cup)[0]
    assert first.match is not None
    loser = first.match.player_2.name
    builders.won(1, first.match)
    advance(cup.pk)
    said_now = hub_of(client, cup)
    assert loser not in said_now
    assert len(said_now) == 5


def test_losers_wait_in_the_consolation(client: Client) -> None:
    weekend = builders.weekend(4)
    published(weekend, builders.stage(weekend))
    first = builders.called(weekend)[0]
    assert first.match is not None
    builders.won(1, first.match)
    advance(weekend.pk)
    said = hub_of(client, weekend)
    assert said[first.match.player_2.name] == "waiting for the loser of M2"


def test_the_front_page_of_a_bracket_asks_as_often_for_many_as_for_few() -> None:
    counts = []
    for who in (6, 29):
        weekend = builders.weekend(who)
        published(weekend, builders.stage(weekend))
        builders.play_on(weekend)
        with CaptureQueriesContext(connection) as captured:
            Client().get(f"/tournaments/{weekend.slug}/")
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_the_counter_of_a_bracket_counts_what_can_be_played() -> None:
    cup = builders.evening("elimination", 6)
    published(cup, builders.stage(cup))
    view = desk_of(cup).views[0]
    assert view.round is not None
    assert (view.round.done, view.round.total) == (0, 5)
    builders.play_on(cup)
    view = desk_of(cup).views[0]
    assert view.round is not None
    assert (view.round.done, view.round.total) == (2, 5)
    played_out(cup)
    view = desk_of(cup).views[0]
    assert view.round is not None
    assert (view.round.done, view.round.total) == (5, 5)


def test_open_matches_of_an_older_round_stay_in_sight(client: Client) -> None:
    made = builders.evening("swiss", 6, rounds=3)
    matches = builders.matches(builders.published_round(made))
    for match in matches[:2]:
        builders.won(1, match)
    published(made, builders.stage(made), ahead=True)
    view = desk_of(made).views[0]
    assert view.round is not None
    assert [row.label for row in view.round.rows] == ["M3", "M4", "M5", "M6"]
    page = client.get(f"/tournaments/{made.slug}/")
    shown = {
        (place.seat.name, place.older)
        for _letter, people in page.context["page"].places
        for place in people
    }
    assert (matches[2].player_1.name, 1) in shown
    ada = builders.signed_in(builders.director())
    assert "Round 1" in ada.get(f"/desk/{made.slug}/").content.decode()


def test_a_free_night_shows_every_open_match_and_no_rounds(client: Client) -> None:
    night = builders.evening("night", 7)
    published(night, builders.stage(night))
    first = builders.called(night)[0]
    assert first.match is not None
    builders.won(1, first.match)
    published(night, builders.stage(night))
    view = desk_of(night).views[0]
    assert view.round is not None
    assert [row.label for row in view.round.rows] == ["M2", "M3", "M4"]
    assert view.free is not None
    (step,) = next_steps(desk_of(night))
    assert step.text.endswith(f"{view.free[0]} is waiting.")
    said = hub_of(client, night)
    assert said[view.free[0]] == "waiting for the next pairing"
    ada = builders.signed_in(builders.director())
    pages = [
        client.get(f"/tournaments/{night.slug}/"),
        client.get(f"/tournaments/{night.slug}/rounds/2/"),
        ada.get(f"/desk/{night.slug}/"),
    ]
    for page in pages:
        text = re.sub(r"<[^>]+>", "", page.content.decode())
        assert not re.search(r"[Rr]ound \d", text)
    assert [row.label for row in pages[1].context["page"].round.rows] == [
        *["M4", "M3", "M2"],
        "M1",
    ]


def test_the_second_match_of_a_pair_stays_at_its_table() -> None:
    made = builders.tournament("swiss", rounds=2)
    stage = builders.stage(made)
    Stage.objects.filter(pk=stage.pk).update(options={"legs": 2})
    builders.entered(made, 6)
    builders.published_round(made)
    first = {each.position: each.table for each in builders.called(made)}
    assert sorted(first.values()) == [1, 2, 3]
    for each in reversed(builders.called(made)):
        assert each.match is not None
        builders.won(1, each.match)
    advance(made.pk)
    again = {each.position: each.table for each in builders.called(made)}
    assert again == first


def test_what_is_not_called_says_who_is_at_which_table(client: Client) -> None:
    weekend = builders.weekend(4)
    people = [entry.player for entry in builders.entries(weekend)]
    jackpot = second_division(weekend, people[:2])
    published(weekend, builders.stage(weekend))
    published(weekend, jackpot)
    (row,) = next(
        view.round.rows
        for view in desk_of(weekend).views
        if view.round and view.stage.pk == jackpot.pk
    )
    assert row.tag == "waiting"
    busy = {
        f"{name} is at table {each.table}"
        for each in builders.called(weekend)
        if each.match
        for name in (each.match.player_1.name, each.match.player_2.name)
    }
    assert row.busy_reason in busy
    tags = {
        each.tag
        for view in desk_of(weekend).shown
        if view.round
        for each in view.round.rows
    }
    assert tags == {"called", "waiting"}
    ada = builders.signed_in(builders.director())
    assert row.busy_reason in ada.get(f"/desk/{weekend.slug}/").content.decode()
    assert (
        row.busy_reason in client.get(f"/tournaments/{weekend.slug}/").content.decode()
    )


def test_closing_is_not_offered_while_another_division_is_undrawn() -> None:
    cup = builders.evening("elimination", 4)
    people = [entry.player for entry in builders.entries(cup)]
    jackpot = second_division(cup, people[:2])
    published(cup, builders.stage(cup))
    played_out(cup)
    assert "Close the tournament" not in [
        step.action for step in next_steps(desk_of(cup))
    ]
    step = next_step(desk_view(cup, builders.stage(cup)))
    assert "Still in progress: Jackpot · Knockout." in step.text
    ada = builders.signed_in(builders.director())
    assert shows(ada.get(f"/desk/{cup.slug}/close/"), "not-drawn")
    published(cup, jackpot)
    played_out(cup)
    jackpot.refresh_from_db()
    assert next_step(desk_view(cup, jackpot)).action == "Close the tournament"
    page = ada.get(f"/desk/{cup.slug}/close/")
    assert "note is-warn" not in page.content.decode()
    assert len(page.context["tables"]) == 2


def test_played_matches_of_a_bracket_stay_within_reach_of_the_desk() -> None:
    cup = builders.evening("elimination", 4)
    published(cup, builders.stage(cup))
    first = builders.called(cup)[0]
    assert first.match is not None
    builders.play_on(cup)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{cup.slug}/"
    page = ada.get(path)
    assert f"{path}?played=1#played-1" in page.content.decode()
    assert f"/m/{first.match.code}/" not in without_data(page.content.decode())
    shown = without_data(ada.get(f"{path}?played=1").content.decode())
    assert f"/m/{first.match.code}/" in shown
    assert "&amp;played=1" in shown


def without_data(page: str) -> str:
    """Return a page without what only its scripts read."""
    return re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


def test_the_result_box_knows_every_match() -> None:
    made = builders.evening("swiss", 4)
    builders.played_round(made)
    builders.published_round(made)
    desk = desk_of(made)
    known = unlisted_matches(made, desk.rows, [])
    assert [known[key]["done"] for key in sorted(known)] == [True, True, False, False]
    assert sorted(unlisted_matches(made, desk.rows, desk.rows)) == [1, 2]


@pytest.mark.django_db
def test_the_desk_gives_the_result_box_what_it_needs() -> None:
    made = builders.evening("swiss", 5)  # and a bye, which has no length
    builders.published_round(made)
    desk = builders.signed_in(builders.director()).get(f"/desk/{made.slug}/")
    length = str(desk_of(made).rows[0].length)
    scores = json.loads(desk.context["page"].final_scores)
    assert list(scores["lengths"]) == [length]
    page = desk.content.decode()
    assert 'id="final-scores"' in page
    assert f'data-patterns="{escape(LINE_PATTERNS)}"' in page


def test_the_desk_tells_what_a_latecomer_of_a_cup_can_do() -> None:
    cup = builders.evening("elimination", 4)
    published(cup, builders.stage(cup))
    ada = builders.signed_in(builders.director())
    page = ada.get(f"/desk/{cup.slug}/").content.decode()
    assert f"/desk/{cup.slug}/entries/#id_text" in page
    assert "Cancel the draw" in page


def test_the_front_page_says_when_every_match_of_a_cup_is_played(
    client: Client,
) -> None:
    cup = builders.evening("elimination", 4)
    published(cup, builders.stage(cup))
    played_out(cup)
    page = client.get(f"/tournaments/{cup.slug}/").content.decode()
    assert shows(page, "all-played")
    assert 'id="find"' not in page


def test_a_cut_between_equals_is_said_in_the_draft() -> None:
    made, final = swiss_into_cup(4, 1)
    Stage.objects.filter(pk=final.pk).update(take=2)
    final.refresh_from_db()
    for length in (0, 0):
        for match in builders.matches(builders.published_round(made)):
            builders.won(1, match, loser=length)
    rows = engine_state.standings(builders.stage(made)).rows
    notes = engine_state.cut_notes(final)
    assert bool(notes) == (rows[1].place == rows[2].place)
    with mock.patch.object(
        engine_state, "standings_in", lambda *_stage: equal_in_all(rows)
    ):
        notes = engine_state.cut_notes(final)
    named = {note.params[key] for note in notes for key in ("entrant", "other")}
    assert named == {row.entrant for row in rows}
    assert "4 players" not in next_steps(desk_of(made))[0].text
    assert "2 players are checked in" in next_steps(desk_of(made))[0].text


def equal_in_all(rows: Sequence[engine.Standing]) -> engine.Standings:
    """The same rows, everybody sharing the first place."""
    shared = tuple(row._replace(place=1, shared=True) for row in rows)
    return engine.Standings((), shared, provisional=False)


@pytest.mark.database
def test_three_level_winners_of_a_group_do_not_push_out_the_second_of_another() -> None:
    made = builders.evening("round_robin", 16)
    first = builders.stage(made)
    first.options = {**first.options, "groups": 4}
    first.save()
    final = Stage.objects.create(
        division=first.division,
        number=2,
        format="elimination",
        rounds=3,
        match_length=5,
        source=first,
        take=8,
    )
    for _round in range(3):
        published_now = builders.published_round(made)
        for pairing in builders.pairings(published_now):
            win_by_number(pairing, members_of(first))
    sent = Counter(
        groups_of(first)[each] for each in engine_state.field_of(final) or ()
    )
    assert set(sent.values()) == {2}
    tied = members_of(first)["1"][:3]
    named = {
        note.params[key] for note in foreseen(final) for key in ("entrant", "other")
    }
    assert named == set(tied), "all three are named before the draw"


def groups_of(stage: Stage) -> dict[int, str]:
    stage.refresh_from_db()
    place = engine.format_named(stage.format).lot_place
    return {number: str(place(lot).group) for number, lot in stage.lot_of.items()}


def members_of(stage: Stage) -> dict[str, list[int]]:
    members: dict[str, list[int]] = {}
    for number, group in sorted(groups_of(stage).items()):
        members.setdefault(group, []).append(number)
    return members


def win_by_number(pairing: Pairing, members: dict[str, list[int]]) -> None:
    """Let the lower number win; but in group 1 the third beats the first."""
    assert pairing.entry_1
    assert pairing.entry_2
    assert pairing.match
    one, two = pairing.entry_1.number, pairing.entry_2.number
    first, _second, third, _last = members["1"]
    is_upset = {one, two} == {first, third}
    builders.won(Side.ONE if (one < two) != is_upset else Side.TWO, pairing.match)

"""What a draw promises, as directors meet it: asked, said beforehand, by name."""

import pytest

from matches.jobs import tasks
from matches.models import JournalEntry
from tests import builders
from tests.refusals import raises
from tests.tournaments.standings.test_groups import groups_into_cup
from tournaments.draws.errors import MEETS_ONESELF
from tournaments.draws.job import is_current
from tournaments.draws.publish import publish_round
from tournaments.draws.queries import foreseen
from tournaments.draws.request import request_draw
from tournaments.draws.swap import swap
from tournaments.engine.errors import SAME_PERSON, TOO_FEW_ENTRANTS
from tournaments.engine.formats.round_robin.pairing import FULL
from tournaments.entries.services import add_entries
from tournaments.models import Draw, Entry, Pairing, Stage
from tournaments.rounds import engine_state
from tournaments.tables.calling import advance
from tournaments.tables.next_steps import next_step
from tournaments.tables.progress import desk_view

pytestmark = pytest.mark.django_db


def _number(entry: Entry | None) -> int:
    assert entry is not None
    return entry.number


def test_a_pair_whose_player_is_in_another_pair_is_asked_about() -> None:
    made = builders.tournament("swiss", rounds=3)
    Stage.objects.update(options={"legs": 2})
    client = builders.signed_in(builders.director())
    path = f"/desk/{made.slug}/entries/add/"
    first, second = "Ane Alm & Bo Brink", "Ane Alm & Cy Dahl"
    assert client.post(path, {"text": first, "here": "on"}).status_code == 302
    asked = client.post(path, {"text": second, "here": "on"})
    assert asked.status_code == 200
    assert [one.person for one in asked.context["page"].shared] == ["Ane Alm"]
    assert second.replace("&", "&amp;") in asked.content.decode()
    assert Entry.objects.count() == 1
    given = {"text": second, "here": "on", "confirmed": "1"}
    assert client.post(path, given).status_code == 302
    assert engine_state.to_draw(builders.stage(made)).same_person == ((1, 2),)


def test_a_round_against_oneself_is_refused_by_name_and_said_before_the_draw() -> None:
    made = builders.tournament("swiss", rounds=3)
    people = [builders.player(name) for name in ("Ane Alm", "Bo Brink", "Cy Dahl")]
    pairs = [builders.player(name) for name in ("Ane & Bo", "Ane & Cy")]
    for pair, member in zip(pairs, (1, 2), strict=True):
        pair.members.set([people[0], people[member]])
    add_entries(tournament=made, known=pairs, new=[], here=True, by=None)
    with raises(SAME_PERSON, entrant="Ane & Bo", other="Ane & Cy"):
        request_draw(tournament=made, by=None)


def test_what_the_next_draw_cannot_keep_stands_on_its_page() -> None:
    evening = builders.evening("swiss", 2)
    stage = builders.stage(evening)
    client = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/draw/"
    assert not client.get(path).context["notes"]
    Stage.objects.filter(pk=stage.pk).update(options={"forbidden": [[1, 2]]})
    stage.refresh_from_db()
    assert [note.message.code for note in foreseen(stage)] == ["foresight.forbidden"]
    assert len(client.get(path).context["notes"]) == 1


def test_a_latecomer_without_a_seat_is_named_and_the_others_play() -> None:
    league = builders.evening("round_robin", 4, rounds=0)
    builders.played_round(league)
    (late,) = builders.entered(league, ["Zoë Late"])
    stage = builders.stage(league)
    client = builders.signed_in(builders.director())
    assert not foreseen(stage)  # who waits for a place is not in the next draw
    path = f"/desk/{league.slug}/entries/{late.number}/options/"
    options = client.get(path)
    assert FULL.english in options.content.decode()
    drawn = builders.published_round(league)
    paired = {
        _number(entry)
        for pairing in builders.pairings(drawn)
        for entry in (pairing.entry_1, pairing.entry_2)
    }
    assert paired == {1, 2, 3, 4}


def test_a_round_without_enough_seats_is_refused_on_its_page() -> None:
    league = builders.evening("round_robin", 4, rounds=0)
    builders.played_round(league)
    Entry.objects.filter(tournament=league, number__gt=1).update(checked_in_at=None)
    builders.entered(league, ["Yara Late", "Zoë Late"])
    client = builders.signed_in(builders.director())
    path = f"/desk/{league.slug}/draw/"
    with raises(TOO_FEW_ENTRANTS):
        request_draw(tournament=league, by=None)
    refused = client.post(path, {})
    assert refused.status_code in {409, 422}
    assert "Not enough players: 2 needed" in refused.content.decode()


def test_a_bracket_says_from_which_round_on_two_can_meet() -> None:
    cup = builders.evening("elimination", 8)
    stage = builders.stage(cup)
    Stage.objects.filter(pk=stage.pk).update(options={"forbidden": [[1, 2]]})
    stage.refresh_from_db()
    assert [note.message.code for note in foreseen(stage)] == ["foresight.halves"]
    draft = builders.drawn_round(cup)
    found = [
        note for note in draft.remarks if note.message.code == "foresight.can_meet"
    ]
    assert [dict(note.params) for note in found] == [
        {"entrant": 1, "other": 2, "round": 3, "rounds": 3}
    ]


def test_a_swap_cannot_pair_a_person_with_themselves() -> None:
    evening = builders.tournament("swiss", rounds=3)
    people = [builders.player(name) for name in ("Ane Alm", "Bo Brink", "Cy Dahl")]
    pairs = [builders.player(name) for name in ("Ane & Bo", "Ane & Cy", "Di", "Eli")]
    for pair, member in zip(pairs[:2], (1, 2), strict=True):
        pair.members.set([people[0], people[member]])
    add_entries(tournament=evening, known=pairs, new=[], here=True, by=None)
    draft = builders.drawn_round(evening)
    paired = {
        number: {pairing.entry_1.number, _number(pairing.entry_2)} - {number}
        for pairing in builders.pairings(draft)
        for number in (pairing.entry_1.number, _number(pairing.entry_2))
    }
    (opponent,) = paired[1]
    swap(
        draw_id=draft.pk,
        tournament=evening,
        first=opponent,
        second=2,
        reason="They asked",
        by=None,
    )
    with raises(MEETS_ONESELF):
        publish_round(draw_id=draft.pk, tournament=evening, swaps=1, by=None)


def test_what_must_not_meet_holds_in_the_later_stages_too() -> None:
    made, final = groups_into_cup(4, groups=1, take=4)
    first = builders.stage(made)
    Stage.objects.filter(pk=first.pk).update(options={"forbidden": [[1, 2]]})
    assert engine_state.to_draw(final).options.forbidden == ((1, 2),)


def test_two_who_have_just_played_wait_or_play_if_the_director_wants() -> None:
    night = builders.evening("night", 4)
    client = builders.signed_in(builders.director())
    path = f"/desk/{night.slug}/draw/"
    first = builders.published_round(night)
    match, _other = builders.matches(first)
    builders.won(1, match)
    assert next_step(desk_view(night)).url == f"{path}?at_once=1"
    refused = client.post(path, {"ahead": "1"})
    assert refused.status_code == 422
    assert refused.context["may_at_once"]
    text = refused.content.decode()
    assert 'name="at_once"' in text
    names = [entry.player.name for entry in builders.entries(night)]
    assert sum(name in refused.context["error"] for name in names) == 2
    assert client.post(f"{path}?at_once=1").status_code == 302
    draw = Draw.objects.order_by("-pk")[0]
    tasks.run_job(draw.job_id)
    draw.refresh_from_db()
    assert draw.is_draft
    assert draw.made_from.at_once
    assert is_current(draw)


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
def test_who_would_meet_themselves_late_in_a_bracket_goes_through(key: str) -> None:
    made = builders.tournament(key)
    people = [builders.player(name) for name in ("Ane Alm", "Bo Brink", "Cy Dahl")]
    pairs = [builders.player(name) for name in ("Ane & Bo", "Ane & Cy")]
    for pair, member in zip(pairs, (1, 2), strict=True):
        pair.members.set([people[0], people[member]])
    others = [builders.player(name) for name in ("Di Eg & Ed Fog", "Flo Gro & Gus Hv")]
    add_entries(tournament=made, known=[*pairs, *others], new=[], here=True, by=None)
    builders.published_round(made)
    for _ in range(12):
        opened = Pairing.objects.filter(match__winner=None, match__state="ready")
        row = opened.order_by("match_number").first()
        if row is None:
            break
        numbers = (row.entry_1.number, row.entry_2.number if row.entry_2 else 0)
        assert set(numbers) != {1, 2}
        builders.won(1 if numbers[0] < numbers[1] else 2, row.match)
        advance(made.pk)
    stage = builders.stage(made)
    best = engine_state.standings(stage).rows[0]
    assert (best.place, best.entrant) == (1, 1)
    told = JournalEntry.objects.filter(act="met_oneself")
    assert [one.details["name"] for one in told][:1] == ["Ane & Bo"]
    assert not opened.exists()

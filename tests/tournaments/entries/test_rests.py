"""Rounds that a player sits out: asked by the director, refused, taken back, shown."""

from collections import Counter
from functools import partial

import pytest
from django.db.models.signals import post_init
from django.test import Client

from tests import builders
from tests.refusals import numbers_in, raises
from tournaments.draws.errors import DRAW_OUTDATED
from tournaments.draws.publish import publish_round
from tournaments.draws.queries import resting_now
from tournaments.draws.request import announce_draw
from tournaments.engine.state import ABSENT, HALF_BYE, Rest
from tournaments.entries import errors
from tournaments.entries.queries import entry_rows
from tournaments.entries.rests import ask_rest, withdraw_rest
from tournaments.entries.services import remove_entry
from tournaments.models import Entry, Stage, Tournament
from tournaments.results.amendments.services import undo
from tournaments.rounds import engine_state
from tournaments.rounds.rests import acceleration_in, resting_in, upper_half_in
from tournaments.standings.queries import compute
from tournaments.structure.errors import TOURNAMENT_CLOSED

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    made = builders.evening("swiss", 7)
    options = {"half_byes": 1, "absent_worth": "1/2"}
    Stage.objects.update(options=options, rounds=4)
    return made


def ask(made: Tournament, number: int, round_number: int, kind: str = HALF_BYE) -> None:
    ask_rest(
        tournament=made, number=number, round_number=round_number, kind=kind, by=None
    )


def entry(made: Tournament, number: int) -> Entry:
    return Entry.objects.get(tournament=made, number=number)


def seated(made: Tournament) -> set[int]:
    stage = builders.stage(made)
    newest = stage.published_rounds.latest("number").draw
    rows = newest.pairings.values_list("entry_1__number", "entry_2__number")
    return {number for row in rows for number in row if number is not None}


def test_who_sits_out_is_in_the_record_not_in_the_round_and_in_the_standings(evening):
    ask(evening, 2, 1)
    ask(evening, 5, 1, ABSENT)
    ask(evening, 6, 3, ABSENT)
    Entry.objects.filter(number=5).update(checked_in_at=None)
    state = engine_state.to_draw(builders.stage(evening))
    assert state.rests == (Rest(1, 2, HALF_BYE), Rest(1, 5, ABSENT))
    builders.published_round(evening)
    assert seated(evening) == {1, 3, 4, 6, 7}
    stage = builders.stage(evening)
    assert {(row.number, row.kind) for row in resting_in(stage, 1)} == {
        (2, HALF_BYE),
        (5, ABSENT),
    }
    wins = {row.number: row.wins for row in compute(stage).rows}
    assert (wins[2], wins[5], wins[6] in {0, 1}) == ("½", "½", True)


def test_who_withdrew_before_the_round_has_not_sat_it_out(evening):
    ask(evening, 2, 1)
    Entry.objects.filter(number=2).update(withdrawn_at="2026-11-22T12:00Z")
    builders.published_round(evening)
    assert entry(evening, 2).rests is None
    assert entry(evening, 1).rests is None


def test_a_wish_can_be_taken_back_until_the_round_is_drawn(evening):
    ask(evening, 2, 1)
    withdraw_rest(tournament=evening, number=2, round_number=1, by=None)
    assert entry(evening, 2).rests is None
    ask(evening, 3, 1)
    draw = builders.drawn_round(evening)
    withdraw_rest(tournament=evening, number=3, round_number=1, by=None)
    assert [row.number for row in resting_now(draw.stage, draw, 1)] == [3]
    with raises(DRAW_OUTDATED):
        publish_round(draw_id=draw.pk, tournament=evening, by=None)
    ask(evening, 3, 1)
    publish_round(draw_id=draw.pk, tournament=evening, by=None)
    with raises(errors.REST_DRAWN, round=1):
        withdraw_rest(tournament=evening, number=3, round_number=1, by=None)


def test_what_cannot_be_kept_is_refused(evening):
    builders.published_round(evening)
    with raises(errors.REST_DRAWN, round=1):
        ask(evening, 2, 1)
    with raises(errors.REST_BEYOND, round=4):
        ask(evening, 2, 5)
    with raises(errors.BYE_TOO_LATE, round=3):
        ask(evening, 2, 4)
    ask(evening, 2, 4, ABSENT)
    ask(evening, 2, 3)
    ask(evening, 2, 3)
    with raises(errors.BYES_USED, most=1):
        ask(evening, 2, 2)
    Entry.objects.filter(number=3).update(joined_round=3)
    with raises(errors.REST_BEFORE_JOINING, round=3):
        ask(evening, 3, 2)
    Entry.objects.filter(number=4).update(withdrawn_at="2026-11-22T12:00Z")
    with raises(errors.REST_WITHDRAWN):
        ask(evening, 4, 2)
    Stage.objects.update(options={})
    with raises(errors.BYES_NOT_GIVEN):
        ask(evening, 6, 2)
    Stage.objects.update(format="night")
    with raises(errors.REST_IMPOSSIBLE):
        ask(evening, 6, 2, ABSENT)
    Tournament.objects.update(closed_at="2026-11-22T12:00Z")
    with raises(TOURNAMENT_CLOSED):
        ask(evening, 6, 2, ABSENT)


def test_a_director_asks_on_the_page_of_the_player_and_sees_it_before_the_draw(
    evening, client: Client
):
    client.force_login(builders.director())
    desk = f"/desk/{evening.slug}"
    url = f"{desk}/entries/2/rounds/"
    assert client.post(url, {"round": "1", "kind": HALF_BYE}).status_code == 302
    for bad in ({}, {"round": "99", "kind": ABSENT}, {"round": "2", "kind": "x"}):
        assert client.post(url, bad).status_code == 422
    again = client.post(url, {"round": "2", "kind": HALF_BYE})
    assert again.status_code >= 400
    assert entry(evening, 2).rests == {"1": HALF_BYE}
    rests = client.get(f"{desk}/entries/2/options/").context["rests"]
    assert [(row.round, may_take_back) for row, may_take_back in rests] == [(1, True)]
    before = client.get(f"{desk}/draw/").context
    assert [row.number for row in before["resting"]] == [2]
    name = entry(evening, 2).player.name
    own = client.get(f"/players/{entry(evening, 2).player.key}/").context
    (told,) = own["panels"]["rests"]["tournaments"]
    tournament, rests = told
    assert (tournament, [row.round for row in rests]) == (evening, [1])
    for address in (f"{desk}/entries/", f"/tournaments/{evening.slug}/entries/"):
        assert 'class="tag"' in client.get(address).content.decode()
    row = next(row for row in entry_rows(builders.stage(evening)) if row.byes)
    assert (row.entry.number, row.byes, row.absences) == (2, "1", "")
    builders.published_round(evening)
    shown = client.get(f"/tournaments/{evening.slug}/rounds/1/")
    assert [row.name for row in shown.context["page"].resting] == [name]
    assert client.post(url, {"back": "1"}).status_code >= 400
    assert client.post(url, {"round": "2", "kind": ABSENT}).status_code == 302
    assert client.post(url, {"back": "2"}).status_code == 302
    assert entry(evening, 2).rests == {"1": HALF_BYE}


def test_tournaments_that_nobody_closed_are_not_read_for_a_player(
    evening, client: Client
):
    """A club that closes none has hundreds; only those with rests are shown."""
    ask(evening, 2, 1)
    player = entry(evening, 2).player
    for number in range(3):
        other = builders.evening("swiss", 2, name=f"Evening {number}")
        Entry.objects.filter(tournament=other, number=1).update(player=player)
    made = Counter[type]()
    count = partial(_count, made)
    post_init.connect(count)
    try:
        panels = client.get(f"/players/{player.key}/").context["panels"]
    finally:
        post_init.disconnect(count)
    panel = panels["rests"]
    assert [tournament for tournament, _rests in panel["tournaments"]] == [evening]
    assert panel["can_be_called"]
    assert made[Tournament] == 1


def _count(made: Counter[type], sender: type, **_more: object) -> None:
    made[sender] += 1


def test_what_was_asked_comes_back_with_an_entry_that_was_removed(evening):
    ask(evening, 2, 2)
    done = remove_entry(tournament=evening, number=2, by=None)
    assert done is not None
    undo(tournament=evening, pk=done.pk, by=None)
    assert entry(evening, 2).sits_out == {2: HALF_BYE}


def test_who_rests_is_in_the_public_record_of_the_draw(evening, client: Client):
    ask(evening, 2, 1)
    ask(evening, 5, 1, ABSENT)
    draw = announce_draw(tournament=evening, by=None)
    path = f"/tournaments/{evening.slug}/stages/1/draws/{draw.pk}/"
    page = client.get(path).context["page"]
    assert [(row.number, row.kind) for row in page.resting] == [
        (2, HALF_BYE),
        (5, ABSENT),
    ]
    assert page.acceleration == ""


def test_an_accelerated_round_says_so_and_whom_it_lends_wins(evening, client: Client):
    """Of four rounds two are accelerated: one lends a win, the next half a win."""
    Stage.objects.update(options={"accelerated": "baku", "half_byes": 2})
    client.force_login(builders.director())
    public, stage = f"/tournaments/{evening.slug}", builders.stage(evening)
    assert not any(row.is_upper for row in entry_rows(stage))
    rules = client.get(f"{public}/rules/").context["page"].missed_rounds
    assert numbers_in(rules[0])[:2] == [2, 1]  # byes at most, last rounds without
    assert numbers_in(rules[1])[0] == 2  # accelerated rounds
    draw = announce_draw(tournament=evening, by=None)
    record = f"{public}/stages/1/draws/{draw.pk}/"
    for address in (f"/desk/{evening.slug}/draw/", record):
        told = client.get(address)
        assert 'data-says="accelerated"' in told.content.decode()
        assert numbers_in(told.context["acceleration"]) == [1, 1]
    draft = builders.drawn_round(evening)
    publish_round(draw_id=draft.pk, tournament=evening, by=None)
    stage = builders.stage(evening)
    lots = {
        row.entry.number: row.place.number for row in entry_rows(stage) if row.place
    }
    upper = {row.entry.number for row in entry_rows(stage) if row.is_upper}
    assert upper == {number for number, place in lots.items() if place <= 4}
    for address in (f"/desk/{evening.slug}/entries/", f"{public}/entries/"):
        page = client.get(address).content.decode()
        assert page.count("top half</span>") == len(upper)
    shown = client.get(f"{public}/rounds/1/").context["page"]
    assert numbers_in(shown.acceleration) == [1, 1]
    assert "½" in acceleration_in(stage, 2)
    assert acceleration_in(stage, 3) == ""
    assert not upper_half_in(stage, 3)
    Stage.objects.update(options={}, format="monrad")
    assert acceleration_in(builders.stage(evening), 1) == ""

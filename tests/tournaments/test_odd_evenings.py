"""Evenings that do not go as planned, and what must stay true in them."""

import pytest
from django.test import Client

from matches.documents.registry import document_named
from matches.documents.services import prepare, printout_of, request_printout, wanted
from matches.jobs import tasks
from matches.jobs.queue import BROKE
from matches.ledger.recording import remove_final
from matches.models import Job, Player, Printout
from matches.players.services import NewPlayer, change_player
from tests import builders
from tests.refusals import codes_of, raises, shown
from tournaments import engine
from tournaments.draws.errors import NAMES_CHANGED
from tournaments.draws.publish import publish_round, take_back_round
from tournaments.models import Entry
from tournaments.rounds import engine_state
from tournaments.setup.services import change_tournament
from tournaments.tables.next_steps import next_step
from tournaments.tables.progress import desk_view

pytestmark = pytest.mark.django_db


def rename(player: Player, name: str) -> None:
    change_player(
        player=player,
        to=NewPlayer(
            name,
            player.club,
            player.rating,
            sort_name=Player.objects.get(pk=player.pk).sort_name,
        ),
        by=None,
    )


def test_who_came_late_is_in_time_when_the_round_is_taken_back() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    builders.entered(evening, ["Ugo Ulv", "Vera Vang"])
    take_back_round(round_number=1, tournament=evening, reason="Late bus", by=None)
    assert len(builders.pairings(builders.drawn_round(evening))) == 3


def test_a_cup_in_its_second_round_can_still_be_renamed() -> None:
    cup = builders.tournament("elimination", rounds=1)
    builders.entered(cup, 8)
    builders.published_round(cup)
    builders.play_on(cup)
    change_tournament(
        tournament=cup,
        plan=builders.plan("elimination", name="Spring cup", rounds=1),
        by=None,
    )
    cup.refresh_from_db()
    assert cup.name == "Spring cup"


def test_another_match_length_leaves_played_rounds_as_they_were() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    before = engine.standings(engine_state.load(builders.stage(evening))).rows
    change_tournament(
        tournament=evening, plan=builders.plan("swiss", match_length=1), by=None
    )
    after = engine.standings(engine_state.load(builders.stage(evening))).rows
    assert after == before


def test_a_name_that_changed_since_the_draw_is_changed_back_before_it_is_public() -> (
    None
):
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    person = builders.entries(evening)[0].player
    former = person.name
    rename(person, "Ane Almskov")
    with raises(NAMES_CHANGED, names=f"{former} → Ane Almskov"):
        publish_round(draw_id=draw.pk, tournament=evening, by=None)
    rename(person, former)
    assert publish_round(draw_id=draw.pk, tournament=evening, by=None).changed


def test_a_new_name_is_filed_where_it_belongs() -> None:
    person = builders.player("Ole Berg")
    rename(person, "Ole Hansen")
    person.refresh_from_db()
    assert person.sort_name == "Hansen, Ole"


def test_a_name_changed_back_and_forth_prints_again() -> None:
    sheets = document_named("score-sheets")
    published = builders.published_round(builders.evening("swiss", 4))
    person = builders.entries(published.stage.division.tournament)[0].player
    original = person.name
    with builders.printing():
        for name in (original, "Ane Almskov", original):
            rename(person, name)
            ask = wanted(sheets, published)
            assert name == original or printout_of(ask) is None
            tasks.run_job(request_printout(ask).job_id)
            current = printout_of(ask)
            assert current is not None
            assert current.made_at is not None
    assert Printout.objects.count() == 1
    assert Job.objects.filter(kind="document").count() == 1


def test_sheets_that_cannot_be_made_say_so_until_somebody_tries_again() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    published = builders.published_round(evening)
    printout = prepare("score-sheets", published)
    Job.objects.filter(pk=printout.job_id).update(
        state=Job.State.FAILED, error=BROKE.code, error_params={}
    )
    page = f"/documents/score-sheets/{evening.slug}/1/1/"
    for _look in range(3):
        assert shown(BROKE) in ada.get(page).content.decode()
    assert Job.objects.filter(kind="document").count() == 1
    ada.post(page)
    assert Job.objects.get(kind="document").state == Job.State.QUEUED


def test_the_desk_notices_a_finished_draw() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    page = ada.get(f"/desk/{evening.slug}/")
    seen = page.context["page"].desk.mark
    poll = {"HTTP_HX_REQUEST": "true"}
    assert ada.get(f"/desk/{evening.slug}/?f={seen}", **poll).status_code == 204
    builders.drawn_round(evening)
    answer = ada.get(f"/desk/{evening.slug}/?f={seen}", **poll)
    assert answer.status_code == 200
    assert "Review the draw" in answer.content.decode()


def test_choices_stay_with_their_lines_when_the_list_is_edited() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.tournament()
    known = [builders.player(name) for name in ("Ole Bergstrøm", "Ane Halvorsen")]
    url = f"/desk/{evening.slug}/entries/add/"
    text = "Ole Bergstrom; X\nAne Halvorson; X"
    first = ada.post(url, {"text": text})
    fields = [f"line-{row.mark}" for row in first.context["page"].rows]
    sent = {fields[0]: "skip", fields[1]: known[1].key, "confirmed": "1"}
    ada.post(url, sent | {"text": "Ane Halvorson; X", "here": "on"})
    assert [entry.player for entry in Entry.objects.all()] == [known[1]]


@pytest.mark.parametrize("asked", ["foo", "//evil.example/", "https://evil.example"])
def test_the_theme_comes_back_to_this_site(client: Client, asked: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": asked})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_the_code_of_a_round_taken_back_gets_a_sentence(client: Client) -> None:
    evening = builders.evening("swiss", 2)
    match = builders.pairings(builders.published_round(evening))[0].match
    assert match is not None
    take_back_round(round_number=1, tournament=evening, reason="Late bus", by=None)
    answer = client.get("/m/", {"code": match.code})
    assert answer.status_code == 404
    assert 'name="code"' in answer.content.decode()


def test_a_loser_s_score_is_corrected_although_the_cup_went_on() -> None:
    ada = builders.signed_in(builders.director())
    cup = builders.evening("elimination", 4)
    first = builders.published_round(cup)
    builders.play_on(cup)
    match = builders.pairings(first)[0].match
    assert match is not None
    match.refresh_from_db()
    winner, loser = match.winner, {1: 2, 2: 1}[match.winner or 0]
    sent = {"winner": winner, "points": 2, "corrects": match.revision}
    assert ada.post(f"/m/{match.code}/final/", sent).status_code == 302
    assert "/undo/" not in ada.get(f"/desk/{cup.slug}/").content.decode()
    match.refresh_from_db()
    assert (match.winner, getattr(match, f"score_{loser}")) == (winner, 2)
    sent = {"winner": loser, "points": 2, "corrects": match.revision}
    answer = ada.post(f"/m/{match.code}/final/", sent)
    assert answer.status_code == 422
    assert "result.winner_advanced" in codes_of(answer)
    sent = {"winner": winner, "points": 1, "corrects": match.revision - 1}
    assert ada.post(f"/m/{match.code}/final/", sent).status_code == 409


def test_a_result_missing_in_an_earlier_round_is_named() -> None:
    evening = builders.evening("swiss", 4)
    first = builders.played_round(evening)
    builders.played_round(evening)
    match = builders.pairings(first)[0].match
    assert match is not None
    match.refresh_from_db()
    # Without `accept` it is refused: a later round was made from it.
    remove_final(match_id=match.pk, revision=match.revision, by=None, accept=True)
    assert "M1" in next_step(desk_view(evening)).text


def test_a_desk_without_a_round_loads_again_when_there_is_one() -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    answer = ada.get(f"/desk/{evening.slug}/?f=0&empty=1", HTTP_HX_REQUEST="true")
    assert answer["HX-Refresh"] == "true"


def test_players_can_read_why_a_round_was_taken_back(client: Client) -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    take_back_round(round_number=1, tournament=evening, reason="Late bus", by=None)
    page = client.get(f"/tournaments/{evening.slug}/draws/").content.decode()
    assert "Late bus" in page

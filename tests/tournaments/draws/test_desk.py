"""The director's page of a draw: two ways to it, the announcement, the draft."""

import re

import pytest
from django.test import Client

from matches.jobs.tasks import run_job
from matches.models import Player
from tests import builders
from tournaments.draws.queries import draft_of
from tournaments.draws.record import draw_document
from tournaments.draws.request import announce_draw, request_draw
from tournaments.engine.record.checking import FINGERPRINT_ALONE, check_document
from tournaments.models import Draw, Entry, Tournament

pytestmark = pytest.mark.django_db

DICE = "35 66 14 22 61 53"


def desk(client: Client, evening: Tournament) -> str:
    return client.get(f"/desk/{evening.slug}/draw/").content.decode()


def leaves(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)


def forms(text: str) -> list[str]:
    return re.findall(r"<form\b.*?</form>", text, re.DOTALL)


def test_two_ways_stand_side_by_side_before_a_draw() -> None:
    text = desk(builders.signed_in(builders.director()), builders.evening())
    assert re.search(r'class="ways">.*Draw round 1.*Announce the draw', text, re.DOTALL)
    chosen = next(form for form in forms(text) if 'name="seed_from"' in form)
    assert re.findall(r'name="seed_from" value="(\w+)"( checked)?', chosen) == [
        ("dice", " checked"),
        ("typed", ""),
    ]


def test_a_free_night_is_paired_and_not_announced() -> None:
    evening = builders.evening("night", 4)
    text = desk(builders.signed_in(builders.director()), evening)
    assert "Pair them" in text
    assert "Announce the draw" not in text


def test_an_announced_draw_asks_for_dice_and_folds_the_rest() -> None:
    evening = builders.evening()
    announce_draw(tournament=evening, by=None)
    client = builders.signed_in(builders.director())
    dice, other = (form for form in forms(desk(client, evening)) if "seed_from" in form)
    assert '<input type="hidden" name="seed_from" value="dice">' in dice
    assert 'type="radio"' not in dice
    assert 'value="dice"' not in other
    assert re.search(r'value="machine" checked', other)
    refused = client.post(
        f"/desk/{evening.slug}/draw/", {"seed_from": "dice", "dice": "7 7"}
    )
    assert refused.status_code == 422
    assert 'value="7 7"' in refused.content.decode()
    client.post(f"/desk/{evening.slug}/draw/", {"seed_from": "dice", "dice": DICE})
    draw = Draw.objects.get()
    assert (draw.seed_from, draw.state) == ("dice", Draw.State.DRAWING)


@pytest.mark.parametrize("chosen", ["machine", "typed"])
def test_a_draw_can_be_made_without_dice(chosen: str) -> None:
    evening = builders.evening()
    announce_draw(tournament=evening, by=None)
    client = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/draw/"
    if chosen == "typed":
        refused = client.post(path, {"seed_from": chosen, "seed": ""})
        text = refused.content.decode()
        assert refused.status_code == 422
        assert re.search(r'<details class="more" open><summary>Without dice', text)
        assert re.search(r'value="typed" checked', text)
    client.post(path, {"seed_from": chosen, "seed": "lottery 12"})
    draw = Draw.objects.get()
    assert draw.seed_from == chosen
    assert (draw.seed == "lottery 12") == (chosen == "typed")


def test_an_outdated_announcement_is_made_again() -> None:
    evening = builders.evening(who=6)
    first = announce_draw(tournament=evening, by=None)
    public = f"/tournaments/{evening.slug}/stages/1/draws/{first.pk}/"
    assert "has to announce" not in Client().get(public).content.decode()
    leaves(builders.entries(evening)[0])
    client = builders.signed_in(builders.director())
    text = desk(client, evening)
    assert "Announce again" in text
    assert "Dice as called out" not in text
    assert "has to announce the draw again" in Client().get(public).content.decode()
    client.post(f"/desk/{evening.slug}/draw/", {"announce": "1"})
    first.refresh_from_db()
    assert first.state == Draw.State.DISCARDED
    assert "Dice as called out" in desk(client, evening)


def test_a_draw_announced_ahead_is_announced_ahead_again() -> None:
    evening = builders.evening("swiss", 6)
    published = builders.published_round(evening)
    matches = builders.matches(published)
    for match in matches[1:]:
        builders.won(1, match)
    announce_draw(tournament=evening, ahead=True, by=None)
    leaves(builders.entries(evening)[0])
    client = builders.signed_in(builders.director())
    again = next(form for form in forms(desk(client, evening)) if "announce" in form)
    assert '<input type="hidden" name="ahead" value="1">' in again


def test_the_first_draft_marks_club_mates() -> None:
    evening = builders.tournament("swiss")
    mates, guests = builders.entered(evening, 2), builders.entered(evening, ["Xi Yu"])
    Player.objects.filter(pk__in=[each.player_id for each in mates]).update(club="BK")
    leaves(guests[0])
    draw = builders.drawn_round(evening)
    (only,) = draft_of(draw).rows
    assert only.is_same_club
    assert (only.one_has, only.two_has) == ("", "")
    client = builders.signed_in(builders.director())
    assert "same club" in desk(client, evening)
    Player.objects.update(club="")
    assert not draft_of(draw).rows[0].is_same_club


def test_a_later_draft_shows_wins_and_what_was_open() -> None:
    evening = builders.evening("swiss", 6)
    published = builders.published_round(evening)
    waiting, *others = builders.matches(published)
    for match in others:
        builders.won(1, match)
    asked = request_draw(tournament=evening, ahead=True, by=None)
    run_job(asked.job_id)
    draw = Draw.objects.get(pk=asked.pk)
    draft = draft_of(draw)
    assert draft.open_labels == (f"M{waiting.pairing.match_number}",)
    has = sorted(text for each in draft.rows for text in (each.one_has, each.two_has))
    assert has == ["wins: 0"] * 2 + ["wins: 1"] * 2 + ["wins: ½"] * 2
    text = desk(builders.signed_in(builders.director()), evening)
    assert "Drawn ahead, with half a win" in text
    assert "wins: ½" in text


def test_where_lives_count_losses_are_shown() -> None:
    evening = builders.evening("lives", 4)
    builders.played_round(evening)
    draft = draft_of(builders.drawn_round(evening))
    has = {text for each in draft.rows for text in (each.one_has, each.two_has)}
    assert has <= {"losses: 0", "losses: 1", ""}
    assert "losses: 1" in has


@pytest.mark.parametrize("is_announced", [True, False])
def test_a_check_asks_for_an_earlier_fingerprint_only_if_there_was_one(
    is_announced: bool,
) -> None:
    evening = builders.evening()
    if is_announced:
        announce_draw(tournament=evening, by=None)
    document = draw_document(builders.drawn_round(evening))
    assert (document["announced"] is not None) == is_announced
    said = [step.note.message for step in check_document(document).steps]
    assert (FINGERPRINT_ALONE in said) != is_announced
    assert check_document(document).is_same


def test_the_list_to_check_carries_nothing_but_what_was_typed() -> None:
    evening = builders.tournament()
    answer = builders.signed_in(builders.director()).post(
        f"/desk/{evening.slug}/entries/add/", {"text": "Ane Alm\nAne  Alm\nBo Brink"}
    )
    text = answer.content.decode()
    assert 'name="confirmed"' in text
    assert 'name="copy"' not in text

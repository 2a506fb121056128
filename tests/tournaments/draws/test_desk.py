"""The director's page of a draw: two ways to it, the announcement, the draft."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from matches.jobs.tasks import run_job
from matches.models import Player
from tests import builders
from tests.refusals import numbers_in, read, shows
from tournaments.draws.queries import draft_of, open_at_draw
from tournaments.draws.record import draw_document
from tournaments.draws.request import announce_draw, request_draw
from tournaments.engine.record import shortened
from tournaments.engine.record.checking import check_document
from tournaments.engine.record.proof_checks import DIGEST_ALONE
from tournaments.models import Draw, DrawAnnouncement, Entry, Tournament
from tournaments.setup.presets import PRESETS

pytestmark = pytest.mark.django_db


def desk(client: Client, evening: Tournament) -> str:
    return client.get(f"/desk/{evening.slug}/draw/").content.decode()


def leaves(entry: Entry) -> None:
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)


def forms(text: str) -> list[str]:
    return re.findall(r"<form\b.*?</form>", text, re.DOTALL)


def test_two_ways_stand_side_by_side_before_a_draw() -> None:
    text = desk(builders.signed_in(builders.director()), builders.evening())
    assert re.search(r'class="ways">.*Draw round 1.*Announce the draw', text, re.DOTALL)
    assert 'name="reason"' not in text


def test_a_free_night_is_paired_and_not_announced() -> None:
    evening = builders.evening("night", 4)
    text = desk(builders.signed_in(builders.director()), evening)
    assert "Pair now" in text
    assert "Announce the draw" not in text


def test_an_announced_draw_asks_for_the_dice_that_were_announced() -> None:
    evening = builders.evening()
    announce_draw(tournament=evening, by=None)
    client = builders.signed_in(builders.director())
    text = desk(client, evening)
    assert shortened(DrawAnnouncement.objects.get().digest) in text
    assert "data:image/png;base64" in text
    path = f"/desk/{evening.slug}/draw/"
    refused = client.post(path, {"dice": "7 7"})
    assert refused.status_code == 422
    assert 'value="7 7"' in refused.content.decode()
    assert client.post(path, {}).status_code == 422
    client.post(path, {"dice": builders.DICE})
    draw = Draw.objects.get()
    assert draw.state == Draw.State.DRAWING
    assert draw.parts["dice"] == "53-66-41-22-61-53-11-42"


def test_a_seed_cannot_be_typed() -> None:
    evening = builders.evening()
    client = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/draw/"
    client.post(path, {"typed": "1", "seed": "lucky", "dice": builders.DICE})
    draw = Draw.objects.get()
    assert draw.seed == draw.parts["secret"] == DrawAnnouncement.objects.get().secret
    assert re.fullmatch("[0-9a-f]{32}", draw.seed)
    assert DrawAnnouncement.objects.get().content["rolls"] == 0


def test_an_outdated_announcement_is_made_again() -> None:
    evening = builders.evening(who=6)
    first = announce_draw(tournament=evening, by=None)
    public = f"/tournaments/{evening.slug}/stages/1/draws/{first.pk}/"
    assert not shows(Client().get(public), "outdated")
    leaves(builders.entries(evening)[0])
    client = builders.signed_in(builders.director())
    text = desk(client, evening)
    assert "Announce again" in text
    assert 'name="dice"' not in text
    assert shows(Client().get(public), "outdated")
    path = f"/desk/{evening.slug}/draw/"
    assert client.post(path, {"announce": "1"}).status_code == 422
    client.post(path, {"announce": "1", "reason": "A player left"})
    first.refresh_from_db()
    assert first.state == Draw.State.DISCARDED
    assert 'name="dice"' in desk(client, evening)
    told = DrawAnnouncement.objects.get(place=2).content
    assert (told["number"], told["reason"]) == (2, "A player left")
    assert told["differs"] == [["present", 1]]


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
    (only,) = draft_of(draw)
    assert only.is_same_club
    assert (only.one.has, only.two.has) == ("", "")
    client = builders.signed_in(builders.director())
    assert "same club" in desk(client, evening)
    Player.objects.update(club="")
    assert not draft_of(draw)[0].is_same_club


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
    assert open_at_draw(draw) == (f"M{waiting.pairing.match_number}",)
    has = sorted(side.has for row in draft for side in (row.one, row.two))
    assert has == ["wins: 0"] * 2 + ["wins: 1"] * 2 + ["wins: ½"] * 2
    text = desk(builders.signed_in(builders.director()), evening)
    assert shows(text, "drawn-ahead")
    assert "wins: ½" in text


def test_where_lives_count_losses_are_shown() -> None:
    evening = builders.evening("lives", 4)
    builders.played_round(evening)
    draft = draft_of(builders.drawn_round(evening))
    has = {side.has for row in draft for side in (row.one, row.two)}
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
    assert bool(document["announcement"]["rolls"]) == is_announced
    said = [step.note.message for step in check_document(document).steps]
    assert (DIGEST_ALONE in said) != is_announced
    assert check_document(document).is_same


def test_the_list_to_check_carries_nothing_but_what_was_typed() -> None:
    evening = builders.tournament()
    answer = builders.signed_in(builders.director()).post(
        f"/desk/{evening.slug}/entries/add/", {"text": "Ane Alm\nAne  Alm\nBo Brink"}
    )
    text = answer.content.decode()
    assert 'name="confirmed"' in text
    assert 'name="copy"' not in text


def test_the_draft_of_a_free_club_night_names_who_waits() -> None:
    night = builders.evening("night", 3)
    draft = builders.drawn_round(night)
    (row,) = (one.row for one in draft_of(draft))
    assert row.two is not None
    players = Entry.objects.filter(tournament=night)
    (left,) = players.exclude(number__in=(row.one.number, row.two.number))
    page = builders.signed_in(builders.director()).get(f"/desk/{night.slug}/draw/")
    assert page.context["left_over"] == [left.player.name]
    assert 'data-says="left-over"' in page.content.decode()


def test_a_free_club_night_has_pairings_and_no_rounds() -> None:
    night = builders.evening("night", 4)
    draft = builders.drawn_round(night)
    ada = builders.signed_in(builders.director())
    text = ada.get(f"/desk/{night.slug}/draw/").content.decode()
    assert "Publish and call" in text
    assert "Round 1" not in text
    assert "Publish round" not in text
    path = reverse("publish", args=[night.slug, draft.pk])
    told = ada.post(path, {"swaps": 0}, follow=True).content.decode()
    assert "Round 1" not in told
    assert Draw.objects.get().state == Draw.State.PUBLISHED


def test_a_free_club_night_is_paired_and_called_in_one_press() -> None:
    night = builders.evening("night", 5)
    ada = builders.signed_in(builders.director())
    (step,) = ada.get(f"/desk/{night.slug}/").context["page"].next_steps
    assert step.call_action
    answer = ada.post(step.url, {"call": "1"})
    assert answer.url == f"/desk/{night.slug}/"
    assert len(builders.called(night)) == 2
    answer = ada.post(step.url, {"call": "1"})  # again: nobody is left to be paired
    assert answer.status_code == 422
    assert Draw.objects.filter(stage__division__tournament=night).count() == 1


def test_a_free_club_night_is_closed_in_its_own_words() -> None:
    night = builders.evening("night", 4)
    builders.published_round(night)
    ada = builders.signed_in(builders.director())
    page = ada.get(f"/desk/{night.slug}/close/").content.decode()
    assert "Cancel the latest pairings" in page
    assert "the draw" not in page


def test_other_rounds_are_looked_at_first() -> None:
    swiss = builders.evening("swiss", 4)
    ada = builders.signed_in(builders.director())
    assert ada.post(f"/desk/{swiss.slug}/draw/", {"call": "1"}).status_code == 302
    assert not builders.called(swiss)


def test_a_free_club_night_speaks_of_pairings_on_every_page() -> None:
    night = builders.evening("night", 5)
    builders.published_round(night)
    ada = builders.signed_in(builders.director())
    pairs = night.pairings.values_list("entry_1__number", "entry_2__number")
    (waiting,) = {1, 2, 3, 4, 5} - {number for pair in pairs for number in pair}
    desk = f"/desk/{night.slug}/"
    for path in (
        *(desk, f"{desk}entries/", f"{desk}draw/", f"{desk}rounds/1/take-back/"),
        f"{desk}entries/{waiting}/options/",
    ):
        page = read(ada.get(path))
        found = re.findall(r"[Rr]ound \d|next round|rounds (?:under|were)", page)
        assert not found, path
    page = read(ada.get(f"/tournaments/{night.slug}/draws/"))
    assert not re.findall("rounds were", page)


@pytest.mark.parametrize(("who", "warned"), [(8, [[2], [8]]), (13, [])])
def test_groups_in_which_everybody_goes_on_are_warned_of(
    who: int, warned: list[list[int]]
) -> None:
    ada = builders.signed_in(builders.director())
    card = next(one for one in PRESETS if one.key == "groups-final")
    made = builders.tournament(divisions=card.divisions)
    builders.entered(made, who)
    notes = ada.get(f"/desk/{made.slug}/draw/").context["notes"]
    # Groups of two, and all eight go on.
    assert [numbers_in(note) for note in notes] == warned

"""What a director can try with the services of the desk, and who sees it.

The record, the public page and the one file say it in the same words.
"""

import html
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.jobs import tasks
from matches.player_page.forgetting import forget_person
from matches.players.models import Player
from matches.players.services import NewPlayer, change_player
from tests import builders
from tests.refusals import raises
from tests.tournaments.entries.test_options import cup, late, offered
from tournaments.draws import verify_draw
from tournaments.draws.errors import NAMES_CHANGED, REASON_NEEDED
from tournaments.draws.publish import publish_round, take_back_round
from tournaments.draws.record import draw_document
from tournaments.draws.request import announce_draw, call_off, request_draw
from tournaments.engine.record import shortened
from tournaments.engine.record.checking import check_document
from tournaments.entries.options.apply import apply_option
from tournaments.entries.services import add_entries, check_in
from tournaments.models import Draw, DrawAnnouncement, Round, Tournament
from tournaments.results.amendments.services import undo
from tournaments.setup.bin import bring_back, empty_bin, move_to_bin
from tournaments.setup.presets import preset_named
from tournaments.setup.stage_services import add_division, remove_division

pytestmark = pytest.mark.django_db


def with_dice(evening: Tournament) -> Draw:
    announce_draw(tournament=evening, by=None)
    return builders.drawn_round(evening)


def exchange_names(evening: Tournament) -> None:
    one, two = (entry.player for entry in builders.entries(evening)[:2])
    first, second = one.name, two.name
    change_player(player=one, to=NewPlayer(second), by=None)
    change_player(player=two, to=NewPlayer(first), by=None)


def publish(evening: Tournament, draw: Draw) -> Round:
    return publish_round(draw_id=draw.pk, tournament=evening, by=None).round


def address(draw: Draw) -> str:
    slug = draw.stage.division.tournament.slug
    return f"/tournaments/{slug}/stages/{draw.stage.number}/draws/{draw.pk}/"


@pytest.fixture
def told(tmp_path, capsys) -> Callable[[Draw], tuple[str, int]]:
    """What the one file says of a draw; its page must say it, too."""

    def look(draw: Draw, *sentences: str) -> tuple[str, int]:
        draw = Draw.objects.get(pk=draw.pk)
        document = json.loads(json.dumps(draw_document(draw)))
        path = tmp_path / "record.json"
        path.write_text(json.dumps(document), "utf-8")
        status = verify_draw.main([str(path)])
        printed = capsys.readouterr().out
        page = html.unescape(Client().get(address(draw)).content.decode())
        for sentence in sentences:
            assert sentence in printed
            assert sentence in page
        return check_document(document).outcome, status

    return look


# Names -------------------------------------------------------------------------------


def test_names_exchanged_before_the_dice_stop_the_draw() -> None:
    evening = builders.evening("swiss", 8)
    announce_draw(tournament=evening, by=None)
    exchange_names(evening)
    ask: dict[str, Any] = {"tournament": evening, "dice": builders.DICE, "by": None}
    with raises(NAMES_CHANGED):
        request_draw(**ask)
    exchange_names(evening)
    assert request_draw(**ask).state == Draw.State.DRAWING


def test_names_exchanged_after_the_draw_stop_its_publication() -> None:
    evening = builders.evening("swiss", 8)
    draw = with_dice(evening)
    exchange_names(evening)
    with raises(NAMES_CHANGED):
        publish(evening, draw)
    exchange_names(evening)
    publish(evening, draw)


def test_names_exchanged_while_it_is_drawn_leave_no_draft() -> None:
    evening = builders.evening("swiss", 8)
    asked = request_draw(tournament=evening, by=None)
    exchange_names(evening)
    tasks.run_job(asked.job_id)
    assert not Draw.objects.filter(state=Draw.State.DRAFT).exists()


def test_a_new_name_after_publication_has_a_verdict_of_its_own(told) -> None:
    evening = builders.evening("swiss", 8)
    draw = publish(evening, with_dice(evening)).draw
    player = builders.entries(evening)[0].player
    change_player(player=player, to=NewPlayer("Xenia Yde"), by=None)
    said = f"Renamed after the announcement: {player.name} is now called Xenia Yde."
    assert told(draw, said) == ("renamed", 3)


def test_only_who_is_forgotten_is_hidden_and_the_record_says_so(told) -> None:
    evening = builders.evening("swiss", 8)
    published = builders.played_round(evening)
    player = builders.entries(evening)[0].player
    Tournament.objects.update(closed_at=timezone.now())
    forget_person(player=player, known=player.name[:], by=None)
    document = json.dumps(draw_document(Draw.objects.get()))
    assert player.name not in document
    said = "The names match the announcement (1 of 8 hidden since)."
    assert told(published.draw, said) == ("same", 0)


# Announced, and thrown away ----------------------------------------------------------


def again(people: list[Player], *, into: Tournament, division: int = 1) -> None:
    add_entries(
        tournament=into, known=people, new=[], here=True, division=division, by=None
    )


def test_an_evening_begun_anew_names_what_was_thrown_away(told) -> None:
    first = builders.evening("swiss", 8)
    kept = announce_draw(tournament=first, by=None)
    receipt = f"{address(kept)}?seen={kept.digest[:16]}"
    people = [entry.player for entry in builders.entries(first)]
    move_to_bin(tournament=first, by=None)
    second = builders.tournament("swiss")
    again(people, into=second)
    desk = builders.signed_in(builders.director())
    assert 'name="reason"' in desk.get(f"/desk/{second.slug}/draw/").content.decode()
    with raises(REASON_NEEDED):
        announce_draw(tournament=second, by=None)
    announce_draw(tournament=second, reason="A wrong list", by=None)
    draw = publish(second, builders.drawn_round(second)).draw
    said = (
        "Announced before for the same players in a stage or tournament that was "
        f"removed: {shortened(kept.digest)}. Reason for drawing again: “A wrong list”."
    )
    assert told(draw, said) == ("same", 0)
    # Whoever photographed the first one learns which draw counts.
    gone = Client().get(receipt)
    assert gone.status_code == 410
    assert address(draw) in gone.content.decode()
    assert "A wrong list" in gone.content.decode()
    assert Client().get(address(kept)).status_code == 404
    bring_back(pk=first.pk, by=None)
    move_to_bin(tournament=first, by=None)
    empty_bin(timezone.now() + timedelta(days=99))
    assert Client().get(receipt).status_code == 410
    assert not DrawAnnouncement.objects.get(digest=kept.digest).names


def test_a_division_removed_and_made_anew_names_it_too(told) -> None:
    evening = builders.tournament("swiss")
    card = preset_named("club-swiss")
    assert card is not None
    plan = card.structure.divisions[0]
    side = add_division(tournament=evening, plan=plan, by=None)
    people = [builders.player(name) for name in builders.names(8)]
    again(people, into=evening, division=side.number)
    stage = side.stages.get()
    kept = announce_draw(tournament=evening, stage=stage, by=None)
    call_off(draw_id=kept.pk, tournament=evening, by=None)
    receipt = f"{address(kept)}?seen={kept.digest[:16]}"
    remove_division(tournament=evening, number=side.number, by=None)
    side = add_division(tournament=evening, plan=plan, by=None)
    again(people, into=evening, division=side.number)
    stage = side.stages.get()
    with raises(REASON_NEEDED):
        request_draw(tournament=evening, stage=stage, by=None)
    asked = request_draw(tournament=evening, stage=stage, reason="Anew", by=None)
    tasks.run_job(asked.job_id)
    draw = publish(evening, asked).draw
    assert told(draw, f"removed: {shortened(kept.digest)}") == ("same", 0)
    assert Client().get(receipt).status_code == 410
    listed = Client().get(f"/tournaments/{evening.slug}/draws/").content.decode()
    assert "<strong>removed</strong>" in listed


@pytest.mark.parametrize(
    ("reason", "said", "verdict"),
    [
        ("", "entered after the draw; the place was drawn at random.", ("same", 0)),
        (
            "A friend",
            "entered after the draw and was placed by hand: “A friend”.",
            ("changed", 3),
        ),
    ],
)
def test_the_place_of_a_late_entry_is_in_the_record(
    told, reason: str, said: str, verdict: tuple[str, int]
) -> None:
    event = cup(5)
    draw = Draw.objects.get()
    number = late(event)
    choices = offered(event, number).values()
    wanted = next(one.value for one in choices if one.needs_reason is bool(reason))
    apply_option(tournament=event, number=number, chosen=wanted, reason=reason, by=None)
    name = event.entries.get(number=number).player.name
    assert told(draw, f"{name} {said}") == verdict


def test_other_people_need_no_reason() -> None:
    first = builders.evening("swiss", 8)
    announce_draw(tournament=first, by=None)
    move_to_bin(tournament=first, by=None)
    second = builders.tournament("swiss")
    builders.entered(second, ["Xi Yu", "Yo Zu", "Za Xo", "Ux Vy"])
    assert announce_draw(tournament=second, by=None).reason == ""


# What came in a file, clocks, tries --------------------------------------------------


def test_a_draw_from_a_file_is_not_witnessed_here(told) -> None:
    evening = builders.evening("swiss", 8)
    draw = publish(evening, with_dice(evening)).draw
    said = "This draw came from a file: this server did not witness it."
    assert said not in Client().get(address(draw)).content.decode()
    DrawAnnouncement.objects.update(witnessed=False)
    assert told(draw, said) == ("same", 0)


def test_time_never_falls_along_the_chain(monkeypatch) -> None:
    evening = builders.evening("swiss", 8)
    first = announce_draw(tournament=evening, by=None).own_announcement
    past = timezone.now() - timedelta(days=9)
    monkeypatch.setattr("tournaments.draws.announce.timezone.now", lambda: past)
    second = announce_draw(tournament=evening, reason="Again", by=None)
    assert second.own_announcement.made_at >= first.made_at


def test_the_undo_of_unpublishing_stays_in_the_record(told) -> None:
    evening = builders.evening("swiss", 8)
    published = builders.published_round(evening)
    first = published.draw
    taken = take_back_round(
        round_number=1, tournament=evening, reason="Too early", by=None
    )
    assert builders.drawn_round(evening, reason="").reason == "Too early"
    undo(tournament=evening, pk=taken.pk, by=None)
    first.refresh_from_db()
    assert first.state == Draw.State.PUBLISHED
    assert told(first, "and that draw was discarded. Reason: “Too early”.") == (
        "same",
        0,
    )


def test_a_failed_draw_counts_as_a_try(told) -> None:
    evening = builders.evening("swiss", 8)
    asked = request_draw(tournament=evening, by=None)
    check_in(tournament=evening, numbers=[1], here=False, by=None)
    tasks.run_job(asked.job_id)
    draw = publish(evening, builders.drawn_round(evening, reason="")).draw
    said = "Reason for drawing again: “The draw failed.”. Differences:"
    assert told(draw, said) == ("same", 0)
    document = json.loads(json.dumps(draw_document(draw)))
    assert document["announcement"]["number"] == 2

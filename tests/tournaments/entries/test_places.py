"""Nobody without a place: late entries by lot, lists that start, re-buys."""

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.jobs.models import Job
from tests import builders
from tests.refusals import raises
from tests.tournaments.entries.test_options import (
    choose,
    cup,
    entry,
    late,
    offered,
    only,
)
from tournaments.engine import standings
from tournaments.engine.bracket.preliminary import place_of_line
from tournaments.engine.pairing.lots import by_lot
from tournaments.entries.options.apply import apply_option
from tournaments.entries.options.errors import NEEDS_REASON
from tournaments.hall.full_lists import full_lists, start_list
from tournaments.hall.messages import send_message, standing_messages
from tournaments.hall.models import MessageKind
from tournaments.models import Division, Entry, Pairing, Stage, Tournament
from tournaments.money.models import Pool, PoolKind, Till
from tournaments.money.queries import sheet_of
from tournaments.results.amendments.services import undo
from tournaments.rounds import engine_state
from tournaments.rounds.round_names import entry_counts
from tournaments.setup.presets import preset_named
from tournaments.structure.models import Placing

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    assert answer.status_code == 200, answer.status_code
    return " ".join(html.unescape(answer.content.decode()).split())


def ranked(event: Tournament) -> set[int]:
    state = engine_state.load(builders.stage(event))
    return {row.entrant for row in standings(state).rows}


def to_the_end(event: Tournament) -> None:
    while builders.play_on(event):
        pass


def test_who_waits_for_a_place_counts_nowhere() -> None:
    event = cup(8)
    number = late(event)
    assert entry(event, number).placing == Placing.WAITS
    assert number not in ranked(event)
    assert entry_counts(builders.stage(event))["entries"] == 8
    till = Till.make(tournament=event, currency="EUR")
    Pool.make(tournament=event, kind=PoolKind.FEES, division=1, fee=2000)
    assert sheet_of(event, till).pools[0].count == 8
    done = choose(event, number, only(event, number, "preliminary"))
    assert entry(event, number).placing == Placing.BY_LOT
    assert number in ranked(event)
    assert sheet_of(event, till).pools[0].count == 9
    undo(tournament=event, pk=done.undo.pk, by=None)
    assert entry(event, number).placing == Placing.WAITS
    assert number not in ranked(event)


def test_a_preliminary_match_is_played_and_shown_everywhere() -> None:
    event = cup(8)
    number = late(event)
    choose(event, number, only(event, number, "preliminary"))
    stage = builders.stage(event)
    drawn = Pairing.objects.live().get(tournament=event, entry_2__number=number)
    slot, side = place_of_line(engine_state.plan_of(stage), stage.lot_of[number])
    assert (slot in range(1, 5), side in {1, 2}) == (True, True)
    assert drawn.notes[0]["code"] == "draw.late_by_lot"
    ada = builders.signed_in(builders.director())
    address = reverse("stage", args=[event.slug, 1])
    for path in (
        address,
        f"{address}?view=rounds&section=main-preliminary",
        reverse("path", args=[event.slug, 1, number]),
    ):
        assert "preliminary" in text(Client().get(path)).lower()
    for name in ("tournament_desk", "entries"):
        text(ada.get(reverse(name, args=[event.slug])))
    to_the_end(event)
    assert ranked(event) == set(range(1, 10))
    played = Pairing.objects.live().filter(tournament=event, match__winner=None)
    assert not played.exists()


def test_the_place_is_the_first_of_the_lots_whoever_comes() -> None:
    event = cup(5)
    seed = builders.stage(event).published_rounds.get().draw.seed
    number = late(event, here=False)
    choices = offered(event, number)
    free = {int(key.split("-")[2]) for key in choices if key.startswith("line")}
    quiet = {
        int(key.split("-")[2])
        for key, choice in choices.items()
        if key.startswith("line") and not choice.change.aside
    }
    order = [line for line in by_lot(seed, "late:line", free) if line in quiet]
    drawn = next(one for one in choices.values() if not one.needs_reason)
    assert int(drawn.key.split("-")[2]) == order[0]


def test_another_place_needs_a_reason_and_says_it() -> None:
    event = cup(5)
    number = late(event)
    chosen = next(one for one in offered(event, number).values() if one.needs_reason)
    url = reverse("entry_options", args=[event.slug, number])
    ada = builders.signed_in(builders.director())
    with raises(NEEDS_REASON):
        apply_option(tournament=event, number=number, chosen=chosen.value, by=None)
    answer = ada.post(url, {"choice": chosen.value, "reason": " "})
    assert answer.status_code == NEEDS_REASON.status
    ada.post(url, {"choice": chosen.value, "reason": "Plays  his brother"})
    found = entry(event, number)
    assert (found.placing, found.placing_reason) == ("hand", "Plays his brother")
    assert "Plays his brother" in text(ada.get(reverse("log", args=[event.slug])))


def test_a_list_starts_when_it_is_full_and_the_next_one_opens() -> None:
    event = builders.tournament("elimination")
    jackpot = Division.objects.get(tournament=event)
    Division.objects.filter(pk=jackpot.pk).update(name="Jackpot", starts_at=8)
    Pool.make(
        tournament=event,
        kind=PoolKind.FEES,
        division=jackpot.number,
        fee=1000,
        shares={"1": [10000]},
    )
    builders.entered(event, 7)
    assert not full_lists()
    builders.entered(event, ["Ida Juul", "Jon Krag"])
    (full,) = full_lists()
    following = start_list(full)
    assert following is not None
    assert (following.name, following.starts_at) == ("Jackpot 2", 8)
    assert [one.player.name for one in following.entries.all()] == ["Jon Krag"]
    assert len(builders.called(event)) == 4
    pool = Pool.objects.get(division=following.number)
    stage = Stage.objects.get(division=following)
    assert (pool.fee, pool.shares) == (1000, {str(stage.number): [10000]})
    assert start_list(full) is None
    assert not full_lists()
    to_the_end(event)
    assert not Job.objects.filter(state=Job.State.FAILED).exists()


def test_losers_buy_in_again_and_winners_go_on() -> None:
    card = preset_named("rebuys")
    assert card is not None
    event = builders.tournament("swiss", divisions=card.divisions)
    builders.entered(event, 4)
    Stage.objects.filter(tournament=event, number=1).update(rebuys=1)
    builders.played_round(event)
    losers = [
        row.entry_2.number for row in Pairing.objects.live().filter(tournament=event)
    ]
    ada = builders.signed_in(builders.director())
    first, second = (event.entries.get(number=number) for number in losers)
    ada.post(reverse("entry_again", args=[event.slug, first.number]))
    asked = send_message(second, MessageKind.REENTER, player=second.player)
    done = reverse("message_done", args=[event.slug, asked.pk, asked.version])
    for _twice in range(2):
        ada.post(done, {"reenter": "1"})
    assert not standing_messages(event)
    assert Entry.objects.filter(tournament=event, again=1).count() == 2
    builders.played_round(event)
    again = Pairing.objects.live().get(tournament=event, round_number=2)
    assert again.entry_2 is not None
    refused = ada.post(reverse("entry_again", args=[event.slug, again.entry_2.number]))
    assert refused.status_code == 409
    first, main, consolation = Stage.objects.filter(tournament=event).order_by("number")
    assert set(engine_state.field_of(main) or ()) == {
        *set(range(1, 5)) - set(losers),
        again.entry_1.number,
    }
    assert engine_state.field_of(consolation) == [again.entry_2.number]
    assert first.format == "rebuy_round"

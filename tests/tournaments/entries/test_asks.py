"""Rounds that players ask to sit out on their phones, and the answers of directors."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.refusals import raises
from tournaments.draws.errors import ASKS_WAITING
from tournaments.draws.request import announce_draw
from tournaments.engine.state import ABSENT, HALF_BYE
from tournaments.entries import errors
from tournaments.entries.rests import answer_ask, ask_again, ask_by_phone, take_back_ask
from tournaments.entries.services import add_entries, remove_entry
from tournaments.models import Entry, Stage, Tournament
from tournaments.results.amendments.services import undo
from tournaments.rounds.player_panel import own_links
from tournaments.rounds.rests import DECLINED, asked_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    made = builders.evening("swiss", 6)
    Stage.objects.update(options={"half_byes": 1}, rounds=4)
    return made


def entry(made: Tournament, number: int) -> Entry:
    return Entry.objects.select_related("player").get(tournament=made, number=number)


def ask(made: Tournament, number: int, round_number: int, kind: str = HALF_BYE) -> None:
    ask_by_phone(tournament=made, number=number, round_number=round_number, kind=kind)


def answer(made: Tournament, number: int, round_number: int, *, accepted: bool) -> None:
    answer_ask(
        tournament=made,
        number=number,
        round_number=round_number,
        accepted=accepted,
        by=None,
    )


def own(made: Tournament, number: int) -> str:
    link = entry(made, number).player.link_key
    return reverse("own_rounds", args=[link, made.slug, number])


def test_a_player_asks_on_a_phone_a_director_accepts_and_undoes(evening) -> None:
    phone, desk = Client(), builders.signed_in(builders.director())
    link = reverse("personal", args=[entry(evening, 2).player.link_key])
    address = own(evening, 2)
    assert address in phone.get(link).content.decode()
    assert phone.post(address, {"round": "1", "kind": HALF_BYE}).status_code == 302
    ((number, row),) = phone.get(address).context["asks"]
    assert (number, row.kind) == (1, HALF_BYE)

    draw = reverse("draw", args=[evening.slug, 1])
    assert desk.post(draw).status_code == 409
    (row,) = desk.get(draw).context["asked"]
    assert (row.number, row.round, row.wins) == (2, 1, "½")
    options = reverse("entry_options", args=[evening.slug, 2])
    assert [one.round for one in desk.get(options).context["asked"]] == [1]

    def press(word: str) -> str:
        path = reverse("entry_ask", args=[evening.slug, 2, 1, word])
        return desk.post(path, {"back": "draw"}, follow=True).content.decode()

    undo_path = reverse("entry_ask", args=[evening.slug, 2, 1, HALF_BYE])
    assert undo_path in press("accept")
    assert entry(evening, 2).sits_out == {1: HALF_BYE}
    desk.post(undo_path)
    assert (entry(evening, 2).rests, entry(evening, 2).asks_for) == (None, {1: "bye"})
    assert undo_path in press("decline")
    asks = phone.get(address).context["asks"]
    assert [row for _round, row in asks] == [None]
    assert phone.post(address, {"back": "1"}).status_code == 302
    assert entry(evening, 2).asked is None
    assert desk.post(undo_path).status_code == 302
    press("accept")
    builders.published_round(evening)
    assert entry(evening, 2).sits_out == {1: HALF_BYE}
    assert [row.round for row in phone.get(address).context["rests"]] == [1]


def test_what_cannot_be_kept_is_refused_on_the_phone(evening) -> None:
    phone, address = Client(), own(evening, 2)
    for bad in ({}, {"round": "9", "kind": ABSENT}, {"round": "2", "kind": "x"}):
        assert phone.post(address, bad).status_code == 422
    ask(evening, 2, 2)
    again = {"round": "3", "kind": HALF_BYE}
    assert phone.post(address, again).status_code >= 400
    with raises(errors.BYES_USED, most=1):
        ask(evening, 2, 3)
    with raises(errors.BYE_TOO_LATE, round=3):
        ask(evening, 3, 4)
    assert entry(evening, 2).asks_for == {2: HALF_BYE}
    Entry.objects.filter(number=4).update(withdrawn_at="2026-11-22T12:00Z")
    with raises(errors.REST_WITHDRAWN):
        ask(evening, 4, 2)
    assert phone.get(own(evening, 4)).context["form"] is None
    link = reverse("personal", args=[entry(evening, 4).player.link_key])
    assert own(evening, 4) not in phone.get(link).content.decode()


def test_a_link_opens_the_entries_of_its_player_alone(evening) -> None:
    mine = entry(evening, 2).player.link_key
    for link, slug, number in (
        (mine, evening.slug, 3),
        (mine, "elsewhere", 2),
        ("ZZZZZZ", evening.slug, 2),
    ):
        address = reverse("own_rounds", args=[link, slug, number])
        assert Client().get(address).status_code == 404
        assert Client().post(address, {"back": "1"}).status_code == 404


def test_the_own_page_leads_to_tournaments_with_a_round_to_come(evening) -> None:
    player = entry(evening, 2).player
    later = builders.tournament("swiss", name="Autumn open")
    add_entries(tournament=later, known=[player], new=(), here=True, by=None)

    def addresses() -> list[str]:
        return [url for _tournament, url in own_links(player)]

    with CaptureQueriesContext(connection) as captured:
        found = addresses()
    assert sorted(found) == sorted([own(evening, 2), own(later, 1)])
    assert len(captured) == 2

    builders.published_round(evening)
    Stage.objects.filter(tournament=evening).update(rounds=2)
    assert own(evening, 2) in addresses()
    Stage.objects.filter(tournament=evening).update(rounds=1)
    assert addresses() == [own(later, 1)]
    # The director plays one round more after all.
    Stage.objects.filter(tournament=evening).update(rounds=2)
    assert own(evening, 2) in addresses()


def test_nobody_is_drawn_who_waits_for_an_answer(evening) -> None:
    ask(evening, 2, 1, ABSENT)
    ask(evening, 3, 2, ABSENT)
    for act in (builders.drawn_round, lambda of: announce_draw(tournament=of, by=None)):
        with raises(ASKS_WAITING, round=1):
            act(evening)
    take_back_ask(tournament=evening, number=2, round_number=1)
    take_back_ask(tournament=evening, number=2, round_number=1)
    builders.published_round(evening)
    stage = builders.stage(evening)
    assert [row.number for row in asked_in(stage, after=1)] == [3]
    assert asked_in(stage, after=2) == []
    with raises(errors.REST_DRAWN, round=1):
        ask_again(tournament=evening, number=2, round_number=1, kind=ABSENT, by=None)


def test_an_answer_is_given_once(evening) -> None:
    ask(evening, 2, 1, ABSENT)
    answer(evening, 2, 1, accepted=False)
    assert entry(evening, 2).asks_for == {1: DECLINED}
    for accepted in (True, False):
        with raises(errors.ASK_GONE):
            answer(evening, 2, 1, accepted=accepted)
    ask(evening, 2, 1, ABSENT)
    answer(evening, 2, 1, accepted=True)
    ask(evening, 2, 1, ABSENT)
    assert (entry(evening, 2).sits_out, entry(evening, 2).asked) == ({1: ABSENT}, None)
    desk = builders.signed_in(builders.director())
    path = reverse("entry_ask", args=[evening.slug, 2, 1, "sing"])
    assert desk.post(path).status_code == 404


def test_where_nobody_sits_out_nobody_asks() -> None:
    cup = builders.weekend(4)
    player = entry(cup, 1).player
    link = reverse("personal", args=[player.link_key])
    assert own(cup, 1) not in Client().get(link).content.decode()
    assert Client().get(own(cup, 1)).context["form"] is None
    wish = {"round": "1", "kind": ABSENT}
    assert Client().post(own(cup, 1), wish).status_code == 422


def test_what_was_asked_comes_back_with_an_entry_that_was_removed(evening) -> None:
    ask(evening, 2, 2)
    done = remove_entry(tournament=evening, number=2, by=None)
    assert done is not None
    undo(tournament=evening, pk=done.pk, by=None)
    assert entry(evening, 2).asks_for == {2: HALF_BYE}

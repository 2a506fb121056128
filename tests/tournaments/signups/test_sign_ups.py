"""Signing up: the public form, one's own page, the desk's list, and the places."""

import re
import time
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests import builders
from tests.refusals import raises
from tournaments.entries.services import remove_entry
from tournaments.models import Division, Entry, SignUp, SignUpList, Tournament
from tournaments.signups import errors, services
from tournaments.signups.forms import SHOWN_SALT
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def event() -> Tournament:
    return builders.tournament()


def opened(event: Tournament, **settings) -> SignUpList:
    settings = {"opens_at": timezone.now() - HOUR, "is_reviewed": False} | settings
    division = Division.objects.select_related("tournament").get(tournament=event)
    return services.change_list(division, by=None, **settings)


def come(row: SignUpList, *names: str) -> list[SignUp]:
    return [
        services.sign_up(SignUpList.objects.get(pk=row.pk), {"name": name})
        for name in names
    ]


def later(hours: float) -> Any:
    """Let the clock of the product be so many hours ahead."""
    now = timezone.now() + hours * HOUR
    return mock.patch("django.utils.timezone.now", return_value=now)


def states(row: SignUpList) -> dict[str, str]:
    return {person.name: person.stands.value for person in row.sign_ups.all()}


def form_of(client: Client, address: str, **typed: str) -> dict[str, str]:
    """Return what a person sends who looked at the form for a minute."""
    page = client.get(address)
    with mock.patch("django.core.signing.time.time", return_value=time.time() - 60):
        stamp = signing.TimestampSigner(salt=SHOWN_SALT).sign("")
    return {
        "op": page.context["op"],
        "division": str(page.context["numbers"].row.division.number),
        "shown_at": stamp,
        **typed,
    }


# Places --------------------------------------------------------------------


def test_places_are_given_in_order_and_a_free_one_goes_to_the_next(event) -> None:
    row = opened(event, places=2)
    anna, _bo, cille, _dag = come(row, "Anna Berg", "Bo Holm", "Cille Ask", "Dag Lie")
    assert list(states(row).values()) == ["in", "in", "waiting", "waiting"]
    assert Entry.objects.filter(tournament=event).count() == 2
    services.cancel(anna)
    assert states(row) == {
        "Anna Berg": "cancelled",
        "Bo Holm": "in",
        "Cille Ask": "in",
        "Dag Lie": "waiting",
    }
    # A director lets one in beyond the places; more places let the others in.
    cille.refresh_from_db()
    services.cancel(cille)
    services.change_list(row.division, by=None, places=9)
    assert states(row)["Dag Lie"] == "in"


def test_entries_at_the_desk_take_places_and_a_lowered_number_puts_nobody_out(
    event,
) -> None:
    builders.entered(event, ["Else Bye"], here=False)
    row = opened(event, places=2)
    come(row, "Anna Berg", "Bo Holm")
    assert states(row) == {"Anna Berg": "in", "Bo Holm": "waiting"}
    services.change_list(row.division, by=None, places=1)
    assert states(row) == {"Anna Berg": "in", "Bo Holm": "waiting"}


def test_a_free_place_is_offered_and_passed_on_when_nobody_answers(event) -> None:
    row = opened(event, places=1, answer_hours=6)
    anna, bo = come(row, "Anna Berg", "Bo Holm")
    assert states(row) == {"Anna Berg": "offered", "Bo Holm": "waiting"}
    with later(7):
        services.advance_due()
        assert states(row) == {"Anna Berg": "waiting", "Bo Holm": "offered"}
        with raises(errors.SIGN_UP_CHANGED):
            services.accept(anna)
        services.accept(bo)
    assert states(row) == {"Anna Berg": "waiting", "Bo Holm": "in"}


def test_known_players_are_found_and_doubtful_names_wait_for_a_director(event) -> None:
    known = builders.player("Anna Berg", club="Oslo")
    builders.player("Bo Holm", club="Oslo")
    builders.player("Bo Holm", club="Bergen")
    row = opened(event)
    anna, bo = come(row, "anna berg", "Bo Holm")
    assert Entry.objects.get(pk=anna.entry_id).player == known
    assert bo.state == "asked"
    with raises(errors.SIGN_UP_WHO):
        services.confirm(row, {bo.pk: ""}, by=None)
    players = Player.objects.count()
    services.confirm(row, {bo.pk: "new"}, by=None)
    assert Player.objects.count() == players + 1
    # The same person once more takes no second place.
    (again,) = come(row, "Anna Berg")
    assert again.state == "asked"


def test_an_entry_removed_at_the_desk_is_to_be_confirmed_again(event) -> None:
    row = opened(event)
    (anna,) = come(row, "Anna Berg")
    remove_entry(tournament=event, number=anna.entry.number, by=None)
    anna = SignUp.objects.get(pk=anna.pk)
    assert anna.stands == "asked"
    _inside, _waiting, undo = services.confirm(row, {anna.pk: ""}, by=None)
    assert Entry.objects.filter(tournament=event).count() == 1
    assert undo is not None


def test_after_the_draw_nobody_signs_up_and_nobody_vanishes(event) -> None:
    row = opened(event)
    anna, *_ = come(row, "Anna Berg", "Bo Holm", "Cille Ask", "Dag Lie")
    Entry.objects.update(checked_in_at=timezone.now())
    builders.published_round(event)
    with raises(errors.SIGN_UP_CLOSED):
        come(row, "Else Bye")
    with raises(errors.SIGN_UP_DRAWN):
        services.cancel(anna)


def test_after_the_draw_nobody_moves_up_but_a_director_lets_late_ones_in(event) -> None:
    row = opened(event, places=4)
    *_inside, else_ = come(
        row, "Anna Berg", "Bo Holm", "Cille Ask", "Dag Lie", "Else Bye"
    )
    Entry.objects.update(checked_in_at=timezone.now())
    builders.published_round(event)
    services.change_list(row.division, by=None, places=9)
    assert states(row)["Else Bye"] == "waiting"
    services.confirm(row, {else_.pk: ""}, by=None, beyond=True)
    assert states(row)["Else Bye"] == "in"


def test_a_private_tournament_is_not_opened(event) -> None:
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    with raises(errors.SIGN_UP_PRIVATE):
        opened(event)


def test_two_hundred_for_thirty_two_places(event) -> None:
    row = opened(event, places=32)
    rows = [
        SignUp(sign_up_list=row, name=f"Player {number:03}", state="waiting")
        for number in range(200)
    ]
    SignUp.objects.bulk_create(rows)
    services.change_list(row.division, by=None)
    found = list(row.sign_ups.order_by("pk").values_list("state", flat=True))
    assert found == ["in"] * 32 + ["waiting"] * 168


# Pages ---------------------------------------------------------------------


def test_from_the_public_page_to_the_own_link_and_off_the_list(event) -> None:
    row = opened(event, questions="Do you bring a board?\nMeat or fish?")
    hub = reverse("tournament", args=[event.slug])
    phone, address = Client(), reverse("sign_up", args=[event.slug])
    assert address in phone.get(hub).content.decode()
    sent = form_of(phone, address, name="Anna Berg", answer_0="Yes", contact="5551")
    told = phone.post(address, sent, follow=True)
    (anna,) = row.sign_ups.all()
    assert (anna.answers, anna.contact) == (["Yes", ""], "5551")
    own = told.redirect_chain[-1][0]
    assert "You have a place." in told.content.decode()
    # The same form sent twice is one sign-up.
    assert phone.post(address, sent, follow=True).redirect_chain[-1][0] == own
    assert row.sign_ups.count() == 1
    phone.post(own, {"do": "change", "name": "Anna Berg", "club": "Oslo BK"})
    anna.refresh_from_db()
    assert anna.club == "Oslo BK"
    phone.post(own, {"do": "cancel"})
    assert states(row) == {"Anna Berg": "cancelled"}
    assert phone.post(own, {"do": "cancel"}, follow=True).status_code == 200


def test_what_a_program_sends_is_refused_and_what_a_person_typed_stays(event) -> None:
    opened(event)
    phone, address = Client(), reverse("sign_up", args=[event.slug])
    good = form_of(phone, address, name="Anna Berg", club="Oslo")
    for bad in (
        {"website": "https://example.org"},
        {"shown_at": ""},
        {"shown_at": signing.TimestampSigner(salt=SHOWN_SALT).sign("")},
        {"name": "\x00"},
        {"name": "x" * 300},
    ):
        answer = phone.post(address, good | bad)
        assert answer.status_code == 422
        assert 'value="Oslo"' in answer.content.decode()
    assert not SignUp.objects.exists()


def test_times_say_who_may_sign_up(event) -> None:
    start = timezone.now()
    opened(event, opens_at=start + HOUR, closes_at=start + 2 * HOUR)
    phone, address = Client(), reverse("sign_up", args=[event.slug])
    hub = reverse("tournament", args=[event.slug])
    assert "Sign-up opens" in phone.get(hub).content.decode()
    sent = form_of(phone, address, name="Anna Berg")
    for hours in (0, 2.5):
        with later(hours):
            answer = phone.post(address, sent)
            assert answer.status_code == 409
            assert 'value="Anna Berg"' in answer.content.decode()
            assert not SignUp.objects.exists()
    with later(2.5):
        assert "Sign-up opens" not in phone.get(hub).content.decode()
    with later(1.5):
        assert address in phone.get(hub).content.decode()


def test_a_list_closed_at_the_desk_keeps_what_a_phone_has_typed(event) -> None:
    client = builders.signed_in(builders.director())
    desk = reverse("sign_ups", args=[event.slug])
    settings = {"places": "1", "answer_hours": "0"}
    client.post(desk, settings | {"now": "1"})
    phone, address = Client(), reverse("sign_up", args=[event.slug])
    sent = form_of(phone, address, name="Anna Berg")
    opened_at = client.get(desk).context["form"]["opens_at"].value()
    shut = settings | {"shut": "1", "opens_at": f"{opened_at:%Y-%m-%dT%H:%M}"}
    assert "closed" in client.post(desk, shut, follow=True).content.decode()
    answer = phone.post(address, sent)
    assert answer.status_code == 409
    assert 'value="Anna Berg"' in answer.content.decode()
    told = client.post(desk, settings | {"now": "1"}, follow=True)
    assert "Sign-up is open." in told.content.decode()


def test_the_desk_opens_confirms_declines_and_reinstates(event) -> None:
    client = builders.signed_in(builders.director())
    address = reverse("sign_ups", args=[event.slug])
    page = client.get(address)
    assert page.status_code == 200
    settings = {"places": "1", "is_reviewed": "on", "answer_hours": "0", "now": "1"}
    client.post(address, settings)
    row = SignUpList.objects.get()
    anna, bo = come(row, "Anna Berg", "Bo Holm")
    assert states(row) == {"Anna Berg": "asked", "Bo Holm": "asked"}
    acts = reverse("sign_up_acts", args=[event.slug])
    told = client.post(acts, {"do": "confirm", "who": [anna.pk, bo.pk]}, follow=True)
    assert "1 player has a place. 1 player is waiting." in told.content.decode()
    assert states(row) == {"Anna Berg": "in", "Bo Holm": "waiting"}
    client.post(acts, {"do": "let_in", "who": [bo.pk]})
    assert states(row)["Bo Holm"] == "in"
    client.post(acts, {"do": "decline", "who": [bo.pk]})
    client.post(acts, {"do": "reinstate", "who": [bo.pk]})
    assert states(row)["Bo Holm"] == "asked"
    told = client.post(acts, {"do": "confirm"}, follow=True)
    assert "Select the players first." in told.content.decode()
    assert client.post(acts, {"do": "fly", "who": [bo.pk]}).status_code == 404
    table = client.get(reverse("sign_ups_file", args=[event.slug, "csv"]))
    assert "Anna Berg" in table.content.decode()
    bad = settings | {"opens_at": "2026-05-02T10:00", "closes_at": "2026-05-01T10:00"}
    assert client.post(address, bad).status_code == 422


def test_an_undone_confirmation_is_to_be_confirmed_again(event) -> None:
    client = builders.signed_in(builders.director())
    row = opened(event, is_reviewed=True)
    (anna,) = come(row, "Anna Berg")
    acts = reverse("sign_up_acts", args=[event.slug])
    told = client.post(acts, {"do": "confirm", "who": [anna.pk]}, follow=True)
    (undo,) = re.findall(r'action="([^"]+/undo/)"', told.content.decode())[:1]
    client.post(undo)
    assert states(row) == {"Anna Berg": "asked"}
    assert not Entry.objects.filter(tournament=event).exists()


def test_strangers_and_wrong_links_see_nothing(event) -> None:
    opened(event)
    assert Client().get(reverse("own_sign_up", args=["x" * 27])).status_code == 404
    for name in ("sign_ups", "sign_up_acts"):
        answer = Client().post(reverse(name, args=[event.slug]), {})
        assert answer.status_code in {302, 403}
    other = builders.tournament(name="Another")
    assert Client().get(reverse("sign_up", args=[other.slug])).status_code == 404

"""Checking in by phone and at a tablet: the window, the codes, one's own tap."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import JournalEntry, Player
from matches.players.services import choose_shown
from matches.players.shown import Shown
from matches.web.throttle import FREE_CODES_PER_ADDRESS
from tests import builders
from tests.refusals import raises
from tournaments.entries.arrivals import errors, services
from tournaments.entries.arrivals.models import ArrivalWindow
from tournaments.entries.arrivals.queries import found_by
from tournaments.models import CheckedIn, Entry, Tournament
from tournaments.rounds.announcements.errors import (
    END_HAS_PASSED,
    ENDS_BEFORE_IT_BEGINS,
)
from tournaments.screens.contents import CHECK_IN, MISSING
from tournaments.screens.services import make_screen, set_screen

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NAMES = ("Søren Holm", "Sofie Ærø", "Bo Li", "Åse Berg")


@pytest.fixture
def evening() -> Tournament:
    made = builders.tournament()
    builders.entered(made, NAMES, here=False)
    return made


def opened(of: Tournament) -> ArrivalWindow:
    end = timezone.now() + HOUR
    return services.open_arrivals(of, opens_at=None, closes_at=end, by=None)


def entry(of: Tournament, name: str) -> Entry:
    return Entry.objects.select_related("player").get(tournament=of, player__name=name)


def address(window: ArrivalWindow) -> str:
    return reverse("phone_check_in", args=[window.code])


def test_a_phone_finds_its_name_taps_and_takes_it_back(evening) -> None:
    window, phone = opened(evening), Client()
    here = address(window)
    people = phone.get(here, {"q": "sor"}).context["found"].people
    assert [one.name for one in people] == ["Søren Holm"]
    number = people[0].number
    told = phone.post(here, {"who": number}, follow=True)
    assert [one.number for one in told.context["tapped"]] == [number]
    soren = entry(evening, "Søren Holm")
    assert (soren.checked_in_at is not None, soren.checked_in_by) == (True, "phone")
    assert JournalEntry.objects.filter(act="checked_in_by_phone").count() == 1
    # A second tap changes nothing, nor does another phone that wants to take it back.
    again = phone.post(here, {"who": number}, follow=True)
    assert "Søren Holm" in "".join(map(str, again.context["messages"]))
    back = reverse("phone_check_in_back", args=[window.code, number])
    Client().post(back)
    assert entry(evening, "Søren Holm").checked_in_at == soren.checked_in_at
    phone.post(back)
    assert entry(evening, "Søren Holm").checked_in_at is None
    assert phone.get(here).context["tapped"] == []
    # The desk has checked the same person in since: the phone does not undo that.
    phone.post(here, {"who": number})
    desk = builders.signed_in(builders.director())
    for name in ("missing", "here"):
        desk.post(reverse(name, args=[evening.slug, number]))
    phone.post(back)
    now = entry(evening, "Søren Holm")
    assert (now.checked_in_at is not None, now.checked_in_by) == (True, "")


def test_a_phone_with_a_personal_link_taps_once_even_if_its_name_is_hidden(
    evening,
) -> None:
    window, phone = opened(evening), Client()
    player = Player.objects.get(name="Bo Li")
    choose_shown(player=player, shown=Shown("hidden"))
    number = entry(evening, "Bo Li").number
    player.refresh_from_db()
    assert found_by(evening, player.public_name).people == ()
    assert phone.post(address(window), {"who": number}).status_code == 409
    phone.get(reverse("personal", args=[player.link_key]))
    (own,) = phone.get(address(window)).context["own"]
    assert (own.name, own.here_since) == ("Bo Li", None)
    phone.post(address(window), {"who": number})
    (own,) = phone.get(address(window)).context["own"]
    assert own.is_own
    assert own.here_since
    assert "Bo Li" not in Client().get(address(window)).content.decode()


def test_three_letters_or_the_whole_name(evening) -> None:
    def names(typed: str) -> list[str]:
        return [one.name for one in found_by(evening, typed).people]

    assert names("sof") == ["Sofie Ærø"]
    assert names("AER") == ["Sofie Ærø"]
    assert names("s h") == []
    assert found_by(evening, "s").is_short
    assert names("bo") == []
    assert names("li bo") == ["Bo Li"]
    assert names("") == names("!!") == names("xyz") == []
    choose_shown(player=Player.objects.get(name="Åse Berg"), shown=Shown("initials"))
    assert names("berg") == []
    assert names("A B") == ["Å. B."]


@pytest.mark.parametrize("typed", ["", "x", "-1", "9" * 40, "٣", "0", "404"])
def test_a_number_that_nobody_has_changes_nothing(evening, typed) -> None:
    assert Client().post(address(opened(evening)), {"who": typed}).status_code == 409


def test_who_cannot_be_checked_in_is_told_why(evening) -> None:
    window = opened(evening)
    rested, gone = entry(evening, "Bo Li"), entry(evening, "Åse Berg")
    Entry.objects.filter(pk=rested.pk).update(rests={"1": "absent"})
    Entry.objects.filter(pk=gone.pk).update(withdrawn_at=timezone.now())

    def tap(row: Entry) -> None:
        services.arrive(window, row.number, how=CheckedIn.BY_PHONE)

    with raises(errors.ARRIVAL_ABSENT, name="Bo Li", round=1):
        tap(rested)
    with raises(errors.ARRIVAL_WITHDRAWN, name="Åse Berg"):
        tap(gone)
    services.close_arrivals(evening, by=None)
    with raises(errors.ARRIVALS_SHUT):
        tap(entry(evening, "Søren Holm"))
    end = timezone.now() + HOUR
    services.open_arrivals(evening, opens_at=end - HOUR / 2, closes_at=end, by=None)
    with raises(errors.ARRIVALS_LATER):
        tap(entry(evening, "Søren Holm"))
    assert not Entry.objects.exclude(checked_in_at=None).exists()


def test_a_window_needs_an_end_that_comes(evening) -> None:
    now = timezone.now()

    def open_it(begins: float | None, ends: float) -> None:
        opens_at = None if begins is None else now + begins * HOUR
        services.open_arrivals(
            evening, opens_at=opens_at, closes_at=now + ends * HOUR, by=None
        )

    with raises(END_HAS_PASSED):
        open_it(None, -1)
    with raises(ENDS_BEFORE_IT_BEGINS):
        open_it(2, 1)
    Tournament.objects.update(visibility="private")
    with raises(errors.ARRIVALS_PRIVATE):
        open_it(None, 1)
    assert not ArrivalWindow.objects.exists()


def test_old_and_wrong_codes_lead_nowhere_and_are_slowed(evening, client) -> None:
    window = opened(evening)
    old = address(window)
    assert (
        client.get(reverse("check_in_find"), {"code": window.code.lower()}).url == old
    )
    services.renew_code(evening, by=None)
    assert client.get(old).status_code == 404
    Tournament.objects.update(visibility="private")
    window.refresh_from_db()
    assert client.get(address(window)).status_code == 404
    for _guess in range(FREE_CODES_PER_ADDRESS):
        answer = client.get(reverse("check_in_find"), {"code": "ÆØÅ"})
    assert answer.status_code == 404
    assert answer.headers["Crawford-Delay"]


def test_a_tablet_at_the_door_checks_in_at_any_time_and_returns(evening) -> None:
    window, tablet = services.open_door_tablet(evening, by=None), Client()
    door = reverse("door_check_in", args=[window.door_key])
    number = tablet.get(door, {"q": "sofie"}).context["found"].people[0].number
    told = tablet.post(door, {"who": number})
    assert told.url == door
    assert entry(evening, "Sofie Ærø").checked_in_by == "door"
    tablet.post(reverse("door_check_in_back", args=[window.door_key, number]))
    assert entry(evening, "Sofie Ærø").checked_in_at is None
    assert tablet.get(door)["Refresh"].endswith(door)
    services.close_door_tablet(evening, by=None)
    assert tablet.get(door).status_code == 404
    assert tablet.get(reverse("door_check_in", args=["X"])).status_code == 404


def test_the_desk_opens_closes_and_undoes(evening) -> None:
    desk = builders.signed_in(builders.director())
    page = reverse("arrivals", args=[evening.slug])
    assert page in desk.get(reverse("entries", args=[evening.slug])).content.decode()
    assert desk.post(page, {"closes_at": "never"}).status_code == 422
    until = f"{timezone.localtime() + HOUR:%Y-%m-%dT%H:%M}"
    assert desk.post(page, {"closes_at": until}).status_code == 302
    window = ArrivalWindow.objects.get()
    shown = desk.get(page).context
    assert shown["is_open"]
    assert len(shown["missing"]) == 4
    phone = Client()
    phone.post(address(window), {"who": entry(evening, "Bo Li").number})
    assert [one.name for one in desk.get(page).context["came"]] == ["Bo Li"]
    number = entry(evening, "Bo Li").number
    desk.post(page, {"do": "missing", "number": number})
    assert entry(evening, "Bo Li").checked_in_at is None
    told = desk.post(page, {"do": "shut"}, follow=True)
    assert not told.context["is_open"]
    undo = re.search(r'action="([^"]+/back/)"', told.content.decode())
    assert undo is not None
    assert desk.post(undo[1], follow=True).context["is_open"]


def test_screens_show_the_code_and_who_is_missing_while_that_makes_sense(
    evening, client
) -> None:
    hall = make_screen(evening, name="Hall", by=None)
    set_screen(hall, {"shows": [CHECK_IN, MISSING]}, by=None)

    def shown() -> str:
        return client.get(reverse("screen", args=[hall.code])).content.decode()

    assert "Søren Holm" in shown()
    window = opened(evening)
    assert window.code in shown()
    mark = re.search(r'data-f="([^"]+)"', shown())
    # The window ends by itself: nobody has done anything, and the screen knows.
    past = timezone.now() - HOUR
    ArrivalWindow.objects.update(opens_at=past - HOUR, closes_at=past)
    later = re.search(r'data-f="([^"]+)"', shown())
    assert mark is not None
    assert later is not None
    assert mark[1] != later[1]
    assert window.code not in shown()

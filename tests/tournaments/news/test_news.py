"""What people are told of a tournament: found by difference, said once, true."""

from collections.abc import Iterator
from datetime import date, time, timedelta
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from matches.outgoing import delivery, recipients, sender
from matches.outgoing.models import Notification, Recipient
from matches.player_page.forgetting import forget_person
from matches.player_page.own_file import own_file
from tests import builders
from tests.matches.outgoing.servers import (
    Mailbox,
    PushService,
    mail_server,
    push_service,
)
from tests.tournaments.signups.test_sign_ups import come, form_of, later, opened
from tournaments.draws.publish import take_back_round
from tournaments.models import Entry, SignUp, SignUpList, Tournament
from tournaments.news import watching
from tournaments.signups import services
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    sender.begin(by=None)
    settings.SITE_URL = "https://club.example.org"
    with mail_server(settings) as running:
        yield running


@pytest.fixture
def event(mailbox: Mailbox) -> Tournament:
    event = builders.tournament(name="Oslo Open")
    event.date = timezone.localdate() + timedelta(days=9)
    event.start_time, event.place = time(13), "The hall"
    event.save()
    return event


def work() -> None:
    """Do what the worker does in a moment, at noon."""
    watching.tell_sign_ups()
    watching.tell_draws()
    watching.tell_calls()
    watching.tell_changes()
    watching.remind()
    Notification.objects.waiting().update(due_at=timezone.now() - HOUR)
    delivery.send_mail()
    delivery.send_push()


def subjects(mailbox: Mailbox) -> list[str]:
    """Return to whom letters went since the last look, and their subjects."""
    found = [
        f"{letter['To'].partition('@')[0]}: {letter['Subject']}"
        for letter in mailbox.letters
    ]
    mailbox.letters.clear()
    return sorted(found)


def with_mail(row: SignUpList, *names: str) -> list[SignUp]:
    return [
        services.sign_up(
            SignUpList.objects.get(pk=row.pk),
            {"name": name, "contact": f"{name.split()[0].lower()}@example.org"},
        )
        for name in names
    ]


@pytest.mark.database
def test_who_signs_up_is_told_where_they_stand(
    event: Tournament, mailbox: Mailbox
) -> None:
    row = opened(event, places=1)
    anna, bo, _cille = with_mail(row, "Anna Berg", "Bo Holm", "Cille Ask")
    come(row, "Dag Lie")  # who gave no address
    work()
    work()
    assert subjects(mailbox) == [
        "anna: Oslo Open: You have a place.",
        "bo: Oslo Open: You are number 1 on the waiting list. You move up "
        "automatically when a place becomes free.",
        "cille: Oslo Open: You are number 2 on the waiting list. You move up "
        "automatically when a place becomes free.",
    ]
    recipients.choose(_cille.recipient, ["waiting"], language="en")
    services.cancel(anna)
    work()
    assert subjects(mailbox) == [
        "anna: Oslo Open: You are no longer signed up.",
        "bo: Oslo Open: You have a place.",
        "cille: Oslo Open: You are number 1 on the waiting list. You move up "
        "automatically when a place becomes free.",
    ]
    bo.refresh_from_db()
    kinds = {message.kind for message in Notification.objects.filter(name="Bo Holm")}
    assert kinds == {"sign_up", "place"}


def test_an_offer_is_not_sent_when_it_is_over(
    event: Tournament, mailbox: Mailbox
) -> None:
    row = opened(event, places=1, answer_hours=6)
    with_mail(row, "Anna Berg", "Bo Holm")
    work()
    assert "anna: Oslo Open: A place is free for you." in subjects(mailbox)[0]
    with later(7):
        services.advance_due()
        watching.tell_sign_ups()
    with later(14):
        delivery.send_due()
        delivery.send_mail()
    assert not [text for text in subjects(mailbox) if "A place is free" in text]


def test_the_form_and_the_own_page_lead_to_the_messages(
    event: Tournament, mailbox: Mailbox
) -> None:
    opened(event)
    phone, address = Client(), reverse("sign_up", args=[event.slug])
    for bad in ("anna@example", "a@b\nBcc: c@example.org", "x" * 300 + "@example.org"):
        sent = form_of(phone, address, name="Anna Berg", contact=bad)
        assert phone.post(address, sent).status_code == 422
    sent = form_of(phone, address, name="Anna Berg", contact="anna@example.org")
    told = phone.post(address, sent, follow=True)
    own = told.redirect_chain[-1][0]
    assert f"{own}messages/" in told.content.decode()
    page = phone.get(f"{own}messages/").content.decode()
    assert 'value="anna@example.org"' in page
    phone.post(f"{own}messages/", {"do": "stop"})
    work()
    assert subjects(mailbox) == []
    # With a phone number there is nobody yet, and the page makes one.
    (bo,) = come(SignUpList.objects.get(), "Bo Holm")
    address = reverse("own_sign_up_messages", args=[bo.link_key])
    assert phone.get(address).status_code == 200
    phone.post(address, {"do": "save", "email": "bo@example.org", "kinds": ["draw"]})
    bo.refresh_from_db()
    assert bo.recipient.email == "bo@example.org"
    wrong = reverse("own_sign_up_messages", args=["x" * 27])
    assert phone.get(wrong).status_code == 404


def test_the_desk_sees_what_was_sent_and_what_came_back(
    event: Tournament, mailbox: Mailbox
) -> None:
    mailbox.rcpt["bo@example.org"] = "550 No such user"
    row = opened(event)
    with_mail(row, "Anna Berg", "Bo Holm")
    work()
    client = builders.signed_in(builders.director())
    page = client.get(reverse("sign_ups", args=[event.slug])).content.decode()
    assert "Messages sent" in page
    assert "550 No such user" in page
    assert "no email arrives there" in page


def test_a_new_day_is_told_once_it_has_settled(
    event: Tournament, mailbox: Mailbox
) -> None:
    row = opened(event, is_reviewed=True)
    with_mail(row, "Anna Berg")
    work()
    subjects(mailbox)
    day, place = event.date, event.place
    Tournament.objects.update(date=day + timedelta(days=1))
    work()
    Tournament.objects.update(date=day)  # a slip of the keyboard
    work()
    with later(0.2):
        work()
    assert subjects(mailbox) == []
    Tournament.objects.update(date=day + timedelta(days=2), place="Elsewhere")
    work()
    with later(0.2):
        watching.tell_changes()
    work()
    [letter] = mailbox.letters
    text = letter.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "New date or time." in text
    assert "Elsewhere" in text
    assert place not in text
    mailbox.letters.clear()
    Tournament.everything.update(deleted_at=timezone.now())
    work()
    with later(0.2):
        watching.tell_changes()
    work()
    assert subjects(mailbox) == ["anna: Oslo Open: The tournament is cancelled."]


def test_who_plays_is_reminded_the_day_before(
    event: Tournament, mailbox: Mailbox
) -> None:
    row = opened(event, places=1)
    with_mail(row, "Anna Berg", "Bo Holm")
    work()
    subjects(mailbox)
    for hour, expected in ((9, []), (11, ["anna: Oslo Open: You play tomorrow."])):
        eve = timezone.localtime().replace(hour=hour) + timedelta(days=8)
        with mock.patch("django.utils.timezone.now", return_value=eve):
            work()
            work()
        assert subjects(mailbox) == expected


@pytest.fixture
def drawn(event: Tournament) -> Tournament:
    """Four have signed up with addresses; the first round is drawn and called."""
    row = opened(event)
    with_mail(row, "Anna Berg", "Bo Holm", "Cille Ask", "Dag Lie")
    Entry.objects.update(checked_in_at=timezone.now())
    return event


def test_a_draw_is_told_with_opponent_and_table(
    drawn: Tournament, mailbox: Mailbox
) -> None:
    work()
    subjects(mailbox)
    builders.published_round(drawn)
    work()
    work()
    told = subjects(mailbox)
    assert len(told) == 4
    assert all("Round 1: " in text and "against" in text for text in told)
    with later(2):
        watching.tell_draws()
    assert not Notification.objects.waiting().exists()


def test_a_draw_that_was_taken_back_is_not_told(
    drawn: Tournament, mailbox: Mailbox
) -> None:
    work()
    subjects(mailbox)
    builders.published_round(drawn)
    watching.tell_draws()
    take_back_round(round_number=1, tournament=drawn, reason="Wrong", by=None)
    work()
    assert subjects(mailbox) == []


@pytest.fixture
def service(settings: Any, mailbox: Mailbox) -> Iterator[PushService]:
    from ipaddress import ip_network  # noqa: PLC0415 - of this fixture alone

    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    with push_service() as running:
        yield running


def test_a_call_reaches_the_phone_and_an_old_one_does_not(
    drawn: Tournament, service: PushService
) -> None:
    anna = Player.objects.get(name="Anna Berg")
    service.phone(Recipient.objects.create(player=anna))
    published = builders.published_round(drawn)
    with later(1):
        watching.tell_calls()
    assert not Notification.objects.filter(kind="call").exists()
    work()
    work()
    calls = [told for _path, told, _headers in service.got]
    match = next(
        match
        for match in builders.matches(published)
        if anna in (match.player_1, match.player_2)
    )
    called = [told for told in calls if match.code in told["notification"]["navigate"]]
    assert len(called) == 1
    assert called[0]["notification"]["title"].startswith("Table ")


def test_a_private_tournament_says_nothing(drawn: Tournament, mailbox: Mailbox) -> None:
    work()
    subjects(mailbox)
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    builders.published_round(drawn)
    work()
    assert subjects(mailbox) == []


def test_where_nothing_is_sent_nothing_piles_up(
    drawn: Tournament, mailbox: Mailbox
) -> None:
    sender.end(by=None)
    builders.published_round(drawn)
    work()
    assert not Notification.objects.exists()


def test_addresses_go_with_the_person_and_with_time(
    event: Tournament, mailbox: Mailbox
) -> None:
    player = builders.player("Else Bye")
    Recipient.objects.create(player=player, email="else@example.org")
    row = opened(event)
    with_mail(row, "Anna Berg")
    forget_person(player=player, known="Else Bye", by=builders.director())
    assert Recipient.objects.get().email == "anna@example.org"
    watching.forget_recipients(timezone.now())
    assert Recipient.objects.exists()
    Tournament.objects.update(date=date(2020, 1, 1))
    watching.forget_recipients(timezone.now())
    assert not Recipient.objects.exists()
    assert SignUp.objects.get().recipient is None


def test_sign_ups_and_addresses_are_in_the_own_file(
    event: Tournament, mailbox: Mailbox
) -> None:
    player = builders.player("Anna Berg")
    Recipient.objects.create(player=player, email="anna@example.org")
    row = opened(event, questions="Meat or fish?")
    services.sign_up(row, {"name": "Anna Berg", "contact": "5551", "answers": ["Fish"]})
    told = own_file(player)
    [signed] = told["sign_ups"]
    assert (signed["tournament"], signed["state"]) == ("Oslo Open", "in")
    assert (signed["contact"], signed["answers"]) == ("5551", {"Meat or fish?": "Fish"})
    [reached] = told["messages"]
    assert reached["email"] == "anna@example.org"

"""A session lives while it is used, and costs a visitor nothing."""

import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session

from matches.accounts.middleware import RENEW_SECONDS
from tests import builders

HOUR = 3600
START = 1_790_000_000


def test_a_visitor_gets_no_session(client, db):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"ok\n"
    assert dict(answer.cookies) == {}
    assert "Cookie" not in answer.get("Vary", "")


def test_a_used_session_moves_its_end_forward(db):
    with time_machine.travel(START, tick=False) as clock:
        client = builders.signed_in(builders.reader())
        client.get("/help/")
        first = Session.objects.get().expire_date
        clock.move_to(START + RENEW_SECONDS - 1)
        assert settings.SESSION_COOKIE_NAME not in client.get("/help/").cookies
        assert Session.objects.get().expire_date == first
        clock.move_to(START + 20 * HOUR)
        answer = client.get("/help/", REMOTE_ADDR="2001:db8:1:2:3::4")
        assert settings.SESSION_COOKIE_NAME in answer.cookies
        assert (Session.objects.get().expire_date - first).total_seconds() == 20 * HOUR
        seen = UserSession.objects.get()
        assert seen.last_seen_at.timestamp() == START + 20 * HOUR
        assert seen.ip == "2001:db8:1:2::"


def test_an_unused_session_ends(db):
    with time_machine.travel(START, tick=False) as clock:
        client = builders.signed_in(builders.reader())
        client.get("/help/")
        clock.move_to(START + settings.SESSION_COOKIE_AGE + 1)
        client.get("/help/")
        assert "_auth_user_id" not in client.session


def test_an_ended_session_is_not_followed_by_an_empty_one(db):
    client = builders.signed_in(builders.reader())
    Session.objects.all().delete()
    assert client.get("/help/").status_code == 200
    assert not Session.objects.exists()
    assert not client.cookies[settings.SESSION_COOKIE_NAME].value

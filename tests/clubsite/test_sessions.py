"""A session lives while it is used, and costs a visitor nothing."""

import time_machine
from django.conf import settings
from django.contrib.auth import get_user_model

from clubsite.sessions import RENEW_SECONDS
from matches.models import Session

HOUR = 3600


def test_a_visitor_gets_no_session(client, db):
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"ok\n"
    assert dict(answer.cookies) == {}
    assert "Cookie" not in answer.get("Vary", "")


def test_a_used_session_moves_its_end_forward(client, db):
    user = get_user_model().objects.create_user(username="ada")
    start = 1_790_000_000
    with time_machine.travel(start, tick=False) as clock:
        client.force_login(user)
        client.get("/help/")
        first = Session.objects.get().expire_date
        clock.move_to(start + RENEW_SECONDS - 1)
        assert settings.SESSION_COOKIE_NAME not in client.get("/help/").cookies
        assert Session.objects.get().expire_date == first
        clock.move_to(start + 20 * HOUR)
        answer = client.get("/help/")
        assert settings.SESSION_COOKIE_NAME in answer.cookies
        assert (Session.objects.get().expire_date - first).total_seconds() == 20 * HOUR


def test_an_unused_session_ends(client, db):
    user = get_user_model().objects.create_user(username="ada")
    start = 1_790_000_000
    with time_machine.travel(start, tick=False) as clock:
        client.force_login(user)
        client.get("/help/")
        clock.move_to(start + settings.SESSION_COOKIE_AGE + 1)
        client.get("/help/")
        assert "_auth_user_id" not in client.session


def test_an_ended_session_is_not_followed_by_an_empty_one(client, db):
    client.force_login(get_user_model().objects.create_user(username="ada"))
    Session.objects.all().delete()
    assert client.get("/help/").status_code == 200
    assert not Session.objects.exists()
    assert not client.cookies[settings.SESSION_COOKIE_NAME].value

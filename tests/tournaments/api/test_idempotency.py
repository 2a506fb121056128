"""One request of a program that arrives twice at the same moment."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier, BrokenBarrierError

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from matches.accounts.roles import Role
from matches.api.models import ApiToken
from matches.api.tokens import make_token
from tests import builders
from tournaments.api import entering, operations
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.mark.parametrize("names", [["Kai Lund", "Kai Lund"], ["Kai Lund", "Pia Quist"]])
def test_of_two_requests_with_one_key_one_is_carried_out(monkeypatch, names):
    """Both begin at the same moment; another body is refused."""
    evening, barrier = builders.tournament(), Barrier(2, timeout=60)
    given = make_token(
        ApiToken(
            name="Clock",
            role=Role.DESK,
            ends_at=timezone.now() + timedelta(days=1),
            event=evening.pk,
            created_by=builders.director(),
        )
    )

    def done(*arguments):
        with suppress(BrokenBarrierError):
            barrier.wait()
        return entering.done_once(*arguments)

    monkeypatch.setattr(operations, "done_once", done)

    def send(name):
        try:
            return Client().post(
                f"/api/v1/tournaments/{evening.slug}/entries/",
                json.dumps({"players": [{"name": name}]}),
                content_type="application/json",
                headers={
                    "Authorization": f"Bearer {given}",
                    "Idempotency-Key": "first-of-the-day",
                },
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(send, names))
    assert Entry.objects.filter(tournament=evening).count() == 1
    if names[0] == names[1]:
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].content == answers[1].content
    else:
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        refused = next(one for one in answers if one.status_code == 409)
        assert json.loads(refused.content)["code"] == "form.other_act"

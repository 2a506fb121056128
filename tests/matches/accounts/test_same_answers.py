"""Who guesses names learns nothing: answers, queries and hashes are the same."""

import re
from unittest import mock

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.accounts.roles import Role
from matches.models import Grant, Player, User
from matches.players.services import choose_shown
from matches.players.shown import Shown
from tests import builders

pytestmark = pytest.mark.django_db

_OWN = re.compile(r"[A-Za-z0-9]{64}")
"""What is different in every answer: tokens of forms."""


def answered(client: Client, path: str, typed: str, **form: str) -> tuple[object, ...]:
    """Return what can be told from an answer, and what it took to make it."""
    encode = MD5PasswordHasher.encode
    with (
        mock.patch.object(
            MD5PasswordHasher, "encode", autospec=True, side_effect=encode
        ) as hashes,
        CaptureQueriesContext(connection) as queries,
    ):
        answer = client.post(path, form) if form else client.get(path)
    page = _OWN.sub("", answer.content.decode()).replace(typed, "NAME")
    return answer.status_code, page, len(queries), hashes.call_count


def test_no_sign_in_tells_whose_account_there_is() -> None:
    builders.director("Ada")
    User.objects.create_user("Xenia")  # joined by a link, without a password
    ended = builders.reader("Ulf")
    ended.is_active = False
    ended.save()
    program = User.objects.create_user("Ticker")
    program.set_unusable_password()
    program.save()
    Client().get("/login/")  # what later requests find in caches
    answers = [
        answered(Client(), "/login/", name, login=name, password="a wrong guess")
        for name in ("Ada", "Xenia", "Ulf", "Ticker", "Nobody")
    ]
    assert [answer[-1] for answer in answers] == [1] * len(answers)
    assert len(set(answers)) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/players/?q={}",
        "/players.csv?q={}",
        "/search/?q={}",
        "/search/?q={}&kind=matches",
        "/api/v1/players/?search={}",
        "/api/v1/players/?search={}&names=full",
        "/tournaments/?q={}",
    ],
)
@pytest.mark.parametrize("helps", [False, True])
def test_no_search_tells_who_is_hidden(path: str, *, helps: bool) -> None:
    hidden = builders.match(people=("Xaver Qvern", "Bo Berg")).player_1
    choose_shown(player=hidden, shown=Shown.HIDDEN)
    client = Client()
    if helps:
        helper = User.objects.create_user("Hans")
        event = builders.tournament().pk
        Grant.objects.create(user=helper, event=event, role=Role.DESK)
        client.force_login(helper)
    client.get("/players/?q=first")  # what later requests find in caches
    answers = {
        answered(client, path.format(typed), typed)
        for typed in ("Xaver", "Yaver", "Qvern", "Kvern")
    }
    assert len(answers) == 1


def test_no_address_tells_who_was_hidden() -> None:
    hidden = builders.player("Xaver Quist")
    choose_shown(player=hidden, shown=Shown.HIDDEN)
    key = Player.objects.get().key
    page = Client().get(f"/players/{key}/").content.decode()
    assert "Xaver" not in page
    assert "Quist" not in page
    guesses = [f"/players/{word}/" for word in ("Xaver", "Yaver", "xaver-quist", "AA")]
    seen = {answered(Client(), path, path.split("/")[2]) for path in guesses}
    assert len(seen) == 1

"""How somebody becomes a director, signs in, and what a browser remembers."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.accounts.roles import Role
from matches.accounts.services import (
    LINK_WAS_USED,
    accept_invitation,
    invitation_for,
    new_invitation_path,
    setup_path,
)
from matches.models import Grant, Invitation, JournalEntry, Player, User
from matches.players.services import choose_shown
from matches.players.shown import Shown
from matches.rules.refusals import RuleError
from tests import builders
from tests.builders import PASSWORD
from tests.refusals import codes_of, raises, shown

pytestmark = pytest.mark.django_db


def fresh_path():
    """The link that a first start prints."""
    path = setup_path()
    assert path is not None
    return path


def token_of(path):
    return path.split("/")[2]


def post(client, path, *, name="Ada", password=PASSWORD):
    return client.post(path, {"username": name, "password": password})


@pytest.mark.database
def test_the_setup_link_makes_the_first_director_and_signs_them_in(client):
    path = fresh_path()
    assert client.get(path).status_code == 200
    answer = post(client, path)
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    ada = User.objects.get()
    assert (ada.username, ada.role, ada.is_superuser) == ("Ada", "owner", False)
    assert ada.check_password(PASSWORD)
    assert client.get("/desk/").status_code == 200
    lines = JournalEntry.objects.order_by("pk")
    assert [line.act for line in lines] == ["director_joined", "signed_in"]
    assert {line.actor for line in lines} == {ada}


def test_only_the_hash_of_a_link_is_stored():
    token = token_of(fresh_path())
    assert len(token) >= 43  # 256 bits
    assert token not in str(Invitation.objects.values().get())


def test_looking_does_not_use_the_link_up_but_joining_does(client):
    path = fresh_path()
    for _look in range(3):
        assert client.get(path).status_code == 200
    post(client, path)
    for again in (Client().get(path), post(Client(), path, name="Cy")):
        assert again.status_code == 410
        assert shown(LINK_WAS_USED) in again.content.decode()
    assert User.objects.count() == 1


@pytest.mark.database
def test_the_link_expires_after_an_hour(client):
    path = fresh_path()
    found = Invitation.objects.get()
    assert found.expires_at - found.created_at < timedelta(minutes=61)
    assert client.get(path).status_code == 200
    Invitation.objects.update(expires_at=builders.minutes_ago(1))
    assert client.get(path).status_code == 410
    assert post(client, path).status_code == 410
    assert not User.objects.exists()


def test_the_first_link_is_dead_as_soon_as_there_is_a_director(client):
    path = fresh_path()
    User.objects.create_user(username="Ada", role="owner")
    assert setup_path() is None
    assert client.get(path).status_code == 410
    assert post(client, path, name="Cy").status_code == 410
    assert User.objects.count() == 1


def test_only_the_newest_first_link_is_good(client):
    older, newer = fresh_path(), fresh_path()
    assert client.get(older).status_code == 410
    assert client.get(newer).status_code == 200


@pytest.mark.parametrize("path", ["/setup/x/", f"/setup/{'y' * 500}/", "/setup/é%00/"])
def test_a_link_nobody_made_is_refused(client, path):
    assert client.get(path).status_code == 410
    assert post(client, path).status_code == 410


def test_a_link_is_neither_stored_nor_passed_on(client):
    for answer in (client.get(fresh_path()), client.get("/setup/x/")):
        assert "no-store" in answer["Cache-Control"]
        assert answer["Referrer-Policy"] in {"same-origin", "no-referrer"}


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ({"name": ""}, "username:required"),
        ({"name": "ADA"}, "username:invalid"),
        ({"name": "x" * 151}, "username:max_length"),
        ({"password": ""}, "password:required"),
        ({"password": "short"}, "password:password_too_short"),
        ({"password": "4711471147114711"}, "password:password_entirely_numeric"),
    ],
)
def test_an_account_that_cannot_be_is_refused_with_the_reason(client, typed, code):
    ada = builders.director()
    path = new_invitation_path(by=ada)
    answer = post(client, path, **{"name": "Cy"} | typed)
    page, kept = answer.content.decode(), typed.get("name", "Cy")
    assert answer.status_code == 422
    assert code in codes_of(answer)
    assert not kept or f'value="{kept}"' in page
    assert User.objects.count() == 1
    assert post(client, path, name="Cy").status_code == 302


def test_a_director_invites_another(client):
    ada = builders.signed_in(builders.director())
    form = {"role": "director", "lifetime": "hour"}
    page = ada.post("/directors/", form).content.decode()
    path = page.split("http://testserver", 1)[1].split('"', 1)[0].split("<", 1)[0]
    assert post(client, path, name="Dea").status_code == 302
    listed = ada.get("/directors/").content.decode()
    assert "Dea" in listed
    assert path not in listed


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_of_two_people_with_one_link_only_one_gets_in():
    for number in range(5):
        User.objects.all().delete()
        token, barrier = token_of(fresh_path()), Barrier(2)

        def join(name, token=token, barrier=barrier):
            connection.ensure_connection()
            barrier.wait(timeout=60)
            try:
                accept_invitation(token=token, username=name, password=PASSWORD)
            except RuleError:
                return "too late"
            finally:
                connection.close()
            return "in"

        with ThreadPoolExecutor(2) as pool:
            ended = list(pool.map(join, (f"Ada {number}", f"Cy {number}")))
        assert sorted(ended) == ["in", "too late"]
        assert User.objects.count() == 1
        assert JournalEntry.objects.count() == number + 1


def test_a_used_link_names_nobody():
    path = fresh_path()
    accept_invitation(token=token_of(path), username="Ada", password=PASSWORD)
    with raises(LINK_WAS_USED):
        invitation_for(token_of(path))
    assert Invitation.objects.get().used_at <= timezone.now()


# Signing in ----------------------------------------------------------------


def test_signing_in_leads_back_to_where_one_was(client):
    builders.director()
    asked = client.get("/desk/new/")
    assert (asked.status_code, asked["Location"]) == (302, "/login/?next=/desk/new/")
    page = client.get(asked["Location"])
    assert page.status_code == 200
    answer = client.post(
        asked["Location"], {"login": "Ada", "password": PASSWORD, "next": "/desk/new/"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/desk/new/")
    assert client.get("/desk/new/").status_code == 200
    answer = client.post("/logout/")
    # What the browser has kept of the desk is gone, also for its button Back.
    assert (answer.status_code, answer["Clear-Site-Data"]) == (302, '"cache"')
    assert client.get("/desk/new/").status_code == 302


def test_a_wrong_password_keeps_the_name_and_lets_nobody_in(client):
    builders.director()
    answer = client.post("/login/", {"login": "Ada", "password": "a guess or two"})
    page = answer.content.decode()
    errors = answer.context["form"].errors.as_data()["__all__"]
    assert [error.code for error in errors] == ["username_password_mismatch"]
    assert "<title>Error:" in page
    assert "Username" not in page  # the form that created the account says Your name
    assert 'value="Ada"' in page
    assert "a guess or two" not in page
    assert client.get("/desk/").status_code == 302


def test_signing_in_leads_to_no_other_site(client):
    builders.director()
    answer = client.post(
        "/login/",
        {"login": "Ada", "password": PASSWORD, "next": "https://evil.example/"},
    )
    assert answer["Location"] == "/desk/"


# What a browser remembers --------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_theme_is_remembered(client, theme):
    answer = client.post("/theme/", {"theme": theme, "next": "/players/"})
    assert (answer.status_code, answer["Location"]) == (302, "/players/")
    assert answer.cookies["theme"].value == theme
    assert f'data-theme="{theme}"' in client.get("/players/").content.decode()


def test_a_theme_nobody_offers_is_forgotten(client):
    answer = client.post("/theme/", {"theme": '"><script>', "next": "//evil.example"})
    assert (answer["Location"], "theme" in answer.cookies) == ("/", False)
    client.cookies["theme"] = "purple"
    assert 'data-theme="auto"' in client.get("/help/").content.decode()


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_language_is_remembered(client, language):
    client.post("/language/", {"language": language, "next": "/help/"})
    assert f'lang="{language}"' in client.get("/help/").content.decode()


NEW_PASSWORD = "seven quiet geese at dawn"


def sign_in(name, password=PASSWORD):
    """Return a browser, and what its log-in was answered with."""
    browser = Client()
    given = {"login": name, "password": password}
    return browser, browser.post("/login/", given).status_code


def test_a_director_changes_the_name_and_signs_in_with_it():
    ada = builders.director("Ada")
    browser = builders.signed_in(ada)
    answer = browser.post("/account/", {"username": " Åse Øverli "})
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    ada.refresh_from_db()
    assert ada.username == "Åse Øverli"
    line = JournalEntry.objects.get(act="director_renamed")
    assert (line.actor, line.details["old"], line.details["name"]) == (
        ada,
        "Ada",
        "Åse Øverli",
    )
    assert sign_in("ÅSE øverli")[1] == 302
    assert sign_in("Ada")[1] == 200


@pytest.mark.parametrize("taken", ["Bo", "BO", " bo "])
def test_a_name_that_is_taken_stays_in_the_form(taken):
    ada, _bo = builders.director("Ada"), builders.director("Bo")
    answer = builders.signed_in(ada).post("/account/", {"username": taken})
    assert answer.status_code == 422
    assert answer.context["name_form"].errors
    assert answer.context["name_form"]["username"].value() == taken
    ada.refresh_from_db()
    assert ada.username == "Ada"


def test_the_case_of_ones_own_name_can_be_changed():
    ada = builders.director("ada")
    answer = builders.signed_in(ada).post("/account/", {"username": "Ada"})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert ada.username == "Ada"


@pytest.mark.parametrize("new", [NEW_PASSWORD, ""])
def test_a_new_password_or_none_ends_the_other_sessions(new):
    ada = builders.director("Ada")
    (here, _), (there, _) = sign_in("Ada"), sign_in("Ada")
    assert there.get("/desk/").status_code == 200
    answer = here.post("/account/", {"current": PASSWORD, "password": new})
    assert answer.status_code == 302
    assert here.get("/desk/").status_code == 200
    assert there.get("/desk/").status_code == 302
    assert sign_in("Ada", new or PASSWORD)[1] == 302
    assert sign_in("Ada", PASSWORD if new else NEW_PASSWORD)[1] == 200
    act = "password_changed" if new else "browsers_logged_out"
    assert JournalEntry.objects.get(act=act).actor == ada


@pytest.mark.parametrize(
    ("current", "new", "field"),
    [
        ("something else", NEW_PASSWORD, "current"),
        ("", NEW_PASSWORD, "current"),
        (PASSWORD, "short", "password"),
        (PASSWORD, "password1234", "password"),
        (PASSWORD, "ada the director", "password"),
    ],
)
def test_a_password_that_will_not_do_changes_nothing(current, new, field):
    ada = builders.director("Ada the Director")
    answer = builders.signed_in(ada).post(
        "/account/", {"current": current, "password": new}
    )
    assert answer.status_code == 422
    assert [*answer.context["password_form"].errors] == [field]
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)


def test_guessing_the_password_on_the_page_has_to_wait_too():
    browser = builders.signed_in(builders.director("Ada"))
    for _guess in range(20):
        browser.post("/account/", {"current": "a guess", "password": ""})
    answer = browser.post("/account/", {"current": PASSWORD, "password": NEW_PASSWORD})
    errors = answer.context["password_form"].errors.as_data()
    assert [error.code for error in errors["current"]] == ["too_many_login_attempts"]


def test_two_names_that_differ_in_case_are_one(client):
    builders.director("Åse")
    assert post(client, new_invitation_path(by=None), name="åSE").status_code == 422
    assert User.objects.count() == 1


_OWN = re.compile(r"[A-Za-z0-9]{64}")
"""What is different in every answer: tokens of forms."""


def answered(client, path, typed, **form):
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


def test_no_sign_in_tells_whose_account_there_is():
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
def test_no_search_tells_who_is_hidden(path, helps):
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


def test_no_address_tells_who_was_hidden():
    hidden = builders.player("Xaver Quist")
    choose_shown(player=hidden, shown=Shown.HIDDEN)
    key = Player.objects.get().key
    page = Client().get(f"/players/{key}/").content.decode()
    assert "Xaver" not in page
    assert "Quist" not in page
    guesses = [f"/players/{word}/" for word in ("Xaver", "Yaver", "xaver-quist", "AA")]
    seen = {answered(Client(), path, path.split("/")[2]) for path in guesses}
    assert len(seen) == 1

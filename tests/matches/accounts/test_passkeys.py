"""Passkeys: added, asked for, named, removed; what is forged counts for nothing."""

import copy
import json
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client, RequestFactory

from matches.accounts import passkeys, second_factor
from matches.accounts.services import new_password_path
from matches.models import JournalEntry, Passkey, RecoveryCode, User
from tests import builders
from tests.builders import PASSWORD
from tests.matches.accounts.keys import Key

pytestmark = [pytest.mark.django_db]
HERE, ASKED, INSIDE = "/account/second/", "/login/code/", "/desk/"
NOON = 1_780_000_000


@pytest.fixture
def ada() -> User:
    return builders.director()


class SecureClient(Client):
    """A browser over https."""

    def request(self, **request: Any) -> Any:
        secure = {"wsgi.url_scheme": "https", "SERVER_PORT": "443"}
        return super().request(**request | secure)


def added(browser: Client, key: Key, name: str = "Phone") -> HttpResponse:
    options = browser.get(HERE).context["page"].options
    sent = {"do": "add", "name": name, "answer": json.dumps(key.create(options))}
    answer: HttpResponse = browser.post(HERE, sent)
    return answer


def half_way(ada: User) -> Client:
    """A browser that gave the right password."""
    browser = SecureClient()
    given = {"username": ada.username, "password": PASSWORD, "next": HERE}
    assert browser.post("/login/", given)["Location"] == ASKED
    return browser


def asked(browser: Client) -> str:
    options: str = browser.get(ASKED).context["page"].passkey
    return options


def is_inside(browser: Client) -> bool:
    return browser.get(INSIDE).status_code == 200


# Where ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://club.example", "club.example"),
        ("https://Club.example:8443", "club.example"),
        ("http://localhost:8000", "localhost"),
        ("http://club.localhost", "club.localhost"),
        ("http://club.example", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.168.1.5", None),
        ("https://[fe80::1]:8000", None),
    ],
)
def test_browsers_give_passkeys_to_names_over_https(
    settings: Any, address: str, host: str | None
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    scheme, _colon, name = address.partition("://")
    request = RequestFactory().get("/", HTTP_HOST=name, secure=scheme == "https")
    site = passkeys.site_of(request)
    assert (site and site.host) == host


def test_elsewhere_nobody_is_asked_for_one(ada: User) -> None:
    page = builders.signed_in(ada).get(HERE).context["page"]
    assert (page.options, page.has_errors) == ("", False)
    sent = {"do": "add", "name": "Phone", "answer": "{}"}
    assert builders.signed_in(ada).post(HERE, sent).status_code == 422


# A whole life ---------------------------------------------------------------


@pytest.mark.database
def test_a_passkey_is_added_asked_for_named_and_removed(ada: User) -> None:
    with time_machine.travel(NOON, tick=False):
        browser, key = signed_in_over_https(ada), Key(count=5)
        answer = added(browser, key)
        page = answer.context["page"]
        assert (len(page.codes), len(page.passkeys), page.is_on) == (10, 1, True)
        # A second one changes no recovery codes.
        other = Key(count=0)
        assert added(browser, other, "Blue key").status_code == 302
        assert RecoveryCode.objects.count() == 10
        for its in (key, other):
            stranger = half_way(ada)
            assert not is_inside(stranger)
            signed = json.dumps(its.get(asked(stranger)))
            went = stranger.post(ASKED, {"passkey": signed})
            assert (went.status_code, went["Location"]) == (302, HERE)
            assert is_inside(stranger)
        first, second = Passkey.objects.order_by("pk")
        assert (first.sign_count, second.sign_count) == (6, 0)
        browser.post(HERE, {"do": "rename", "passkey": first.pk, "name": "Old phone"})
        assert Passkey.objects.get(pk=first.pk).name == "Old phone"
        for passkey in (first, second):
            assert second_factor.is_on(ada)
            browser.post(HERE, {"do": "remove", "passkey": passkey.pk})
    assert not second_factor.is_on(ada)
    assert not RecoveryCode.objects.exists()
    acts = [row.act for row in JournalEntry.objects.order_by("pk")]
    assert [act for act in acts if act not in {"director_joined", "signed_in"}] == [
        *("passkey_added", "passkey_added", "passkey_renamed"),
        *("passkey_removed", "passkey_removed", "second_factor_off"),
    ]


def signed_in_over_https(ada: User) -> Client:
    browser = SecureClient()
    browser.post("/login/", {"username": ada.username, "password": PASSWORD})
    return browser


def test_the_password_is_asked_again_before_one_is_added(ada: User) -> None:
    with time_machine.travel(NOON, tick=False):
        browser = signed_in_over_https(ada)
    with time_machine.travel(NOON + 3600, tick=False):
        question = added(browser, Key())
        assert (question.status_code, Passkey.objects.count()) == (422, 0)
        sent = dict(question.context["page"].sent)
        browser.post(HERE, sent | {"password_again": PASSWORD})
    assert Passkey.objects.count() == 1


def test_with_an_app_beside_it_either_lets_in_and_stays(ada: User) -> None:
    second_factor.switch_on(ada, secret="A" * 32, step=0)
    browser = signed_in_over_https_with_code(ada)
    added(browser, Key())
    codes = RecoveryCode.objects.count()
    page = half_way(ada).get(ASKED).context["page"]
    assert (bool(page.passkey), page.has_app) == (True, True)
    browser.post(HERE, {"do": "off"})
    assert (second_factor.is_on(ada), RecoveryCode.objects.count()) == (True, codes)
    page = half_way(ada).get(ASKED).context["page"]
    assert (bool(page.passkey), page.has_app) == (True, False)


def signed_in_over_https_with_code(ada: User) -> Client:
    browser = SecureClient()
    browser.cookies = builders.signed_in(ada).cookies
    return browser


def test_the_link_of_an_owner_removes_passkeys_too(ada: User) -> None:
    added(signed_in_over_https(ada), Key())
    path = new_password_path(ada, by=ada)
    assert Client().get(path).context["page"].ends_second_factor
    Client().post(path, {"password": "seven quiet lamps"})
    assert not Passkey.objects.exists()
    assert not second_factor.is_on(ada)


def test_at_another_address_a_recovery_code_lets_in(ada: User) -> None:
    codes = added(signed_in_over_https(ada), Key()).context["page"].codes
    browser = Client()
    browser.post("/login/", {"username": ada.username, "password": PASSWORD})
    page = browser.get(ASKED).context["page"]
    assert (page.passkey, page.elsewhere) == ("", "testserver")
    assert browser.post(ASKED, {}).context["page"].form.has_error("recovery")
    browser.post(ASKED, {"recovery": codes[0]})
    assert is_inside(browser)


# What counts for nothing ----------------------------------------------------


@pytest.fixture
def owned(ada: User) -> Key:
    key = Key(count=7)
    added(signed_in_over_https(ada), key)
    return key


def refused(browser: Client, answer: object) -> None:
    sent = answer if isinstance(answer, str) else json.dumps(answer)
    back = browser.post(ASKED, {"passkey": sent})
    assert back.status_code == 422
    assert not is_inside(browser)


def test_an_answer_counts_once_and_for_its_question(ada: User, owned: Key) -> None:
    with time_machine.travel(NOON, tick=False) as moment:
        browser = half_way(ada)
        old = owned.get(asked(browser))
        browser.get(ASKED)
        refused(browser, old)
        moment.shift(3600)
        right = owned.get(asked(half := half_way(ada)))
        half.post(ASKED, {"passkey": json.dumps(right)})
        assert is_inside(half)
        refused(half_way(ada), right)


@pytest.mark.parametrize("who", ["copy", "stranger", "other site", "other person"])
def test_another_key_site_or_person_counts_for_nothing(
    ada: User, owned: Key, who: str
) -> None:
    key = copy.copy(owned)
    if who == "copy":  # it has not counted on
        key.count = 6
    if who == "stranger":
        key = Key(count=9, name=owned.name)
    if who == "other site":
        key.origin = "https://testserver.evil.example"
    if who == "other person":
        bea = builders.director("Bea")
        key = Key()
        added(signed_in_over_https(bea), key)
    browser = half_way(ada)
    refused(browser, key.get(asked(browser)))
    assert JournalEntry.objects.filter(act="code_failed").count() == 1


NONSENSE: tuple[object, ...] = (
    *("", "{", "[]", "null", '"x"', "\0", "x" * 30_000, "[" * 20_000),
    *({}, {"id": 1}, {"rawId": "AA", "response": {}}),
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_in_one_sentence(
    ada: User, owned: Key, nonsense: object
) -> None:
    browser = half_way(ada)
    asked(browser)
    refused(browser, nonsense)
    inside = signed_in_over_https_with_code(ada)
    inside.get(HERE)
    sent = nonsense if isinstance(nonsense, str) else json.dumps(nonsense)
    back = inside.post(HERE, {"do": "add", "name": "Phone", "answer": sent})
    assert (back.status_code, Passkey.objects.count()) == (422, 1)


BROKEN = (1, None, "", "AA", "%%%", [], {"a": 1}, "A" * 6000)


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_each_broken_part_of_an_answer_is_refused(
    ada: User, owned: Key, broken: object
) -> None:
    site = passkeys.Site("testserver", "https://testserver")
    challenge = passkeys.new_challenge()
    made = Key().create(passkeys.creation_options(ada, site, challenge))
    signed = owned.get(passkeys.request_options(ada, site, challenge))
    for whole, is_made in ((made, True), (signed, False)):
        for part in whole["response"]:
            bad = whole | {"response": whole["response"] | {part: broken}}
            given = {"challenge": challenge, "answer": json.dumps(bad)}
            if is_made:
                assert not passkeys.add(ada, site, name="Phone", **given)
            else:
                assert not passkeys.take(ada, site, **given)


def test_the_same_key_is_not_added_twice(ada: User, owned: Key) -> None:
    inside = signed_in_over_https_with_code(ada)
    assert added(inside, owned).status_code == 422
    assert Passkey.objects.count() == 1


@pytest.mark.parametrize("sent", [{"do": "rename", "name": ""}, {"do": "remove"}])
def test_passkeys_of_others_are_left_alone(
    ada: User, owned: Key, sent: dict[str, str]
) -> None:
    before = Passkey.objects.values().get()
    theirs = {"passkey": str(before["id"]), "name": "Mine"}
    builders.signed_in(builders.director("Bea")).post(HERE, theirs | sent)
    for odd in ("", "x", "-1", "٣", "9" * 30):
        builders.signed_in(ada).post(HERE, sent | {"passkey": odd})
    assert Passkey.objects.values().get() == before

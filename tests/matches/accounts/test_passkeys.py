"""Passkeys: added, asked for, named, removed; what is forged counts for nothing."""

import copy
import json
import re

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.test import Client

from matches.accounts.services import new_password_path
from matches.models import JournalEntry
from tests import builders
from tests.builders import PASSWORD
from tests.matches.accounts.keys import Key

pytestmark = [pytest.mark.django_db]
HERE, ASKED, INSIDE = "/account/second/", "/login/code/", "/desk/"
ADD, CODES = f"{HERE}passkeys/add/", f"{HERE}codes/"
NOON = 1_780_000_000
PASSKEYS = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)


@pytest.fixture
def ada():
    return builders.director()


class SecureClient(Client):
    """A browser over https."""

    def request(self, **request):
        secure = {"wsgi.url_scheme": "https", "SERVER_PORT": "443"}
        return super().request(**request | secure)


def asked(browser, path=ASKED):
    """What the page asks of the browser."""
    page = browser.get(path).content.decode()
    written = re.search(r'<script id="passkey-options"[^>]*>(.*?)</script>', page)
    assert written
    return json.dumps(json.loads(written[1])["publicKey"])


def added(browser, key, name="Phone"):
    sent = {"name": name, "credential": json.dumps(key.create(asked(browser, ADD)))}
    return browser.post(ADD, sent)


def half_way(ada):
    """A browser that gave the right password."""
    browser = SecureClient()
    given = {"login": ada.username, "password": PASSWORD, "next": HERE}
    assert browser.post("/login/", given)["Location"] == ASKED
    return browser


def is_inside(browser):
    return browser.get(INSIDE).status_code == 200


def codes_of(browser):
    return list(browser.get(CODES).context["unused_codes"])


# A whole life ---------------------------------------------------------------


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_passkey_is_added_asked_for_named_and_removed(ada):
    with time_machine.travel(NOON, tick=False):
        browser, key = signed_in_over_https(ada), Key(count=5)
        assert added(browser, key)["Location"] == CODES
        assert len(codes_of(browser)) == 10
        # A second one changes no recovery codes.
        other = Key(count=0)
        assert added(browser, other, "Blue key")["Location"] == HERE
        page = browser.get(HERE).content.decode()
        assert "Phone" in page
        assert "Blue key" in page
        assert "10 recovery codes left" in page
        for its in (key, other):
            stranger = half_way(ada)
            assert not is_inside(stranger)
            signed = json.dumps(its.get(asked(stranger)))
            went = stranger.post(ASKED, {"credential": signed})
            assert (went.status_code, went["Location"]) == (302, HERE)
            assert is_inside(stranger)
        first, second = PASSKEYS.order_by("pk")
        keys = f"{HERE}passkeys"
        nameless = browser.post(f"{keys}/{first.pk}/", {"name": ""})
        assert nameless.context["form"].has_error("name", "required")
        browser.post(f"{keys}/{first.pk}/", {"name": "Old phone"})
        assert str(PASSKEYS.get(pk=first.pk)) == "Old phone"
        for passkey in (first, second):
            assert is_mfa_enabled(ada)
            browser.post(f"{keys}/{passkey.pk}/remove/")
    assert not Authenticator.objects.exists()
    acts = [row.act for row in JournalEntry.objects.order_by("pk")]
    assert [act for act in acts if act not in {"director_joined", "signed_in"}] == [
        *("passkey_added", "passkey_added", "passkey_renamed"),
        *("passkey_removed", "passkey_removed", "second_factor_off"),
    ]


def signed_in_over_https(ada):
    browser = SecureClient()
    browser.cookies = builders.signed_in(ada).cookies
    return browser


def test_the_password_is_asked_again_before_one_is_added(ada):
    with time_machine.travel(NOON, tick=False):
        browser = signed_in_over_https(ada)
    with time_machine.travel(NOON + 3600, tick=False):
        question = browser.get(ADD)
        assert question["Location"].startswith("/account/again/?next=")
        browser.post(question["Location"], {"password": PASSWORD, "next": ADD})
        added(browser, Key())
    assert PASSKEYS.count() == 1


def test_with_an_app_beside_it_either_lets_in_and_stays(ada):
    secret = {"secret": "A" * 32}
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data=secret)
    browser = signed_in_over_https(ada)
    added(browser, Key())
    page = half_way(ada).get(ASKED).content.decode()
    assert "Use a passkey" in page
    assert 'name="code"' in page
    browser.post(f"{HERE}app/remove/")
    assert is_mfa_enabled(ada)
    assert len(codes_of(browser)) == 10
    assert "Use a passkey" in half_way(ada).get(ASKED).content.decode()
    added(browser, Key(), "Old")
    assert PASSKEYS.count() == 2


def test_the_link_of_an_owner_removes_passkeys_too(ada):
    added(signed_in_over_https(ada), Key())
    path = new_password_path(ada, by=ada)
    assert Client().get(path).context["ends_second_factor"]
    Client().post(path, {"password": "seven quiet lamps"})
    assert not Authenticator.objects.exists()


def test_where_no_passkey_works_a_recovery_code_lets_in(ada):
    inside = signed_in_over_https(ada)
    added(inside, Key())
    codes = codes_of(inside)
    browser = half_way(ada)
    browser.post(ASKED, {"code": codes[0]})
    assert is_inside(browser)


# What counts for nothing ----------------------------------------------------


@pytest.fixture
def owned(ada):
    key = Key(count=7)
    added(signed_in_over_https(ada), key)
    return key


def refused(browser, answer):
    sent = answer if isinstance(answer, str) else json.dumps(answer)
    back = browser.post(ASKED, {"credential": sent})
    assert back.status_code == 200
    form = back.context["webauthn_form"]
    assert form.has_error("credential")
    assert not form.has_error("credential", "too_many_login_attempts")
    assert not is_inside(browser)


def test_an_answer_counts_once_and_for_its_question(ada, owned):
    with time_machine.travel(NOON, tick=False) as moment:
        browser = half_way(ada)
        old = owned.get(asked(browser))
        browser.get(ASKED)
        refused(browser, old)
        moment.shift(3600)
        right = owned.get(asked(half := half_way(ada)))
        half.post(ASKED, {"credential": json.dumps(right)})
        assert is_inside(half)
        refused(half_way(ada), right)


@pytest.mark.parametrize("who", ["stranger", "other site", "other person"])
def test_another_key_site_or_person_counts_for_nothing(ada, owned, who):
    key = copy.copy(owned)
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


NONSENSE = (
    *("", "{", "[]", "null", '"x"', "\0", "x" * 30_000, "[" * 20_000),
    *({}, {"id": 1}, {"rawId": "AA", "response": {}}),
)


@pytest.mark.parametrize("nonsense", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_is_refused_in_one_sentence(ada, owned, nonsense):
    browser = half_way(ada)
    asked(browser)
    refused(browser, nonsense)
    inside = signed_in_over_https(ada)
    inside.get(ADD)
    sent = nonsense if isinstance(nonsense, str) else json.dumps(nonsense)
    back = inside.post(ADD, {"name": "Phone", "credential": sent})
    assert (back.status_code, PASSKEYS.count()) == (200, 1)
    assert back.context["form"].errors


BROKEN = (1, None, "", "AA", "%%%", [], {"a": 1}, "A" * 6000)


@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_each_broken_part_of_an_answer_is_refused(ada, owned, broken):
    inside, browser = signed_in_over_https(ada), half_way(ada)
    made = Key().create(asked(inside, ADD))
    signed = owned.get(asked(browser))
    for whole, is_made in ((made, True), (signed, False)):
        for part in whole["response"]:
            bad = whole | {"response": whole["response"] | {part: broken}}
            if is_made:
                sent = {"name": "Phone", "credential": json.dumps(bad)}
                assert inside.post(ADD, sent).status_code == 200
            else:
                refused(browser, bad)
    assert PASSKEYS.count() == 1


@pytest.mark.parametrize("what", ["", "remove/"])
def test_passkeys_of_others_are_left_alone(ada, owned, what):
    before = Authenticator.objects.filter(user=ada)
    (kept,) = before.filter(type=Authenticator.Type.WEBAUTHN).values()
    path = f"{HERE}passkeys/{kept['id']}/{what}"
    bea = builders.signed_in(builders.director("Bea"))
    assert bea.post(path, {"name": "Mine"}).status_code == 404
    assert PASSKEYS.values().get() == kept

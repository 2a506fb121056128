"""A code after the password: switched on, asked for, used once, replaced by paper."""

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.test import Client

from matches.accounts.services import new_password_path
from matches.models import JournalEntry
from tests import builders
from tests.builders import PASSWORD
from tests.matches.accounts.keys import STEP, code_at

pytestmark = [pytest.mark.django_db]
NOON = 1_780_000_000
HERE, ASKED, INSIDE = "/account/second/", "/login/code/", "/desk/"
APP, APP_OFF = f"{HERE}app/", f"{HERE}app/remove/"
CODES, NEW_CODES = f"{HERE}codes/", f"{HERE}codes/new/"
NEW_PASSWORD = "seven quiet lamps"


@pytest.fixture
def ada():
    return builders.director()


@pytest.fixture
def secret(ada):
    """The secret of the app that Ada has added."""
    with time_machine.travel(NOON - 600, tick=False):
        browser = builders.signed_in(ada)
        secret = browser.get(APP).context["form"].secret
        answer = browser.post(APP, {"code": code_at(NOON - 600, secret)})
    assert answer["Location"] == CODES
    return secret


@pytest.fixture
def codes(ada, secret):
    """The recovery codes of Ada, who has looked at them."""
    with time_machine.travel(NOON - 600, tick=False):
        return list(builders.signed_in(ada).get(CODES).context["unused_codes"])


def half_way(ada, then=""):
    """A browser that gave the right password."""
    browser = Client()
    given = {"login": ada.username, "password": PASSWORD, "next": then}
    answer = browser.post("/login/", given)
    assert (answer.status_code, answer["Location"]) == (302, ASKED)
    assert browser.get(INSIDE).status_code == 302
    return browser


def is_inside(browser):
    return browser.get(INSIDE).status_code == 200


# Switching on ---------------------------------------------------------------


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_it_is_on_after_the_first_right_code_and_shows_recovery_codes(ada):
    with time_machine.travel(NOON, tick=False):
        browser = builders.signed_in(ada)
        page = browser.get(APP)
        secret = page.context["form"].secret
        assert secret in page.content.decode()
        wrong = browser.post(APP, {"code": "000 00"})
        assert wrong.context["form"].has_error("code", "incorrect_code")
        assert wrong.context["form"].secret == secret
        assert not Authenticator.objects.exists()
        answer = browser.post(APP, {"code": code_at(NOON, secret)})
        assert (answer.status_code, answer["Location"]) == (302, CODES)
        shown = browser.get(CODES)
    codes = shown.context["unused_codes"]
    text = shown.content.decode()
    assert len(codes) == 10
    assert "no-store" in shown["Cache-Control"]
    assert all(code in text for code in codes)
    assert secret not in text
    later = builders.signed_in(ada).get(CODES).content.decode()
    assert not any(code in later for code in codes)  # they are shown once
    assert "10 recovery codes left" in later
    assert JournalEntry.objects.filter(act="second_factor_on").count() == 1


def test_it_asks_for_the_password_first(ada, secret):
    with time_machine.travel(NOON, tick=False):
        browser = builders.signed_in(ada)
    with time_machine.travel(NOON + 3600, tick=False):
        asked = browser.post(APP_OFF)
        assert asked["Location"].startswith("/account/again/?next=")
        assert is_mfa_enabled(ada)
        browser.post(asked["Location"], {"password": PASSWORD, "next": APP_OFF})
    assert not Authenticator.objects.exists()
    assert JournalEntry.objects.filter(act="second_factor_off").count() == 1


@pytest.mark.django_db(transaction=True)
def test_new_recovery_codes_replace_the_old_ones(ada, codes):
    browser = builders.signed_in(ada)
    assert browser.post(NEW_CODES)["Location"] == CODES
    made = browser.get(CODES).context["unused_codes"]
    assert not set(made) & set(codes)
    stranger = half_way(ada)
    stranger.post(ASKED, {"code": codes[0]})
    assert not is_inside(stranger)
    stranger.post(ASKED, {"code": made[0]})
    assert is_inside(stranger)
    assert JournalEntry.objects.filter(act="recovery_codes_made").count() == 1


@pytest.mark.parametrize("path", [HERE, CODES, NEW_CODES, APP, APP_OFF])
def test_each_page_is_shown(ada, codes, path):
    answer = builders.signed_in(ada).get(path, follow=True)
    assert answer.status_code == 200
    assert "<h1" in answer.content.decode()


# Signing in -----------------------------------------------------------------


@pytest.mark.parametrize(("late", "fits"), [(0, 1), (STEP, 1), (-STEP, 1), (90, 0)])
def test_a_phone_may_be_half_a_minute_off(ada, secret, late, fits):
    with time_machine.travel(NOON, tick=False):
        browser = half_way(ada)
        browser.post(ASKED, {"code": code_at(NOON + late, secret)})
        assert is_inside(browser) == bool(fits)


@pytest.mark.parametrize("typed", ["12345", "1234567", "abcdef", "٣٣٣٣٣٣", "\0", ""])
def test_what_is_no_code_is_no_code(ada, secret, typed):
    browser = half_way(ada)
    answer = browser.post(ASKED, {"code": typed})
    assert answer.context["form"].has_error("code")
    assert "<title>Error:" in answer.content.decode()
    assert not is_inside(browser)


@pytest.mark.database
def test_a_code_lets_in_once(ada, secret):
    with time_machine.travel(NOON, tick=False):
        browser, other = half_way(ada, "/account/"), half_way(ada)
        code = code_at(NOON, secret)
        answer = browser.post(ASKED, {"code": f"{code[:3]} {code[3:]}"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/")
        assert is_inside(browser)
        again = other.post(ASKED, {"code": code})
        assert again.context["form"].has_error("code", "incorrect_code")
        assert not is_inside(other)
        acts = [row.act for row in JournalEntry.objects.order_by("pk")]
        assert acts[-2:] == ["signed_in", "code_failed"]


def test_a_recovery_code_lets_in_once(ada, codes):
    typed = f" {codes[3][:4]}-{codes[3][4:]}"
    browser, other = half_way(ada), half_way(ada)
    browser.post(ASKED, {"code": typed})
    assert "9 recovery codes left" in browser.get(INSIDE).content.decode()
    other.post(ASKED, {"code": typed})
    assert not is_inside(other)
    assert JournalEntry.objects.filter(act="recovery_code_used").count() == 1


def test_wrong_codes_are_limited(ada, secret):
    with time_machine.travel(NOON, tick=False):
        browser = half_way(ada)
        for _wrong in range(10):
            browser.post(ASKED, {"code": "no"})
        answer = browser.post(ASKED, {"code": code_at(NOON, secret)})
        assert answer.context["form"].has_error("code", "too_many_login_attempts")
        assert not is_inside(browser)


@pytest.mark.parametrize("what", ["nothing", "late", "ended"])
def test_without_the_password_nobody_gets_in(ada, secret, what):
    with time_machine.travel(NOON, tick=False):
        browser = Client() if what == "nothing" else half_way(ada)
    later = NOON + (settings.ACCOUNT_LOGIN_TIMEOUT + 1 if what == "late" else 1)
    ada.is_active = what != "ended"
    ada.save()
    with time_machine.travel(later, tick=False):
        browser.post(ASKED, {"code": code_at(later, secret)})
        assert not is_inside(browser)


def test_the_link_of_an_owner_helps_who_lost_the_phone(ada, secret):
    path = new_password_path(ada, by=ada)
    assert Client().get(path).context["ends_second_factor"]
    Client().post(path, {"password": NEW_PASSWORD})
    assert not Authenticator.objects.exists()
    assert JournalEntry.objects.filter(act="second_factor_off").exists()
    given = {"login": ada.username, "password": NEW_PASSWORD}
    assert Client().post("/login/", given)["Location"] == INSIDE

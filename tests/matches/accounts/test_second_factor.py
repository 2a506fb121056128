"""A code after the password: switched on, asked for, used once, replaced by paper."""

import re

import pyotp
import pytest
import time_machine
from django.core import signing
from django.test import Client

from matches.accounts import second_factor
from matches.accounts.second_factor_views import WAITING_SECONDS
from matches.accounts.services import new_password_path
from matches.models import JournalEntry, RecoveryCode, SecondFactor, User
from matches.web.throttle import FREE_PASSWORDS
from tests import builders
from tests.builders import PASSWORD

pytestmark = [pytest.mark.django_db]
NOON = 1_780_000_000
STEP = second_factor.STEP_SECONDS
HERE, ASKED, INSIDE = "/account/second/", "/login/code/", "/desk/"
NEW_PASSWORD = "seven quiet lamps"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def ada() -> User:
    return builders.director()


@pytest.fixture
def codes(ada: User) -> list[str]:
    """The recovery codes of Ada, whose app has SECRET."""
    made = second_factor.switch_on(ada, secret=SECRET, step=0)
    assert made is not None
    return made


def code_at(seconds: int, secret: str = SECRET) -> str:
    return pyotp.TOTP(secret).at(seconds)


def half_way(ada: User, then: str = "") -> Client:
    """A browser that gave the right password."""
    browser = Client()
    given = {"username": ada.username, "password": PASSWORD, "next": then}
    answer = browser.post("/login/", given)
    assert (answer.status_code, answer["Location"]) == (302, ASKED)
    assert browser.get(INSIDE).status_code == 302
    return browser


def is_inside(browser: Client) -> bool:
    return browser.get(INSIDE).status_code == 200


# What an app knows ----------------------------------------------------------


@pytest.mark.parametrize(("late", "fits"), [(0, 1), (STEP, 1), (-STEP, 1), (90, 0)])
def test_a_phone_may_be_half_a_minute_off(late: int, fits: int) -> None:
    with time_machine.travel(NOON, tick=False):
        step = second_factor.step_of(SECRET, code_at(NOON + late))
    assert (step is not None) == bool(fits)


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "abcdef", "٣٣٣٣٣٣", "\0"])
def test_what_is_no_code_is_no_code(typed: str) -> None:
    assert second_factor.step_of(SECRET, typed) is None


def test_an_offer_is_for_one_person_and_not_to_be_made_up(ada: User) -> None:
    offer = second_factor.new_offer(ada)
    assert len(second_factor.secret_of(ada, offer)) == 32
    assert second_factor.secret_of(User(pk=ada.pk + 1), offer) == ""
    forged = signing.dumps([ada.pk, SECRET], salt="another")
    assert [second_factor.secret_of(ada, bad) for bad in (forged, "")] == ["", ""]


# Switching on ---------------------------------------------------------------


@pytest.mark.database
def test_it_is_on_after_the_first_right_code_and_shows_recovery_codes(
    ada: User,
) -> None:
    with time_machine.travel(NOON, tick=False):
        browser = builders.signed_in(ada)
        offer = browser.get(HERE).context["page"].form.initial["offer"]
        secret = second_factor.secret_of(ada, offer)
        sent = {"do": "on", "offer": offer, "code": "000 00"}
        wrong = browser.post(HERE, sent)
        assert wrong.status_code == 422
        assert wrong.context["page"].form.data["offer"] == offer
        assert not SecondFactor.objects.exists()
        answer = browser.post(HERE, sent | {"code": code_at(NOON, secret)})
    page = answer.context["page"]
    assert answer.status_code == 200
    assert (len(page.codes), page.left) == (10, 10)
    assert "no-store" in answer["Cache-Control"]
    text = answer.content.decode()
    assert all(code in text for code in page.codes)
    assert secret not in text
    # Shown once, and stored only as hashes.
    later = builders.signed_in(ada).get(HERE).content.decode()
    assert not re.search("|".join(page.codes), later)
    stored = "".join(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert page.codes[0].replace("-", "") not in stored


def test_it_asks_for_the_password_first(ada: User, codes: list[str]) -> None:
    with time_machine.travel(NOON, tick=False):
        browser = builders.signed_in(ada)
    with time_machine.travel(NOON + 3600, tick=False):
        asked = browser.post(HERE, {"do": "off"})
        assert (asked.status_code, SecondFactor.objects.count()) == (422, 1)
        browser.post(HERE, {"do": "off", "password_again": PASSWORD})
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()
    assert JournalEntry.objects.filter(act="second_factor_off").count() == 1


def test_new_recovery_codes_replace_the_old_ones(ada: User, codes: list[str]) -> None:
    made = builders.signed_in(ada).post(HERE, {"do": "codes"}).context["page"].codes
    assert not set(made) & set(codes)
    assert not second_factor.take_recovery_code(ada, codes[0])
    assert second_factor.take_recovery_code(ada, made[0])


def test_who_has_no_password_has_no_second_factor(ada: User) -> None:
    ada.set_unusable_password()
    ada.save()
    assert builders.signed_in(ada).get(HERE)["Location"] == "/account/"


# Signing in -----------------------------------------------------------------


@pytest.mark.database
def test_a_code_lets_in_once(ada: User, codes: list[str]) -> None:
    with time_machine.travel(NOON, tick=False):
        browser, other = half_way(ada, "/account/"), half_way(ada)
        answer = browser.post(ASKED, {"code": code_at(NOON)})
        assert (answer.status_code, answer["Location"]) == (302, "/account/")
        assert is_inside(browser)
        again = other.post(ASKED, {"code": code_at(NOON)})
        assert again.status_code == 422
        assert not is_inside(other)
        acts = [row.act for row in JournalEntry.objects.order_by("pk")]
        assert acts[-2:] == ["signed_in", "code_failed"]


def test_a_recovery_code_lets_in_once_however_it_is_typed(
    ada: User, codes: list[str]
) -> None:
    typed = codes[3].lower().replace("-", " ")
    browser, other = half_way(ada), half_way(ada)
    browser.post(ASKED, {"recovery": typed})
    assert is_inside(browser)
    assert other.post(ASKED, {"recovery": typed}).status_code == 422
    assert not is_inside(other)
    assert second_factor.codes_left(ada) == 9


def test_wrong_codes_are_slowed_as_passwords_are(ada: User, codes: list[str]) -> None:
    with time_machine.travel(NOON, tick=False):
        browser = half_way(ada)
        for _wrong in range(FREE_PASSWORDS + 1):
            browser.post(ASKED, {"code": "no"})
        answer = browser.post(ASKED, {"code": code_at(NOON)})
        assert answer.context["page"].form.has_error("__all__", "wait")
        assert not is_inside(browser)


@pytest.mark.parametrize("what", ["nothing", "late", "password", "ended"])
def test_without_the_password_nobody_is_asked(
    ada: User, codes: list[str], what: str
) -> None:
    with time_machine.travel(NOON, tick=False):
        browser = Client() if what == "nothing" else half_way(ada)
    later = NOON + (WAITING_SECONDS if what == "late" else 1)
    if what == "password":
        ada.set_password(NEW_PASSWORD)
    ada.is_active = what != "ended"
    ada.save()
    with time_machine.travel(later, tick=False):
        answer = browser.post(ASKED, {"code": code_at(later)})
        assert answer["Location"] == "/login/"
        assert not is_inside(browser)


def test_an_empty_answer_is_asked_again_and_counts_as_no_guess(
    ada: User, codes: list[str]
) -> None:
    answer = half_way(ada).post(ASKED, {})
    assert answer.status_code == 422
    assert answer.context["page"].form.has_error("code")
    assert not JournalEntry.objects.filter(act="code_failed").exists()


def test_the_link_of_an_owner_helps_who_lost_the_phone(
    ada: User, codes: list[str]
) -> None:
    path = new_password_path(ada, by=ada)
    assert Client().get(path).context["page"].ends_second_factor
    Client().post(path, {"password": NEW_PASSWORD})
    assert not second_factor.is_on(ada)
    given = {"username": ada.username, "password": NEW_PASSWORD}
    assert Client().post("/login/", given)["Location"] == INSIDE

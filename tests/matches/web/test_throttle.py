"""Guesses are slowed by browser, address and /64; a right code is never refused."""

from unittest import mock

import time_machine
from django.conf import settings
from django.test import Client, RequestFactory, override_settings
from pytest import mark

from matches.accounts.services import new_invitation_path
from matches.web import throttle
from tests import builders
from tests.builders import PASSWORD
from tests.matches.reports.test_reports import agreed

pytestmark = mark.django_db

HALL = "198.51.100.7"


FEW, MANY = (
    int(settings.ACCOUNT_RATE_LIMITS[limit].partition("/")[0])
    for limit in ("password", "password_of_name")
)
WINDOW = 5 * 60


def sign_in(client, password=PASSWORD, name="Ada"):
    return client.post("/login/", {"login": name, "password": password})


def guess(client, times=1, name="Ada"):
    for _ in range(times):
        answer = sign_in(client, "a guess or two", name)
        assert answer.status_code == 200
    return answer


def is_refused(answer):
    if answer.status_code == 302:
        return False
    return answer.context["form"].has_error("__all__", "too_many_login_attempts")


def hall(**more):
    return Client(REMOTE_ADDR=HALL, **more)


class TestPasswords:
    def test_after_many_no_more_are_checked_for_a_while(self):
        builders.director()
        with time_machine.travel(1_800_000_000, tick=False) as clock:
            assert not is_refused(guess(hall(), FEW))
            with mock.patch("matches.models.User.check_password") as checked:
                assert is_refused(sign_in(hall()))
            checked.assert_not_called()
            clock.shift(WINDOW)
            assert sign_in(hall()).status_code == 302

    def test_a_name_is_refused_after_very_many_guesses_but_not_where_it_is_known(self):
        builders.director()
        known = hall()
        assert sign_in(known).status_code == 302
        known.post("/logout/")
        for number in range(MANY // FEW):
            guess(Client(REMOTE_ADDR=f"192.0.2.{number}"), FEW)
        with mock.patch("matches.models.User.check_password") as checked:
            assert is_refused(sign_in(Client(REMOTE_ADDR="192.0.2.200")))
        checked.assert_not_called()
        assert sign_in(known).status_code == 302

    def test_one_address_alone_uses_up_no_name(self):
        builders.director()
        guess(Client(REMOTE_ADDR="192.0.2.1"), FEW)
        for _ in range(MANY):
            assert is_refused(sign_in(Client(REMOTE_ADDR="192.0.2.1"), "a guess"))
        assert sign_in(hall()).status_code == 302

    def test_all_names_from_an_address_count_together(self):
        builders.director()
        for number in range(FEW):
            guess(hall(), name=f"Cy {number}")
        assert is_refused(sign_in(hall()))

    def test_a_known_browser_is_refused_for_its_own_mistakes_only(self):
        builders.director()
        known = hall()
        assert sign_in(known).status_code == 302
        known.post("/logout/")
        guess(hall(), FEW)
        assert is_refused(sign_in(hall()))
        assert sign_in(known).status_code == 302
        known.post("/logout/")
        guess(known, FEW)
        assert is_refused(sign_in(known))

    def test_the_mark_of_a_browser_is_for_one_name_and_cannot_be_forged(self):
        builders.director(name="Bo")
        builders.director()
        browser = hall()
        assert sign_in(browser, name="Bo").status_code == 302
        browser.post("/logout/")
        guess(hall(), FEW)
        assert is_refused(sign_in(browser))
        (name,) = [name for name in browser.cookies if name.endswith("_known")]
        mark = browser.cookies[name].value
        browser.cookies[name] = "forged"
        assert is_refused(sign_in(browser, name="Bo"))
        browser.cookies[name] = mark
        assert sign_in(browser, name="Bo").status_code == 302

    def test_signing_in_by_the_first_link_marks_the_browser(self):
        browser = hall()
        form = {"username": "Eva Lund", "password": PASSWORD}
        assert browser.post(new_invitation_path(by=None), form).status_code == 302
        browser.post("/logout/")
        guess(hall(), FEW, name="Eva Lund")
        assert sign_in(browser, name="Eva Lund").status_code == 302


class TestCodes:
    def wrong(self, times=1):
        for _ in range(times):
            answer = hall().get("/s/ZZZZZZZZ/")
        return answer

    def test_a_right_code_is_never_refused(self):
        match = agreed()
        self.wrong(100)
        assert hall().get(f"/s/{match.sheet_code}/").status_code == 200
        assert hall().get(f"/p/{match.player_1.link_key}/").status_code == 200
        found = hall().get("/m/", {"code": match.sheet_code})
        assert found.status_code == 302

    def test_wrong_ones_are_answered_later_and_later(self):
        assert throttle.DELAY_HEADER not in self.wrong(60)
        assert int(self.wrong()[throttle.DELAY_HEADER]) == 1
        assert int(self.wrong(100)[throttle.DELAY_HEADER]) > 4


def address(remote, forwarded="", proxies=0):
    headers = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    request = RequestFactory().get("/", REMOTE_ADDR=remote, **headers)
    with override_settings(TRUSTED_PROXIES=proxies):
        return throttle.address_of(request)


@mark.parametrize(
    ("remote", "forwarded", "proxies", "expected"),
    [
        ("192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", 0, "192.0.2.1"),
        ("192.0.2.1", "203.0.113.9", 1, "203.0.113.9"),
        ("192.0.2.1", "6.6.6.6, 203.0.113.9", 1, "203.0.113.9"),
        ("192.0.2.1", "6.6.6.6, 203.0.113.9, 198.51.100.2", 2, "203.0.113.9"),
        ("192.0.2.1", "198.51.100.2", 2, "192.0.2.1"),
        ("192.0.2.1", " , ,", 1, "192.0.2.1"),
        ("192.0.2.1", "nonsense", 1, "nonsense"),
        ("2001:db8:1:2:3:4:5:6", "", 0, "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "", 0, "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "", 0, "192.0.2.1"),
        ("192.0.2.1", "[2001:db8::7]", 1, "2001:db8::/64"),
    ],
)
def test_the_address(remote, forwarded, proxies, expected):
    assert address(remote, forwarded, proxies) == expected

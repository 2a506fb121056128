"""Guesses are slowed by account, address and /64; a right code is never refused."""

import time_machine
from django.core.cache import caches
from django.test import Client, RequestFactory, override_settings
from pytest import mark

from matches.accounts.services import new_invitation_path
from matches.web import throttle
from tests import builders
from tests.builders import PASSWORD
from tests.matches.reports.test_reports import agreed

pytestmark = mark.django_db

HALL = "198.51.100.7"


def sign_in(client, password=PASSWORD, name="Ada"):
    return client.post("/login/", {"username": name, "password": password})


def guess(client, times=1, name="Ada"):
    for _ in range(times):
        answer = sign_in(client, "a guess or two", name)
        assert answer.status_code == 422
    return answer


def is_waiting(answer):
    return answer.context["form"].has_error("__all__", "wait")


def hall(**more):
    return Client(REMOTE_ADDR=HALL, **more)


class TestPasswords:
    def test_a_name_waits_longer_and_longer_but_never_long(self):
        builders.director()
        with time_machine.travel(1_800_000_000, tick=False) as clock:
            waits = []
            for _ in range(14):
                while is_waiting(sign_in(hall(), "a guess or two")):
                    clock.shift(1)
                with_the_request = RequestFactory(REMOTE_ADDR=HALL).post("/login/")
                waits.append(throttle.seconds_to_wait(with_the_request, "Ada"))
                clock.shift(waits[-1])
        assert waits[:4] == [0] * 4
        assert waits[4:8] == [1, 2, 4, 8]
        assert max(waits) == throttle.LONGEST_WAIT_SECONDS

    def test_after_the_wait_the_right_password_opens(self):
        builders.director()
        with time_machine.travel(1_800_000_000, tick=False) as clock:
            guess(hall(), 5)
            assert is_waiting(sign_in(hall()))
            clock.shift(1)
            assert sign_in(hall()).status_code == 302

    def test_others_at_the_address_are_not_refused(self):
        builders.director(name="Bo")
        builders.director()
        guess(hall(), 20)
        for number in range(40):
            guess(hall(), name=f"Cy {number}")
        assert sign_in(hall(), name="Bo").status_code == 302

    def test_wrong_passwords_of_an_address_are_answered_late(self):
        for number in range(30):
            assert throttle.DELAY_HEADER not in guess(hall(), name=f"Cy {number}")
        assert int(guess(hall(), name="Cy")[throttle.DELAY_HEADER]) >= 1

    def test_a_name_is_counted_over_all_addresses(self):
        builders.director()
        for number in range(20):
            guess(Client(REMOTE_ADDR=f"192.0.2.{number}"))
        assert is_waiting(sign_in(Client(REMOTE_ADDR="192.0.2.99")))

    def test_a_known_browser_waits_for_its_own_mistakes_only(self):
        builders.director()
        known = hall()
        assert sign_in(known).status_code == 302
        known.post("/logout/")
        guess(hall(), 20)
        for number in range(30):
            guess(Client(REMOTE_ADDR=f"192.0.2.{number}"))
        assert is_waiting(sign_in(hall()))
        assert sign_in(known).status_code == 302
        known.post("/logout/")
        guess(known, 5)
        assert is_waiting(sign_in(known))

    def test_the_mark_of_a_browser_is_for_one_name_and_cannot_be_forged(self):
        builders.director(name="Bo")
        builders.director()
        browser = hall()
        assert sign_in(browser, name="Bo").status_code == 302
        browser.post("/logout/")
        guess(hall(), 10)
        assert is_waiting(sign_in(browser))
        (name,) = [name for name in browser.cookies if name.endswith("_known")]
        browser.cookies[name] = "forged"
        assert sign_in(browser, name="Bo").status_code == 302

    def test_signing_in_by_the_first_link_marks_the_browser(self):
        browser = hall()
        form = {"username": "Eva Lund", "password": PASSWORD}
        assert browser.post(new_invitation_path(by=None), form).status_code == 302
        browser.post("/logout/")
        guess(hall(), 10, name="Eva Lund")
        assert sign_in(browser, name="Eva Lund").status_code == 302


class TestCounters:
    """What else is kept in caches does not push the counters out."""

    def test_pages_do_not_make_a_name_forgotten(self):
        builders.director()
        with time_machine.travel(1_800_000_000, tick=False):
            guess(hall(), 5)
            for number in range(2 * caches["default"]._max_entries):
                caches["default"].set(f"page-{number}", "kept")
            assert is_waiting(sign_in(hall()))

    def test_names_tried_once_do_not_make_another_forgotten(self):
        hall_asks = RequestFactory(REMOTE_ADDR=HALL).post("/login/")
        with time_machine.travel(1_800_000_000, tick=False):
            for _ in range(5):
                throttle.count_wrong_password(hall_asks, "Ada")
            for number in range(1_000):
                throttle.count_wrong_password(hall_asks, f"Cy {number}")
            assert throttle.seconds_to_wait(hall_asks, "Ada") == 1


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

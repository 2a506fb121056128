"""Roles given and taken away, links with their ends, devices, one owner at least."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from threading import Barrier, BrokenBarrierError
from urllib.parse import quote

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from matches.accounts.access import may
from matches.accounts.forms import next_morning
from matches.accounts.middleware import LONGEST_SECONDS
from matches.accounts.people import (
    LAST_OWNER,
    NO_LONGER_ALLOWED,
    NO_ROLE,
    change_role,
    end_access,
    end_grant,
    end_other_sessions,
    end_session,
    give_access_back,
    withdraw_invitation,
)
from matches.accounts.roles import Act, Role
from matches.accounts.services import (
    LINK_INVALID,
    LINK_WAS_USED,
    accept_invitation,
    give_role,
    invitation_for,
    new_invitation_path,
    new_password_path,
    take_invitation,
    use_password_link,
)
from matches.accounts.signing_in import device_words
from matches.models import Grant, Invitation, JournalEntry, User
from matches.rules.refusals import RuleError
from tests import builders
from tests.builders import PASSWORD
from tests.refusals import raises, shown, shows

pytestmark = [pytest.mark.django_db, pytest.mark.database]
EVENT = 4711


@pytest.fixture
def ada():
    """The owner of the club."""
    return builders.director()


def link(by, role=Role.DESK, event=EVENT):
    """The token of a new link."""
    ends_at = timezone.now() + timedelta(hours=3)
    path = new_invitation_path(by=by, role=role, event=event, ends_at=ends_at)
    return path.split("/")[2]


def again(person):
    """The person as the next request sees them."""
    return User.objects.get(pk=person.pk)


def test_the_list_of_people_marks_the_reader(ada):
    User.objects.create_user("Bo", role=Role.DIRECTOR)
    page = builders.signed_in(ada).get("/directors/").content.decode()
    rows = [row for row in page.split('class="row"') if 'class="row__title"' in row]
    assert [">you<" in row for row in rows] == [">Ada<" in row for row in rows]
    assert any(">you<" in row for row in rows)


# Links ---------------------------------------------------------------------


def test_a_link_gives_its_role_at_its_tournament_until_its_end(ada):
    token = link(ada)
    bo = accept_invitation(token=token, username="Bo", password=PASSWORD)
    assert may(bo, Act.ENTER_RESULT, EVENT)
    assert not may(bo, Act.ENTER_RESULT, EVENT + 1)
    with time_machine.travel(timezone.now() + timedelta(hours=4)):
        assert not may(again(bo), Act.ENTER_RESULT, EVENT)


def test_who_has_an_account_takes_a_role_in_addition(ada):
    bo = accept_invitation(token=link(ada), username="Bo", password=PASSWORD)
    take_invitation(bo, token=link(ada, Role.DIRECTOR, None))
    assert may(again(bo), Act.DRAW, EVENT + 1)
    take_invitation(ada, token=link(ada, Role.VIEWER, None))
    assert again(ada).role == Role.OWNER  # a link takes nothing away


def test_without_a_password_the_name_is_for_the_log_alone(ada):
    """Who only enters results has no password and cannot log in with the name."""
    helps = {}
    for role in (Role.RESULTS, Role.DESK):
        form = Client().get(f"/setup/{link(ada, role)}/").context["form"]
        helps[role] = str(form.fields["username"].help_text)
        assert ("password" in form.fields) == (role == Role.DESK)
    assert helps[Role.RESULTS] != helps[Role.DESK]


def test_the_account_of_a_helper_without_a_password_promises_no_login(ada):
    helper = Client()
    setup = f"/setup/{link(ada, Role.RESULTS)}/"
    form = helper.get(setup).context["form"]
    helper.post(setup, {"username": "Hanne"})
    page = helper.get("/account/")
    assert shows(page, "came-by-link")
    about = page.context["name_form"].fields["username"].help_text
    assert str(about) == str(form.fields["username"].help_text)
    renamed = helper.post("/account/", {"username": "Hanne H"}, follow=True)
    own = builders.signed_in(ada)
    page = own.get("/account/")
    assert not shows(page, "came-by-link")
    assert str(page.context["name_form"].fields["username"].help_text) != about
    other = own.post("/account/", {"username": "Hanne I"}, follow=True)
    told = [str(*answer.context["messages"]) for answer in (renamed, other)]
    assert told[0].replace("Hanne H", "") != told[1].replace("Hanne I", "")


def test_a_link_for_a_tournament_takes_nothing_away(ada):
    bo = User.objects.create_user("Bo")
    give_role(bo, event=EVENT, role=Role.DIRECTOR)
    take_invitation(again(bo), token=link(ada, Role.RESULTS))
    held = Grant.objects.get(user=bo)
    assert (held.role, held.ends_at) == (Role.DIRECTOR, None)
    Grant.objects.update(role=Role.RESULTS, ends_at=builders.minutes_ago(1))
    take_invitation(again(bo), token=link(ada, Role.RESULTS))
    assert may(again(bo), Act.ENTER_RESULT, EVENT)
    take_invitation(again(bo), token=link(ada, Role.DESK))
    assert may(again(bo), Act.CALL, EVENT)


@pytest.mark.django_db(transaction=True)
def test_of_two_people_who_choose_one_name_one_is_asked_for_another(monkeypatch):
    ada, barrier = builders.director(), Barrier(2, timeout=60)
    tokens = [link(ada), link(ada)]
    look = type(User.objects).looking_like

    def looked(rows, name):
        found = look(rows, name)
        with suppress(BrokenBarrierError):
            barrier.wait(timeout=1)  # SQLite lets nobody else in meanwhile
        return found

    monkeypatch.setattr(type(User.objects), "looking_like", looked)

    def join(token):
        try:
            accept_invitation(token=token, username="Bo", password=PASSWORD)
        except RuleError as error:
            return error.refusal.code
        finally:
            connection.close()
        return "joined"

    with ThreadPoolExecutor(2) as pool:
        told = sorted(pool.map(join, tokens))
    assert told == ["account.name_taken", "joined"]
    assert Invitation.objects.filter(used_at=None).count() == 1


def ended(ada, how):
    """A link that works no more."""
    token = link(ada)
    row = Invitation.objects.latest("pk")
    if how == "used":
        accept_invitation(token=token, username="Cy", password=PASSWORD)
    elif how == "late":
        Invitation.objects.filter(pk=row.pk).update(expires_at=timezone.now())
    elif how == "role over":
        Invitation.objects.filter(pk=row.pk).update(ends_at=timezone.now())
    elif how == "withdrawn":
        assert withdraw_invitation(row, by=ada)
        assert not withdraw_invitation(row, by=ada)
    elif how == "unknown":
        return "x" * 40
    else:
        other = builders.director("Dea")
        token = link(other)
        end_access(other, by=ada)
    return token


@pytest.mark.parametrize(
    "how", ["used", "late", "role over", "withdrawn", "unknown", "maker is gone"]
)
def test_a_link_that_works_no_more_says_why(ada, how):
    token, why = ended(ada, how), LINK_WAS_USED if how == "used" else LINK_INVALID
    count = User.objects.count()
    with raises(why):
        invitation_for(token)
    answer = Client().post(f"/setup/{token}/", {"username": "Eve", "password": "x"})
    assert answer.status_code == 410
    assert shown(why) in answer.content.decode()
    assert User.objects.count() == count


def test_results_only_needs_a_name_and_ends_with_the_role(ada):
    phone = Client()
    assert phone.post(f"/setup/{link(ada, Role.RESULTS)}/", {"username": "Bo"})
    assert phone.get("/desk/").status_code == 200
    bo = User.objects.get(username="Bo")
    assert not bo.has_usable_password()
    ends = Session.objects.get().expire_date
    assert abs(ends - Grant.objects.get().ends_at) < timedelta(minutes=1)


def test_a_director_of_one_tournament_invites_to_it_alone(ada):
    bo = User.objects.create_user("Bo")
    give_role(bo, event=EVENT, role=Role.DIRECTOR)
    assert invitation_for(link(again(bo)))
    for role, event in ((Role.DESK, EVENT + 1), (Role.OWNER, None)):
        with raises(LINK_INVALID):
            invitation_for(link(again(bo), role, event))


def test_the_morning_after():
    late = datetime(2026, 11, 22, 23, tzinfo=UTC)
    assert next_morning(late) > late
    assert next_morning(late) - late < timedelta(hours=12)
    assert timezone.localtime(next_morning(late)).hour == 6


# Roles ---------------------------------------------------------------------


def test_the_last_owner_stays(ada):
    for act in (
        lambda: change_role(ada, role=Role.DIRECTOR, by=ada),
        lambda: end_access(ada, by=ada),
    ):
        with raises(LAST_OWNER):
            act()
    assert may(again(ada), Act.PEOPLE)


def test_what_was_done_already_is_neither_done_nor_noted_again(ada):
    bo = accept_invitation(token=link(ada), username="Bo", password=PASSWORD)
    open_link = invitation_for(link(ada))
    assert withdraw_invitation(open_link, by=ada)
    assert end_access(bo, by=ada)
    acts = JournalEntry.objects.count()
    assert not withdraw_invitation(open_link, by=ada)
    assert not end_access(bo, by=ada)
    assert not change_role(bo, role=NO_ROLE, by=ada)
    assert not end_session(bo, 0, by=ada)
    assert not end_other_sessions(bo, but="")
    assert JournalEntry.objects.count() == acts
    assert give_access_back(bo, by=ada)
    assert not give_access_back(bo, by=ada)
    assert JournalEntry.objects.count() == acts + 1
    assert may(again(bo), Act.ENTER_RESULT, EVENT)


def test_who_lost_the_role_meanwhile_changes_nothing(ada):
    dea = builders.director("Dea")
    change_role(dea, role=Role.OWNER, by=ada)
    change_role(ada, role=Role.DIRECTOR, by=again(dea))
    with raises(NO_LONGER_ALLOWED):
        end_access(dea, by=ada)


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_remove_each_other_leave_one():
    ada, dea = builders.director(), builders.director("Dea")
    change_role(dea, role=Role.OWNER, by=ada)
    barrier = Barrier(2)

    def remove(pair):
        connection.ensure_connection()
        barrier.wait(timeout=60)
        try:
            end_access(pair[0], by=pair[1])
        except RuleError as error:
            return error.refusal.code
        finally:
            connection.close()
        return "removed"

    with ThreadPoolExecutor(2) as pool:
        told = sorted(pool.map(remove, ((ada, dea), (dea, ada))))
    assert "removed" in told
    assert told[0] != told[1]
    assert User.objects.filter(role=Role.OWNER, is_active=True).count() == 1


# Sessions ------------------------------------------------------------------


def test_ending_the_access_ends_every_device_and_link_at_once(ada):
    bo = builders.director("Bo")
    phone, laptop = builders.signed_in(bo), builders.signed_in(bo)
    token = link(bo)
    assert end_access(bo, by=ada)
    for browser in (phone, laptop):
        assert browser.get("/desk/").status_code == 302
    with raises(LINK_INVALID):
        invitation_for(token)
    form = {"login": "Bo", "password": PASSWORD}
    assert Client().post("/login/", form).status_code == 200
    assert give_access_back(bo, by=ada)
    assert phone.get("/desk/").status_code == 302
    assert Client().post("/login/", form).status_code == 302


def test_what_was_typed_comes_back_when_the_access_was_ended(ada):
    evening = builders.evening("swiss", 2)
    builders.published_round(evening)
    bo = User.objects.create_user("Bo")
    give_role(bo, event=evening.pk, role=Role.DESK)
    grant = Grant.objects.get(user=bo)
    path, typed = f"/desk/{evening.slug}/results/", {"line": "1 7 and more"}
    page, script = builders.signed_in(bo), builders.signed_in(bo)
    poll = builders.signed_in(bo)
    end_grant(grant, by=ada)
    answer = page.post(path, typed)
    assert answer.status_code == 403
    assert typed["line"] in answer.content.decode()
    htmx = {"HX-Request": "true"}
    answer = script.post(path, typed, headers=htmx)
    assert (answer.status_code, bool(answer["Crawford-Fault"])) == (403, True)
    for _poll in range(3):
        answer = poll.get(f"/desk/{evening.slug}/", headers=htmx)
        assert answer.status_code == 286
        assert "alarm" in answer["HX-Trigger"]
        assert "HX-Redirect" not in answer  # the page stays, with what was typed
    answer = script.get(f"/desk/{evening.slug}/", headers=htmx)
    assert "HX-Redirect" not in answer
    left = poll.get(f"/desk/{evening.slug}/")
    assert left["Location"].startswith("/login/")
    assert settings.SESSION_COOKIE_NAME not in {
        name for name, cookie in poll.cookies.items() if cookie.value
    }


def test_a_role_for_another_tournament_keeps_the_devices(ada):
    bo = User.objects.create_user("Bo")
    give_role(bo, event=EVENT, role=Role.DESK)
    give_role(bo, event=EVENT + 1, role=Role.DESK)
    phone = builders.signed_in(bo)
    end_grant(Grant.objects.get(event=EVENT), by=ada)
    assert phone.get("/desk/").status_code == 200


def test_one_ends_all_other_devices_or_one_of_them(ada):
    here, there, far = (builders.signed_in(ada) for _device in range(3))
    session = UserSession.objects.get(session_key=far.session.session_key)
    assert here.post(f"/account/devices/{session.pk}/end/").status_code == 302
    assert far.get("/desk/").status_code == 302
    assert here.post("/account/", {"others": "1"}).status_code == 302
    assert there.get("/desk/").status_code == 302
    assert here.get("/desk/").status_code == 200
    assert end_other_sessions(ada, but=here.session.session_key) == 0


def test_a_session_ends_at_last_however_often_it_is_used(ada):
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        browser = builders.signed_in(ada)
        for hours in range(20, LONGEST_SECONDS // 3600, 20):
            clock.move_to(start + timedelta(hours=hours))
            assert browser.get("/account/").status_code == 200
        clock.move_to(start + timedelta(seconds=LONGEST_SECONDS + 1))
        assert browser.get("/account/").status_code == 302


def test_the_device_is_named():
    phone = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140 Safari/537"
    assert device_words(phone) == "Chrome, Android"
    assert device_words("") == ""


# Passwords -----------------------------------------------------------------


def test_what_matters_asks_for_the_password_again(ada):
    browser, bo = builders.signed_in(ada), builders.director("Bo")
    path, form = f"/directors/{bo.pk}/", {"do": "role", "role": "viewer"}
    then = timezone.now() + timedelta(seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)
    with time_machine.travel(then, tick=False):
        asked = browser.post(path, form)
        assert asked["Location"] == f"/account/again/?next={quote(path, safe='')}"
        question = asked["Location"]
        wrong = browser.post(question, {"password": "wrong"})
        assert wrong.context["form"].has_error("password", "incorrect_password")
        assert again(bo).role == Role.DIRECTOR
        right = browser.post(question, {"password": PASSWORD, "next": path})
        assert (right.status_code, right["Location"]) == (302, path)
        assert again(bo).role == Role.VIEWER
        assert browser.post(path, {"do": "end"}).status_code == 302  # not once more
        assert not again(bo).is_active


def test_an_owner_lets_a_director_choose_a_new_password(ada):
    bo = builders.director("Bo")
    phone = builders.signed_in(bo)
    old, new = (new_password_path(bo, by=ada) for _link in range(2))
    with raises(LINK_INVALID):
        use_password_link(token=old.split("/")[2], password=PASSWORD)
    with raises(LINK_INVALID):
        accept_invitation(token=new.split("/")[2], username="Cy", password=PASSWORD)
    words = "another prime of six points"
    assert Client().get(new).status_code == 200
    assert Client().post(new, {"password": words}).status_code == 302
    assert again(bo).check_password(words)
    assert phone.get("/desk/").status_code == 302
    assert Client().post(new, {"password": words}).status_code == 410


def test_sign_ins_are_rows_and_lines(ada, caplog):
    logger = "crawford.signing_in"
    caplog.set_level(logging.INFO, logger)
    browser = Client()
    for word in ("wrong", PASSWORD):
        browser.post("/login/", {"login": "Ada", "password": word})
    browser.post("/logout/")
    rows = JournalEntry.objects.exclude(act="director_joined").order_by("pk")
    acts = ["sign_in_failed", "signed_in", "signed_out"]
    assert [row.act for row in rows] == acts
    assert all(row.details["address"] == "127.0.0.1" for row in rows)
    lines = [line.message for line in caplog.records if line.name == logger]
    assert [line.split()[0] for line in lines] == acts
    assert "wrong" not in caplog.text

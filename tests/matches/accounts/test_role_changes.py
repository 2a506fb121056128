"""A role that changes while its owner is on a page: the next act loses no text."""

import pytest
from django.utils import timezone

from matches.accounts import people
from matches.accounts.roles import Role
from matches.models import Grant, User
from tests import builders
from tournaments.models import Tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db

TYPED = "Bo plays without his clock – ask Cille"
HTMX = {"HX-Request": "true"}


def end_grant(person, by):
    people.end_grant(Grant.objects.get(user=person), by=by)


def end_by_the_clock(person, by):
    Grant.objects.filter(user=person).update(ends_at=timezone.now())


def end_access(person, by):
    people.end_access(person, by=by)


def end_sessions(person, by):
    for session in people.sessions_of(person):
        people.end_session(person, session.pk, by=by)


def lower(person, by):
    Grant.objects.filter(user=person).update(role=Role.VIEWER)


def helper_at(event):
    helper = User.objects.create_user("Hans")
    Grant.objects.create(user=helper, event=event.pk, role=Role.DESK)
    return helper, builders.signed_in(helper)


@pytest.mark.parametrize(
    "change", [end_grant, end_by_the_clock, end_access, end_sessions, lower]
)
@pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.PRIVATE])
def test_a_form_comes_back_with_what_was_typed(change, visibility):
    owner = builders.director()
    evening = builders.evening("swiss", 2)
    Tournament.objects.update(visibility=visibility)
    helper, client = helper_at(evening)
    path = f"/desk/{evening.slug}/notes/"
    assert client.get(path).status_code == 200
    change(helper, owner)
    answer = client.post(path, {"text": TYPED, "op": "the key of the form"})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert TYPED in page
    assert "Nothing was saved" in page
    assert "the key of the form" not in page
    again = client.post(path, {"text": TYPED}, headers=HTMX)
    assert again.status_code == 403
    assert "Nothing%20was%20saved" in again["Crawford-Fault"]


def test_a_match_that_is_gone_with_the_role_loses_no_text():
    """The match of a private tournament is not there for anybody else."""
    owner = builders.director()
    evening = builders.evening("swiss", 2)
    match = builders.matches(builders.published_round(evening))[0]
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    helper, client = helper_at(evening)
    path = f"/m/{match.code}/games/"
    assert client.get(f"/m/{match.code}/").status_code == 200
    end_grant(helper, owner)
    game = {"winner": 1, "kind": "single", "cube": 1, "after": 0, "remark": TYPED}
    answer = client.post(path, game)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert TYPED in page
    assert "Nothing was saved" in page
    match.refresh_from_db()
    assert match.revision == 0
    # No other address is told apart by it.
    elsewhere = client.post("/m/ZZZZZZ/games/", game).content.decode()
    assert elsewhere.partition("<main")[2] == page.partition("<main")[2]


def test_a_page_says_that_the_role_does_not_include_it_any_more():
    evening = builders.evening("swiss", 2)
    helper, client = helper_at(evening)
    Grant.objects.filter(user=helper).update(role=Role.RESULTS)
    answer = client.get(f"/desk/{evening.slug}/notes/")
    assert answer.status_code == 403
    assert "your role does not include this or has ended" in " ".join(
        answer.content.decode().split()
    )

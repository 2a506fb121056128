"""Roles: who may do what, on which tournament; what is shown follows it.

`tests/test_litany.py` says which act each address is, and that it asks for it.
"""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from matches.accounts.access import acts_at, events_of, may
from matches.accounts.models import Grant, User
from matches.accounts.roles import (
    CLUB_ACTS,
    FOR_A_TOURNAMENT,
    TABLE,
    Act,
    Role,
    meaning,
)

HERE, OTHER = 1, 2


def test_the_table_of_the_documentation_is_the_one_that_decides() -> None:
    """Its rows are in the order of the acts, with a star at those of a tournament."""
    page = Path(settings.BASE_DIR, "docs/roles.md").read_text(encoding="utf-8")
    _before, _head, table = page.partition(f"| act | {' | '.join(Role)} |\n")
    rows = [row.strip("| ").split(" | ") for row in table.split("\n\n")[0].split("\n")]
    assert [row[1:] for row in rows[1:]] == [
        ["yes" if act in TABLE[role] else "–" for role in Role] for act in Act
    ]
    starred = [act for act, row in zip(Act, rows[1:], strict=True) if "*" in row[0]]
    assert set(starred) == set(Act) - CLUB_ACTS


def test_every_act_has_words_and_somebody_who_may_do_it() -> None:
    assert set(Act) == TABLE[Role.OWNER]
    assert set(TABLE) == set(Role)
    assert len({meaning(role) for role in Role}) == len(Role)
    assert meaning(Role.DIRECTOR, of_one=True) != meaning(Role.DIRECTOR)


def test_no_helper_deletes_invites_or_draws() -> None:
    never = {Act.DELETE, Act.INVITE, Act.PEOPLE, Act.DRAW, Act.SET_UP, Act.BACKUPS}
    for role in (Role.DESK, Role.RESULTS, Role.VIEWER):
        assert not TABLE[role] & never
    changes = {act for act in Act if act not in {Act.SEE, Act.SEE_PRIVATE, Act.ACCOUNT}}
    assert not TABLE[Role.VIEWER] & changes


def holding(role: Role, event: int | None) -> User:
    """Somebody with a role for the club, or for one tournament; not stored."""
    person = User(username=role, role="" if event else role)
    vars(person)["_grants"] = [(event, role)] if event else []
    return person


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("act", Act)
def test_a_role_of_the_club_holds_at_every_tournament(role: Role, act: Act) -> None:
    person = holding(role, None)
    for event in (None, HERE, OTHER):
        assert may(person, act, event) == (act in TABLE[role])


@pytest.mark.parametrize("role", FOR_A_TOURNAMENT)
@pytest.mark.parametrize("act", sorted(set(Act) - CLUB_ACTS))
def test_a_role_for_one_tournament_holds_only_there(role: Role, act: Act) -> None:
    person = holding(role, HERE)
    assert may(person, act, HERE) == (act in TABLE[role])
    assert not may(person, act, OTHER)
    assert not may(person, act)


@pytest.mark.parametrize("role", FOR_A_TOURNAMENT)
def test_the_director_of_one_tournament_is_no_director_of_the_club(role: Role) -> None:
    club = acts_at(holding(role, HERE)) & CLUB_ACTS
    assert club <= TABLE[Role.ORGANISER]
    assert (Act.NEW_TOURNAMENT in club) == (role == Role.DIRECTOR)


def test_who_is_deactivated_or_unknown_may_nothing() -> None:
    gone = holding(Role.OWNER, None)
    gone.is_active = False
    for person in (gone, None):
        assert not acts_at(person, HERE)
        assert events_of(person) in (frozenset(), None) if person else True


@pytest.mark.django_db
def test_a_role_ends_by_itself() -> None:
    now = timezone.now()
    helper = User.objects.create_user("Bo")
    ends = {HERE: now + timedelta(hours=1), OTHER: now - timedelta(seconds=1)}
    for event, ends_at in ends.items():
        Grant.objects.create(user=helper, event=event, role="results", ends_at=ends_at)
    helper = User.objects.get(pk=helper.pk)
    assert may(helper, Act.ENTER_RESULT, HERE)
    assert not may(helper, Act.ENTER_RESULT, OTHER)
    assert events_of(helper) == {HERE}

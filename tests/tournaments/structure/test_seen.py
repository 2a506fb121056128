"""What is in no list is offered to those alone who have a role there."""

import pytest

from matches.accounts.roles import Role
from matches.models import Grant, User
from tests import builders
from tournaments.hall.settings import HallPlan, halls_to_share, set_hall
from tournaments.models import Tournament
from tournaments.rounds.player_panel import own_links
from tournaments.screens.queries import others_of_the_day
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db


def directed(*events: Tournament) -> User:
    """Return somebody who directs these tournaments."""
    name = f"Director of {len(events)}"
    person = User.objects.create_user(name)
    for event in events:
        Grant.objects.create(user=person, event=event.pk, role=Role.DIRECTOR)
    return person


@pytest.mark.parametrize("visibility", Visibility.values)
def test_halls_and_screens_offer_what_one_may_see(visibility: str) -> None:
    own, other = builders.evening("swiss", 2), builders.evening("swiss", 2)
    set_hall(other, HallPlan(count=4), by=None)
    Tournament.objects.filter(pk=other.pk).update(visibility=visibility)
    stranger, director = directed(own), directed(own, other)
    listed = [other] if visibility == Visibility.PUBLIC else []
    assert halls_to_share(own, by=stranger) == listed
    assert halls_to_share(own, by=director) == [other]
    assert others_of_the_day(own, by=stranger) == listed
    shown = [] if visibility == Visibility.PRIVATE else [other]
    assert others_of_the_day(own, by=director) == shown


def test_lists_have_what_is_public_and_what_one_helps_at() -> None:
    kinds = {kind: builders.evening("swiss", 2) for kind in Visibility}
    for kind, made in kinds.items():
        Tournament.objects.filter(pk=made.pk).update(visibility=kind)
    private = kinds[Visibility.PRIVATE]
    found = Tournament.objects.listed
    assert set(found()) == {kinds[Visibility.PUBLIC]}
    assert set(found([private.pk])) == {kinds[Visibility.PUBLIC], private}
    assert set(found(None)) == set(kinds.values())


def test_no_link_leads_a_player_to_a_private_tournament() -> None:
    evening = builders.evening("swiss", 4)
    player = builders.entries(evening)[0].player
    assert [tournament for tournament, _url in own_links(player)] == [evening]
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert own_links(player) == []

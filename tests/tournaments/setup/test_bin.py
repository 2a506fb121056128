"""A tournament in the bin is nowhere, and comes back as it was."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.accounts.roles import Role
from matches.models import Grant, Match, User
from tests import builders
from tests.refusals import raises
from tournaments.models import Tournament
from tournaments.setup.bin import KEPT_DAYS, bring_back, empty_bin, in_bin, move_to_bin
from tournaments.setup.errors import NOT_IN_BIN
from tournaments.setup.services import create_tournament
from tournaments.structure.marks import mark_at

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def states() -> dict[int, str]:
    return dict(Match.objects.values_list("pk", "state"))


def test_a_played_tournament_goes_and_comes_back(client: Client) -> None:
    ada = builders.signed_in(builders.director())
    evening = builders.evening("swiss", 5)
    builders.played_round(evening)
    builders.published_round(evening)
    kept = builders.evening("swiss", 2)
    before = states()
    path = f"/desk/{evening.slug}/delete/"
    assert ada.post(path).status_code == 422  # from a page that knows of no round
    assert 'name="begun"' in ada.get(path).content.decode()
    assert ada.post(path, {"begun": "1"})["Location"] == "/desk/"
    assert set(states().values()) == {Match.State.VOID}
    for address in ("", "entries/", "standings/", "calendar.ics"):
        gone = client.get(f"/tournaments/{evening.slug}/{address}")
        assert gone.status_code == 404, address
    for page in ("/", "/tournaments/", "/tournaments.ics"):
        text = client.get(page).content.decode()
        assert f"/{evening.slug}/" not in text, page
        assert f"/{kept.slug}/" in text, page
    assert ada.get(f"/desk/{evening.slug}/").status_code == 404
    with pytest.raises(Tournament.DoesNotExist):
        mark_at(evening.slug)
    assert ada.get("/desk/bin/").context["rows"] == [evening]
    back = ada.post(f"/desk/bin/{evening.pk}/restore/")
    assert back["Location"] == f"/desk/{evening.slug}/"
    assert states() == before
    assert client.get(f"/tournaments/{evening.slug}/standings/").status_code == 200
    assert ada.post(f"/desk/bin/{evening.pk}/restore/")["Location"] == "/desk/"
    with raises(NOT_IN_BIN):
        bring_back(pk=evening.pk, by=None)


def test_after_thirty_days_it_is_gone_with_its_matches() -> None:
    evening = builders.evening("elimination", 4)
    builders.played_round(evening)
    other = builders.match(people=("Mie Nord", "Ove Post"))
    move_to_bin(tournament=evening, by=None, knows_begun=True)
    move_to_bin(tournament=evening, by=None, knows_begun=True)  # twice is once
    empty_bin(timezone.now() + timedelta(days=KEPT_DAYS - 1))
    assert list(in_bin()) == [evening]
    empty_bin(timezone.now() + timedelta(days=KEPT_DAYS + 1))
    assert not in_bin().exists()
    assert not Tournament.everything.exists()
    assert list(Match.objects.all()) == [other]


def test_its_address_is_free_for_another_one_and_kept_for_it() -> None:
    one = builders.evening("swiss", 2)
    move_to_bin(tournament=one, by=None)
    two = builders.evening("swiss", 2)
    assert two.slug != one.slug
    bring_back(pk=one.pk, by=None)
    assert {one, two} == set(Tournament.objects.all())


def test_a_director_of_own_tournaments_finds_and_brings_back_their_own() -> None:
    bo = User.objects.create_user("Bo", role=Role.ORGANISER)
    own = create_tournament(plan=builders.plan(name="Of Bo"), by=bo)
    other = builders.evening("swiss", 2)
    of_bo = builders.signed_in(bo)
    assert 'href="/desk/bin/"' not in of_bo.get("/desk/").content.decode()
    assert of_bo.post(f"/desk/{own.slug}/delete/")["Location"] == "/desk/"
    move_to_bin(tournament=other, by=None)
    home = of_bo.get("/desk/")
    assert 'href="/desk/bin/"' in home.content.decode()
    assert home.context["page"].in_bin == 1
    assert of_bo.get("/desk/bin/").context["rows"] == [own]
    assert of_bo.post(f"/desk/bin/{other.pk}/restore/").status_code == 403
    back = of_bo.post(f"/desk/bin/{own.pk}/restore/")
    assert back["Location"] == f"/desk/{own.slug}/"
    assert list(in_bin()) == [other]
    assert of_bo.get(f"/desk/{own.slug}/").status_code == 200


@pytest.mark.parametrize("role", [Role.DESK, Role.RESULTS, Role.VIEWER])
def test_helpers_see_no_bin(role: Role) -> None:
    evening = builders.evening("swiss", 2)
    kept = builders.evening("swiss", 2)
    helper = User.objects.create_user("Bo")
    for at in (evening, kept):
        Grant.objects.create(user=helper, event=at.pk, role=role)
    move_to_bin(tournament=evening, by=None)
    client = builders.signed_in(helper)
    assert "/desk/bin/" not in client.get("/desk/").content.decode()
    assert client.get("/desk/bin/").status_code == 403
    assert client.post(f"/desk/bin/{evening.pk}/restore/").status_code == 403
    assert list(in_bin()) == [evening]

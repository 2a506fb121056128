"""Known players that the box for entries proposes, and entering one of them."""

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.accounts.roles import Role
from matches.models import Player
from tests import builders
from tests.refusals import says
from tournaments.entries.errors import ALREADY_ENTERED
from tournaments.entries.queries import divisions_of
from tournaments.entries.suggestions import LONGEST, MOST, suggestions
from tournaments.models import Entry, Tournament
from tournaments.structure.plan import DivisionPlan, StagePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


@pytest.fixture
def made() -> Tournament:
    return builders.tournament()


def proposed(made: Tournament, typed: str) -> list[str]:
    """Return the names that are proposed for a text."""
    (division,) = divisions_of(made)
    return [player.name for player, _entered in suggestions(division, typed)[0]]


def add(ada: Client, made: Tournament, **sent: str) -> HttpResponse:
    """Send the box."""
    return ada.post(f"/desk/{made.slug}/entries/add/", sent)


def entered() -> list[str]:
    """Return the names of all entries."""
    return [entry.player.name for entry in Entry.objects.select_related("player")]


def test_names_that_begin_like_this_in_any_spelling(made: Tournament) -> None:
    for name in ("Åse Ødegård", "Asa Berg", "Bo Åsen", "Ole Masen"):
        builders.player(name)
    Player.objects.create(name="Asger And", sort_name="And, Asger", is_invented=True)
    assert proposed(made, "as") == ["Asa Berg", "Bo Åsen", "Åse Ødegård"]
    assert proposed(made, "ode as") == ["Åse Ødegård"]
    assert proposed(made, "a") == proposed(made, "") == proposed(made, "zz") == []


def test_pairs_are_proposed_for_pairs_and_people_for_people(made: Tournament) -> None:
    stage = StagePlan(format="swiss", match_length=5, rounds=3, options={"legs": 2})
    plan = DivisionPlan(name="Doubles", stages=(stage,))
    doubles = builders.tournament(divisions=(plan,))
    builders.player("Ane Alm")
    pair = builders.player(" & ".join(("Ane Alm", "Bo Brink")))
    assert proposed(made, "ane") == ["Ane Alm"]
    assert proposed(doubles, "ane") == [pair.name]


def test_who_is_entered_comes_last_and_says_so(made: Tournament, ada: Client) -> None:
    builders.entered(made, ["Ane Alm"])
    for name in ("Ane Berg", *(f"Ane Holt {letter}" for letter in "abcdefgh")):
        builders.player(name)
    (division,) = divisions_of(made)
    rows, count = suggestions(division, "ane")
    assert count == 10
    assert len(rows) == MOST
    assert not any(is_entered for _player, is_entered in rows)
    ((_alm, is_entered),), _count = suggestions(division, "ane alm")
    assert is_entered


def test_only_who_may_add_players_is_told_names(ada: Client, made: Tournament) -> None:
    player = builders.player("Ditte Enevold", club="Køge BK", rating="1633.5")
    path = f"/desk/{made.slug}/entries/known/?typed=Dit"
    shown = ada.get(path).content.decode()
    assert f'data-player="{player.key}"' in shown
    assert "Ditte Enevold" in shown
    assert "Køge BK" in shown
    assert "<html" not in shown
    assert builders.signed_in(builders.reader()).get(path).status_code == 403
    assert Client().get(path).status_code == 302
    viewer = builders.reader("Vera")
    type(viewer).objects.filter(pk=viewer.pk).update(role=Role.VIEWER)
    assert builders.signed_in(viewer).get(path).status_code == 403
    assert b'role="option"' not in ada.get(f"{path}\x00{'x' * LONGEST}").content


def test_as_many_queries_for_many_as_for_few(made: Tournament, ada: Client) -> None:
    ada.get("/help/")  # her session is renewed
    counts = []
    for people in (["Ane Alm"], [f"Ane {name}" for name in builders.names(40)]):
        builders.entered(made, people)
        with CaptureQueriesContext(connection) as captured:
            ada.get(f"/desk/{made.slug}/entries/known/", {"typed": "ane"})
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_chosen_player_is_entered_whatever_is_typed(
    made: Tournament, ada: Client
) -> None:
    ditte = builders.player("Ditte Enevold")
    assert add(ada, made, text="Dit", known=ditte.key, here="on").status_code == 302
    assert entered() == ["Ditte Enevold"]
    assert Player.objects.count() == 1
    refused = add(ada, made, text="Dit", known=ditte.key)
    assert refused.status_code == 422
    assert says(refused, ALREADY_ENTERED.code)
    assert ">\nDit</textarea>" in refused.content.decode()
    assert entered() == ["Ditte Enevold"]


def test_of_two_namesakes_the_chosen_one_is_entered(
    made: Tournament, ada: Client
) -> None:
    for club in ("", "Køge BK", "Køge BK"):
        builders.player("Bo Falk", club=club)
    for player in Player.objects.order_by("-pk"):
        assert add(ada, made, text="Fal", known=player.key).status_code == 302
    assert Entry.objects.values("player").distinct().count() == 3


@pytest.mark.parametrize("name", ["Bo 2", 'Bo "Bomber" Falk', "Falk; Bo", "Bo (Køge)"])
def test_names_that_a_list_would_read_otherwise(
    made: Tournament, ada: Client, name: str
) -> None:
    key = Player.objects.create(name=name, sort_name=name).key
    assert add(ada, made, text="Bo", known=key).status_code == 302
    assert entered() == [name]


def test_who_is_gone_meanwhile_is_not_entered(made: Tournament, ada: Client) -> None:
    refused = add(ada, made, text="Dit", known="GONE234567")
    assert refused.status_code == 422
    assert ">\nDit</textarea>" in refused.content.decode()
    assert entered() == []
    for key in ("x" * 11, "\x00"):
        assert add(ada, made, text="Dit", known=key).status_code == 422


def test_a_player_who_is_entered_is_not_asked_about(
    made: Tournament, ada: Client
) -> None:
    builders.entered(made, ["Ane Alm"])
    refused = add(ada, made, text="ane alm")
    assert refused.status_code == 422
    assert says(refused, ALREADY_ENTERED.code)

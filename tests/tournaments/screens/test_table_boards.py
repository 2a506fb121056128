"""The scoreboard of a table shows whatever is played there, one match after another."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match
from matches.rules import Side
from tests import builders
from tournaments.hall import services
from tournaments.models import Pairing, Tournament
from tournaments.setup.services import close_tournament
from tournaments.structure.models import Visibility

pytestmark = pytest.mark.django_db


def address(of: Tournament, table: int = 1, **asked: str) -> str:
    query = "&".join(f"{key}={value}" for key, value in asked.items())
    return f"{reverse('table_board', args=[of.slug, table])}?{query}"


def at(of: Tournament, table: int) -> Match:
    rows = Pairing.objects.filter(tournament=of, table=table).select_related("match")
    found = rows.order_by("-called_at")[0].match
    assert found is not None
    return found


def shown(of: Tournament, table: int = 1) -> Match | None:
    page = Client().get(address(of, table)).context["page"]
    return page.get("match")


def test_a_table_without_a_match_waits_for_one(client: Client) -> None:
    made = builders.evening("swiss", 4)
    answer = client.get(address(made, style="overlay"))

    assert answer.status_code == 200
    assert shown(made) is None
    page = answer.context["page"]
    poll = f"{page['address']}&f={page['shows']}"
    assert client.get(poll).status_code == 204

    builders.published_round(made)
    board = client.get(poll)
    assert board.status_code == 200
    assert board.context["page"]["match"] == at(made, 1)
    assert b"<html" not in board.content


def test_it_follows_the_table_from_match_to_match(client: Client) -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    first = at(made, 1)
    page = client.get(address(made)).context["page"]
    assert page["match"] == first
    poll = page["address"]

    seen = page["shows"]
    assert client.get(f"{poll}&f={seen}").status_code == 204
    builders.won(Side.ONE, first)
    over = client.get(f"{poll}&f={seen}").context["page"]
    assert over["match"] == first  # until the next one is called, with its final score
    assert over["sides"][0].won

    builders.won(Side.ONE, at(made, 2))
    builders.published_round(made)
    after = client.get(f"{poll}&f={over['shows']}").context["page"]
    assert after["match"] == at(made, 1)
    assert after["match"] != first


def test_a_match_that_moves_takes_its_board_along() -> None:
    made = builders.evening("swiss", 4)
    builders.published_round(made)
    moved = at(made, 2)
    number = Pairing.objects.get(match=moved).match_number
    assert number is not None

    services.call(made, number, table=9, by=None)

    assert shown(made, 9) == moved
    assert shown(made, 2) is None


def test_a_closed_tournament_keeps_its_last_match() -> None:
    made = builders.evening("swiss", 2, rounds=1)
    builders.played_round(made)
    close_tournament(tournament=made, by=None)

    assert shown(made) is not None


@pytest.mark.parametrize("table", [0, 99_999])
def test_no_such_table(client: Client, table: int) -> None:
    made = builders.evening("swiss", 2)

    assert client.get(address(made, table)).status_code == 404


def test_a_private_tournament_shows_no_board(client: Client) -> None:
    made = builders.evening("swiss", 2)
    builders.published_round(made)
    Tournament.objects.filter(pk=made.pk).update(visibility=Visibility.PRIVATE)

    assert client.get(address(made)).status_code == 404


def test_the_screens_page_names_the_tables() -> None:
    made = builders.evening("swiss", 4)
    director = builders.signed_in(builders.director())
    page = reverse("screens", args=[made.slug])
    assert not director.get(page).context["tables"]

    builders.published_round(made)

    answer = director.get(page)
    assert answer.context["tables"] == [1, 2]
    assert address(made, 1, style="overlay") in answer.text
    assert address(made, 2, style="overlay") in answer.text

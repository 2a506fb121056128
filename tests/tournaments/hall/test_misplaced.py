"""Matches at tables that are gone or out of order: they stay, and the desk says so."""

import pytest
from django.test import Client

from tests import builders
from tournaments.hall import services
from tournaments.hall.settings import HallPlan, TablePlan, set_hall, share_hall
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

GONE = "tables that no longer exist or are out of order"
ONE_GONE = "1 match is at a table that no longer exists or is out of order"


@pytest.fixture
def ada() -> Client:
    """Return the browser of a director."""
    return builders.signed_in(builders.director())


def evening(who: int = 8) -> Tournament:
    """Return an evening with as many tables as are needed, all matches called."""
    made = builders.evening("swiss", who)
    builders.published_round(made)
    return made


def at(made: Tournament) -> dict[int, int | None]:
    """Return the table of every called match, by match number."""
    return {row.match_number or 0: row.table for row in builders.called(made)}


def named(client: Client, address: str) -> list[int]:
    """Return the numbers of the matches to which the note of a page links."""
    context = client.get(address).context
    is_own = address.endswith("/tables/")
    found = context["misplaced"] if is_own else context["page"].hall.misplaced
    return [one.number for one in found]


def test_the_answer_and_the_desk_name_matches_whose_tables_are_gone(
    ada: Client,
) -> None:
    made = evening()
    before = at(made)
    desk, tables = f"/desk/{made.slug}/", f"/desk/{made.slug}/tables/"
    saved = ada.post(tables, {"count": 2, "calls_itself": "on"}, follow=True)
    shown = " ".join(saved.content.decode().split())
    assert "Saved." in shown
    assert f"2 matches are at {GONE}" in shown
    assert at(made) == before  # nothing moves by itself
    for number in (3, 4):
        assert before[number] == number
        assert f'"{desk}matches/{number}/table/"' in shown
        assert f"M{number}, table {number}" in shown
    assert f"2 matches are at {GONE}" in ada.get(desk).content.decode()
    assert named(ada, tables) == named(ada, desk) == [3, 4]


def test_a_match_at_a_table_out_of_order_is_named_until_it_moves(ada: Client) -> None:
    made = evening(4)
    desk, tables = f"/desk/{made.slug}/", f"/desk/{made.slug}/tables/"
    set_hall(made, HallPlan(count=3), by=None)
    assert named(ada, tables) == named(ada, desk) == []
    out = HallPlan(count=3, tables={2: TablePlan(is_out=True)})
    set_hall(made, out, by=None)
    for address in (desk, tables):
        assert ONE_GONE in ada.get(address).content.decode()
        assert named(ada, address) == [2]
    services.call(made, 2, table=3, by=None)
    for address in (desk, tables):
        assert "out of order. Move it" not in ada.get(address).content.decode()
        assert named(ada, address) == []


def test_a_shared_hall_names_the_tournament_and_each_desk_its_own(ada: Client) -> None:
    hosts, guests = evening(4), evening(6)
    set_hall(hosts, HallPlan(count=4, calls_itself=False), by=None)
    guest_tables = at(guests)
    share_hall(guests, hosts, by=None)
    set_hall(
        hosts,
        HallPlan(count=4, tables={2: TablePlan(is_out=True)}, calls_itself=False),
        by=None,
    )
    assert at(guests) == guest_tables
    answer = ada.get(f"/desk/{hosts.slug}/tables/")
    shown = " ".join(answer.content.decode().split())
    assert f"2 matches are at {GONE}" in shown
    assert f"M2 ({guests.name}), table 2" in shown
    assert f"/desk/{guests.slug}/" in shown
    assert named(ada, f"/desk/{hosts.slug}/") == [2]
    assert named(ada, f"/desk/{guests.slug}/") == [2]


def test_a_closed_tournament_asks_for_no_other_tables(ada: Client) -> None:
    made = evening(4)
    set_hall(made, HallPlan(count=1), by=None)
    assert named(ada, f"/desk/{made.slug}/tables/") == [2]
    Tournament.objects.filter(pk=made.pk).update(closed_at=made.created_at)
    assert named(ada, f"/desk/{made.slug}/tables/") == []

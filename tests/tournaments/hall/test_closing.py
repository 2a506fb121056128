"""Before it closes, a tournament says what may be forgotten, and what counts it."""

import pytest
from django.test import Client

from matches.models import Match
from tests import builders
from tournaments.entries.services import add_entries
from tournaments.models import Tournament
from tournaments.money import services as money
from tournaments.money.models import PoolKind
from tournaments.paper.services import print_sheet

pytestmark = pytest.mark.django_db


def played() -> Tournament:
    """Return an evening of one round in which every match is played."""
    made = builders.evening(who=4)
    builders.published_round(made)
    for match in Match.objects.all():
        builders.won(1, match)
    return made


def test_the_page_names_what_is_open_and_closes_all_the_same() -> None:
    made = played()
    late = builders.player("Late Larry")
    add_entries(tournament=made, known=(late,), new=(), here=True, division=1, by=None)
    ada = builders.signed_in(builders.director())
    money.keep_money(made, currency="EUR", by=None)
    money.make_pool(made, {"kind": PoolKind.FEES.value, "fee": 2000}, by=None)
    page = ada.get(f"/desk/{made.slug}/close/")
    points = page.context["open_points"]
    said = [text for text, _url in points]
    assert said[:2] == [
        "Entered but in no match: Late Larry.",
        "5 players still owe money.",
    ]
    assert all(
        ada.get(url).status_code == 200 for _, url in page.context["open_points"]
    )
    assert ada.post(f"/desk/{made.slug}/close/").status_code == 302
    made.refresh_from_db()
    assert made.is_closed


def test_without_a_match_that_is_never_played(client: Client) -> None:
    made = builders.evening(who=4)
    round_1 = builders.published_round(made)
    first, second = builders.matches(round_1)
    print_sheet(made, 2, by=None)
    builders.won(1, first)
    ada = builders.signed_in(builders.director())
    desk = f"/desk/{made.slug}/"
    page = ada.post(f"{desk}close/")
    assert page.status_code == 422
    assert page.context["missing"] == ["M2"]
    assert ("Missing sheets: M2", f"{desk}print/") in page.context["open_points"]
    ada.post(f"{desk}close/", {"unplayed": "1"})
    public = client.get(f"/tournaments/{made.slug}/rounds/1/")
    (row,) = (row for row in public.context["page"].round.rows if row.is_open)
    assert (row.label, row.tag, row.since) == ("M2", "unplayed", None)
    assert client.get(f"/m/{second.code}/").status_code == 200
    assert not ada.get(f"{desk}matches/2/table/").context["is_open"]
    ada.post(f"{desk}reopen/")
    builders.won(2, second)
    assert ada.post(f"{desk}close/").status_code == 302

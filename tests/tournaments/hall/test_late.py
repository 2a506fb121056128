"""Points for a late opponent: proposed on the line of the desk, given by one click."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Adjustment, Match
from tests import builders
from tournaments.hall.settings import HallPlan, set_hall
from tournaments.models import Pairing, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    """Return the browser of a director."""
    return builders.signed_in(builders.director())


def called(minutes: int, **rules: object) -> tuple[Tournament, Pairing]:
    """Return an evening whose first match was called so many minutes ago."""
    switches = {"late_grace": 0, "late_every": 5, **rules}
    made = builders.evening(who=4, profile=builders.DEFAULT.with_changes(**switches))
    set_hall(made, HallPlan(count=2), by=None)
    builders.published_round(made)
    row = builders.called(made)[0]
    row.called_at = timezone.now() - timedelta(minutes=minutes)
    row.save(update_fields=["called_at"])
    return made, row


def offered(client: Client, made: Tournament, row: Pairing) -> dict[str, str]:
    """Return the addresses of the buttons on the line of a match, by the side."""
    shown = client.get(f"/desk/{made.slug}/").content.decode()
    line = re.search(rf'<tr id="match-{row.match_number}".*?</tr>', shown, re.DOTALL)
    assert line is not None
    found = r'name="winner" value="(.)" formaction="([^"]*)"'
    return dict(re.findall(found, line[0]))


def score(row: Pairing) -> tuple[int, int]:
    """Return the score of the match of a pairing."""
    match = Match.objects.get(pk=row.match_id)
    return match.score_1, match.score_2


def test_one_click_gives_the_points_once_and_undo_takes_them_back(ada: Client) -> None:
    made, row = called(7)
    buttons = offered(ada, made, row)
    assert sorted(buttons) == ["1", "2"]
    assert score(row) == (0, 0)  # nothing is given by itself
    for _tap in range(2):
        answer = ada.post(buttons["2"], {"winner": 2})
        assert answer["Location"] == f"/desk/{made.slug}/"
    assert score(row) == (0, 1)
    given = Adjustment.objects.get()
    assert given.reason == "late"
    undo = f"/m/{row.match.code}/adjust/{given.pk}/remove/"  # type: ignore[union-attr] - it has one
    assert not offered(ada, made, row)
    ada.post(undo)
    assert score(row) == (0, 0)
    ada.post(offered(ada, made, row)["1"], {"winner": 1})
    assert score(row) == (1, 0)


def test_the_echo_offers_undo(ada: Client) -> None:
    made, row = called(7)
    shown = ada.post(offered(ada, made, row)["1"], {"winner": 1}, follow=True)
    given = Adjustment.objects.get()
    assert f"/adjust/{given.pk}/remove/" in shown.content.decode()


def test_no_more_points_than_the_rules_give_by_now(ada: Client) -> None:
    made, row = called(7)
    buttons = offered(ada, made, row)
    for points in (0, 2, 10**30):
        ada.post(buttons["1"].replace("/1/", f"/{points}/"), {"winner": 1})
    assert ada.post(buttons["1"], {"winner": 3}).status_code == 404
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize(
    ("minutes", "rules"), [(4, {}), (90, {}), (7, {"late_every": 0})]
)
def test_nothing_is_offered_before_time_nor_what_decides_a_match(
    ada: Client, minutes: int, rules: dict[str, object]
) -> None:
    made, row = called(minutes, **rules)
    assert not offered(ada, made, row)


def test_the_page_of_the_match_gives_them_as_the_desk_does(ada: Client) -> None:
    made, row = called(7)
    path = f"/desk/{made.slug}/matches/{row.match_number}/table/"
    shown = ada.get(path).content.decode()
    (action,) = re.findall(r'action="([^"]*/late/1/)"', shown)
    told = ada.post(action, {"winner": 2}, follow=True).content.decode()
    assert score(row) == (0, 1)
    (undo,) = re.findall(r'action="([^"]*/adjust/[^"]*)"', told)
    assert ada.post(undo)["Location"] == f"/desk/{made.slug}/"
    assert score(row) == (0, 0)


def test_the_page_of_the_match_offers_no_button_for_what_decides_it(
    ada: Client,
) -> None:
    made, row = called(90)
    path = f"/desk/{made.slug}/matches/{row.match_number}/table/"
    shown = ada.get(path).content.decode()
    assert "/late/" not in shown
    assert "?late=90" in shown

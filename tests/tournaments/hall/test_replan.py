"""Replanning while it runs, over its page: applied, announced, undone."""

import re

import pytest
from django.test import Client

from tests import builders
from tournaments.models import Announcement, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def applied(client: Client, made: Tournament, **change: object) -> str:
    """Apply a change; return the address of its undo, as the page offers it."""
    sent = {"rounds": 0, "points": 0, **change}
    told = client.post(f"/desk/{made.slug}/pace/apply/", sent, follow=True)
    found = re.search(r'action="([^"]*/pace/undo/[^"]*)"', told.text)
    assert found is not None
    return found[1].replace("&amp;", "&")


def lengths(made: Tournament) -> dict[str, int]:
    rows = Stage.objects.filter(tournament=made)
    return dict(rows.values_list("section", "match_length"))


def plans(made: Tournament) -> tuple[int, list[int], int]:
    stage = builders.stage(made)
    return stage.match_length, list(stage.lengths), stage.rounds


def test_a_change_is_applied_announced_and_undone_once(ada: Client) -> None:
    made = builders.evening("swiss", 8)
    builders.published_round(made)
    before = plans(made)
    undo = applied(ada, made, points=2, announce=1)
    length, first, rounds = plans(made)
    assert (length, rounds) == (before[0] - 2, before[2])
    assert first == [before[0]], "the round under way stays"
    assert Announcement.objects.filter(tournament=made).count() == 1
    assert ada.post(undo).status_code == 302
    assert plans(made) == before
    ada.post(undo)
    assert plans(made) == before


def test_nothing_is_undone_once_the_next_round_has_begun(ada: Client) -> None:
    made = builders.evening("swiss", 8)
    builders.played_round(made)
    undo = applied(ada, made, points=2)
    after = plans(made)
    builders.published_round(made)
    ada.post(undo)
    assert plans(made) == after
    ada.post(f"/desk/{made.slug}/pace/undo/?key=forged")
    assert plans(made) == after


def test_consolations_alone_are_shortened(ada: Client) -> None:
    made = builders.weekend(16)
    builders.published_round(made)
    before = lengths(made)
    undo = applied(ada, made, points=2, losers_only=1)
    after = lengths(made)
    assert after == {
        section: length - 2 * bool(section) for section, length in before.items()
    }
    assert after != before
    ada.post(undo)
    assert lengths(made) == before

"""The demonstration: a club in the middle of its season, an open on its first day."""

from collections import Counter
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubsite.demonstration.weekend import IN_DIVISIONS, LATE_IN, SPONSOR, TABLES
from matches.models import Match
from matches.ratings.models import ListedPlayer, RatedMatch
from tests import builders
from tournaments.entries.options.plan import options_of
from tournaments.models import (
    Announcement,
    Pairing,
    Pool,
    Screen,
    Season,
    Stage,
    Tournament,
)
from tournaments.seasons.state import state_of
from tournaments.structure.queries import FIRST

# Results move what depends on them once they are committed.
pytestmark = pytest.mark.django_db(transaction=True)


def fill():
    told = StringIO()
    call_command("demo", stdout=told)
    return told.getvalue()


def test_the_club_and_its_open():
    assert len(fill().splitlines()) == 3
    with pytest.raises(CommandError):
        fill()
    season_in_its_middle()
    ratings_with_a_history()
    evening_under_way(Tournament.objects.get(name="Club evening"))
    open_on_its_first_day(Tournament.objects.get(name="Weekend open"))
    every_page_opens()


def season_in_its_middle():
    today = timezone.localdate()
    season = Season.objects.get()
    assert season.from_day < today < (season.to_day or today)
    over = Tournament.objects.filter(name__contains="vening", closed_at__isnull=False)
    assert over.count() >= 4
    for evening in over:  # each was closed on its own day, and was long enough ago
        assert evening.closed_at is not None
        closed = timezone.localtime(evening.closed_at).date()
        # At night, a week before the clocks change is another day.
        assert abs(closed - evening.date) <= timedelta(days=1)
        assert evening.date < today
    lines = state_of(season).lines
    assert len(lines) == 16
    points = [line.points for line in lines]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) > len(points) / 2


def ratings_with_a_history():
    assert ListedPlayer.objects.count() == 16
    assert ListedPlayer.objects.values("rating").distinct().count() > 10
    days = {row.moment for row in RatedMatch.objects.all()}
    assert len(days) > 50


def evening_under_way(evening):
    newest = Pairing.objects.filter(tournament=evening, round_number=3)
    states = Counter(newest.values_list("match__state", flat=True))
    assert states == {"done": 2, "playing": 2, "ready": 3, None: 1}


def open_on_its_first_day(weekend):
    assert weekend.date == timezone.localdate() < (weekend.end_date or weekend.date)
    assert weekend.entries.count() == sum(IN_DIVISIONS) + 1 == 64
    stages = Stage.objects.filter(tournament=weekend)
    assert (stages.count(), stages.filter(parent=None).count()) == (9, 3)
    rows = Pairing.objects.live().filter(tournament=weekend, match__isnull=False)
    states = Counter(rows.values_list("match__state", flat=True))
    assert states["disputed"] == states["reported"] == 1
    assert states["done"] > 30
    assert states["playing"] > 2
    ready = rows.filter(match__state=Match.State.READY)
    waiting = ready.filter(called_at=None).count()
    called = ready.filter(playing_at=None).exclude(called_at=None).count()
    assert waiting > 3
    assert called > 3
    assert max(row.table or 0 for row in rows) == TABLES
    assert {stage.section for stage in stages.filter(pairings__in=rows)} > {""}
    (late,) = weekend.entries.filter(number=weekend.entries.count())
    assert late.division.number == LATE_IN
    assert not rows.filter(entry_1=late).exists()
    assert not rows.filter(entry_2=late).exists()
    assert options_of(late).choices
    assert Screen.objects.filter(tournament=weekend, text=SPONSOR).count() == 2
    assert Announcement.objects.filter(tournament=weekend).count() == 2
    assert Pool.objects.filter(tournament=weekend).count() == len(IN_DIVISIONS)
    played = rows.filter(match__state=Match.State.DONE)
    for row in played.select_related("match"):
        match, began = row.match, row.playing_at
        assert match.finished_at is not None
        assert began is not None
        assert row.called_at is not None
        assert row.called_at <= began < match.finished_at < timezone.now()


def every_page_opens():
    ada = builders.signed_in(builders.director())
    for slug in Tournament.objects.values_list("slug", flat=True):
        for visitor, address in (
            (Client(), reverse("tournament", args=[slug])),
            (Client(), reverse("standings", args=[slug, FIRST])),
            (ada, reverse("tournament_desk", args=[slug])),
            (ada, reverse("entries", args=[slug])),
        ):
            assert visitor.get(address).status_code == 200, address
    for screen in Screen.objects.all():
        shown = Client().get(reverse("screen", args=[screen.code]))
        assert shown.status_code == 200

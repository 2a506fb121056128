"""Announcing, ending, undoing; the round clock, and what pages show of them."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from matches.models import JournalEntry
from tests import builders
from tests.refusals import raises
from tournaments.models import Tournament
from tournaments.rounds.announcements import services
from tournaments.rounds.announcements.bulletin import (
    PHONES,
    SCREENS,
    bulletin_of,
    clock_text,
)
from tournaments.rounds.announcements.errors import (
    CHANGED_SINCE,
    CLOCK_DOES_NOT_RUN,
    CLOCK_TOO_LONG,
    END_HAS_PASSED,
    ENDS_BEFORE_IT_BEGINS,
)
from tournaments.rounds.announcements.models import Announcement
from tournaments.rounds.announcements.services import AnnouncementPlan
from tournaments.structure.marks import mark_of

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
EVERYWHERE = {"screens": True, "pages": True, "phones": True}
LUNCH = AnnouncementPlan({"en": "Lunch until one", "da": "Frokost til et"}, EVERYWHERE)


def announced(made: Tournament, place: str = SCREENS) -> list[str]:
    """Return what is announced now in one place."""
    return [one.text for one in bulletin_of(made).on(place)]


def test_an_announcement_is_shown_until_it_is_ended_and_that_is_undone() -> None:
    made = builders.evening()
    row = services.announce(made, LUNCH, by=None)
    assert announced(made) == ["Lunch until one"]
    with translation.override("da"):
        assert announced(made, PHONES) == ["Frokost til et"]
    row = services.end_announcement(row, by=None)
    assert announced(made) == []
    services.undo_change(row, row.version, by=None)
    assert announced(made) == ["Lunch until one"]
    told = list(JournalEntry.objects.values_list("act", flat=True).order_by("pk"))
    assert told[-3:] == ["announced", "announcement_ended", "announcement_back"]


def test_making_one_is_undone_and_done_again() -> None:
    made = builders.evening()
    row = services.announce(made, LUNCH, by=None)
    services.undo_change(row, row.version, by=None)
    assert announced(made) == []
    services.undo_change(row, row.version, by=None)
    assert announced(made) == ["Lunch until one"]
    with raises(CHANGED_SINCE):
        services.undo_change(row, 1, by=None)


def test_the_same_twice_is_announced_once() -> None:
    made = builders.evening()
    first = services.announce(made, LUNCH, by=None)
    assert services.announce(made, LUNCH, by=None) == first
    assert Announcement.objects.count() == 1


def test_times_that_cannot_be_are_refused() -> None:
    made = builders.evening()
    now = timezone.now()
    with raises(END_HAS_PASSED):
        services.announce(
            made, AnnouncementPlan({"en": "a"}, {}, None, now - DAY), by=None
        )
    late = AnnouncementPlan({"en": "a"}, {}, now + 2 * DAY, now + DAY)
    with raises(ENDS_BEFORE_IT_BEGINS):
        services.announce(made, late, by=None)
    with raises(END_HAS_PASSED):
        services.start_clock(made, until=now - DAY, by=None)
    with raises(CLOCK_TOO_LONG):
        services.start_clock(made, until=now + 2 * DAY, by=None)
    with raises(CLOCK_DOES_NOT_RUN):
        services.hold_clock(made, by=None)


def test_pages_are_others_when_a_moment_passes() -> None:
    """Bytes are kept by the mark: it has to change although nobody does anything."""
    made = builders.evening()
    soon = AnnouncementPlan({"en": "Dinner"}, EVERYWHERE, timezone.now() + DAY)
    row = services.announce(made, soon, by=None)
    services.start_clock(made, minutes=10, by=None)
    assert announced(made) == []
    before = mark_of(made).text
    Announcement.objects.filter(pk=row.pk).update(shown_from=timezone.now() - DAY)
    began = mark_of(made).text
    made.round_clock.__class__.objects.update(ends_at=timezone.now() - DAY)
    assert len({before, began, mark_of(made).text}) == 3
    assert announced(made) == ["Dinner"]


def test_a_clock_is_held_goes_on_and_gets_more_time() -> None:
    made = builders.evening()
    services.start_clock(made, minutes=30, title="Round 2", by=None)
    row = services.hold_clock(made, by=None)
    assert row.left is not None
    assert 29 * 60 <= row.left <= 30 * 60
    held = row.left
    assert services.prolong_clock(made, by=None).left == held + 300
    assert services.go_on(made, by=None).ends_at is not None
    row = services.stop_clock(made, by=None)
    assert bulletin_of(made).clock is None
    services.undo_change(row, row.version, by=None)
    shown = bulletin_of(made).clock
    assert shown is not None
    assert shown.title == "Round 2"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (61, "1:01"), (3599, "59:59"), (3660, "1:01:00")]
)
def test_how_time_is_written(seconds: int, text: str) -> None:
    assert clock_text(seconds) == text


def test_public_pages_announce_what_is_for_them(client: Client) -> None:
    made = builders.evening()
    services.announce(made, LUNCH, by=None)
    only = AnnouncementPlan({"en": "Dim the lights"}, {**EVERYWHERE, "pages": False})
    services.announce(made, only, by=None)
    for name in ("tournament", "entry_list", "rules"):
        html = client.get(reverse(name, args=[made.slug])).content.decode()
        assert "Lunch until one" in html, name
        assert "Dim the lights" not in html, name


def test_phones_and_the_desk_are_told(client: Client) -> None:
    made = builders.evening()
    played = builders.matches(builders.published_round(made))[0]
    services.announce(made, LUNCH, by=None)
    services.start_clock(made, minutes=30, by=None)
    pages = (
        reverse("match", args=[played.code]),
        reverse("player", args=[played.player_1.key]),
    )
    for page in pages:
        assert "Lunch until one" in client.get(page).content.decode(), page
    director = builders.signed_in(builders.director())
    desk = director.get(reverse("tournament_desk", args=[made.slug]))
    assert "Lunch until one" in desk.content.decode()
    assert "data-ends=" in desk.content.decode()

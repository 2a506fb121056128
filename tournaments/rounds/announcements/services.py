"""Acts of directors on announcements and the round clock, each with an undo."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.utils import formats, timezone

from matches.accounts.models import User
from matches.web import journal
from tournaments.rounds.announcements.bulletin import hall_languages, in_language
from tournaments.rounds.announcements.errors import (
    CLOCK_DOES_NOT_RUN,
    CLOCK_TOO_LONG,
    END_HAS_PASSED,
    ENDS_BEFORE_IT_BEGINS,
)
from tournaments.rounds.announcements.models import Announcement, RoundClock
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Tournament

LONGEST_CLOCK: Final = timedelta(days=1)
MORE: Final = timedelta(minutes=5)
_TOLD: Final = 80
"""The number of characters of a text in the log."""


@dataclass(frozen=True, slots=True)
class AnnouncementPlan:
    """The values of an announcement; `shown_from` None means now."""

    texts: Mapping[str, str]
    places: Mapping[str, bool] = field(default_factory=dict)
    shown_from: datetime | None = None
    shown_until: datetime | None = None

    @property
    def columns(self) -> dict[str, object]:
        return {
            "texts": dict(self.texts),
            **{f"on_{place}": is_on for place, is_on in self.places.items()},
            "shown_until": self.shown_until,
        }


def announce(
    tournament: Tournament, plan: AnnouncementPlan, *, by: User | None
) -> Announcement:
    """Add an announcement; an equal one that is still shown changes nothing.

    Raises END_HAS_PASSED, ENDS_BEFORE_IT_BEGINS.
    """
    begin = plan.shown_from or timezone.now()
    _refuse_times(begin, plan.shown_until)
    with locked_tournament(tournament) as locked:
        for known in _shown_or_coming(locked):
            if all(getattr(known, name) == to for name, to in plan.columns.items()):
                return known
        made = Announcement.make(tournament=locked, shown_from=begin, **plan.columns)
        _tell(made, "announced", by=by)
    return made


def change_announcement(
    announcement: Announcement, plan: AnnouncementPlan, *, by: User | None
) -> Announcement:
    """Change an announcement. Raises END_HAS_PASSED, ENDS_BEFORE_IT_BEGINS."""
    with locked_tournament(announcement.tournament):
        row = Announcement.objects.get(pk=announcement.pk)
        begin = plan.shown_from or row.shown_from
        _refuse_times(begin, plan.shown_until)
        values = {**plan.columns, "shown_from": begin}
        if row.change(**values):
            _tell(row, "announcement_changed", by=by)
    return row


def end_announcement(announcement: Announcement, *, by: User | None) -> Announcement:
    with locked_tournament(announcement.tournament):
        row = Announcement.objects.get(pk=announcement.pk)
        now = timezone.now()
        if row.shown_until is None or row.shown_until > now:
            row.change(shown_until=now)
            _tell(row, "announcement_ended", by=by)
    return row


def start_clock(
    tournament: Tournament,
    *,
    minutes: int | None = None,
    until: datetime | None = None,
    title: str = "",
    by: User | None,
) -> RoundClock:
    """Start the clock of a tournament anew. Raises END_HAS_PASSED, CLOCK_TOO_LONG."""
    now = timezone.now()
    end = until or now + timedelta(minutes=minutes or 0)
    if end <= now:
        raise END_HAS_PASSED(time=moment_text(end))
    if end - now > LONGEST_CLOCK:
        raise CLOCK_TOO_LONG()
    return _set_clock(
        tournament, "clock_started", by, title=title, ends_at=end, left=None
    )


def hold_clock(tournament: Tournament, *, by: User | None) -> RoundClock:
    """Pause the clock. Raises CLOCK_DOES_NOT_RUN."""
    row = _clock(tournament)
    now = timezone.now()
    if row.ends_at is None or row.ends_at <= now:
        raise CLOCK_DOES_NOT_RUN()
    left = int((row.ends_at - now).total_seconds())
    return _set_clock(tournament, "clock_held", by, ends_at=None, left=left)


def go_on(tournament: Tournament, *, by: User | None) -> RoundClock:
    """Resume a paused clock. Raises CLOCK_DOES_NOT_RUN."""
    row = _clock(tournament)
    if row.left is None:
        raise CLOCK_DOES_NOT_RUN()
    end = timezone.now() + timedelta(seconds=row.left)
    return _set_clock(tournament, "clock_resumed", by, ends_at=end, left=None)


def prolong_clock(tournament: Tournament, *, by: User | None) -> RoundClock:
    """Give the round five minutes more. Raises CLOCK_DOES_NOT_RUN, CLOCK_TOO_LONG."""
    row = _clock(tournament)
    now = timezone.now()
    if row.left is not None:
        left = row.left + int(MORE.total_seconds())
        return _set_clock(tournament, "clock_held", by, left=left)
    if row.ends_at is None:
        raise CLOCK_DOES_NOT_RUN()
    end = max(row.ends_at, now) + MORE
    if end - now > LONGEST_CLOCK:
        raise CLOCK_TOO_LONG()
    return _set_clock(tournament, "clock_started", by, ends_at=end)


def stop_clock(tournament: Tournament, *, by: User | None) -> RoundClock:
    """Remove the clock. Raises CLOCK_DOES_NOT_RUN."""
    row = _clock(tournament)
    if row.ends_at is None and row.left is None:
        raise CLOCK_DOES_NOT_RUN()
    return _set_clock(tournament, "clock_stopped", by, ends_at=None, left=None)


def undo_change(
    row: Announcement | RoundClock, version: int, *, by: User | None
) -> None:
    """Undo the last change of a row, or redo it. Raises CHANGED_SINCE."""
    with locked_tournament(row.tournament):
        row.refresh_from_db()
        row.undo_change(version)
        if isinstance(row, Announcement):
            _tell(row, "announcement_back", by=by)
        else:
            subject = row.tournament.subject
            journal.record_act(act="clock_back", by=by, subject=subject)


def moment_text(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _refuse_times(begin: datetime, end: datetime | None) -> None:
    if end is None:
        return
    if end <= timezone.now():
        raise END_HAS_PASSED(time=moment_text(end))
    if end <= begin:
        raise ENDS_BEFORE_IT_BEGINS()


def _shown_or_coming(tournament: Tournament) -> list[Announcement]:
    rows = tournament.announcements.filter(is_gone=False)
    now = timezone.now()
    return [row for row in rows if row.shown_until is None or row.shown_until > now]


def _tell(row: Announcement, act: str, *, by: User | None) -> None:
    text = in_language(row, *hall_languages(row.tournament)).text
    shown = text if len(text) <= _TOLD else f"{text[:_TOLD]}…"
    journal.record_act(act=act, by=by, subject=row.tournament.subject, text=shown)


def _clock(tournament: Tournament) -> RoundClock:
    row = RoundClock.objects.filter(tournament=tournament).first()
    if row is None:
        raise CLOCK_DOES_NOT_RUN()
    return row


def _set_clock(
    tournament: Tournament, act: str, by: User | None, **values: object
) -> RoundClock:
    with locked_tournament(tournament) as locked:
        row, _made = RoundClock.objects.get_or_create(tournament=locked)
        row.change(**values)
        time = "" if row.ends_at is None else moment_text(row.ends_at)
        journal.record_act(act=act, by=by, subject=locked.subject, time=time)
    return row

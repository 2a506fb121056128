"""Announcements and the round clock as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from django import forms
from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language, gettext

from matches.match_page.page import MatchVisit
from matches.web.club import club
from tournaments.rounds.announcements.models import Announcement, RoundClock
from tournaments.structure.models import Tournament

SCREENS: Final = "screens"
PAGES: Final = "pages"
PHONES: Final = "phones"
MILLISECONDS: Final = 1000


@dataclass(frozen=True, slots=True)
class ShownAnnouncement:
    pk: int
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class ShownClock:
    title: str
    ends_at: datetime | None
    left: int | None

    @property
    def ends(self) -> int:
        return int(self.ends_at.timestamp() * MILLISECONDS) if self.ends_at else 0

    @property
    def is_over(self) -> bool:
        return self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def is_held(self) -> bool:
        return self.left is not None

    @property
    def seconds(self) -> int:
        if self.left is not None:
            return self.left
        if self.ends_at is None:
            return 0
        return max(0, int((self.ends_at - timezone.now()).total_seconds()))

    @property
    def text(self) -> str:
        return clock_text(self.seconds)

    @property
    def words(self) -> str:
        return gettext("Time’s up") if self.is_over else self.text

    @property
    def end(self) -> str:
        """The time of day when it ends, "" while it stands still."""
        return "" if self.ends_at is None else _time_of_day(self.ends_at)


@dataclass(frozen=True, slots=True)
class Bulletin:
    announcements: Sequence[Announcement] = ()
    clock: ShownClock | None = None
    languages: Sequence[str] = ()

    def on(self, place: str) -> list[ShownAnnouncement]:
        return [
            in_language(announcement, get_language() or "", *self.languages)
            for announcement in self.announcements
            if getattr(announcement, f"on_{place}") and is_on(announcement)
        ]

    @property
    def on_pages(self) -> list[ShownAnnouncement]:
        return self.on(PAGES)

    @property
    def now(self) -> list[Announcement]:
        return [
            announcement for announcement in self.announcements if is_on(announcement)
        ]


NOTHING: Final = Bulletin()


def bulletin_of(tournament: Tournament) -> Bulletin:
    """Return the present and coming announcements, and the clock. Two queries."""
    now = timezone.now()
    rows = Announcement.objects.filter(tournament=tournament, is_gone=False)
    return Bulletin(
        [row for row in rows if row.shown_until is None or row.shown_until > now],
        clock_of(tournament),
        hall_languages(tournament),
    )


def clock_of(tournament: Tournament) -> ShownClock | None:
    """Return the clock of a tournament, None without one. One query."""
    row = RoundClock.objects.filter(tournament=tournament).first()
    if row is None or (row.ends_at is None and row.left is None):
        return None
    return ShownClock(row.title, row.ends_at, row.left)


def is_on(one: Announcement) -> bool:
    now = timezone.now()
    has_ended = one.shown_until is not None and one.shown_until <= now
    return not one.is_gone and one.shown_from <= now and not has_ended


def hall_languages(tournament: Tournament) -> list[str]:
    """Return all languages in the order of the hall.

    The club's is first if it has set one, then those of the tournament's papers, then
    the others of the site.
    """
    first = (club().language, tournament.language, tournament.second_language)
    known = [key for key, _name in settings.LANGUAGES]
    return list(dict.fromkeys([key for key in first if key in known] + known))


def in_languages(one: Announcement, *wanted: str) -> list[ShownAnnouncement]:
    """Return all texts of an announcement: in these languages first, then any other."""
    keys = dict.fromkeys([*wanted, *sorted(one.texts)])
    return [
        ShownAnnouncement(one.pk, one.texts[key], key)
        for key in keys
        if one.texts.get(key)
    ]


def in_language(one: Announcement, *wanted: str) -> ShownAnnouncement:
    """Return the text in the first of these languages that it has, else in any."""
    texts = in_languages(one, *wanted)
    return texts[0] if texts else ShownAnnouncement(one.pk, "", "")


def _time_of_day(moment: datetime) -> str:
    text = gettext("until %(time)s")
    return text % {"time": timezone.localtime(moment).strftime("%H:%M")}


def clock_text(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if minutes < 60:  # noqa: PLR2004 - of an hour
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def announced_at_match(visit: MatchVisit) -> Sequence[ShownAnnouncement]:
    """Return the announcements of the tournament of a match. One query at most."""
    if visit.occasion is None or not visit.occasion.has_news:
        return ()
    return announced_at([visit.occasion.event])


def announced_at(tournaments: Iterable[int | None]) -> Sequence[ShownAnnouncement]:
    """Return the announcements to phones of tournaments (primary keys). One query."""
    language = get_language() or ""
    rows = announced_to_phones(None, timezone.now()).filter(
        tournament__in=list(tournaments)
    )
    return [
        in_language(one, language, *hall_languages(one.tournament))
        for one in rows.select_related("tournament")
    ]


def announced_to_phones(
    tournament: OuterRef | None, now: datetime
) -> QuerySet[Announcement]:
    open_ended = Q(shown_until__isnull=True) | Q(shown_until__gt=now)
    rows = Announcement.objects.filter(open_ended, is_gone=False, on_phones=True)
    rows = rows.filter(shown_from__lte=now)
    return rows if tournament is None else rows.filter(tournament=tournament)


_FIRST_YEAR: Final = 2000
_LAST_YEAR: Final = 2999


class MomentField(forms.DateTimeField):
    def __init__(self, *, label: "StrOrPromise", required: bool = False) -> None:
        widget = forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}
        )
        super().__init__(label=label, required=required, widget=widget)

    def to_python(self, value: str | datetime | date | None) -> datetime | None:
        """Return the moment; refuse days before the year 2000."""
        found = super().to_python(value)
        if found is not None and not _FIRST_YEAR <= found.year <= _LAST_YEAR:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found

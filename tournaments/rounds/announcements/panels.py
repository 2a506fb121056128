"""The panels with announcements on the pages of players and matches."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from django import forms

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise
from collections.abc import Iterable, Sequence

from django.db.models import OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from matches.match_page.panels import MatchVisit
from tournaments.rounds.announcements.bulletin import (
    ShownAnnouncement,
    hall_languages,
    in_language,
)
from tournaments.rounds.announcements.models import Announcement


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
    """Return the announcements to phones at a moment, of one tournament or of all."""
    open_ended = Q(shown_until__isnull=True) | Q(shown_until__gt=now)
    rows = Announcement.objects.filter(open_ended, is_gone=False, on_phones=True)
    rows = rows.filter(shown_from__lte=now)
    return rows if tournament is None else rows.filter(tournament=tournament)


_FIRST_YEAR: Final = 2000
_LAST_YEAR: Final = 2999


class MomentField(forms.DateTimeField):
    """A day and a time in the club's time zone."""

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

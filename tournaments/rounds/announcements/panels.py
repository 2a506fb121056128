"""The panels with announcements on the pages of players and matches."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

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


@dataclass(frozen=True, slots=True)
class AnnouncementsPanel:
    """The present announcements where a player plays."""

    announcements: tuple[ShownAnnouncement, ...] = ()


NO_NEWS: Final = AnnouncementsPanel()


def announced_at_match(visit: MatchVisit) -> AnnouncementsPanel:
    """Return the announcements of the tournament of a match. One query at most."""
    if visit.occasion is None or not visit.occasion.has_news:
        return NO_NEWS
    return announced_at([visit.occasion.event])


def announced_at(tournaments: Iterable[int | None]) -> AnnouncementsPanel:
    """Return the announcements to phones of tournaments (primary keys). One query."""
    language = get_language() or ""
    rows = announced_to_phones(None, timezone.now()).filter(
        tournament__in=list(tournaments)
    )
    return AnnouncementsPanel(
        tuple(
            in_language(one, language, *hall_languages(one.tournament))
            for one in rows.select_related("tournament")
        )
    )


def announced_to_phones(
    tournament: OuterRef | None, now: datetime
) -> QuerySet[Announcement]:
    """Return the announcements to phones at a moment, of one tournament or of all."""
    open_ended = Q(shown_until__isnull=True) | Q(shown_until__gt=now)
    rows = Announcement.objects.filter(open_ended, is_gone=False, on_phones=True)
    rows = rows.filter(shown_from__lte=now)
    return rows if tournament is None else rows.filter(tournament=tournament)

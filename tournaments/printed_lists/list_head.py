"""The head of a printed list, from the rows of its tournament."""

from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from matches.club.known import club
from matches.documents.text import clean
from tournaments.printed_lists.values import ListHead
from tournaments.rounds.models import Round
from tournaments.structure.models import Tournament


def head_of(
    tournament: Tournament,
    *,
    title: str,
    path: str,
    where: Sequence[str] = (),
    advice: str = "",
    published: Round | None = None,
) -> ListHead:
    """Return the head of a list, in the active language. `path` leads to its page."""
    return ListHead(
        tournament=clean(tournament.name),
        where=clean(" · ".join(dict.fromkeys(part for part in where if part))),
        title=title,
        date=date_format(tournament.date, "DATE_FORMAT"),
        advice=advice,
        url=settings.SITE_URL + path,
        draw_number=published.draw.number if published else 0,
        printed_at=timezone.localtime(),
        language=get_language() or tournament.language,
        club=clean(club().line),
    )

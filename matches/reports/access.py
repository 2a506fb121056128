"""Access to reports and photos, and what is read of them."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.roles import Act
from matches.ledger.access import match_for_viewer, may_here, reporter_in
from matches.ledger.models.facts import SheetPhoto
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report


def report_in(match: Match, pk: int) -> Report:
    """Return a report of a match already fetched. Raises Http404."""
    return get_object_or_404(Report, match=match, pk=pk)


def photo_for_reporter(request: HttpRequest, code: str, pk: int) -> SheetPhoto:
    """Return a photo, for the two players and by role. Raises Http404."""
    match = match_for_viewer(request, code)
    is_seen = may_here(request, match, Act.SEE_PRIVATE)
    if not is_seen and reporter_in(request, match) is None:
        raise Http404
    return get_object_or_404(SheetPhoto.objects.valid(), match=match, pk=pk)


def reports_waiting_in(matches: Iterable[Match]) -> list[Report]:
    """Return the open reports of some matches, newest first. One query."""
    is_open = (Report.State.WAITING, Report.State.DISPUTED)
    return list(
        Report.objects.filter(match__in=list(matches), state__in=is_open).order_by(
            "-pk"
        )
    )


def photos_of(match: Match) -> list[SheetPhoto]:
    """Return the photos of a match's sheet, without their content. One query."""
    return list(match.photos.valid().defer("content"))

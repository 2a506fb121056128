"""Reports and photos of a match."""

from collections.abc import Iterable

from matches.ledger.models.facts import SheetPhoto
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report


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

"""All rows ever recorded for a match, also voided ones, for its history page."""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet

from matches.journal.models import JournalEntry
from matches.ledger.models.facts import Fact
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report

_PEOPLE = ("reported_by", "voided_by")


def everything_recorded(match: Match) -> Iterator[Iterable[Fact]]:
    """Yield all rows of each kind, also voided ones. One query for each kind."""
    yield match.games.select_related(*_PEOPLE)
    yield match.final_scores.select_related(*_PEOPLE)
    if match.is_money:
        yield match.payments.select_related(*_PEOPLE)
    else:
        yield match.adjustments.select_related(*_PEOPLE)
    yield match.interruptions.select_related(*_PEOPLE)
    yield match.files.select_related(*_PEOPLE).defer("content")
    yield match.photos.select_related(*_PEOPLE).defer("content")


def every_report(match: Match) -> QuerySet[Report]:
    """Return all reports of players, also answered ones."""
    return match.reports.select_related("closed_by")


def acts_of(match: Match) -> QuerySet[JournalEntry]:
    """Return the journal entries of a match, newest first."""
    return match.journal_entries.select_related("actor").order_by("-pk")

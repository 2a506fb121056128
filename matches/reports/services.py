"""Two players, two reports: confirming, disputing, deciding."""

from collections.abc import Sequence

from matches.decisions.adjust import PointsDecision, write_adjustment
from matches.ledger.book import Recorded, lock_match, new_report, open_reports, write
from matches.ledger.errors import NoReportError, OnlyDirectorError, ReportAnsweredError
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.order import told_in_order
from matches.ledger.reporter import By
from matches.ledger.reports import (
    adopt_version,
    agree,
    check_reporting,
    is_same_result,
    report_in_book,
    second_report,
    settle_reports,
)
from matches.ledger.versions import Version
from matches.rulebook.profiles import Reporting
from matches.rules import GameResult, check_final, replay


def version_from_games(match: Match, games: Sequence[GameResult]) -> Version:
    """Return the version that listed games tell, with the points given besides.

    Raises RuleError: a game breaks the rules, or the games do not end the match.
    """
    given = match.adjustments.valid()
    ledger = replay(match.rules, told_in_order(games, given))
    shown = ledger.shown
    winner = check_final(match.rules, shown.one, shown.two)
    return Version(shown.one, shown.two, winner, tuple(games))


def version_from_score(match: Match, one: int, two: int) -> Version:
    """Return the version that a final score tells. Raises FinalScoreError."""
    return Version(one, two, check_final(match.rules, one, two))


def confirm(*, match_id: int, report_id: int, by: By) -> Recorded:
    """Agree with a report: it becomes the result.

    The other player confirms, or a director accepts. Where players only suggest, the
    opponent's word is kept beside the report until a director accepts. Confirming again
    changes nothing.

    Raises NoReportError; ReportAnsweredError: it was replaced or decided otherwise;
    NotYourReportError: players cannot confirm their own report; RuleError as `store`.
    """
    with lock_match(match_id, by) as book:
        return agree(book, report_in_book(book, report_id))


def dispute(*, match_id: int, version: Version, comment: str = "", by: By) -> Recorded:
    """Say that the match ended otherwise than the opponent reported.

    The same version as the opponent's confirms it. Where first reports count at once,
    the result stands until a director decides.

    Raises NoReportError: there is no report of the opponent; OnlyDirectorError: the one
    who disputes is no player of the match; RuleError: the version cannot be.
    """
    with lock_match(match_id, by) as book:
        match, side = book.match, book.reporter.side
        if side is None:
            raise OnlyDirectorError
        check_reporting(book)
        theirs = open_reports(match).filter(side=side.other).first()
        if theirs is None:
            raise NoReportError
        if is_same_result(theirs.version, version):
            if match.reporting == Reporting.SUGGEST:
                return second_report(book, theirs.version, side)
            adopt_version(book, theirs.version)
            recorded = settle_reports(book, theirs, Report.State.CONFIRMED)
            book.tell("report_confirmed", score=f"{version.one}–{version.two}")
            return recorded
        own = open_reports(match).filter(side=side).first()
        if own is not None and own.version == version and own.comment == comment:
            return Recorded(match, changed=False)
        new_report(book, version, state=Report.State.DISPUTED, comment=comment)
        match.state = Match.State.DISPUTED
        write(match)
        book.tell("report_disputed", score=f"{version.one}–{version.two}")
    return Recorded(match, changed=True)


def decide(
    *,
    match_id: int,
    version: Version,
    report_id: int | None = None,
    decision: PointsDecision,
    by: By,
) -> Recorded:
    """Settle a dispute: the chosen version becomes the result, the reason is kept.

    `report_id` is the report that was chosen; None for a version of the director's.
    Choosing the same report again changes nothing.

    Raises ReportAnsweredError: there is no dispute any more; RuleError as `store`.
    """
    with lock_match(match_id, by) as book:
        if book.reporter.is_player:
            raise OnlyDirectorError
        chosen = report_in_book(book, report_id) if report_id is not None else None
        if chosen is not None and chosen.state == Report.State.CHOSEN:
            return Recorded(book.match, changed=False)
        is_open = chosen is None or chosen.is_open
        if not is_open or not open_reports(book.match).exists():
            raise ReportAnsweredError
        adopt_version(book, chosen.version if chosen else version)
        if decision.decision or decision.rule:
            write_adjustment(book, decision)
        recorded = settle_reports(book, chosen, Report.State.CHOSEN)
        book.tell(
            "dispute_decided",
            score=f"{recorded.match.score_1}–{recorded.match.score_2}",
            reason=decision.decision,
            rule=decision.rule,
        )
    return recorded

"""Two players, two reports: confirming, disputing, deciding."""

from collections.abc import Sequence
from dataclasses import replace

from matches.errors import (
    NoReportError,
    NotYourReportError,
    OnlyDirectorError,
    ReportAnsweredError,
)
from matches.facts import told_in_order
from matches.models import Match, Report
from matches.profiles import Reporting
from matches.reporters import HANDOVER, By
from matches.rules import (
    GameResult,
    RuleError,
    Side,
    check_final,
    check_final_against,
    replay,
)
from matches.services.adjusting import Decision, write_adjustment
from matches.services.book import (
    Book,
    Outcome,
    Recorded,
    close_report,
    held,
    new_report,
    open_reports,
    store,
    write,
)
from matches.versions import Version


def version_from_games(match: Match, games: Sequence[GameResult]) -> Version:
    """Return the version that listed games tell, with the points given besides.

    Raises RuleError: a game breaks the rules, or the games do not end the match.
    """
    given = match.adjustments.filter(voided_at__isnull=True)
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
    NotYourReportError: nobody confirms his own; RuleError as `store`.
    """
    with held(match_id, by) as book:
        return agree(book, _report(book, report_id))


def agree(book: Book, report: Report) -> Recorded:
    """Agree with a report of a match that is held. Raises what `confirm` raises."""
    if report.state in {Report.State.CONFIRMED, Report.State.CHOSEN}:
        return Recorded(book.match, changed=False)
    if not report.is_open:
        raise ReportAnsweredError
    if book.reporter.side == report.side:
        raise NotYourReportError
    side = book.reporter.side
    _check_reporting(book)
    if side is not None and book.match.reporting == Reporting.SUGGEST:
        return _second(book, report.version, side)
    if side is not None and book.reporter.device == report.device != "":
        book.reporter = replace(book.reporter, via=HANDOVER)
    if report.state == Report.State.RECORDED and book.match.state == Match.State.DONE:
        return _agreed_already(book, report)
    _adopt(book, report.version)
    recorded = _settle(book, report, Report.State.CONFIRMED)
    book.tell("report_confirmed", score=f"{report.score_1}–{report.score_2}")
    return recorded


def _agreed_already(book: Book, report: Report) -> Recorded:
    """Keep that both agree on what counts already: no page and no draft is older."""
    close_report(book, report, Report.State.CONFIRMED)
    book.tell("report_confirmed", score=f"{report.score_1}–{report.score_2}")
    return Recorded(book.match, changed=True)


def dispute(*, match_id: int, version: Version, comment: str = "", by: By) -> Recorded:
    """Say that the match ended otherwise than the opponent reported.

    The same version as the opponent's confirms it. Where first reports count at once,
    the result stands until a director decides.

    Raises NoReportError: there is no report of the opponent; OnlyDirectorError: the one
    who disputes is no player of the match; RuleError: the version cannot be.
    """
    with held(match_id, by) as book:
        match, side = book.match, book.reporter.side
        if side is None:
            raise OnlyDirectorError
        _check_reporting(book)
        theirs = open_reports(match).filter(side=side.other).first()
        if theirs is None:
            raise NoReportError
        if _same(theirs.version, version):
            if match.reporting == Reporting.SUGGEST:
                return _second(book, theirs.version, side)
            _adopt(book, theirs.version)
            recorded = _settle(book, theirs, Report.State.CONFIRMED)
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
    decision: Decision,
    by: By,
) -> Recorded:
    """Settle a dispute: the chosen version becomes the result, the reason is kept.

    `report_id` is the report that was chosen; None for a version of the director's.
    Choosing the same report again changes nothing.

    Raises ReportAnsweredError: nobody disputes any more; RuleError as `store`.
    """
    with held(match_id, by) as book:
        if book.reporter.is_player:
            raise OnlyDirectorError
        chosen = _report(book, report_id) if report_id is not None else None
        if chosen is not None and chosen.state == Report.State.CHOSEN:
            return Recorded(book.match, changed=False)
        is_open = chosen is None or chosen.is_open
        if not is_open or not open_reports(book.match).exists():
            raise ReportAnsweredError
        _adopt(book, chosen.version if chosen else version)
        if decision.decision or decision.rule:
            write_adjustment(book, decision)
        recorded = _settle(book, chosen, Report.State.CHOSEN)
        book.tell(
            "dispute_decided",
            score=f"{recorded.match.score_1}–{recorded.match.score_2}",
            reason=decision.decision,
            rule=decision.rule,
        )
    return recorded


def _check_reporting(book: Book) -> None:
    """Refuse players where only directors record any more."""
    if book.reporter.is_player and book.match.reporting == Reporting.DIRECTOR:
        raise OnlyDirectorError


def _report(book: Book, report_id: int) -> Report:
    report = Report.objects.filter(match=book.match, pk=report_id).first()
    if report is None:
        raise NoReportError
    return report


def _adopt(book: Book, version: Version) -> None:
    """Make the book tell a version, voiding what tells another one."""
    outcome = book.outcome
    said = outcome and (outcome.one, outcome.two, outcome.winner)
    played = tuple(each.result for each in book.games)
    if said == (version.one, version.two, version.winner) and (
        not version.games or version.games == played
    ):
        return
    if book.final is not None:
        book.void(book.final)
    if version.games and version.games != played:
        for game in list(book.games):
            book.void(game)
        for number, result in enumerate(version.games, start=1):
            book.add_game(number, result)
    _finish(book, version)


def _finish(book: Book, version: Version) -> None:
    """Add the final score where the games alone do not say it."""
    outcome = book.outcome
    if outcome is not None and (outcome.one, outcome.two, outcome.winner) == (
        version.one,
        version.two,
        version.winner,
    ):
        return
    if outcome is not None or not _fits(book, version):
        for game in list(book.games):
            book.void(game)
    how = Match.How.PLAYED
    book.set_final(Outcome(version.one, version.two, Side(version.winner), how))


def _settle(book: Book, report: Report | None, state: str) -> Recorded:
    """Store the book as agreed by both, and answer every report."""
    if report is not None:
        close_report(book, report, state)
    settled = book.outcome
    for other in open_reports(book.match):
        says = (other.score_1, other.score_2, other.winner)
        agrees = settled and says == (settled.one, settled.two, settled.winner)
        rejected, confirmed = Report.State.REJECTED, Report.State.CONFIRMED
        close_report(book, other, confirmed if agrees else rejected)
    # What two agree on, or a director says, counts at once.
    return store(book, trusted=True)


def _second(book: Book, version: Version, side: Side) -> Recorded:
    """Keep that the opponent says the same: a director still has to accept it."""
    match = book.match
    own = open_reports(match).filter(side=side).first()
    if own is not None and own.version == version:
        return Recorded(match, changed=False)
    new_report(book, version, state=Report.State.WAITING)
    is_open = open_reports(match)
    if all(_same(each.version, version) for each in is_open):
        is_open.update(state=Report.State.WAITING)
        _adopt(book, version)
        match.score_1, match.score_2 = version.one, version.two
        match.claimed, match.how = int(version.winner), Match.How.PLAYED
        match.state = Match.State.REPORTED
    write(match)
    book.tell("report_confirmed", score=f"{version.one}–{version.two}")
    return Recorded(match, changed=True)


def _fits(book: Book, version: Version) -> bool:
    """Whether a final score can stand on top of the games already there."""
    try:
        check_final_against(book.ledger, version.one, version.two)
    except RuleError:
        return False
    return True


def _same(one: Version, two: Version) -> bool:
    return (one.one, one.two, one.winner) == (two.one, two.two, two.winner)

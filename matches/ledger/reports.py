"""Answers to an open report: agree, adopt its version, settle."""

from dataclasses import replace

from matches.ledger import errors
from matches.ledger.book import (
    LockedMatch,
    Recorded,
    RecordedEnd,
    answer_reports,
    close_report,
    new_report,
    open_reports,
    store,
    write,
)
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import HANDOVER
from matches.ledger.versions import StillPlaying, Told, Version
from matches.rulebook.profiles import Reporting
from matches.rules import GameResult, RuleError, Side, check_final_against
from matches.rules.errors import DECIDED_BY_POINTS


def agree(book: LockedMatch, report: Report) -> Recorded:
    """Agree with a report of a locked match.

    Raises what `matches.reports.services.confirm` raises.
    """
    if report.state in {Report.State.CONFIRMED, Report.State.CHOSEN}:
        return Recorded(book.match, changed=False)
    if not report.is_open:
        raise errors.REPORT_ANSWERED()
    is_own_phone = book.reporter.is_player and report.via == HANDOVER
    if book.reporter.side == report.side or is_own_phone:
        raise errors.NOT_YOUR_REPORT()
    side = book.reporter.side
    check_reporting(book)
    is_same_phone = mark_same_phone(book, report)
    told = report.told
    if told is None:
        raise errors.REMARK_ALONE()
    if isinstance(told, StillPlaying):
        return play_on(book, report, Report.State.CONFIRMED)
    if side is not None and needs_director(book, is_same_phone=is_same_phone):
        return second_report(book, report.version, side)
    if report.state == Report.State.RECORDED and book.match.state == Match.State.DONE:
        return _agreed_already(book, report)
    adopt_version(book, report.version)
    recorded = settle_reports(book, report, Report.State.CONFIRMED)
    book.tell("report_confirmed", score=f"{report.score_1}–{report.score_2}")
    return recorded


def mark_same_phone(book: LockedMatch, report: Report) -> bool:
    """Return True if a player answers in the browser that sent this report.

    The reporter is then recorded as such. Another browser on the same phone cannot be
    recognised.
    """
    reporter = book.reporter
    if reporter.side is None or reporter.device == "":
        return False
    if reporter.device != report.device:
        return False
    book.reporter = replace(reporter, via=HANDOVER)
    return True


def needs_director(book: LockedMatch, *, is_same_phone: bool) -> bool:
    """Return True if the word of both players is not enough for a result.

    If both must agree, the same phone cannot report for both.
    """
    reporting = book.match.reporting
    if reporting == Reporting.SUGGEST:
        return True
    return is_same_phone and reporting == Reporting.AGREE


def _agreed_already(book: LockedMatch, report: Report) -> Recorded:
    """Note that both players agree on a result that counts already.

    The revision of the match stays: no score changes, so pages that are open and forms
    that are half filled remain valid.
    """
    close_report(book, report, Report.State.CONFIRMED)
    book.tell("report_confirmed", score=f"{report.score_1}–{report.score_2}")
    return Recorded(book.match, changed=True)


def check_reporting(book: LockedMatch) -> None:
    """Raise ONLY_DIRECTOR if a player acts where only directors record now."""
    if book.reporter.is_player and book.match.reporting == Reporting.DIRECTOR:
        raise errors.ONLY_DIRECTOR()


def report_in_book(book: LockedMatch, report_id: int) -> Report:
    """Return a report of a locked match. One query. Raises NO_REPORT."""
    report = Report.objects.filter(match=book.match, pk=report_id).first()
    if report is None:
        raise errors.NO_REPORT()
    return report


def adopt_version(book: LockedMatch, version: Version) -> None:
    """Replace the facts of the book by those of a version, unless they are equal."""
    if _ends_so(book, version) and version.games in {(), book.results}:
        return
    if book.final is not None:
        book.void(book.final)
    _replace_games(book, version.games)
    if _ends_so(book, version):
        return
    # A final score is needed. Recorded games that end the match otherwise, or exceed
    # the reported score, would contradict it.
    if book.outcome is not None or not _fits(book, version):
        _void_games(book)
    book.set_final(RecordedEnd(*version.said))


def _ends_so(book: LockedMatch, version: Version) -> bool:
    outcome = book.outcome
    return outcome is not None and outcome.said == version.said


def _replace_games(book: LockedMatch, games: tuple[GameResult, ...]) -> None:
    """Record these games instead of those of the book, if any are listed."""
    if games and games != book.results:
        _void_games(book)
        for number, result in enumerate(games, start=1):
            book.add_game(number, result)


def _void_games(book: LockedMatch) -> None:
    for game in list(book.games):
        book.void(game)


def settle_reports(book: LockedMatch, report: Report | None, state: str) -> Recorded:
    """Store the book as the agreed result, and answer every open report."""
    if report is not None:
        close_report(book, report, state)
    settled = None if book.outcome is None else book.outcome.said
    answer_reports(book, lambda other: other.said == settled)
    # `trusted`: both players agree or a director decided, so the result counts at once.
    # It also keeps `store` from answering the reports, which is done above.
    return store(book, trusted=True)


def play_on(book: LockedMatch, report: Report | None, state: str) -> Recorded:
    """Take back the end of the match and answer every report; the players play on.

    `report` says that the match is not over; if it lists games, these are recorded.
    Otherwise the recorded games stay, except those from the one that ended the match.

    Raises DECIDED_BY_POINTS: points that no game gave end the match.
    """
    if book.final is not None:
        book.void(book.final)
    if report is not None and report.told is not None:
        _replace_games(book, report.told.games)
    while book.outcome is not None:
        if not book.games:
            shown = book.ledger.shown
            raise DECIDED_BY_POINTS(number=1, one=shown.one, two=shown.two)
        book.void(book.games[-1])
    if report is not None:
        close_report(book, report, state)
    answer_reports(book, lambda other: other.claim == Report.Claim.PLAYING)
    recorded = store(book, trusted=True)
    book.tell("played_on", score=f"{book.match.score_1}–{book.match.score_2}")
    return recorded


def second_report(book: LockedMatch, version: Version, side: Side) -> Recorded:
    """Store that the opponent reports the same; a director must still accept it."""
    match = book.match
    own = open_reports(match).filter(side=side).first()
    if own is not None and own.told == version:
        return Recorded(match, changed=False)
    new_report(book, version, state=Report.State.WAITING)
    is_open = open_reports(match)
    if all(is_same_result(report.told, version) for report in is_open):
        is_open.update(state=Report.State.WAITING)
        adopt_version(book, version)
        # Not `store`: it would replace the report that was just stored. The result
        # does not count yet, so the columns show it as claimed.
        match.score_1, match.score_2 = version.one, version.two
        match.claimed, match.how = int(version.winner), Match.How.PLAYED
        match.state = Match.State.REPORTED
    write(match)
    book.tell("report_confirmed", score=f"{version.one}–{version.two}")
    return Recorded(match, changed=True)


def _fits(book: LockedMatch, version: Version) -> bool:
    try:
        check_final_against(book.ledger, version.one, version.two)
    except RuleError:
        return False
    return True


def is_same_result(one: Told, two: Told) -> bool:
    """Return True if both are results, and equal without regard to the games."""
    if isinstance(one, Version) and isinstance(two, Version):
        return one.said == two.said
    return False

"""Services for reports of players: confirm, dispute, decide; photos of the sheet."""

from collections.abc import Iterable, Sequence
from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.roles import Act
from matches.ledger.access import match_for_viewer, may_here, reporter_in
from matches.ledger.adjust import PointsDecision, write_adjustment
from matches.ledger.book import (
    LockedMatch,
    Recorded,
    lock_match,
    new_report,
    open_reports,
    write,
)
from matches.ledger.errors import (
    NO_REMARK,
    NO_REPORT,
    NOT_PLAYING,
    NOTHING_TO_REMOVE,
    ONLY_DIRECTOR,
    REMARK_ALONE,
    REPORT_ANSWERED,
)
from matches.ledger.models.facts import SheetPhoto, reported_in_order
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import By
from matches.ledger.reports import (
    adopt_version,
    agree,
    check_reporting,
    is_same_result,
    mark_same_phone,
    needs_director,
    play_on,
    report_in_book,
    second_report,
    settle_reports,
)
from matches.ledger.versions import StillPlaying, Told, Version
from matches.reports.photos.errors import TOO_MANY_PHOTOS
from matches.rules import GameResult, Ledger, check_final, rescore
from matches.rules.errors import (
    CUBE_IN_CRAWFORD_GAME,
    DROP_IN_CRAWFORD_GAME,
    NEGATIVE_SCORE,
)


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


MOST_PHOTOS: Final = 6


def version_from_games(match: Match, games: Sequence[GameResult]) -> Version:
    """Return the version with these games, and the points that directors have given.

    A double in the Crawford game is accepted and counts with the cube: players must be
    able to tell it, so that a director can rule on it.

    Raises RuleError: a game breaks another rule, or the games do not end the match.
    """
    ledger = _scored(match, games)
    shown = ledger.shown
    winner = check_final(match.rules, shown.one, shown.two)
    return Version(shown.one, shown.two, winner, tuple(games))


def version_from_score(match: Match, one: int, two: int) -> Version:
    return Version(one, two, check_final(match.rules, one, two))


def _scored(match: Match, games: Sequence[GameResult]) -> Ledger:
    """Score listed games. Raises the first error but a double in the Crawford game."""
    given = match.adjustments.valid()
    ledger = rescore(match.rules, reported_in_order(games, given))
    for entry in ledger.entries:
        error = entry.irregular
        if error is not None and error.refusal not in _FOR_A_RULING:
            raise error
    return ledger


_FOR_A_RULING: Final = (CUBE_IN_CRAWFORD_GAME, DROP_IN_CRAWFORD_GAME)


def playing_from_games(match: Match, games: Sequence[GameResult]) -> StillPlaying:
    """Return the version with these games that the match is not over.

    Raises RuleError: a game breaks the rules, or the games end the match.
    """
    ledger = _scored(match, games)
    shown = ledger.shown
    if ledger.winner is not None:
        raise NOT_PLAYING(one=shown.one, two=shown.two)
    return StillPlaying(shown.one, shown.two, tuple(games))


def playing_from_score(
    match: Match, one: int | None = None, two: int | None = None
) -> StillPlaying:
    """Return the version that the match is not over, with the score if it is known.

    Raises RuleError: the score is impossible, or it ends the match.
    """
    if one is None or two is None:
        return StillPlaying()
    if min(one, two) < 0:
        raise NEGATIVE_SCORE(score=min(one, two))
    if max(one, two) >= match.length:
        raise NOT_PLAYING(one=one, two=two)
    return StillPlaying(one, two)


def confirm(*, match_id: int, report_id: int, by: By) -> Recorded:
    """Agree with a report: it becomes the result.

    The other player confirms, or a director accepts. If players only suggest, the
    opponent's agreement is stored with the report until a director accepts. Confirming
    again changes nothing.

    Raises NO_REPORT; REPORT_ANSWERED: it was replaced or decided otherwise;
    NOT_YOUR_REPORT: players cannot confirm their own report; RuleError as `store`.
    """
    with lock_match(match_id, by) as book:
        return agree(book, report_in_book(book, report_id))


def dispute(*, match_id: int, version: Told, comment: str = "", by: By) -> Recorded:
    """Report something else than the opponent: a result, a match not over, a remark.

    The same version as the opponent's confirms it. If first reports count at once,
    the result counts until a director decides. A remark is stored alone if `version` is
    None.

    Raises NO_REPORT: there is no report of the opponent; ONLY_DIRECTOR: the
    reporter is no player of the match; RuleError: the version is impossible;
    NO_REMARK: there is neither a version nor a remark.
    """
    if version is None and not comment:
        raise NO_REMARK()
    with lock_match(match_id, by) as book:
        match, side = book.match, book.reporter.side
        if side is None:
            raise ONLY_DIRECTOR()
        check_reporting(book)
        theirs = open_reports(match).filter(side=side.other).first()
        if theirs is None:
            raise NO_REPORT()
        if is_same_result(theirs.told, version):
            is_same_phone = mark_same_phone(book, theirs)
            if needs_director(book, is_same_phone=is_same_phone):
                return second_report(book, theirs.version, side)
            adopt_version(book, theirs.version)
            recorded = settle_reports(book, theirs, Report.State.CONFIRMED)
            book.tell("report_confirmed", score=theirs.score)
            return recorded
        if isinstance(version, StillPlaying) and theirs.claim == Report.Claim.PLAYING:
            return play_on(book, theirs, Report.State.CONFIRMED)
        own = open_reports(match).filter(side=side).first()
        if own is not None and own.told == version and own.comment == comment:
            return Recorded(match, changed=False)
        told = new_report(book, version, state=Report.State.DISPUTED, comment=comment)
        match.state = Match.State.DISPUTED
        write(match)
        book.tell(_ACTS[Report.Claim(told.claim)], score=told.score)
    return Recorded(match, changed=True)


_ACTS: Final = {
    Report.Claim.RESULT: "report_disputed",
    Report.Claim.PLAYING: "report_not_over",
    Report.Claim.REMARK: "report_remarked",
}


def decide(
    *,
    match_id: int,
    version: Version | StillPlaying,
    report_id: int | None = None,
    decision: PointsDecision,
    by: By,
) -> Recorded:
    """Settle a dispute: the chosen version becomes the result; the reason is stored.

    `report_id` is the report that was chosen; None for a version of the director's.
    Choosing the same report again changes nothing. If the version says that the match
    is not over, the result is taken back and the players go on.

    Raises REPORT_ANSWERED: there is no dispute any more; REMARK_ALONE: the
    report has no version; RuleError as `store`.
    """
    with lock_match(match_id, by) as book:
        if book.reporter.is_player:
            raise ONLY_DIRECTOR()
        chosen = report_in_book(book, report_id) if report_id is not None else None
        if chosen is not None and chosen.state == Report.State.CHOSEN:
            return Recorded(book.match, changed=False)
        is_open = chosen is None or chosen.is_open
        if not is_open or not open_reports(book.match).exists():
            raise REPORT_ANSWERED()
        told = chosen.told if chosen else version
        if told is None:
            raise REMARK_ALONE()
        if isinstance(told, Version):
            adopt_version(book, told)
            _keep_reason(book, decision)
            recorded = settle_reports(book, chosen, Report.State.CHOSEN)
        else:
            recorded = play_on(book, chosen, Report.State.CHOSEN)
            _keep_reason(book, decision)
        book.tell(
            "dispute_decided",
            score=f"{recorded.match.score_1}–{recorded.match.score_2}",
            reason=decision.decision,
            rule=decision.rule,
        )
    return recorded


def _keep_reason(book: LockedMatch, decision: PointsDecision) -> None:
    if decision.decision or decision.rule:
        write_adjustment(book, decision)


def add_photo(*, match_id: int, content: bytes, by: By) -> Recorded:
    """Store a photo of the sheet, re-encoded. The same picture again changes nothing.

    Raises RuleError: the picture cannot be read, the match has enough photos, is locked
    or cancelled, or only directors record here.
    """
    from matches.reports.photos import decode  # noqa: PLC0415 - loads Pillow

    # Before the lock: decoding takes time, and other requests must not wait for it.
    picture = decode.read_photo(content)
    with lock_match(match_id, by) as book:
        book.check_may_show()
        kept = book.match.photos.valid()
        if kept.filter(content=picture).exists():
            return Recorded(book.match, changed=False)
        if kept.count() >= MOST_PHOTOS:
            raise TOO_MANY_PHOTOS(most=MOST_PHOTOS)
        SheetPhoto.objects.create(match=book.match, content=picture, **book.source)
        book.tell("photo_added")
    return Recorded(book.match, changed=True)


def remove_photo(*, match_id: int, row: int, by: By) -> Recorded:
    """Delete the picture of a photo; the row stays as a record that there was one.

    A player may remove only photos of their own side. A repeat changes nothing.

    Raises NOTHING_TO_REMOVE: no such photo; ONLY_DIRECTOR: another's photo;
    locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        book.check_may_show()
        photo = book.match.photos.filter(pk=row).defer("content").first()
        if photo is None:
            raise NOTHING_TO_REMOVE()
        if photo.voided_at is not None:
            return Recorded(book.match, changed=False)
        if book.reporter.is_player and photo.reported_side != book.reporter.side:
            raise ONLY_DIRECTOR()
        SheetPhoto.objects.filter(pk=photo.pk).update(content=b"")
        book.void(photo)
        book.tell("photo_removed")
    return Recorded(book.match, changed=True)

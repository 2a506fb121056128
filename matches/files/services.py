"""Match files: stored with a match, read by a worker if large, imported."""

import hashlib
from hashlib import sha256
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import Any, Final

from django.db.models import QuerySet

from matches.accounts.models import User
from matches.files.access import MOST
from matches.files.compare import (
    FileAgreement,
    FileComparison,
    compare_rows,
    guess_swapped,
    judged_file,
    parsed,
    used_files,
)
from matches.jobs import queue as jobs_queue
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.ledger.amendments import (
    ResultChangedError,
    amend,
    facts_of,
    newest_amendment,
    undo_amendment,
)
from matches.ledger.book import LockedMatch, Recorded, lock_match, noted, store
from matches.ledger.changes import difference
from matches.ledger.errors import ALREADY_REPORTED, ONLY_DIRECTOR, SESSION_CLOSED
from matches.ledger.models.facts import Game, MatchFile
from matches.ledger.models.match import Match
from matches.ledger.reporter import By, Reporter
from matches.rules import AwardReason, Ending, Side
from matches.rules.refusals import Message, Refusal
from matches.web import form_keys

IMPORTED: Final = "games_imported"
NAME_LENGTH: Final = 120
_DECIDED: Final = frozenset({AwardReason.DECISION})


TOO_MANY_FILES = Refusal(
    "file.too_many_files",
    "This match already has %(most)s files. Remove one you do not need.",
)
NO_GAMES_IN_FILE = Refusal(
    "file.no_games_in_file",
    "This file has no finished games, so there is nothing to import. Enter the games "
    "by hand.",
)
FILE_DIFFERS = Refusal(
    "file.differs",
    "The games in this file differ from the recorded ones. Compare them, then choose "
    "which games count.",
)
FILE_GONE = Refusal(
    "file.gone",
    "This file has since been removed from the match. Add it again if its games should "
    "count.",
    status=HTTPStatus.CONFLICT,
)
IMPORT_STANDS = Refusal(
    "file.import_stands",
    "Something else has been recorded since, so this can no longer be undone in one "
    "step. Correct or remove the games one at a time.",
    status=HTTPStatus.CONFLICT,
)
MANY_LARGE_FILES = Refusal(
    "file.many_large_files",
    "Several large files are being read right now. Try again in a minute.",
    status=HTTPStatus.TOO_MANY_REQUESTS,
)


def attach(
    *, match_id: int, name: str, content: bytes, swapped: bool | None = None, by: By
) -> tuple[MatchFile, bool]:
    """Store a match file; return it, and whether it is new.

    With `swapped` its left column is player 2; None decides by the names.

    Raises RuleError: the file cannot be read, the match has enough files, is locked or
    cancelled, or only directors record here.
    """
    # Before the lock: parsing takes time, and other requests must not wait for it.
    judged = parsed(content, name=name)
    digest = hashlib.sha256(content).hexdigest()
    with lock_match(match_id, by) as book:
        book.check_may_show()
        known = _kept(book).filter(digest=digest).first()
        if known is not None:
            return known, False
        _check_room(book)
        if swapped is None:
            swapped = guess_swapped(book.match, judged) or False
        file = MatchFile.objects.create(
            match=book.match,
            name=label(name),
            content=content,
            size=len(content),
            digest=digest,
            swapped=swapped,
            **book.source,
        )
        book.tell("file_attached", file=file.name)
        noted(book)
    return file, True


def import_games(
    *,
    match_id: int,
    file_id: int,
    swapped: bool,
    replace: bool = False,
    op: str = "",
    by: By,
) -> Recorded:
    """Import the games of a file into the ledger.

    Recorded games stay if the file has them too. With `replace` a director replaces
    other games, and a final score that differs, by those of the file. `op` is the key
    of this act: a repeat with the same key changes nothing.

    Raises RuleError: the file has no result, differs from the record, breaks a
    rule (a director's import marks such games instead); the match is locked, cancelled
    or closed; the reporter may not record.
    """
    with lock_match(match_id, by) as book:
        content = f"import {file_id} {swapped} {replace}"
        if form_keys.is_repeat(op, content):
            return Recorded(book.match, changed=False)
        file = _live(book, file_id)
        found = compare_rows(
            book.match,
            judged_file(file),
            swapped=swapped,
            games=book.games,
            others=book.payments if book.match.is_money else book.adjustments,
        )
        _check_import(book, found, replace=replace)
        before = facts_of([match_id])
        _take_over(book, file, found)
        MatchFile.objects.filter(pk=file.pk).update(swapped=swapped)
        book.resume()
        recorded = store(book)
        amend(
            book,
            act=IMPORTED,
            changes=difference(before, facts_of([match_id])),
            params={"file": file.name, "row": file.pk},
        )
        form_keys.use_key(op, content, match=book.match)
        book.tell(IMPORTED, file=file.name, count=len(found.results))
    return recorded


def undo_import(*, match_id: int, revision: int, by: By) -> Recorded:
    """Void the games of the newest import, and restore the rows that they replaced.

    `revision` is the match's revision right after the import.

    Raises IMPORT_STANDS: something else was recorded since; what recording
    raises.
    """
    with lock_match(match_id, by) as book:
        book.check_may()
        newest = newest_amendment(book.match)
        if newest is None or newest.act != IMPORTED or newest.revision != revision:
            raise IMPORT_STANDS()
        if book.reporter.is_player and newest.made_side != book.reporter.side:
            raise ONLY_DIRECTOR()
        try:
            undo_amendment(book, newest)
        except ResultChangedError as error:
            raise IMPORT_STANDS() from error
        recorded = store(book)
        book.tell("import_undone", file=newest.params["file"])
    return recorded


def undoable_import(match: Match, file: MatchFile) -> int | None:
    """Return the revision for `undo_import` of this file's games. One query.

    None if something else was recorded since.
    """
    newest = newest_amendment(match)
    if newest is None or newest.act != IMPORTED or newest.params["row"] != file.pk:
        return None
    return newest.revision


def remove_file(*, match_id: int, row: int, by: By) -> Recorded:
    """Remove a file from its match; games imported from it stay.

    A player may remove only files of their own side. A repeat changes nothing.

    Raises FILE_GONE, ONLY_DIRECTOR; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        book.check_may_show()
        file = book.match.files.filter(pk=row).defer("content").first()
        if file is None:
            raise FILE_GONE()
        if file.voided_at is not None:
            return Recorded(book.match, changed=False)
        _check_owner(book, file)
        book.void(file)
        book.tell("file_removed", file=file.name)
        return noted(book)


def restore_file(*, match_id: int, row: int, by: By) -> Recorded:
    """Add a file again that was taken away. Repeating it changes nothing.

    Raises FILE_GONE, ONLY_DIRECTOR; TOO_MANY_FILES: others were added in the
    meantime; locked or cancelled.
    """
    with lock_match(match_id, by) as book:
        book.check_may_show()
        file = book.match.files.filter(pk=row).first()
        if file is None:
            raise FILE_GONE()
        if file.voided_at is None:
            return Recorded(book.match, changed=False)
        _check_owner(book, file)
        if _kept(book).filter(digest=file.digest).exists():
            return Recorded(book.match, changed=False)
        _check_room(book)
        again = MatchFile.objects.create(
            match=book.match,
            name=file.name,
            content=file.content,
            size=file.size,
            digest=file.digest,
            swapped=file.swapped,
            **_source_of(file),
        )
        # Voided files stay as they were: a new row takes over the games that had their
        # moves in the old one.
        Game.objects.filter(file=file).update(file=again)
        book.tell("file_restored", file=file.name)
        return noted(book)


def _source_of(file: MatchFile) -> dict[str, object]:
    """Return who sent a file; restoring it does not change that."""
    names = ("reported_by", "reported_side", "via", "device", "reported_at")
    return {name: getattr(file, name) for name in names}


def label(name: str) -> str:
    """Return the name of a file for display: no folders, no control characters."""
    last = PurePosixPath(name.replace("\\", "/")).name
    shown = "".join(mark for mark in last if mark.isprintable()).strip()
    if len(shown) <= NAME_LENGTH:
        return shown or "match.mat"
    stem, dot, ending = shown.rpartition(".")
    if not dot or len(ending) > NAME_LENGTH // 10:
        return shown[:NAME_LENGTH]
    return f"{stem[: NAME_LENGTH - len(ending) - 2]}….{ending}"[:NAME_LENGTH]


def _kept(book: LockedMatch) -> QuerySet[MatchFile]:
    return book.match.files.valid().defer("content")


def _check_room(book: LockedMatch) -> None:
    if _kept(book).count() >= MOST:
        raise TOO_MANY_FILES(most=MOST)


def _live(book: LockedMatch, file_id: int) -> MatchFile:
    file = book.match.files.valid().filter(pk=file_id).first()
    if file is None:
        raise FILE_GONE()
    return file


def _check_import(book: LockedMatch, found: FileComparison, *, replace: bool) -> None:
    match, final = book.match, book.final
    book.check_may()
    if not found.results:
        raise NO_GAMES_IN_FILE()
    if found.refusal is not None:
        raise found.refusal
    if match.is_money and final is not None:
        raise SESSION_CLOSED()
    if final is not None and (
        final.is_walkover or not (replace or found.agrees(final))
    ):
        raise ALREADY_REPORTED(one=final.score_1, two=final.score_2)
    if found.standing is FileAgreement.DIFFERS and not replace:
        raise FILE_DIFFERS()
    if replace or found.standing is FileAgreement.DIFFERS:
        book.check_undecided()
    if book.reporter.is_player:
        _check_player(found, replace=replace)


def _check_player(found: FileComparison, *, replace: bool) -> None:
    """Refuse an import by a player if they could not have entered its games by hand."""
    if replace or any(
        result.ending is Ending.AWARDED or result.reason in _DECIDED
        for result in found.results
    ):
        raise ONLY_DIRECTOR()
    for game in found.irregular:
        if game.irregular is not None:
            raise game.irregular


def _take_over(book: LockedMatch, file: MatchFile, found: FileComparison) -> None:
    final = book.final
    # Also games that agree: a result is never put together from two sources.
    if found.standing is FileAgreement.DIFFERS:
        for game in list(book.games):
            book.void(game)
    if final is not None and not found.agrees(final):
        book.void(final)
    _link(book, file)
    known = len(book.games)
    for place, result in enumerate(found.results[known:], start=1):
        book.add_game(known + place, result, file=file)


def _link(book: LockedMatch, file: MatchFile) -> None:
    """Link the file to the recorded games that no other file has the moves of."""
    others = used_files(book.match) - {file.pk}
    free = [game.pk for game in book.games if game.file_id not in others]
    Game.objects.filter(pk__in=free).update(file=file)


def _check_owner(book: LockedMatch, file: MatchFile) -> None:
    if book.reporter.is_player and file.reported_side != book.reporter.side:
        raise ONLY_DIRECTOR()


KIND: Final = "match-file"
LARGEST_AT_ONCE: Final = 256 * 1024
"""The most bytes of a match file that a web process reads itself.

That takes it a tenth of a second. A long match has twenty kilobytes; only files with an
analysis, and crafted ones, are larger.
"""
READING: Final = Message("file.step_reading", "Reading the moves")


def queue_file(match: Match, *, name: str, content: bytes, by: Reporter) -> str:
    """Queue a file to be added to a match; return the key that finds it again.

    The same file by the same reporter has the same key. Raises RuleError: the match
    takes no files from this reporter.
    """
    with lock_match(match.pk, by) as book:
        book.check_may_show()
    about = {
        "match": match.pk,
        "user": by.user and by.user.pk,
        "side": by.side,
        "via": by.via,
        "device": by.device,
    }
    digest = sha256(repr((about, name)).encode() + content).hexdigest()
    shown = label(name)
    sent_files.send_file(KIND, digest, name=shown, content=content, about=about)
    return digest


def sent_to(match: Match, key: str) -> SentFile | None:
    sent = sent_files.sent_file(KIND, key)
    return sent if sent is not None and sent.about["match"] == match.pk else None


def add_sent_file(job: Job) -> None:
    """Read the file of `job` and add it to its match.

    Raises LostClaimError, and what `attach` raises.
    """
    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=READING)
    file, _is_new = attach(
        match_id=sent.about["match"],
        name=sent.name,
        content=sent_files.content_of(sent),
        by=_reporter(sent.about),
    )
    # If another worker has the claim now, it finds the same file there.
    sent_files.finish(job, {"file": file.pk})


def _reporter(about: dict[str, Any]) -> Reporter:
    user = about["user"] and User.objects.filter(pk=about["user"]).first()
    side = about["side"] and Side(about["side"])
    return Reporter(
        user=user or None, side=side or None, via=about["via"], device=about["device"]
    )

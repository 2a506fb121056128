"""Undoing and redoing what was recorded of a match.

An act that removes or replaces facts stores what it changed (`amend`). Its undo writes
the former facts again: the present rows are voided and copies of the former ones are
added, so that no row is ever changed back. A copy names the person who reported the
fact at first; the journal names the person who restored it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from matches.ledger.book import LockedMatch, RecordedEnd, lock_match, store
from matches.ledger.changes import Change, Facts, Value, inverted, pending
from matches.ledger.models.amendment import MatchAmendment
from matches.ledger.models.facts import (
    Adjustment,
    FinalScore,
    Game,
    MatchFile,
    in_order,
)
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import By
from matches.rules import Ledger, Side, check_final_against, rescore
from matches.rules.refusals import RuleError

_SOURCE: Final = ("reported_by_id", "reported_side", "via", "device", "reported_at")
_GAME: Final = (
    *("winner", "kind", "cube", "ending", "automatic", "beavers", "checkers"),
    *("awarded", "reason", "remark", "remark_side", "is_remark_shown"),
)
_FINAL: Final = ("score_1", "score_2", "winner", "how", "remark")
SOFT: Final[Mapping[str, Collection[str]]] = {
    "game": (*_SOURCE, "file_id", "remark_side", "is_remark_shown"),
    "final": _SOURCE,
    "file": ("swapped",),
    "report": ("state",),
}
"""The columns that never conflict, by kind of fact."""
WHOLE: Final = frozenset({"game", "final"})
"""The kinds that form one result: facts of the old and the new one are never mixed."""
KINDS: Final = frozenset({"game", "final", "report", "file"})
"""The kinds of facts of one match. Keys begin with the primary key of the match."""


class ResultChangedError(Exception):
    """The facts of a match are no longer those that a change expects."""


def facts_of(match_ids: Collection[int]) -> Facts:
    """Return what counts in these matches, and the states of reports. Four queries.

    Games are numbered; reports and files are named by their primary keys.
    """
    games = Game.objects.valid().filter(match__in=match_ids)
    finals = FinalScore.objects.valid().filter(match__in=match_ids)
    reports = Report.objects.filter(match__in=match_ids)
    files = MatchFile.objects.filter(match__in=match_ids)
    found: dict[tuple[str, tuple[int, ...]], Value] = {}
    for game in games.values("match_id", "number", "file_id", *_GAME, *_SOURCE):
        key = (game.pop("match_id"), game.pop("number"))
        found["game", key] = _plain(game)
    for final in finals.values("match_id", *_FINAL, *_SOURCE):
        found["final", (final.pop("match_id"),)] = _plain(final)
    for match_id, report, state in reports.values_list("match_id", "pk", "state"):
        found["report", (match_id, report)] = {"state": state}
    for match_id, file, swapped in files.values_list("match_id", "pk", "swapped"):
        found["file", (match_id, file)] = {"swapped": swapped}
    return found


def amend(
    book: LockedMatch,
    *,
    act: str,
    changes: Iterable[Change],
    params: Mapping[str, object] | None = None,
) -> MatchAmendment:
    """Store what an act changed, so that it can be undone; `store` ran before."""
    return MatchAmendment.objects.create(
        match=book.match,
        act=act,
        params=dict(params or {}),
        changes=tuple(changes),
        revision=book.match.revision,
        made_by=book.reporter.user,
        made_side=book.reporter.side,
    )


def newest_amendment(match: Match) -> MatchAmendment | None:
    """Return the amendment that was the last act on a match. One query.

    None if another act followed, or if it is undone.
    """
    newest = MatchAmendment.objects.filter(match=match).first()
    # The revision tells whether anything followed, not the time: every act raises it by
    # one under the lock of the match.
    if newest is None or newest.is_undone or newest.revision != match.revision:
        return None
    return newest


def undo_amendment(book: LockedMatch, amendment: MatchAmendment) -> None:
    """Restore the facts of before an amendment; the caller stores the match.

    Raises ResultChangedError.
    """
    write(book, inverted(amendment.changes))
    MatchAmendment.objects.filter(pk=amendment.pk).update(
        undone_by=book.reporter.user, undone_at=timezone.now()
    )


def write(book: LockedMatch, changes: Iterable[Change]) -> None:
    """Void what the changes remove, and add what they restore.

    Raises ResultChangedError: a fact is neither as it was before nor as it is after.
    """
    now = facts_of([book.match.pk])
    left, conflicts = pending(changes, now, soft=SOFT, whole=WHOLE)
    if conflicts:
        raise ResultChangedError
    # Everything is voided first: at most one game of a number and one final score of a
    # match may be valid at a time.
    added = []
    for change in left:
        is_row = change.kind in {"game", "final"}
        if not is_row or set(change.after or ()) == {"file_id"}:
            _update(change)
            continue
        known = now.get((change.kind, change.key))
        _void(book, change)
        if change.after is not None:
            added.append((change, {**(known or {}), **change.after}))
    for change, value in added:
        _add(book, change, value)
    # The lists of the book follow: `store` derives the score from them.
    book.games = list(book.match.games.valid().order_by("number"))
    book.final = book.match.final_scores.valid().first()


def _update(change: Change) -> None:
    """Write the file of a game, the sides of a file, or the state of a report."""
    if change.after is None:  # such rows are never removed
        raise ResultChangedError
    number = change.key[1]
    if change.kind == "game":
        rows = Game.objects.valid().filter(match=change.key[0], number=number)
        rows.update(**change.after)
    elif change.kind == "file":
        MatchFile.objects.filter(pk=number).update(**change.after)
    else:
        closed = {"closed_at": None, "closed_by": None, "closed_side": None}
        Report.objects.filter(pk=number).update(**change.after, **closed)


def _void(book: LockedMatch, change: Change) -> None:
    if change.kind == "final":
        if book.final is not None:
            book.void(book.final)
        return
    for game in [game for game in book.games if game.number == change.key[1]]:
        book.void(game)


def _add(book: LockedMatch, change: Change, value: Value) -> None:
    columns = dict(value)
    moment = datetime.fromisoformat(columns.pop("reported_at"))
    if change.kind == "final":
        FinalScore.objects.create(match=book.match, reported_at=moment, **columns)
        return
    awarded = columns.pop("awarded")
    file = columns.pop("file_id")
    # The game is true without its file, which may have been deleted since; the foreign
    # key would refuse it.
    is_there = file is None or MatchFile.objects.filter(pk=file).exists()
    Game.objects.create(
        match=book.match,
        number=change.key[1],
        file_id=file if is_there else None,
        awarded=None if awarded is None else Decimal(awarded),
        reported_at=moment,
        **columns,
    )


def _plain(row: dict[str, Any]) -> Value:
    awarded = row.get("awarded")
    if awarded is not None:
        row["awarded"] = str(awarded)
    row["reported_at"] = row["reported_at"].isoformat()
    return row


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The result that a match should have.

    `how` is a `Match.How`. `points` are the loser's points of a match that was played
    to its end. `winner` is None if neither player wins.
    """

    how: str
    winner: Side | None
    points: int = 0


def result_of(match: Match, wanted: Wanted) -> RecordedEnd:
    """Return the result with its score. Raises RuleError: no match can end like this.

    A match that was not played out keeps the score that was reached on the board.
    """
    games, adjustments = _facts(match)
    points = rescore(match.rules, in_order([], adjustments))
    if wanted.how != Match.How.PLAYED:
        ledger = rescore(match.rules, in_order(games, adjustments))
        # Games that decide the match contradict a walk-over. `write_result` voids them,
        # so that only the points of adjustments are left.
        shown = (points if ledger.winner is not None else ledger).shown
        winner = None if wanted.winner is None else int(wanted.winner)
        return RecordedEnd(shown.one, shown.two, winner, wanted.how)
    top = (match.length, wanted.points)
    one, two = top if wanted.winner == Side.ONE else top[::-1]
    return RecordedEnd(one, two, int(check_final_against(points, one, two)))


def drops_games(match: Match, result: RecordedEnd) -> bool:
    """Return True if games entered one by one would no longer count."""
    games, adjustments = _facts(match)
    return _clash(games, rescore(match.rules, in_order(games, adjustments)), result)


def write_result(*, match_id: int, result: RecordedEnd, by: By) -> None:
    """Replace the result of a match, whatever depends on its winner.

    Rows are voided, never deleted. Games that contradict the new result are voided too.
    """
    with lock_match(match_id, by) as book:
        clash = _clash(book.games, book.ledger, result)
        if book.final is not None:
            book.void(book.final)
        for game in list(book.games) if clash else ():
            book.void(game)
        book.set_final(result)
        store(book, accept=True)
        book.tell("result_recorded", score=result.text)


def amend_result(*, match_id: int, changes: Iterable[Change], by: By) -> str:
    """Make changes in the facts of a match, whatever depends on its winner.

    Return the result in the notation of tables, empty if there is none now.

    Raises ResultChangedError; MATCH_CANCELLED, MATCH_LOCKED.
    """
    made = tuple(changes)
    with lock_match(match_id, by) as book:
        write(book, [change for change in made if change.kind != "report"])
        store(book, accept=True)
        # After `store`, which would answer the reports if they were open again.
        write(book, [change for change in made if change.kind == "report"])
        score = text_of(book.match)
        book.tell("result_recorded" if score else "result_removed", score=score)
    return score


def text_of(match: Match) -> str:
    """Return the result of a match in the notation of tables, empty if it has none."""
    if not match.is_over:
        return ""
    return RecordedEnd(match.score_1, match.score_2, match.winner, match.how).text


def _facts(match: Match) -> tuple[list[Game], list[Adjustment]]:
    return (
        list(match.games.valid().order_by("number")),
        list(match.adjustments.valid().order_by("before", "pk")),
    )


def _clash(games: Sequence[Game], ledger: Ledger, result: RecordedEnd) -> bool:
    if not games:
        return False
    if result.how != Match.How.PLAYED:
        return ledger.winner is not None
    try:
        check_final_against(ledger, result.one, result.two)
    except RuleError:
        return True
    return False

"""Replace a result that counts by another one, and restore the former result.

The callers lock the tournament first and decide what happens to later matches; see the
lock order in `matches.ledger.book`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from matches.ledger.book import (
    LockedMatch,
    RecordedEnd,
    lock_match,
    open_reports,
    store,
)
from matches.ledger.errors import CORRECTION_OUTDATED
from matches.ledger.models.facts import Adjustment, FinalScore, Game
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.order import in_order
from matches.ledger.reporter import By
from matches.rules import Ledger, Side, check_final_against, rescore
from matches.rules.refusals import RuleError

_VALID = {"voided_at": None, "voided_by": None, "voided_side": None}


class SavedResult(TypedDict):
    """Primary keys of the rows that a correction replaced; `final` is the new row.

    `reports` holds each open report with its state before the correction.
    """

    final: int
    games: list[int]
    finals: list[int]
    reports: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """How a match ended: `winner` is 1 or 2, None if neither player won."""

    one: int
    two: int
    winner: int | None
    how: str = Match.How.PLAYED

    @property
    def text(self) -> str:
        """The result in the notation of tables, the same in every language."""
        if self.how == Match.How.PLAYED:
            return f"{self.one}–{self.two}"
        return {1: "+ : −", 2: "− : +"}.get(self.winner or 0, "− : −")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The result that a match should have.

    `how` is a `Match.How`. `points` are the loser's points of a match that was played
    to its end. `winner` is None if neither player wins.
    """

    how: str
    winner: Side | None
    points: int = 0


def result_of(match: Match, wanted: Wanted) -> CorrectedResult:
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
        return CorrectedResult(shown.one, shown.two, winner, wanted.how)
    top = (match.length, wanted.points)
    one, two = top if wanted.winner == Side.ONE else top[::-1]
    return CorrectedResult(one, two, int(check_final_against(points, one, two)))


def drops_games(match: Match, result: CorrectedResult) -> bool:
    """Return True if games entered one by one would no longer count."""
    games, adjustments = _facts(match)
    return _clash(games, rescore(match.rules, in_order(games, adjustments)), result)


def write_result(*, match_id: int, result: CorrectedResult, by: By) -> SavedResult:
    """Replace the result of a match; return what restores the former one.

    Rows are voided, never deleted. Games that contradict the new result are voided too.
    """
    with lock_match(match_id, by) as book:
        # Before `store`, which answers the open reports.
        reports = list(open_reports(book.match).values_list("pk", "state"))
        voided_games, voided_final = [], book.final
        if voided_final is not None:
            book.void(voided_final)
        if _clash(book.games, book.ledger, result):
            voided_games = list(book.games)
        for game in voided_games:
            book.void(game)
        winner = None if result.winner is None else Side(result.winner)
        final = book.set_final(RecordedEnd(result.one, result.two, winner, result.how))
        store(book, accept=True)
        book.tell("result_recorded", score=result.text)
    return {
        "final": final.pk,
        "games": [game.pk for game in voided_games],
        "finals": [] if voided_final is None else [voided_final.pk],
        "reports": reports,
    }


def write_back(*, match_id: int, saved: SavedResult, label: str, by: By) -> str:
    """Restore the former result; return it in the notation of tables.

    Raises CORRECTION_OUTDATED: the corrected result was changed since.
    """
    with lock_match(match_id, by) as book:
        if not is_as_corrected(book, saved):
            raise CORRECTION_OUTDATED(label=label)
        assert book.final is not None  # noqa: S101 - it is as corrected
        # In this order: at most one valid final score and one valid game of each number
        # may exist, so the new row is voided before the old rows become valid.
        book.void(book.final)
        Game.objects.filter(pk__in=saved["games"]).update(**_VALID)
        FinalScore.objects.filter(pk__in=saved["finals"]).update(**_VALID)
        # `update` bypasses the lists of the book: read them again for `store`.
        book.games = list(book.match.games.valid().order_by("number"))
        book.final = book.match.final_scores.valid().first()
        store(book, accept=True)
        # After `store`, which would answer the reports if they were open again.
        for report, state in saved["reports"]:
            Report.objects.filter(pk=report).update(
                state=state, closed_at=None, closed_by=None, closed_side=None
            )
        match = book.match
        text = CorrectedResult(
            match.score_1, match.score_2, match.winner, match.how
        ).text
        book.tell("result_recorded", score=text)
    return text


def is_as_corrected(book: LockedMatch, saved: SavedResult) -> bool:
    """Return True if a match still has the result that a correction gave it.

    A game recorded since under the number of a voided game makes a restore impossible.
    """
    if book.final is None or book.final.pk != saved["final"]:
        return False
    return not {game.number for game in book.games} & set(
        Game.objects.filter(pk__in=saved["games"]).values_list("number", flat=True)
    )


def _facts(match: Match) -> tuple[list[Game], list[Adjustment]]:
    return (
        list(match.games.valid().order_by("number")),
        list(match.adjustments.valid().order_by("before", "pk")),
    )


def _clash(games: Sequence[Game], ledger: Ledger, result: CorrectedResult) -> bool:
    """Return True if the recorded games contradict a result."""
    if not games:
        return False
    if result.how != Match.How.PLAYED:
        return ledger.winner is not None
    try:
        check_final_against(ledger, result.one, result.two)
    except RuleError:
        return True
    return False

"""Replacing a result that counts by another one, and restoring the former result.

The callers lock the tournament first and decide what happens to later matches; see the
lock order in `matches.ledger.book`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches.ledger.amendments import write
from matches.ledger.book import RecordedEnd, lock_match, store
from matches.ledger.changes import Change
from matches.ledger.models.facts import Adjustment, Game, in_order
from matches.ledger.models.match import Match
from matches.ledger.reporter import By
from matches.rules import Ledger, Side, check_final_against, rescore
from matches.rules.refusals import RuleError


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

"""Writing another result over one that counts, and the former one back."""

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
from matches.ledger.errors import CorrectionOutdatedError
from matches.ledger.models.facts import Adjustment, FinalScore, Game
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.order import in_order
from matches.ledger.reporter import By
from matches.rules import Ledger, Side, check_final_against, rescore
from matches.rules.errors import RuleError

_VALID = {"voided_at": None, "voided_by": None, "voided_side": None}


class SavedResult(TypedDict):
    """The rows that a corrected result replaced: those of `final` came instead."""

    final: int
    games: list[int]
    finals: list[int]
    reports: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """How a match ended: `winner` is 1 or 2, None for nobody."""

    one: int
    two: int
    winner: int | None
    how: str = Match.How.PLAYED

    @property
    def text(self) -> str:
        """The result as tables write it, in any language."""
        if self.how == Match.How.PLAYED:
            return f"{self.one}–{self.two}"
        return {1: "+ : −", 2: "− : +"}.get(self.winner or 0, "− : −")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The result that a match should have: `points` are those of a loser on the board.

    `how` is a `Match.How`; `winner` None: nobody.
    """

    how: str
    winner: Side | None
    points: int = 0


def result_of(match: Match, wanted: Wanted) -> CorrectedResult:
    """Return the result as it would stand. Raises RuleError: no match ends so."""
    games, adjustments = _facts(match)
    points = rescore(match.rules, in_order([], adjustments))
    if wanted.how != Match.How.PLAYED:
        ledger = rescore(match.rules, in_order(games, adjustments))
        shown = (points if ledger.winner is not None else ledger).shown
        winner = None if wanted.winner is None else int(wanted.winner)
        return CorrectedResult(shown.one, shown.two, winner, wanted.how)
    top = (match.length, wanted.points)
    one, two = top if wanted.winner == Side.ONE else top[::-1]
    return CorrectedResult(one, two, int(check_final_against(points, one, two)))


def drops_games(match: Match, result: CorrectedResult) -> bool:
    """Tell whether games entered one by one would no longer count."""
    games, adjustments = _facts(match)
    return _clash(games, rescore(match.rules, in_order(games, adjustments)), result)


def write_result(*, match_id: int, result: CorrectedResult, by: By) -> SavedResult:
    """Replace the result of a match; return what brings the former one back.

    Rows are voided, never removed: games that say otherwise no longer count.
    """
    with lock_match(match_id, by) as book:
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
    """Let the former result count again; return it as tables write it.

    Raises CorrectionOutdatedError: the corrected result was changed since.
    """
    with lock_match(match_id, by) as book:
        if not is_as_corrected(book, saved):
            raise CorrectionOutdatedError(label=label)
        assert book.final is not None  # noqa: S101 - it is as corrected
        book.void(book.final)
        Game.objects.filter(pk__in=saved["games"]).update(**_VALID)
        FinalScore.objects.filter(pk__in=saved["finals"]).update(**_VALID)
        book.games = list(book.match.games.valid().order_by("number"))
        book.final = book.match.final_scores.valid().first()
        store(book, accept=True)
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
    """Tell whether a match still has the result that a correction gave it."""
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
    """Tell whether games cannot stand beside a result."""
    if not games:
        return False
    if result.how != Match.How.PLAYED:
        return ledger.winner is not None
    try:
        check_final_against(ledger, result.one, result.two)
    except RuleError:
        return True
    return False

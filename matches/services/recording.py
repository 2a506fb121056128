"""Recording a match: games, final scores, corrections and their undo.

Every function locks the match, checks what the reporter had seen, asks the rules, adds
or voids a row and then rewrites the match's derived columns, all in one transaction.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from matches import journal
from matches.errors import (
    AlreadyReportedError,
    MatchCancelledError,
    MatchLockedError,
    NothingToRemoveError,
    ScoreChangedError,
)
from matches.models import FinalScore, Game, Match, User
from matches.occasions import guard_winner
from matches.rules import (
    GameResult,
    Ledger,
    Side,
    apply,
    check_final,
    check_final_against,
    replay,
)

PLAYERS: Final = ("player_1", "player_2")


@dataclass(frozen=True, slots=True)
class Recorded:
    """The match after an act, and whether the act changed it (a repeat does not)."""

    match: Match
    changed: bool


def record_game(
    *, match_id: int, result: GameResult, after: int, by: User | None
) -> Recorded:
    """Add a game to a match.

    `after` is the number of games the reporter had seen. A repeat of the last game is
    answered as already recorded.

    Raises RuleError: the game breaks the rules, somebody else was quicker, the match is
    over, locked or cancelled.
    """
    with _locked(match_id) as match:
        games = _live_games(match)
        if _is_repeat(games, result=result, after=after):
            return Recorded(match, changed=False)
        final = _live_final(match)
        if final is not None:
            raise AlreadyReportedError(one=final.score_1, two=final.score_2)
        if after != len(games):
            raise ScoreChangedError(one=match.score_1, two=match.score_2)
        ledger = apply(_ledger(match, games), result)
        _add_game(match, number=after + 1, result=result, by=by)
        _store(match, ledger=ledger, final=None)
        _tell_game(match, "game_recorded", number=after + 1, result=result, by=by)
    return Recorded(match, changed=True)


def correct_game(
    *,
    match_id: int,
    number: int,
    result: GameResult,
    replaces: int,
    by: User | None,
) -> Recorded:
    """Replace game `number`, keeping the wrong row voided.

    `replaces` is the primary key of the row the reporter saw. Later games stay as they
    are and must still follow from the corrected one.

    Raises RuleError: a later game would break the rules, the row is no longer the valid
    one, a walk-over was given on top of it, the match is locked or cancelled.
    """
    with _locked(match_id) as match:
        games = _live_games(match)
        wrong = next((game for game in games if game.number == number), None)
        if wrong is None:
            raise NothingToRemoveError
        if wrong.result == result:
            return Recorded(match, changed=False)
        if wrong.pk != replaces:
            raise ScoreChangedError(one=match.score_1, two=match.score_2)
        final = _live_final(match)
        if final is not None and final.walkover:
            raise AlreadyReportedError(one=final.score_1, two=final.score_2)
        results = [result if game is wrong else game.result for game in games]
        ledger = replay(match.rules, results)
        if final is not None:
            _check_final(ledger, final.score_1, final.score_2)
        _void(wrong, by)
        _add_game(match, number=number, result=result, by=by)
        _store(match, ledger=ledger, final=final)
        _tell_game(match, "game_corrected", number=number, result=result, by=by)
    return Recorded(match, changed=True)


def remove_last_game(*, match_id: int, revision: int, by: User | None) -> Recorded:
    """Void the last game. `revision` is the match's revision the reporter had seen.

    Raises RuleError: there is no game, somebody changed the match meanwhile, a final
    score was reported on top of the games, the match is locked or cancelled.
    """
    with _locked(match_id) as match:
        games = _live_games(match)
        final = _live_final(match)
        if match.revision != revision:
            raise ScoreChangedError(one=match.score_1, two=match.score_2)
        if not games:
            raise NothingToRemoveError
        if final is not None:
            raise AlreadyReportedError(one=final.score_1, two=final.score_2)
        _void(games[-1], by)
        _store(match, ledger=_ledger(match, games[:-1]), final=None)
        journal.write(act="game_removed", by=by, match=match, number=games[-1].number)
    return Recorded(match, changed=True)


def record_final(
    *, match_id: int, score_1: int, score_2: int, by: User | None
) -> Recorded:
    """Record a result as two numbers.

    Raises RuleError: the score cannot be the end of this match, contradicts the games
    already entered, differs from a result already there; locked or cancelled.
    """
    with _locked(match_id) as match:
        ledger = _ledger(match, _live_games(match))
        known = _outcome(match, ledger)
        winner = check_final(match.rules, score_1, score_2)
        if known is not None:
            if known == (score_1, score_2):
                return Recorded(match, changed=False)
            raise AlreadyReportedError(one=match.score_1, two=match.score_2)
        if match.is_over:  # by a walk-over
            raise AlreadyReportedError(one=match.score_1, two=match.score_2)
        _check_final(ledger, score_1, score_2)
        final = FinalScore.objects.create(
            match=match,
            score_1=score_1,
            score_2=score_2,
            winner=winner,
            reported_by=by,
        )
        _store(match, ledger=ledger, final=final)
        journal.write(
            act="result_recorded", by=by, match=match, score=f"{score_1}–{score_2}"
        )
    return Recorded(match, changed=True)


def correct_final(
    *, match_id: int, score_1: int, score_2: int, revision: int, by: User | None
) -> Recorded:
    """Replace a reported final score in one step, keeping the wrong row voided.

    `revision` is the match's revision the reporter had seen. The winner may stay the
    same, which removing the result first would not allow once something rests on it.

    Raises RuleError: there is no final score, it cannot be the end of this match or
    contradicts the games, somebody changed the match meanwhile, something rests on the
    winner; locked or cancelled.
    """
    with _locked(match_id) as match:
        wrong = _live_final(match)
        if wrong is None:
            raise NothingToRemoveError
        if (wrong.score_1, wrong.score_2) == (score_1, score_2) and not wrong.walkover:
            return Recorded(match, changed=False)
        if match.revision != revision:
            raise ScoreChangedError(one=match.score_1, two=match.score_2)
        ledger = _ledger(match, _live_games(match))
        _check_final(ledger, score_1, score_2)
        _void(wrong, by)
        final = FinalScore.objects.create(
            match=match,
            score_1=score_1,
            score_2=score_2,
            winner=check_final(match.rules, score_1, score_2),
            reported_by=by,
        )
        _store(match, ledger=ledger, final=final)
        journal.write(
            act="result_recorded", by=by, match=match, score=f"{score_1}–{score_2}"
        )
    return Recorded(match, changed=True)


def record_walkover(*, match_id: int, winner: Side, by: User | None) -> Recorded:
    """Give the match to `winner` without play, at the score reached so far.

    Raises RuleError: the match has a result already, is locked or cancelled.
    """
    with _locked(match_id) as match:
        ledger = _ledger(match, _live_games(match))
        if _outcome(match, ledger) is not None or match.is_over:
            if match.walkover and match.winner == winner:
                return Recorded(match, changed=False)
            raise AlreadyReportedError(one=match.score_1, two=match.score_2)
        final = FinalScore.objects.create(
            match=match,
            score_1=ledger.shown.one,
            score_2=ledger.shown.two,
            winner=winner,
            walkover=True,
            reported_by=by,
        )
        _store(match, ledger=ledger, final=final)
        name = (match.player_1 if winner is Side.ONE else match.player_2).name
        journal.write(act="walkover_recorded", by=by, match=match, winner=name)
    return Recorded(match, changed=True)


def remove_final(*, match_id: int, revision: int, by: User | None) -> Recorded:
    """Void the reported final score; games entered one by one count again.

    `revision` is the match's revision the reporter had seen.

    Raises RuleError: no final score is there, somebody changed the match meanwhile, the
    match is locked or cancelled.
    """
    with _locked(match_id) as match:
        final = _live_final(match)
        if final is None:
            raise NothingToRemoveError
        if match.revision != revision:
            raise ScoreChangedError(one=match.score_1, two=match.score_2)
        _void(final, by)
        _store(match, ledger=_ledger(match, _live_games(match)), final=None)
        journal.write(
            act="result_removed",
            by=by,
            match=match,
            score=f"{final.score_1}–{final.score_2}",
        )
    return Recorded(match, changed=True)


@contextmanager
def _locked(match_id: int) -> Iterator[Match]:
    """Hold the match's row: nobody else appends to this ledger meanwhile."""
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .select_related(*PLAYERS)
            .get(pk=match_id)
        )
        if match.state == Match.State.VOID:
            raise MatchCancelledError
        if match.locked_at is not None:
            raise MatchLockedError
        yield match


def _live_games(match: Match) -> list[Game]:
    return list(match.games.filter(voided_at__isnull=True).order_by("number"))


def _live_final(match: Match) -> FinalScore | None:
    return match.final_scores.filter(voided_at__isnull=True).first()


def _ledger(match: Match, games: Sequence[Game]) -> Ledger:
    return replay(match.rules, [game.result for game in games])


def _is_repeat(games: Sequence[Game], *, result: GameResult, after: int) -> bool:
    return len(games) == after + 1 and games[-1].result == result


def _outcome(match: Match, ledger: Ledger) -> tuple[int, int] | None:
    """The final score already known, by report or from the games."""
    final = _live_final(match)
    if final is not None and not final.walkover:
        return final.score_1, final.score_2
    if ledger.winner is not None:
        return ledger.shown.one, ledger.shown.two
    return None


def _check_final(ledger: Ledger, one: int, two: int) -> None:
    check_final(ledger.rules, one, two)
    check_final_against(ledger, one, two)


def _add_game(
    match: Match, *, number: int, result: GameResult, by: User | None
) -> None:
    Game.objects.create(
        match=match,
        number=number,
        winner=result.winner,
        kind=result.kind,
        cube=result.cube,
        ending=result.ending,
        reported_by=by,
    )


def _void(row: Game | FinalScore, by: User | None) -> None:
    row.voided_at = timezone.now()
    row.voided_by = by
    row.save(update_fields=["voided_at", "voided_by"])


def _store(match: Match, *, ledger: Ledger, final: FinalScore | None) -> None:
    """Rewrite what follows from the facts, and let the revision grow by one.

    Raises RuleError: something already rests on the winner that was known.
    """
    shown = ledger.shown
    known = match.winner
    match.score_1 = final.score_1 if final else shown.one
    match.score_2 = final.score_2 if final else shown.two
    match.winner = final.winner if final else ledger.winner
    if known is not None and known != match.winner:
        guard_winner(match)
    match.walkover = final is not None and final.walkover
    match.state = _state(match, ledger)
    was_finished = match.finished_at
    match.finished_at = (was_finished or timezone.now()) if match.is_over else None
    Match.objects.filter(pk=match.pk).update(
        score_1=match.score_1,
        score_2=match.score_2,
        winner=match.winner,
        walkover=match.walkover,
        state=match.state,
        finished_at=match.finished_at,
        revision=F("revision") + 1,
    )
    match.revision += 1


def _state(match: Match, ledger: Ledger) -> str:
    if match.is_over:
        return Match.State.DONE
    return Match.State.PLAYING if ledger.lines else Match.State.READY


def _tell_game(
    match: Match, act: str, *, number: int, result: GameResult, by: User | None
) -> None:
    name = (match.player_1 if result.winner is Side.ONE else match.player_2).name
    journal.write(
        act=act, by=by, match=match, number=number, winner=name, points=result.points
    )

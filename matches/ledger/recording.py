"""Recording a match: games, final scores, corrections, undo and redo.

Every function does the same steps in one transaction: lock the match, answer a repeat
without a change, check the permission and the rules, add or void a row, and store the
derived columns.

The order matters. A repeat (a form sent twice, a lost answer) is recognised before the
permission and the revision are checked: after the first request succeeded, both checks
would fail and the person would see an error for a result that is recorded.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from matches.ledger import errors
from matches.ledger.amendments import (
    ResultChangedError,
    amend,
    facts_of,
    newest_amendment,
    undo_amendment,
)
from matches.ledger.book import (
    LockedMatch,
    Recorded,
    RecordedEnd,
    lock_match,
    open_reports,
    store,
)
from matches.ledger.changes import difference
from matches.ledger.models.facts import Game
from matches.ledger.models.match import Match
from matches.ledger.models.report import Report
from matches.ledger.reporter import By
from matches.ledger.reports import agree
from matches.rules import (
    AwardReason,
    Ending,
    GameResult,
    Ledger,
    Side,
    apply,
    check_final,
    check_final_against,
)
from matches.rules.refusals import RuleError

__all__ = ["Recorded"]

REMOVALS: Final = frozenset({"game_removed", "result_removed"})
"""The acts that a redo undoes."""
TOGETHER: Final = "games_recorded_together"
"""The act of several games that are removed together."""


def record_game(
    *, match_id: int, result: GameResult, after: int, by: By, remark: str = ""
) -> Recorded:
    """Add a game to a match or session.

    `after` is the number of games on the reporter's page. A repeat of the last game
    changes nothing. A match that was put aside is resumed.

    Raises RuleError: the game breaks the rules, another request recorded a game first,
    the match is over, locked or cancelled, or the reporter may not record.
    """
    with lock_match(match_id, by) as book:
        if _is_repeat(book.games, result=result, after=after):
            return Recorded(book.match, changed=False)
        book.check_may()
        final = book.final
        _check_open(book)
        if final is not None:
            raise errors.ALREADY_REPORTED(one=final.score_1, two=final.score_2)
        if after != len(book.games):
            raise _changed(book.match)
        _check_decisions(book, result)
        _check_next(book, result)
        book.add_game(after + 1, result, remark=remark)
        book.resume()
        recorded = store(book)
        _tell_game(book, "game_recorded", number=after + 1, result=result)
    return recorded


@contextmanager
def as_one_act(match_id: int, by: By) -> Iterator[None]:
    """Record games within the block that one undo removes; all of them or none."""
    with lock_match(match_id, by):
        before = facts_of([match_id])
        yield
        with lock_match(match_id, by) as book:
            changes = difference(before, facts_of([match_id]))
            if changes:
                amend(book, act=TOGETHER, changes=changes)


def correct_game(
    *,
    match_id: int,
    number: int,
    result: GameResult,
    replaces: int,
    by: By,
    remark: str | None = None,
) -> Recorded:
    """Replace game `number`, keeping the wrong row voided.

    `replaces` is the primary key of the row the reporter saw. `remark` None leaves the
    remark as it is. The corrected game must be possible at the score at which it was
    played. Later games keep their results; their scores and the Crawford game are
    computed again, and games after the end of the match no longer count.

    Raises RuleError: the game breaks the rules, the row is no longer the valid one, a
    result was given on top of it, the match is locked or cancelled, or the reporter may
    not correct.
    """
    with lock_match(match_id, by) as book:
        wrong = next((game for game in book.games if game.number == number), None)
        if wrong is None:
            raise errors.NOTHING_TO_REMOVE()
        is_same_remark = remark is None or remark == wrong.remark
        if wrong.result == result and is_same_remark:
            return Recorded(book.match, changed=False)
        book.check_may()
        # The number says which game, the key which row of it: another reader may have
        # corrected the same game since, and this form shows the row before.
        if wrong.pk != replaces:
            raise _changed(book.match)
        _check_own(book, wrong)
        _check_decisions(book, result, was=wrong.result)
        _check_open(book)
        final = book.final
        if final is not None and final.is_walkover:
            raise errors.ALREADY_REPORTED(one=final.score_1, two=final.score_2)
        _check_at(book, number, result)
        book.void(wrong)
        book.add_game(
            number,
            result,
            remark=remark or "",
            remark_of=wrong if is_same_remark else None,
        )
        if final is not None:
            _check_final(book.ledger, final.score_1, final.score_2)
        recorded = store(book)
        _tell_game(book, "game_corrected", number=number, result=result)
    return recorded


def remove_last_game(*, match_id: int, revision: int, by: By) -> Recorded:
    """Void the last game, or all games that the newest act recorded.

    `revision` is the match's revision on the reporter's page.

    Raises RuleError: there is no game, the match was changed meanwhile, a final score
    was reported after the games, the match is locked or cancelled, or the reporter may
    not remove it.
    """
    with lock_match(match_id, by) as book:
        book.check_may()
        if book.match.revision != revision:
            raise _changed(book.match)
        if not book.games:
            raise errors.NOTHING_TO_REMOVE()
        final = book.final
        if final is not None:
            raise errors.ALREADY_REPORTED(one=final.score_1, two=final.score_2)
        removed = _newest_games(book)
        for game in removed:
            _check_own(book, game)
        with _removal(book, "game_removed"):
            for game in removed:
                book.void(game)
            recorded = store(book)
        for game in removed:
            book.tell("game_removed", number=game.number)
    return recorded


def _newest_games(book: LockedMatch) -> list[Game]:
    newest = newest_amendment(book.match)
    if newest is None or newest.act != TOGETHER:
        return book.games[-1:]
    numbers = {change.key[1] for change in newest.changes if change.kind == "game"}
    return [game for game in book.games if game.number in numbers]


def record_final(*, match_id: int, score_1: int, score_2: int, by: By) -> Recorded:
    """Record a result as two numbers.

    Raises RuleError: the score cannot be the end of this match, contradicts the games
    already entered, differs from a result already there; locked or cancelled; the
    reporter may not record.
    """
    with lock_match(match_id, by) as book:
        match = book.match
        if match.is_money:
            raise errors.SESSION_HAS_NO_SCORE()
        # Before a repeat is recognised: a director who types the numbers of one version
        # must not settle the dispute without having seen it.
        if not book.reporter.is_player and match.state == Match.State.DISPUTED:
            raise errors.ANSWER_FIRST()
        ledger, known = book.ledger, book.outcome
        winner = check_final(match.rules, score_1, score_2)
        if known is not None:
            said = (known.one, known.two)
            if said == (score_1, score_2) and known.how == Match.How.PLAYED:
                return _repeated_final(book)
            book.check_may()
            if match.state in {Match.State.REPORTED, Match.State.DISPUTED}:
                raise errors.PLAYERS_REPORTED(one=known.one, two=known.two)
            raise errors.ALREADY_REPORTED(one=match.score_1, two=match.score_2)
        book.check_may()
        _check_final(ledger, score_1, score_2)
        book.set_final(RecordedEnd(score_1, score_2, winner))
        book.resume()
        recorded = store(book)
        book.tell("result_recorded", score=f"{score_1}–{score_2}")
    return recorded


def correct_final(
    *, match_id: int, score_1: int, score_2: int, revision: int, by: By
) -> Recorded:
    """Replace a reported final score in one step; the wrong row is voided.

    `revision` is the match's revision on the reporter's page. One step is needed: if
    later matches depend on the winner, the result cannot be removed first, but a
    correction with the same winner is allowed.

    Raises RuleError: there is no final score, the new one cannot be the end of this
    match or contradicts the games, the match was changed meanwhile, later matches
    depend on the winner; locked or cancelled; the reporter may not correct.
    """
    with lock_match(match_id, by) as book:
        match, wrong = book.match, book.final
        if wrong is None:
            raise errors.NOTHING_TO_REMOVE()
        if match.is_money:
            raise errors.SESSION_HAS_NO_SCORE()
        # A walk-over with the same two numbers is another result: this match was
        # played.
        if (wrong.score_1, wrong.score_2) == (
            score_1,
            score_2,
        ) and not wrong.is_walkover:
            return Recorded(match, changed=False)
        book.check_may()
        if match.revision != revision:
            raise _changed(match)
        _check_final(book.ledger, score_1, score_2)
        winner = check_final(match.rules, score_1, score_2)
        book.void(wrong)
        book.set_final(RecordedEnd(score_1, score_2, winner))
        recorded = store(book)
        book.tell("result_recorded", score=f"{score_1}–{score_2}")
    return recorded


def remove_final(
    *, match_id: int, revision: int, by: By, accept: bool = False
) -> Recorded:
    """Void the reported final score; games entered one by one count again.

    `revision` is the match's revision on the reporter's page; `accept`: see `store`.

    Raises RuleError: there is no final score, the match was changed meanwhile, the
    match is locked or cancelled, or the reporter may not remove it.
    """
    with lock_match(match_id, by) as book:
        final = book.final
        if final is None:
            raise errors.NOTHING_TO_REMOVE()
        book.check_may()
        if book.match.revision != revision:
            raise _changed(book.match)
        with _removal(book, "result_removed"):
            book.void(final)
            recorded = store(book, accept=accept)
        book.tell("result_removed", score=f"{final.score_1}–{final.score_2}")
    return recorded


def redo(*, match_id: int, revision: int, by: By) -> Recorded:
    """Undo a removal: restore what the newest act on this match removed.

    `revision` is the match's revision right after the removal. A player may restore
    only what they removed themselves, a director anything.

    Raises NOTHING_TO_REDO: the newest act removed nothing, or a newer act followed;
    and what recording raises.
    """
    with lock_match(match_id, by) as book:
        book.check_may()
        # No newer act can appear: acts on a match are stored under this lock.
        newest = newest_amendment(book.match)
        if newest is None or newest.act not in REMOVALS or newest.revision != revision:
            raise errors.NOTHING_TO_REDO()
        if book.reporter.is_player and newest.made_side != book.reporter.side:
            raise errors.NOTHING_TO_REDO()
        try:
            undo_amendment(book, newest)
        except ResultChangedError as error:
            raise errors.NOTHING_TO_REDO() from error
        recorded = store(book)
        book.tell("redone")
    return recorded


@contextmanager
def _removal(book: LockedMatch, act: str) -> Iterator[None]:
    before = facts_of([book.match.pk])
    yield
    amend(book, act=act, changes=difference(before, facts_of([book.match.pk])))


def _check_decisions(
    book: LockedMatch, result: GameResult, *, was: GameResult | None = None
) -> None:
    """Refuse a player who records what only a director decides.

    A correction that leaves such a decision as it `was` is allowed.
    """
    if not book.reporter.is_player or (
        was is not None
        and (was.ending, was.awarded, was.reason)
        == (result.ending, result.awarded, result.reason)
    ):
        return
    agreed = {None, AwardReason.AGREED, AwardReason.SETTLED}
    if result.ending is Ending.AWARDED or result.reason not in agreed:
        raise errors.ONLY_DIRECTOR()


def _check_own(book: LockedMatch, game: Game) -> None:
    """Refuse a player who removes or changes a game that a director entered."""
    if book.reporter.is_player and game.reported_side is None:
        raise errors.ONLY_DIRECTOR()


def _check_open(book: LockedMatch) -> None:
    """Refuse to write into a money session that was closed."""
    if book.match.is_money and book.final is not None:
        raise errors.SESSION_CLOSED()


def _repeated_final(book: LockedMatch) -> Recorded:
    """Answer a final score that is recorded already.

    From the same player it changes nothing. From the opponent it confirms the open
    report, and from a director it makes the result count.
    """
    if book.match.claimed is None:
        return Recorded(book.match, changed=False)
    side = book.reporter.side
    if side is not None:
        theirs = open_reports(book.match).filter(side=side.other)
        waiting = theirs.filter(state=Report.State.WAITING).first()
        return agree(book, waiting) if waiting else Recorded(book.match, changed=False)
    recorded = store(book)
    book.tell("result_recorded", score=f"{book.match.score_1}–{book.match.score_2}")
    return recorded


def _check_next(book: LockedMatch, result: GameResult) -> None:
    if book.match.is_money:
        book.session.apply(result)
    else:
        apply(book.ledger, result)


def _check_at(book: LockedMatch, number: int, result: GameResult) -> None:
    """Raise RuleError if a corrected game is impossible after the games before it.

    It is judged against a copy of the book that holds only the earlier facts.
    """
    earlier = LockedMatch(
        book.match,
        book.reporter,
        [game for game in book.games if game.number < number],
        # Points `before` game n count in game n already; a payment `after` game n
        # counts from the next one on.
        [adjustment for adjustment in book.adjustments if adjustment.before <= number],
        [payment for payment in book.payments if payment.after < number],
        None,
    )
    _check_next(earlier, result)


def _changed(match: Match) -> RuleError:
    return errors.SCORE_CHANGED(one=match.score_1, two=match.score_2)


def _is_repeat(games: Sequence[Game], *, result: GameResult, after: int) -> bool:
    return len(games) == after + 1 and games[-1].result == result


def _check_final(ledger: Ledger, one: int, two: int) -> None:
    check_final(ledger.rules, one, two)
    check_final_against(ledger, one, two)


def _tell_game(book: LockedMatch, act: str, *, number: int, result: GameResult) -> None:
    match = book.match
    if match.is_money:
        lines = [(line.number, line.points) for line in book.session.lines]
    else:
        lines = [(line.number, line.points) for line in book.ledger.lines]
    points = dict(lines).get(number, 0)
    name = match.player(Side(result.winner)).name
    shown = points if isinstance(points, int) else str(points)
    book.tell(act, number=number, winner=name, points=shown)

"""The score of a match: the Crawford game, the end of the match, the next game.

Facts are the results of the games and the points given or taken between them.
Everything else is derived from them in one pass, so a correction of an early game also
corrects everything after it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from matches.rules import errors
from matches.rules.check_game import check_cube_value, check_game
from matches.rules.conditions import MatchRules
from matches.rules.errors import GameError
from matches.rules.game import AwardReason, Ending, GameResult, Side
from matches.rules.ledger import (
    AdjustmentFact,
    AdjustmentLine,
    AdjustmentReason,
    Entry,
    Fact,
    Ledger,
    Line,
    MatchScore,
    Phase,
)

_RULED: Final = (AwardReason.CRAWFORD_ANNULLED, AwardReason.CRAWFORD_STANDS)


def replay(rules: MatchRules, facts: Iterable[Fact]) -> Ledger:
    """Raises a GameError with the number of the first impossible game."""
    entries: list[Entry] = []
    standing = _start(rules)
    for fact in facts:
        _check(rules, standing, fact)
        entry, standing = _enter(rules, standing, fact)
        entries.append(entry)
    return Ledger(rules, tuple(entries), standing)


def rescore(rules: MatchRules, facts: Iterable[Fact]) -> Ledger:
    """Score a match from facts on record, which count even if they break a rule.

    The line of such a fact has the error as `irregular`: a game with the cube that
    turns out to be the Crawford game was found too late, and its score counts (American
    reading). A deduction takes at most the points that there are. Facts after the end
    of the match stay on the sheet and change nothing.
    """
    entries: list[Entry] = []
    standing = _start(rules)
    for fact in facts:
        try:
            _check(rules, standing, fact)
        except GameError as error:
            # Without the traceback, which would keep all frames of this pass alive with
            # the ledger.
            irregular: GameError | None = error.with_traceback(None)
        else:
            irregular = None
        entry, standing = _enter(rules, standing, fact)
        entries.append(replace(entry, irregular=irregular))
    return Ledger(rules, tuple(entries), standing)


def apply(ledger: Ledger, fact: Fact) -> Ledger:
    """Raises a GameError if the fact is impossible."""
    _check(ledger.rules, ledger.standing, fact)
    entry, standing = _enter(ledger.rules, ledger.standing, fact)
    return Ledger(ledger.rules, (*ledger.entries, entry), standing)


def can_double(ledger: Ledger) -> bool:
    is_in_play = _cube_in_play(ledger.rules, ledger.phase)
    is_over = ledger.phase is Phase.OVER
    return is_in_play and not is_over and ledger.rules.highest_cube > 1


def cube_values(ledger: Ledger, *, automatic: int = 0) -> tuple[int, ...]:
    """Return the useful values of the cube for the next game, in ascending order.

    They begin with 1, or with the value after automatic doubles, and end with the first
    value that wins the match for whichever side wins the game, or with the limit of the
    cube. Higher values are allowed but gain nothing. In the Crawford game and in a
    match to 1 point the only value is 1; a match that is over has none.
    """
    if ledger.phase is Phase.OVER:
        return ()
    if not _cube_in_play(ledger.rules, ledger.phase):
        return (1,)
    enough = max(ledger.needs(Side.ONE), ledger.needs(Side.TWO))
    highest = ledger.rules.highest_after(automatic)
    values = [1 << automatic]
    while values[-1] < min(enough, highest):
        values.append(values[-1] * 2)
    return tuple(values)


def _check(rules: MatchRules, standing: MatchScore, fact: Fact) -> None:
    if isinstance(fact, AdjustmentFact):
        _check_adjustment(rules, standing, fact)
        return
    number, phase = standing.number, standing.phase
    if phase is Phase.OVER:
        raise _match_over(rules, standing)
    check_cube_value(fact, number=number)
    if fact.is_doubled and not _cube_in_play(rules, phase):
        _check_doubling(rules, fact, number=number)
    check_game(rules, fact, number=number)
    if fact.awarded is not None:
        _check_award(rules, phase, fact, number=number)


def _check_doubling(rules: MatchRules, result: GameResult, *, number: int) -> None:
    """Raise a GameError if a player doubled in a game without doubling.

    Source: Danish federation, Lektion 0 (2023), "Dobleterningen – afslutning"
    (Crawfordreglen). That a match to 1 point has no Crawford game, because nothing can
    be doubled in it anyway, is the reading all match programs share.
    """
    dropped = result.ending == Ending.DROPPED
    if rules.length == 1:
        raise (
            errors.DROP_IN_ONE_POINT_MATCH
            if dropped
            else errors.CUBE_IN_ONE_POINT_MATCH
        )(number=number)
    if result.reason in _RULED:
        return
    raise (errors.DROP_IN_CRAWFORD_GAME if dropped else errors.CUBE_IN_CRAWFORD_GAME)(
        number=number
    )


def _check_award(
    rules: MatchRules, phase: Phase, result: GameResult, *, number: int
) -> None:
    awarded, reason = result.awarded, result.reason
    if reason == AwardReason.SETTLED:
        raise errors.SETTLED_IN_MATCH(number=number)
    if awarded is None or awarded.denominator != 1:
        raise errors.AWARD_NOT_WHOLE(number=number, points=str(awarded))
    if reason not in _RULED:
        return
    if phase is not Phase.CRAWFORD or not result.is_doubled:
        raise errors.NO_CRAWFORD_DOUBLE(number=number)
    points = _crawford_points(rules, result, reason)
    if awarded != points:
        annulled = reason == AwardReason.CRAWFORD_ANNULLED
        raise (errors.ANNULLED_POINTS if annulled else errors.STANDING_POINTS)(
            number=number, points=points
        )


def _match_over(rules: MatchRules, standing: MatchScore) -> GameError:
    number, last = standing.number, standing.last_game
    if last is not None:
        return errors.MATCH_OVER(number=number, last=last)
    score = standing.score.capped(rules.length)
    return errors.DECIDED_BY_POINTS(number=number, one=score.one, two=score.two)


def _check_adjustment(
    rules: MatchRules, standing: MatchScore, adjustment: AdjustmentFact
) -> None:
    number, points = standing.number, adjustment.points
    if standing.phase is Phase.OVER:
        end = standing.score.capped(rules.length)
        raise errors.ADJUSTMENT_AFTER_END(number=number, one=end.one, two=end.two)
    if not points and adjustment.reason != AdjustmentReason.RULING:
        raise errors.EMPTY_ADJUSTMENT(number=number)
    score = standing.score.of(adjustment.side)
    if score + points < 0:
        raise errors.DEDUCTION_TOO_LARGE(number=number, score=score, points=points)


def _start(rules: MatchRules) -> MatchScore:
    return _next(rules, MatchScore(1, rules.start, Phase.NORMAL))


def _enter(
    rules: MatchRules, standing: MatchScore, fact: Fact
) -> tuple[Entry, MatchScore]:
    """Return the line of a fact and the state of the match after it."""
    if isinstance(fact, AdjustmentFact):
        return _adjust(rules, standing, fact)
    return _play(rules, standing, fact)


def _play(
    rules: MatchRules, standing: MatchScore, result: GameResult
) -> tuple[Line, MatchScore]:
    before, phase = standing.score, standing.phase
    points = 0 if phase is Phase.OVER else _points(rules, phase, result)
    after = before.plus(result.winner, points)
    line = Line(standing.number, result, before, phase, points, after)
    now = MatchScore(
        line.number + 1,
        after,
        phase,
        crawford_played=standing.crawford_played or line.is_crawford_game,
        last_game=standing.last_game,
    )
    if phase is not Phase.OVER and max(after.one, after.two) >= rules.length:
        now = replace(now, last_game=line.number)
    return line, _next(rules, now)


def _adjust(
    rules: MatchRules, standing: MatchScore, adjustment: AdjustmentFact
) -> tuple[AdjustmentLine, MatchScore]:
    before, side = standing.score, adjustment.side
    # No score falls below 0. A stored deduction can exceed the points if an earlier
    # game was corrected afterwards.
    points = max(adjustment.points, -before.of(side))
    after = before if standing.phase is Phase.OVER else before.plus(side, points)
    in_play = standing.in_play or adjustment.in_play
    now = _next(rules, replace(standing, score=after, in_play=in_play))
    return AdjustmentLine(now.number, adjustment, before, now.phase, after), now


def _next(rules: MatchRules, standing: MatchScore) -> MatchScore:
    """Return the score with the phase of the next game."""
    most = max(standing.score.one, standing.score.two)
    if most >= rules.length:
        return replace(standing, phase=Phase.OVER)
    # Points given during a game do not change the phase of that game: it was already
    # being played with or without the cube.
    if standing.in_play:
        return standing
    return replace(standing, phase=_phase(rules, standing))


def _phase(rules: MatchRules, standing: MatchScore) -> Phase:
    # A match to 1 point begins at match point, but has no Crawford game.
    if not rules.crawford or rules.length == 1:
        return Phase.NORMAL
    if standing.crawford_played:
        return Phase.POST_CRAWFORD
    at_match_point = rules.length - 1 in (standing.score.one, standing.score.two)
    return Phase.CRAWFORD if at_match_point else Phase.NORMAL


def _points(rules: MatchRules, phase: Phase, result: GameResult) -> int:
    if result.awarded is not None and result.ending != Ending.WASHED:
        return max(0, int(result.awarded))
    return rules.computed(result, cube_in_play=_cube_in_play(rules, phase))


def _crawford_points(
    rules: MatchRules, result: GameResult, reason: AwardReason | None
) -> int:
    if reason == AwardReason.CRAWFORD_ANNULLED:
        result = replace(result, cube=1, automatic=0, beavers=0)
    return rules.computed(result, cube_in_play=False)


def _cube_in_play(rules: MatchRules, phase: Phase) -> bool:
    return rules.length > 1 and phase is not Phase.CRAWFORD


def check_final(rules: MatchRules, one: int, two: int) -> Side:
    """Return the winner of a match that ended at `one`–`two`.

    Exactly one score is the length of the match, the other lies from 0 to one below.

    Raises NEGATIVE_SCORE, SCORE_TOO_HIGH, TWO_WINNERS, NO_WINNER.
    """
    length = rules.length
    lower, higher = sorted((one, two))
    if lower < 0:
        raise errors.NEGATIVE_SCORE(score=lower)
    if higher > length:
        raise errors.SCORE_TOO_HIGH(score=higher, length=length)
    if lower == length:
        raise errors.TWO_WINNERS(length=length)
    if higher < length:
        raise errors.NO_WINNER(one=one, two=two, length=length)
    return Side.ONE if one == length else Side.TWO


def check_final_against(ledger: Ledger, one: int, two: int) -> Side:
    """Return the winner of a final score for a match with recorded games.

    Raises what `check_final` raises; SCORE_FALLS if a side would lose points it
    has; errors.DECIDED_BY_GAMES if the games ended the match at another score.
    """
    winner = check_final(ledger.rules, one, two)
    shown = ledger.shown
    if ledger.winner is not None and (one, two) != (shown.one, shown.two):
        raise errors.DECIDED_BY_GAMES(one=shown.one, two=shown.two)
    if one < shown.one or two < shown.two:
        raise errors.SCORE_FALLS(one=shown.one, two=shown.two)
    return winner

"""Checks of a reported game that apply to matches and to money sessions."""

from dataclasses import replace
from math import ceil
from typing import Final

from matches.rules import errors
from matches.rules.conditions import GameRules, Scoring
from matches.rules.game import (
    CHECKERS,
    LARGEST_CUBE,
    AwardReason,
    Ending,
    GameResult,
    Kind,
    is_cube_value,
)

_DOUBLINGS: Final = LARGEST_CUBE.bit_length() - 1
_COUNTED: Final = (Ending.PLAYED, Ending.RESIGNED)


def check_cube_value(result: GameResult, *, number: int) -> None:
    if not is_cube_value(result.cube):
        raise errors.CUBE_VALUE_INVALID(number=number, cube=result.cube)


def check_game(rules: GameRules, result: GameResult, *, number: int) -> None:
    """Check all but the score. Raises a GameError with the number of the game."""
    check_cube_value(result, number=number)
    _check_cube(rules, result, number=number)
    _check_automatic(rules, result, number=number)
    _check_beavers(rules, result, number=number)
    _check_checkers(rules, result, number=number)
    _check_award(result, number=number)


def _check_cube(rules: GameRules, result: GameResult, *, number: int) -> None:
    """Compare the cube with its limit; check a drop.

    Source: Danish federation, Lektion 0 (2023), "Dobleterningen – fortsat": a drop pays
    the value before the double.
    """
    cube, highest = result.cube, rules.highest_after(result.automatic)
    if cube > highest:
        raise errors.CUBE_TOO_HIGH(number=number, cube=cube, cap=highest)
    if result.ending != Ending.DROPPED:
        return
    if result.kind != Kind.SINGLE:
        raise errors.DROP_NOT_SINGLE(number=number)
    if cube == highest:
        raise errors.DROP_AT_CUBE_LIMIT(number=number, cube=cube)


def _check_automatic(rules: GameRules, result: GameResult, *, number: int) -> None:
    automatic, most = result.automatic, rules.automatic
    if automatic and not most:
        raise errors.AUTOMATIC_DOUBLES_OFF(number=number)
    if not 0 <= automatic <= most:
        raise errors.TOO_MANY_AUTOMATIC_DOUBLES(
            number=number, automatic=automatic, most=most
        )
    if result.cube < result.opening:
        raise errors.CUBE_BELOW_OPENING(
            number=number, cube=result.cube, opening=result.opening
        )


def _check_beavers(rules: GameRules, result: GameResult, *, number: int) -> None:
    """Check that the cube can have reached its value with this many beavers.

    Each turn of the cube is a double or a beaver. The first turn is a double, and the
    rules limit how many beavers may follow a double in a row. So `beavers` beavers need
    a minimum number of doubles in addition.

    Source: Norwegian "Backgammonregler", "Doblingsterningen".
    """
    beavers, in_a_row = result.beavers, rules.beavers
    if not beavers:
        return
    if not in_a_row:
        raise errors.BEAVERS_OFF(number=number)
    if not 0 < beavers < _DOUBLINGS:
        raise errors.BEAVER_COUNT(number=number, beavers=beavers)
    lowest = _lowest_with_beavers(rules, result)
    if result.cube < lowest:
        raise errors.CUBE_BELOW_BEAVERS(number=number, cube=result.cube, lowest=lowest)


def _lowest_with_beavers(rules: GameRules, result: GameResult) -> int:
    doubles = ceil(result.beavers / rules.beavers)
    return result.opening << (result.beavers + doubles)


def without_refused_beaver(rules: GameRules, result: GameResult) -> GameResult:
    """Return a game as a record holds it where players count a refused beaver.

    Players say that a beaver was refused: double to 2, beaver, dropped, 2 points. A
    record counts accepted beavers alone, so this one is left out; the points are the
    same. Any other game is returned as it is.

    Source: Norwegian "Backgammonregler", "Å spille med bevre".
    """
    can_be = 0 < result.beavers < _DOUBLINGS and rules.beavers > 0
    if result.ending != Ending.DROPPED or not can_be:
        return result
    # The cube stays at the value that the beaver would have doubled.
    if 2 * result.cube != _lowest_with_beavers(rules, result):
        return result
    return replace(result, beavers=result.beavers - 1)


def _check_checkers(rules: GameRules, result: GameResult, *, number: int) -> None:
    """Source: older Norwegian leaflet "Spilleregler", section 8."""
    checkers, counted = result.checkers, result.ending in _COUNTED
    if checkers is None:
        if rules.scoring == Scoring.CHECKERS and counted and result.awarded is None:
            raise errors.CHECKERS_MISSING(number=number)
        return
    if rules.scoring != Scoring.CHECKERS or not counted:
        raise errors.CHECKERS_NOT_COUNTED(number=number)
    if min(checkers) < 0 or not 1 <= checkers.left <= CHECKERS:
        raise errors.CHECKERS_IMPOSSIBLE(number=number, most=CHECKERS)
    # A record may leave the kind out; one that names it must not contradict itself.
    if result.kind not in {Kind.SINGLE, checkers.kind}:
        raise errors.CHECKERS_CONTRADICT(number=number, most=CHECKERS)


def _check_award(result: GameResult, *, number: int) -> None:
    awarded, reason = result.awarded, result.reason
    if awarded is None:
        if reason is not None:
            raise errors.AWARD_MISSING(number=number)
        return
    if result.ending == Ending.WASHED:
        raise errors.AWARD_FOR_WASHED_GAME(number=number)
    if reason is None:
        raise errors.AWARD_REASON_MISSING(number=number)
    if reason == AwardReason.AGREED and result.ending != Ending.RESIGNED:
        raise errors.AGREED_WITHOUT_RESIGNING(number=number)
    if awarded < 0:
        raise errors.AWARD_NEGATIVE(number=number, points=str(awarded))

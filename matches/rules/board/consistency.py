"""Checks that the parts of a situation do not contradict each other."""

from matches.rules.board.ids import errors
from matches.rules.board.situation import Situation


def checked(situation: Situation) -> Situation:
    """Return the situation itself. Raises RuleError if it contradicts itself.

    A turned cube in the Crawford game breaks the rules but is not a contradiction.
    """
    cap = situation.cube_cap
    if cap is not None and situation.cube > cap:
        raise errors.CUBE_ABOVE_CAP(cube=situation.cube, cap=cap)
    if situation.owner is not None and situation.cube == 1:
        raise errors.OWNED_CUBE()
    if situation.doubled:
        _check_double(situation)
    if situation.crawford:
        _check_crawford(situation)
    return situation


def _check_double(situation: Situation) -> None:
    opponent, back = situation.on_roll.other, situation.turned_back
    if situation.dice is not None:
        raise errors.DOUBLED_AFTER_ROLL()
    if back and (situation.owner != opponent or situation.cube < 1 << back):
        raise errors.BEAVERED_CUBE()
    if not back and situation.owner == opponent:
        raise errors.DOUBLED_WITHOUT_CUBE()


def _check_crawford(situation: Situation) -> None:
    length, score = situation.length, situation.score
    if not length:
        raise errors.CRAWFORD_FOR_MONEY()
    # Programs write a finished game with the score after it and the Crawford mark of
    # the game itself, so the two need not agree.
    if max(score.one, score.two) < length - 1:
        raise errors.CRAWFORD_SCORE_INVALID(length=length, one=score.one, two=score.two)

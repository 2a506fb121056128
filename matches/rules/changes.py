"""Sentences about the consequences of a correction, before it is made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from matches.rules import errors
from matches.rules.conditions import Score
from matches.rules.errors import GameError
from matches.rules.ledger import Ledger, Line, Phase
from matches.rules.refusals import Message, Param

CRAWFORD_MOVES: Final = Message(
    "change.crawford_moves",
    # Translators: the Crawford game is the one game played without doubling.
    "Game %(number)s is now the Crawford game.",
)
CRAWFORD_GOES: Final = Message(
    "change.crawford_goes", "There is no longer a Crawford game."
)
SCORE_CHANGES: Final = Message(
    "change.score_changes",
    "The score changes from game %(number)s on and ends at %(one)s–%(two)s (was "
    "%(was_one)s–%(was_two)s).",
)
SCORE_RETURNS: Final = Message(
    "change.score_returns",
    "The score changes from game %(number)s on but still ends at %(one)s–%(two)s.",
)
ENDS_WITH: Final = Message(
    "change.ends_with", "The match now ends with game %(number)s."
)
ENDS_WITH_SURPLUS: Final = Message(
    "change.ends_with_surplus",
    "The match now ends with game %(number)s; later games stay on the sheet but do "
    "not count.",
)
ENDS_BEFORE: Final = Message(
    "change.ends_before",
    "The match now ends before game %(number)s, because of points awarded in a ruling.",
)
ENDS_BEFORE_SURPLUS: Final = Message(
    "change.ends_before_surplus",
    "The match now ends before game %(number)s, because of points awarded in a "
    "ruling. Later games are kept but do not count.",
)
COUNTS_AGAIN: Final = Message("change.counts_again", "Game %(number)s counts again.")
OPEN_AGAIN: Final = Message("change.open_again", "The match is open again.")
WINNER_IS: Final = Message(
    "change.winner_is",
    # Translators: %(side)s is a player's name.
    "The winner is now %(side)s.",
)
FOUND_TOO_LATE: Final = Message(
    "change.found_too_late",
    "Game %(number)s was played with the cube although it is now the Crawford game: "
    "its points are kept.",
)
BREAKS_RULES: Final = Message(
    "change.breaks_rules",
    "Game %(number)s no longer fits the rules: its points are kept. Check it again.",
)
DEDUCTION_LIMITED: Final = Message(
    "change.deduction_limited",
    "Before game %(number)s, more points were deducted than the player has. The score "
    "stays at 0.",
)
ADJUSTMENT_TOO_LATE: Final = Message(
    "change.adjustment_too_late",
    "The match was already over before these points for game %(number)s, so they do "
    "not count.",
)
FITS_AGAIN: Final = Message(
    "change.fits_again", "Game %(number)s fits the rules again."
)

_IN_CRAWFORD_GAME: Final = (errors.CUBE_IN_CRAWFORD_GAME, errors.DROP_IN_CRAWFORD_GAME)
_OVER: Final = (errors.MATCH_OVER, errors.DECIDED_BY_POINTS)
_ADJUSTMENTS: Final = (errors.DEDUCTION_TOO_LARGE, errors.ADJUSTMENT_AFTER_END)


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The parameter `side` is 1 or 2; the page replaces it by the player’s name."""

    message: Message
    params: Mapping[str, Param] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message.english % self.params


def changes(before: Ledger, after: Ledger) -> tuple[ScoreChange, ...]:
    """Empty if the correction changes neither score nor Crawford game nor winner."""
    return (
        *_winner(before, after),
        *_end(before, after),
        *_score(before, after),
        *_crawford(before, after),
        *_counting(before, after),
        *_regularity(before, after),
    )


def _winner(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    if after.winner is before.winner:
        return
    if after.winner is None:
        yield ScoreChange(OPEN_AGAIN)
        return
    yield ScoreChange(WINNER_IS, {"side": int(after.winner)})


def _end(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    end = _last(after)
    if end is None or end == _last(before):
        return
    number, by_game = end
    if by_game:
        message = ENDS_WITH_SURPLUS if after.surplus else ENDS_WITH
    else:
        message = ENDS_BEFORE_SURPLUS if after.surplus else ENDS_BEFORE
    yield ScoreChange(message, {"number": number})


def _last(ledger: Ledger) -> tuple[int, bool] | None:
    """Return the number of the deciding line and whether it is a game, or None."""
    length = ledger.rules.length
    for entry in ledger.entries:
        if max(entry.after.one, entry.after.two) >= length:
            return entry.number, isinstance(entry, Line)
    return None


def _score(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    number = _first_difference(before, after)
    if number is None:
        return
    score, was = after.shown, before.shown
    params: dict[str, Param] = {"number": number, "one": score.one, "two": score.two}
    if score == was:
        yield ScoreChange(SCORE_RETURNS, params)
        return
    yield ScoreChange(SCORE_CHANGES, {**params, "was_one": was.one, "was_two": was.two})


def _first_difference(before: Ledger, after: Ledger) -> int | None:
    old, new = _scores(before), _scores(after)
    for number in range(1, max(len(old), len(new)) + 1):
        if old.get(number, (before.shown,) * 2) != new.get(number, (after.shown,) * 2):
            return number
    return None


def _scores(ledger: Ledger) -> dict[int, tuple[Score, Score]]:
    length, shown = ledger.rules.length, ledger.shown
    scores = {
        line.number: (line.before.capped(length), line.after.capped(length))
        for line in ledger.lines
    }
    return {**scores, len(scores) + 1: (shown, shown)}


def _crawford(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    number = after.crawford_game
    if number == before.crawford_game:
        return
    if number is not None:
        yield ScoreChange(CRAWFORD_MOVES, {"number": number})
        return
    only_expected = before.phase is Phase.CRAWFORD
    if after.winner is None or not only_expected:
        yield ScoreChange(CRAWFORD_GOES)


def _counting(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    counts = {line.number for line in after.lines}
    for line in before.surplus:
        if line.number in counts:
            yield ScoreChange(COUNTS_AGAIN, {"number": line.number})


def _regularity(before: Ledger, after: Ledger) -> Iterator[ScoreChange]:
    """Games after the end of the match are left out, because they do not count."""
    was = _irregular(before)
    for key, error in _irregular(after).items():
        if key not in was or type(was[key]) is not type(error):
            yield ScoreChange(_sentence(error), {"number": error.number})
    numbers = {line.number for line in after.lines if line.irregular is None}
    for error in was.values():
        if error.number in numbers and error.refusal not in _ADJUSTMENTS:
            yield ScoreChange(FITS_AGAIN, {"number": error.number})


def _irregular(ledger: Ledger) -> dict[tuple[int, int], GameError]:
    found: dict[tuple[int, int], GameError] = {}
    place = 0
    for entry in ledger.entries:
        place = 0 if isinstance(entry, Line) else place + 1
        error = entry.irregular
        if error is not None and error.refusal not in _OVER:
            found[entry.number, place] = error
    return found


def _sentence(error: GameError) -> Message:
    if error.refusal is errors.DEDUCTION_TOO_LARGE:
        return DEDUCTION_LIMITED
    if error.refusal is errors.ADJUSTMENT_AFTER_END:
        return ADJUSTMENT_TOO_LATE
    return FOUND_TOO_LATE if error.refusal in _IN_CRAWFORD_GAME else BREAKS_RULES

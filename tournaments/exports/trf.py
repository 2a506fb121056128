"""A stage of rounds as a federation's program reads it: TRF16, the report of FIDE.

Chess has colours, backgammon has none: the file gives white to the player who had it
less often, because programs refuse a pairing without.

Source: FIDE Handbook C.04 Annex 2, “Tournament Report File format”.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Final, NamedTuple

from tournaments.engine import Outcome, StageState
from tournaments.engine.state import Rest

NAME_WIDTH: Final = 33
HIGHEST_RATING: Final = 9999
_WORTH: Final = {"1": 2, "+": 2, "U": 2, "H": 1, "=": 1, "0": 0, "-": 0, "Z": 0}
"""Half points of each result."""


class Reported(NamedTuple):
    """A player of the report; `place` is that of the standings."""

    name: str
    rating: int
    place: int


class ReportHead(NamedTuple):
    """The head of the report."""

    name: str
    city: str
    day: date


class _Cell(NamedTuple):
    opponent: int
    colour: str
    result: str

    def __str__(self) -> str:
        opponent = f"{self.opponent:4}" if self.opponent else "0000"
        return f"  {opponent} {self.colour} {self.result}"


_NOT_THERE: Final = _Cell(0, "-", "Z")


def can_be_reported(state: StageState) -> bool:
    """Return whether each player has at most one match in each round."""
    return state.options.legs == 1


def trf16(event: ReportHead, state: StageState, people: Mapping[int, Reported]) -> str:
    """Return the report of all rounds whose results are known.

    `people` are by entrant number; in the file they are numbered anew, from 1.
    """
    numbers = {entrant: place for place, entrant in enumerate(sorted(people), 1)}
    rounds = _cells(state, numbers)
    order = sorted(people, key=lambda one: (people[one].place, one))
    ranks = {entrant: rank for rank, entrant in enumerate(order, 1)}
    rated = sum(bool(one.rating) for one in people.values())
    day = f"{event.day:%Y/%m/%d}"
    lines = [
        f"012 {_plain(event.name)}",
        f"022 {_plain(event.city)}",
        f"042 {day}",
        f"052 {day}",
        f"062 {len(people)}",
        f"072 {rated}",
        "082 0",
        "092 Individual: Swiss-System",
        f"XXR {max(state.rounds, len(rounds))}",
        "XXC white1",
    ]
    for entrant, number in numbers.items():
        cells = [drawn_round.get(entrant, _NOT_THERE) for drawn_round in rounds]
        points = sum(_WORTH[cell.result] for cell in cells) / 2
        person = people[entrant]
        rating = f"{person.rating:4}" if person.rating else "    "
        lines.append(
            f"001 {number:4}      {_plain(person.name)[:NAME_WIDTH]:{NAME_WIDTH}} "
            f"{rating}{'':28}{points:4.1f} {ranks[entrant]:4}{''.join(map(str, cells))}"
        )
    return "\r\n".join((*lines, ""))


def _cells(
    state: StageState, numbers: Mapping[int, int]
) -> Sequence[Mapping[int, _Cell]]:
    """Return what each entrant did in each round, up to the first open match."""
    whites: Counter[int] = Counter()
    rounds = []
    last = max((outcome.round for outcome in state.outcomes), default=0)
    for number in range(1, last + 1):
        played = [outcome for outcome in state.outcomes if outcome.round == number]
        if any(one.is_open for one in played):
            break
        cells = {
            rest.entrant: _rest(rest, state)
            for rest in state.rests
            if rest.round == number
        }
        for one in played:
            cells |= _pair(one, numbers=numbers, whites=whites, bye=state.bye)
        rounds.append(cells)
    return rounds


def _pair(
    one: Outcome, *, numbers: Mapping[int, int], whites: Counter[int], bye: Fraction
) -> dict[int, _Cell]:
    if one.two is None:
        return {one.one: _Cell(0, "-", _bye(bye))}
    if not one.played or one.nobody:
        # An unplayed match has no colours, so the balance of colours stays.
        white, black = one.one, one.two
    else:
        white, black = sorted((one.one, one.two), key=lambda side: whites[side])
        whites[white] += 1
        whites[black] -= 1
    return {
        white: _Cell(numbers[black], "w", _result(one, white)),
        black: _Cell(numbers[white], "b", _result(one, black)),
    }


def _result(one: Outcome, entrant: int) -> str:
    if one.nobody:
        return "-"
    if not one.played:
        return "+" if one.winner == entrant else "-"
    return "1" if one.winner == entrant else "0"


def _bye(worth: Fraction) -> str:
    return {Fraction(1): "U", Fraction(1, 2): "H"}.get(worth, "Z")


def _rest(rest: Rest, state: StageState) -> _Cell:
    worth = state.options.worth_of(rest.kind)
    return _Cell(0, "-", "F" if worth == 1 else "H" if worth else "Z")


def _plain(text: str) -> str:
    """Return a text in one line, without what the columns cannot hold."""
    return " ".join(str.__str__(text).split())

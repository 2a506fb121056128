"""A check of pairs that are to be kept apart and could meet later in a bracket."""

from collections.abc import Iterable, Iterator, Mapping

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts
from tournaments.engine.audit.seeds import seeded_in
from tournaments.engine.state import DrawnRound, Note, StageState

SAME_HALF = Message(
    "audit.same_half",
    "%(entrant)s and %(other)s should not meet, but can in round %(round)s of the "
    "bracket. Swap slots to delay it.",
)

Pair = tuple[int, int]
Early = tuple[tuple[int, ...], tuple[int, ...]]


def half_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """Check that no exchange of two unseeded entrants keeps such pairs apart longer.

    Two in different halves can meet in the last round alone. Persons come before
    forbidden pairs, and an earlier round before all later ones. Pairs of the first
    round are checked with the other pairs of that round.
    """
    line_of = dict(drawn.lots)
    same = _within(state.same_person, line_of)
    forbidden = _within(state.options.forbidden, line_of)
    if not same and not forbidden:
        return
    last = max((line - 1).bit_length() for line in line_of.values())
    fixed = seeded_in(state, counts.due)
    movable = sorted(set(line_of) - {*fixed})

    def early(lines: Mapping[int, int]) -> Early:
        return _by_round(same, lines, last), _by_round(forbidden, lines, last)

    now = early(line_of)
    for one, two in sorted({*same, *forbidden}):
        number = _meeting(line_of, (one, two))
        if not 1 < number < last:
            continue
        exchanges = (
            (mover, other)
            for mover in (one, two)
            if mover in movable
            for other in movable
            if other not in {one, two}
        )
        if any(early(_exchanged(line_of, *both)) < now for both in exchanges):
            params = {"entrant": one, "other": two, "round": number}
            yield Note(SAME_HALF, params)


def _within(pairs: Iterable[Pair], line_of: Mapping[int, int]) -> list[Pair]:
    return [
        (min(pair), max(pair)) for pair in pairs if all(one in line_of for one in pair)
    ]


def _meeting(line_of: Mapping[int, int], pair: Pair) -> int:
    """Return the first round in which two can meet."""
    one, two = pair
    return ((line_of[one] - 1) ^ (line_of[two] - 1)).bit_length()


def _by_round(
    pairs: Iterable[Pair], line_of: Mapping[int, int], last: int
) -> tuple[int, ...]:
    """Count the pairs by the round in which they can meet, the first round first."""
    found = [0] * (last + 1)
    for pair in pairs:
        found[_meeting(line_of, pair)] += 1
    return tuple(found[1:])


def _exchanged(line_of: Mapping[int, int], one: int, two: int) -> Mapping[int, int]:
    return {**line_of, one: line_of[two], two: line_of[one]}

"""Checks of the lines of a bracket: entrants, seeds and byes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from matches.rules.messages import Message
from tournaments.engine.audit.counting import Counts
from tournaments.engine.audit.rounds import NEEDLESS_BYE
from tournaments.engine.audit.seeds import seed_faults
from tournaments.engine.state import DrawnRound, Note, StageState

NOT_NEIGHBOURS = Message(
    "audit.not_neighbours",
    "%(entrant)s and %(other)s are not next to each other in the bracket.",
)
LOT_TWICE = Message(
    "audit.lot_twice", "%(entrant)s and %(other)s have drawn the same lot: %(lot)s."
)
NO_LINE = Message("audit.no_line", "%(entrant)s has no slot in the bracket.")
BEYOND = Message(
    "audit.beyond", "%(entrant)s is in slot %(line)s, but the slots are %(lines)s."
)
EMPTY_MATCH = Message(
    "audit.empty_match",
    "Slots %(line)s and %(next)s are both empty: two byes meet although the byes "
    "could be apart.",
)
BYES_UNEVEN = Message(
    "audit.byes_uneven",
    "The byes are not spread: the halves of slots %(first)s to %(last)s have "
    "%(upper)s and %(lower)s players.",
)
BYES_ELSEWHERE = Message(
    "audit.byes_elsewhere",
    "The byes are not all at the end of the bracket that was chosen for them: there "
    "is one in slot %(line)s.",
)


def lot_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    holders: dict[int, int] = {}
    lots = {entrant.number: entrant.lot for entrant in state.entrants} | dict(
        drawn.lots
    )
    for number, lot in sorted(lots.items()):
        if lot is None:
            continue
        if lot in holders:
            yield Note(
                LOT_TWICE, {"entrant": holders[lot], "other": number, "lot": lot}
            )
        holders.setdefault(lot, number)


def line_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """Check the one draw of a bracket: lines, byes, seeds, and that neighbours meet."""
    yield from _neighbour_faults(drawn, counts)
    size = 2
    while size < len(counts.due):
        size *= 2
    for number in sorted(counts.due - set(drawn.lots)):
        yield Note(NO_LINE, {"entrant": number})
    for number, line in sorted(drawn.lots.items()):
        if not 1 <= line <= size:
            params = {"entrant": number, "line": line, "lines": size}
            yield Note(BEYOND, params)
    taken = set(drawn.lots.values())
    yield from _bye_faults(state.options.byes, taken, size)
    yield from seed_faults(state, _by_line(drawn.lots), size)


def _neighbour_faults(drawn: DrawnRound, counts: Counts) -> Iterator[Note]:
    """Check that the first line meets the second, the third the fourth.

    There is a bye only where the other line of the two is empty.
    """
    together: defaultdict[int, set[int]] = defaultdict(set)
    for number in counts.due & set(drawn.lots):
        together[(drawn.lots[number] - 1) // 2].add(number)
    for pairing in drawn.pairings:
        one, two, line = pairing.one, pairing.two, drawn.lots.get(pairing.one)
        rivals = together[(line - 1) // 2] - {one} if line else set()
        if two is None and rivals:
            yield Note(NEEDLESS_BYE, {"entrant": one})
        if two is not None and two not in rivals:
            yield Note(NOT_NEIGHBOURS, {"entrant": one, "other": two})


def _by_line(lots: Mapping[int, int]) -> dict[int, int]:
    return {line: number for number, line in sorted(lots.items())}


def _bye_faults(byes: str, taken: set[int], size: int) -> Iterator[Note]:
    """Check where the byes are; a bye that is a lot may be anywhere."""
    if byes == "lots":
        return
    with_bye = []
    for line in range(1, size, 2):
        vacant = [number for number in (line, line + 1) if number not in taken]
        if len(vacant) > 1:
            yield Note(EMPTY_MATCH, {"line": line, "next": line + 1})
        with_bye += vacant[:1]
    if byes == "spread":
        yield from _uneven(taken, size)
        return
    matches = sorted((line - 1) // 2 for line in with_bye)
    first = 0 if byes == "top" else size // 2 - len(matches)
    for place, match in enumerate(matches, start=first):
        if match != place:
            yield Note(BYES_ELSEWHERE, {"line": with_bye[place - first]})


def _uneven(taken: set[int], size: int) -> Iterator[Note]:
    """Compare the halves, the quarters, the eighths and so on."""
    block = size
    while block > 1:
        for first in range(1, size + 1, block):
            half = block // 2
            upper = len(taken & set(range(first, first + half)))
            lower = len(taken & set(range(first + half, first + block)))
            if abs(upper - lower) > 1:
                params = {"first": first, "last": first + block - 1}
                yield Note(BYES_UNEVEN, {**params, "upper": upper, "lower": lower})
        block //= 2

"""The lines of a bracket: seed orders, byes and lots.

Lots (see `lots`), where FORMAT is the key of the format:

- `FORMAT:lines` sorts the entrants. A seeded entrant gets the line of their seed, equal
  ones in this order; the others fill the remaining lines from top to bottom.
- `FORMAT:byes`, with the number of a line in place of an entrant's, sorts the lines if
  byes are drawn by lot. The first lines stay vacant; a line whose match has a vacant
  line already is skipped. So are the lines of the seeded, the best half of the field.

Seeds from one group are exchanged before the others are placed, see `keep_apart`.
Entrants to be kept apart in the first round are exchanged next, see `keep_apart`. Lines
are exchanged last so that entrants who should not meet are apart as long as possible,
see `far_apart`.
"""

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from functools import cache

from matches.rules.refusals import Message, Refusal
from tournaments.engine.bracket.far_apart import far_apart
from tournaments.engine.bracket.keep_apart import (
    CROSSED,
    Clashes,
    crossed,
    ranks_of,
    separate,
)
from tournaments.engine.pairing.lots import by_lot
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.state import DrawnPairing, DrawnRound, Entrant, Note, StageState

BYE_DRAWN = Message(
    "bracket.bye_drawn", "Random bye: there are fewer players than slots."
)
BYE_SEEDED = Message(
    "bracket.bye_seeded", "Bye for a seeded player: there are fewer players than slots."
)
HALVES = Message(
    "foresight.halves",
    "Pairs to be kept apart: %(count)s. They get slots in different halves where "
    "possible. They can still meet later, in the final or a consolation bracket.",
)
CAN_MEET = Message(
    "foresight.can_meet",
    "%(entrant)s and %(other)s should not meet. In the main bracket they can meet "
    "from round %(round)s of %(rounds)s on.",
)
LINES_DRAWN = Refusal(
    "engine.lines_drawn",
    "The bracket has been drawn, and its matches follow from the results. To redraw, "
    "cancel the draw first.",
)


def lines_for(entrants: int) -> int:
    """Return the number of lines of the smallest bracket for a field, at least 2."""
    return int(2 ** max((entrants - 1).bit_length(), 1))


@cache
def seed_order(lines: int) -> tuple[int, ...]:
    """Return the seed that belongs on each line, from the top, in the standard order.

    The best two can meet in the final only, the best four not before its semi-finals;
    in the first round the best meets the weakest.
    """
    seeds = [1]
    while len(seeds) < lines:
        total = 2 * len(seeds) + 1
        seeds = [line for seed in seeds for line in (seed, total - seed)]
    return tuple(seeds)


@cache
def lines_by_seed(lines: int) -> tuple[int, ...]:
    seeds = seed_order(lines)
    return tuple(sorted(range(1, lines + 1), key=lambda line: seeds[line - 1]))


def check_undrawn(state: StageState) -> None:
    if state.outcomes or any(entrant.lot is not None for entrant in state.entrants):
        raise LINES_DRAWN()


def lines_of(state: StageState) -> int:
    drawn = [entrant.lot for entrant in state.entrants if entrant.lot is not None]
    return lines_for(max(drawn) if drawn else len(state.due()))


def draw_lines(state: StageState, seed: str) -> DrawnRound:
    """Draw a line for every due entrant; return the first round with these lots."""
    entrants, options = state.due(), state.options
    size = lines_for(len(entrants))
    numbers = [entrant.number for entrant in entrants]
    order = by_lot(seed, f"{state.format}:lines", numbers)
    seeded = strongest(entrants, order)[: options.seeded]
    vacant = _vacant(state, seed, size=size, byes=size - len(order))
    by_rank: dict[int, int] = dict(
        zip(
            (line for line in lines_by_seed(size) if line not in vacant),
            seeded,
            strict=False,
        )
    )
    at = crossed(by_rank, entrants, size=size)
    free = (line for line in range(1, size + 1) if line not in vacant | set(at))
    others = [number for number in order if number not in set(seeded)]
    at.update(zip(free, others, strict=True))
    clashes = Clashes(entrants, options)
    at = separate(at, others, clashes)
    groups = {entrant.number: entrant.group for entrant in entrants if entrant.group}
    at = far_apart(
        at,
        ranks_of(seeded, groups) if groups else [seeded],
        others,
        state=state,
        by_lot=lambda name, some: by_lot(seed, f"{state.format}:{name}", some),
    )
    moved = {
        number
        for line, number in at.items()
        if number in set(seeded) and by_rank.get(line) != number
    }
    pairs = [(at.get(line), at.get(line + 1)) for line in range(1, size, 2)]
    pairings = _pairings(pairs, clashes, frozenset(seeded))
    return DrawnRound(
        1,
        tuple(_with_moves(pairing, moved) for pairing in pairings),
        {at[line]: line for line in sorted(at)},
    )


def seeds_drawn(state: StageState, seed: str) -> list[int]:
    """Return the seeds of a bracket that was drawn with this seed, the best first."""
    entrants = state.due()
    numbers = [entrant.number for entrant in entrants]
    order = by_lot(seed, f"{state.format}:lines", numbers)
    return strongest(entrants, order)[: state.options.seeded]


def _with_moves(pairing: DrawnPairing, moved: Collection[int]) -> DrawnPairing:
    """Add a note to pairings of entrants that changed lines because of the groups."""
    sides = [one for one in (pairing.one, pairing.two) if one is not None]
    notes = (Note(CROSSED, {"entrant": one}) for one in sides if one in moved)
    return pairing._replace(notes=(*pairing.notes, *notes))


def strongest(entrants: Iterable[Entrant], order: Sequence[int]) -> list[int]:
    """Return the numbers, the best first: by seed if any has one, else by rating."""
    by_number = {entrant.number: entrant for entrant in entrants}
    found = [by_number[number] for number in order]  # equal ones in the order of lots
    if any(entrant.seed is not None for entrant in found):
        found.sort(key=lambda one: (one.seed is None, one.seed or 0))
    else:
        found.sort(key=lambda one: (one.rating is None, -(one.rating or Decimal(0))))
    return [entrant.number for entrant in found]


def _vacant(state: StageState, seed: str, *, size: int, byes: int) -> set[int]:
    options = state.options
    if options.byes == "top":
        return set(range(2, 2 * byes + 1, 2))
    if options.byes == "bottom":
        return set(range(size, size - 2 * byes, -2))
    if options.byes == "spread":
        return set(lines_by_seed(size)[size - byes :])
    taken = set(lines_by_seed(size)[: min(options.seeded, size // 2)])
    vacant: dict[int, int] = {}
    for line in by_lot(seed, f"{state.format}:byes", range(1, size + 1)):
        if len(vacant) < byes and line not in taken:
            vacant.setdefault((line - 1) // 2, line)
    return set(vacant.values())


def _pairings(
    pairs: Iterable[tuple[int | None, int | None]],
    clashes: Clashes,
    seeded: frozenset[int],
) -> tuple[DrawnPairing, ...]:
    matches, byes = [], []
    for one, two in pairs:
        if one is not None and two is not None:
            matches.append(DrawnPairing(one, two, tuple(clashes.notes(one, two))))
            continue
        alone = one if one is not None else two
        if alone is None:
            raise AssertionError("a match has one vacant line at most")
        note = Note(BYE_SEEDED if alone in seeded else BYE_DRAWN)
        byes.append(DrawnPairing(alone, None, (note,)))
    return (*matches, *byes)


def foresees_halves(state: StageState) -> tuple[Note, ...]:
    """Return for which rounds a bracket keeps pairs apart, if there are such pairs."""
    wishes, due = barred_pairs(state), {entrant.number for entrant in state.due()}
    count = sum(due.issuperset(pair) for pair in wishes.forbidden | wishes.same)
    return (Note(HALVES, {"count": count}),) if count else ()


def meetings_ahead(state: StageState, drawn: DrawnRound) -> tuple[Note, ...]:
    """Return from which round on pairs that are not to meet can meet in a bracket."""
    last = (max(drawn.lots.values(), default=1) - 1).bit_length()
    wishes, lots = barred_pairs(state), drawn.lots
    return tuple(
        Note(
            CAN_MEET,
            {
                "entrant": one,
                "other": two,
                "round": ((lots[one] - 1) ^ (lots[two] - 1)).bit_length(),
                "rounds": last,
            },
        )
        for one, two in sorted(wishes.forbidden | wishes.same)
        if one in lots and two in lots
    )

"""Seeds where they belong: the best meet as late as they can."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from itertools import pairwise

from matches.rules.text import gettext_noop
from tournaments.engine.state import Entrant, Note, StageState

SEEDS_TOGETHER = gettext_noop(
    "The seeds %(entrant)s and %(other)s can meet before only %(left)s are left."
)
SEED_MISPLACED = gettext_noop(
    "The seed %(entrant)s is not in the part of the bracket where %(other)s is, which "
    "the order of seeds asks for."
)
BYE_TO_LOWER = gettext_noop(
    "%(entrant)s has a bye although the better seed %(other)s has none."
)


def seed_faults(
    state: StageState, by_line: Mapping[int, int], size: int
) -> Iterator[Note]:
    """Check that the best 2 are in different halves, the best 4 in quarters and so on.

    Who is second of the two in a block of half the quarters is who makes the sum: of
    four, 1 and 4 share a half, 2 and 3 the other. Where ranks are equal, only what is
    beyond doubt is checked.
    """
    ranked = _ranked(state, set(by_line.values()))
    line_of = {number: line for line, number in by_line.items()}
    parts = 2
    while parts <= len(ranked):
        yield from _apart(ranked[:parts], line_of, size // parts)
        yield from _summed(ranked[:parts], line_of, 2 * size // parts)
        parts *= 2
    if state.options.byes == "spread":
        yield from _bye_order(ranked, line_of)


def seeded_in(state: StageState, due: Collection[int]) -> set[int]:
    """Return who is placed by rank, with whoever shares the rank of the last of them.

    Nobody is if the stage has no seeds, nor who is not due.
    """
    field = [one for one in state.entrants if one.number in due]
    order = sorted(map(_rank, field))[: state.options.seeded]
    return {one.number for one in field if order and _rank(one) <= order[-1]}


def _rank(entrant: Entrant) -> tuple[bool, int, bool, Decimal]:
    """Sort by place in the stage before, then by rating, none last."""
    seed, rating = entrant.seed, entrant.rating
    return seed is None, seed or 0, rating is None, -(rating or Decimal(0))


def _ranked(state: StageState, placed: set[int]) -> list[int]:
    """Return the seeds, best first, as far as their order is beyond doubt."""
    order = sorted((one for one in state.entrants if one.number in placed), key=_rank)
    ranks = [_rank(one) for one in order]
    ranked = []
    for place, one in enumerate(order[: state.options.seeded]):
        if ranks.count(ranks[place]) > 1:
            break
        ranked.append(one.number)
    return ranked


def _apart(best: list[int], line_of: Mapping[int, int], block: int) -> Iterator[Note]:
    holder: dict[int, int] = {}
    for number in best:
        part = (line_of[number] - 1) // max(block, 1)
        if part in holder:
            params = {"entrant": holder[part], "other": number, "left": len(best)}
            yield Note(SEEDS_TOGETHER, params)
        holder.setdefault(part, number)


def _summed(best: list[int], line_of: Mapping[int, int], block: int) -> Iterator[Note]:
    """Of p seeds, those with ranks that make p + 1 lie in the same block."""
    for one, two in zip(best[: len(best) // 2], best[::-1], strict=False):
        if (line_of[one] - 1) // block != (line_of[two] - 1) // block:
            yield Note(SEED_MISPLACED, {"entrant": two, "other": one})


def _bye_order(ranked: list[int], line_of: Mapping[int, int]) -> Iterator[Note]:
    """The best have the byes, if there are not enough for all seeds."""
    taken = set(line_of.values())
    free = [number for number in ranked if _partner(line_of[number]) not in taken]
    for better, number in pairwise(ranked):
        if number in free and better not in free:
            yield Note(BYE_TO_LOWER, {"entrant": number, "other": better})


def _partner(line: int) -> int:
    return line + 1 if line % 2 else line - 1

"""Checks of seeds: the best entrants meet as late as possible."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from itertools import pairwise

from matches.rules.messages import Message
from tournaments.engine.state import Entrant, Note, StageState

SEEDS_TOGETHER = Message(
    "audit.seeds_together",
    "Seeds %(entrant)s and %(other)s can meet before only %(left)s players are left.",
)
SEED_MISPLACED = Message(
    "audit.seed_misplaced",
    "Seed %(entrant)s is not in the same part of the bracket as %(other)s, as the "
    "seeding requires.",
)
BYE_TO_LOWER = Message(
    "audit.bye_to_lower",
    "%(entrant)s has a bye although the better seed %(other)s has none.",
)
GROUP_AT_ONCE = Message(
    "audit.group_at_once",
    "%(entrant)s and %(other)s of the same group meet at once, although a swap with a "
    "player of the same rank would avoid it.",
)

Rank = tuple[bool, int, bool, Decimal]


def seed_faults(
    state: StageState, by_line: Mapping[int, int], size: int
) -> Iterator[Note]:
    """Check that the best 2 are in different halves, the best 4 in quarters and so on.

    In each block of two such parts the ranks of the two seeds have the same sum: of
    four, 1 and 4 share a half, and 2 and 3 the other. Equal ranks leave the order open,
    so only what holds for every order is checked; equal places of different groups are
    equal ranks.
    """
    order, ranks = _order(state, set(by_line.values()))
    line_of = {number: line for line, number in by_line.items()}
    count = min(state.options.seeded, len(order))
    doubt = next((n for n in range(count) if ranks.count(ranks[n]) > 1), count)
    parts = 2
    while parts <= count:
        if parts == len(order) or ranks[parts - 1] != ranks[parts]:
            yield from _apart(order[:parts], line_of, size // parts)
        if parts <= doubt:
            yield from _summed(order[:parts], line_of, 2 * size // parts)
        parts *= 2
    if state.options.byes == "spread":
        yield from _bye_order(order[:doubt], line_of)
    groups = {entrant.number: entrant.group for entrant in state.entrants}
    rank_of = dict(zip(order[:count], ranks, strict=False))
    yield from _group_faults(rank_of, by_line, groups)


def seeded_in(state: StageState, due: Collection[int]) -> set[int]:
    """Return the due entrants that are placed by rank, and those equal to the last one.

    Empty if the stage has no seeds.
    """
    field = [entrant for entrant in state.entrants if entrant.number in due]
    order = sorted(map(_rank, field))[: state.options.seeded]
    return {one.number for one in field if order and _rank(one) <= order[-1]}


def _rank(entrant: Entrant) -> Rank:
    """Return a sort key: place in the source stage, then rating; missing ones last."""
    seed, rating = entrant.seed, entrant.rating
    return seed is None, seed or 0, rating is None, -(rating or Decimal(0))


def _order(state: StageState, placed: set[int]) -> tuple[list[int], list[Rank]]:
    """Return the seeds, best first, and their ranks, the same for equal ones.

    After the first run, entrants that follow each other have the same rank as long as
    no two of them are of one group; so the seconds of all groups are equal.
    """
    order = sorted(
        (entrant for entrant in state.entrants if entrant.number in placed), key=_rank
    )
    ranks, here, firsts = [_rank(one) for one in order], set[str](), True
    for place, one in enumerate(order):
        is_new = not one.group or one.group in here or "" in here
        if is_new:
            here, firsts = set(), not place
        if not is_new and not firsts:
            ranks[place] = ranks[place - 1]
        here.add(one.group)
    return [one.number for one in order], ranks


def _group_faults(
    rank_of: Mapping[int, Rank], by_line: Mapping[int, int], groups: Mapping[int, str]
) -> Iterator[Note]:
    """Check that no two seeds of a group meet at once where an exchange avoids it."""
    opposite = {
        number: by_line.get(_partner(line), 0) for line, number in by_line.items()
    }

    def clash(one: int, two: int) -> bool:
        both = one in rank_of and two in rank_of
        return both and groups[one] == groups[two] != ""

    for one, rank in rank_of.items():
        two = opposite[one]
        if not clash(one, two):
            continue
        for other, other_rank in rank_of.items():
            before = 1 + clash(other, opposite[other])
            after = clash(other, two) + clash(one, opposite[other])
            if other not in {one, two} and other_rank == rank and after < before:
                yield Note(GROUP_AT_ONCE, {"entrant": one, "other": two})
                break


def _apart(best: list[int], line_of: Mapping[int, int], block: int) -> Iterator[Note]:
    holder: dict[int, int] = {}
    for number in best:
        part = (line_of[number] - 1) // max(block, 1)
        if part in holder:
            params = {"entrant": holder[part], "other": number, "left": len(best)}
            yield Note(SEEDS_TOGETHER, params)
        holder.setdefault(part, number)


def _summed(best: list[int], line_of: Mapping[int, int], block: int) -> Iterator[Note]:
    """Check that of p seeds two whose ranks make p + 1 are in the same block."""
    for one, two in zip(best[: len(best) // 2], best[::-1], strict=False):
        if (line_of[one] - 1) // block != (line_of[two] - 1) // block:
            yield Note(SEED_MISPLACED, {"entrant": two, "other": one})


def _bye_order(ranked: list[int], line_of: Mapping[int, int]) -> Iterator[Note]:
    """Check that the best seeds have the byes, if there are too few for all seeds."""
    taken = set(line_of.values())
    free = [number for number in ranked if _partner(line_of[number]) not in taken]
    for better, number in pairwise(ranked):
        if number in free and better not in free:
            yield Note(BYE_TO_LOWER, {"entrant": number, "other": better})


def _partner(line: int) -> int:
    return line + 1 if line % 2 else line - 1

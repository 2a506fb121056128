"""Checks of a bracket: its graph, its entrants, seeds and byes."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import pairwise

from matches.rules.refusals import Message
from tournaments.engine.audit.counting import Counts
from tournaments.engine.audit.rounds import NEEDLESS_BYE
from tournaments.engine.plan import BracketPlan, Node, Source
from tournaments.engine.state import DrawnRound, Entrant, Note, Notes, StageState

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


def lot_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
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


def line_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
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
    by_line = {line: number for number, line in sorted(drawn.lots.items())}
    yield from seed_faults(state, by_line, size)


def _neighbour_faults(drawn: DrawnRound, counts: Counts) -> Notes:
    """There is a bye only where the other line of the two is empty."""
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


def _bye_faults(byes: str, taken: set[int], size: int) -> Notes:
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


def _uneven(taken: set[int], size: int) -> Notes:
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


def seed_faults(state: StageState, by_line: Mapping[int, int], size: int) -> Notes:
    """Check that the best 2 are in different halves, the best 4 in quarters."""
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
    """Return those placed by rank, and those equal to the last; empty without seeds."""
    field = [entrant for entrant in state.entrants if entrant.number in due]
    order = sorted(map(_rank, field))[: state.options.seeded]
    return {one.number for one in field if order and _rank(one) <= order[-1]}


def _rank(entrant: Entrant) -> Rank:
    """Return a sort key: place in the source stage, then rating; missing ones last."""
    seed, rating = entrant.seed, entrant.rating
    return seed is None, seed or 0, rating is None, -(rating or Decimal(0))


def _order(state: StageState, placed: set[int]) -> tuple[list[int], list[Rank]]:
    """Return the seeds, best first, and their ranks, the same for equal ones."""
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
) -> Notes:
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


def _apart(best: list[int], line_of: Mapping[int, int], block: int) -> Notes:
    holder: dict[int, int] = {}
    for number in best:
        part = (line_of[number] - 1) // max(block, 1)
        if part in holder:
            params = {"entrant": holder[part], "other": number, "left": len(best)}
            yield Note(SEEDS_TOGETHER, params)
        holder.setdefault(part, number)


def _summed(best: list[int], line_of: Mapping[int, int], block: int) -> Notes:
    """Check that of p seeds two whose ranks make p + 1 are in the same block."""
    for one, two in zip(best[: len(best) // 2], best[::-1], strict=False):
        if (line_of[one] - 1) // block != (line_of[two] - 1) // block:
            yield Note(SEED_MISPLACED, {"entrant": two, "other": one})


def _bye_order(ranked: list[int], line_of: Mapping[int, int]) -> Notes:
    """Check that the best seeds have the byes, if there are too few for all seeds."""
    taken = set(line_of.values())
    free = [number for number in ranked if _partner(line_of[number]) not in taken]
    for better, number in pairwise(ranked):
        if number in free and better not in free:
            yield Note(BYE_TO_LOWER, {"entrant": number, "other": better})


def _partner(line: int) -> int:
    return line + 1 if line % 2 else line - 1


SAME_HALF = Message(
    "audit.same_half",
    "%(entrant)s and %(other)s should not meet, but can in round %(round)s of the "
    "bracket. Swap slots to delay it.",
)

Pair = tuple[int, int]
Early = tuple[tuple[int, ...], tuple[int, ...]]


def half_faults(state: StageState, drawn: DrawnRound, counts: Counts) -> Notes:
    """Check that no exchange of two unseeded entrants keeps such pairs apart longer."""
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
    one, two = pair
    return ((line_of[one] - 1) ^ (line_of[two] - 1)).bit_length()


def _by_round(
    pairs: Iterable[Pair], line_of: Mapping[int, int], last: int
) -> tuple[int, ...]:
    found = [0] * (last + 1)
    for pair in pairs:
        found[_meeting(line_of, pair)] += 1
    return tuple(found[1:])


def _exchanged(line_of: Mapping[int, int], one: int, two: int) -> Mapping[int, int]:
    return {**line_of, one: line_of[two], two: line_of[one]}


SIZE = Message(
    "audit.size",
    "The bracket has %(lines)s slots; entrants: %(entrants)s. It needs a power of two "
    "that is large enough.",
)
NUMBER_TWICE = Message(
    "audit.number_twice", "Match %(match)s is in the plan more than once."
)
PLACE_TWICE = Message(
    "audit.place_twice",
    "Match %(match)s is in the place of another match of its round.",
)
UNKNOWN_SOURCE = Message(
    "audit.unknown_source",
    "Match %(match)s is fed by something that is not in the plan.",
)
NOT_BEFORE = Message(
    "audit.not_before",
    "Match %(match)s is fed by match %(of)s, which is not before it.",
)
LINE_UNUSED = Message("audit.line_unused", "Slot %(line)s leads to no match.")
LINE_TWICE = Message("audit.line_twice", "Slot %(line)s leads to more than one match.")
WINNER_TWICE = Message(
    "audit.winner_twice", "The winner of match %(of)s goes to more than one place."
)
LOSER_TWICE = Message(
    "audit.loser_twice", "The loser of match %(of)s goes to more than one place."
)
LINES_APART = Message(
    "audit.lines_apart",
    "Match %(match)s of the first round is not between two neighbouring slots.",
)
TWO_ENDS = Message(
    "audit.two_ends",
    "More than one match of a bracket has a winner who goes nowhere, match %(of)s too.",
)


def audit_plan(plan: BracketPlan, entrants: int) -> tuple[Note, ...]:
    """Return everything wrong with a plan for so many entrants; empty if it is sound.

    Every line leads to one match, every winner and every loser to one more at most and
    to a later one, the neighbours of the lines meet first, and each bracket has one
    end.
    """
    faults = [*_size_faults(plan, entrants), *_place_faults(plan)]
    faults += [*_source_faults(plan), *_line_faults(plan)]
    faults += [*_goer_faults(plan), *_end_faults(plan)]
    return tuple(faults)


def _sources(plan: BracketPlan) -> Iterator[tuple[Node, Source]]:
    for node in plan.nodes:
        yield node, node.top
        yield node, node.bottom


def _size_faults(plan: BracketPlan, entrants: int) -> Notes:
    is_power = plan.lines > 0 and plan.lines & (plan.lines - 1) == 0
    if not is_power or plan.lines < entrants:
        yield Note(SIZE, {"lines": plan.lines, "entrants": entrants})


def _place_faults(plan: BracketPlan) -> Notes:
    numbers = Counter(node.number for node in plan.nodes)
    for number, times in numbers.items():
        if times > 1:
            yield Note(NUMBER_TWICE, {"match": number})
    places = set()
    for node in plan.nodes:
        place = node.section, node.round, node.position
        if place in places:
            yield Note(PLACE_TWICE, {"match": node.number})
        places.add(place)


def _source_faults(plan: BracketPlan) -> Notes:
    known = {node.number for node in plan.nodes}
    for node, source in _sources(plan):
        if source.kind == "line":
            if not 1 <= source.of <= plan.lines:
                yield Note(UNKNOWN_SOURCE, {"match": node.number})
            continue
        is_match = source.kind in {"winner", "loser", "first_loser"}
        if not is_match or source.of not in known:
            yield Note(UNKNOWN_SOURCE, {"match": node.number})
        elif source.of >= node.number:
            yield Note(NOT_BEFORE, {"match": node.number, "of": source.of})


def _line_faults(plan: BracketPlan) -> Notes:
    lines = Counter(
        source.of for _node, source in _sources(plan) if source.kind == "line"
    )
    for line in range(1, plan.lines + 1):
        if not lines[line]:
            yield Note(LINE_UNUSED, {"line": line})
        if lines[line] > 1:
            yield Note(LINE_TWICE, {"line": line})
    for node in plan.nodes:
        kinds = {node.top.kind, node.bottom.kind}
        if "line" not in kinds:
            continue
        upper, lower = sorted((node.top.of, node.bottom.of))
        if kinds != {"line"} or upper % 2 == 0 or lower != upper + 1:
            yield Note(LINES_APART, {"match": node.number})


def _goer_faults(plan: BracketPlan) -> Notes:
    goers = Counter(
        ("winner" if source.kind == "winner" else "loser", source.of)
        for _node, source in _sources(plan)
        if source.kind != "line"
    )
    for (kind, number), times in sorted(goers.items()):
        if times > 1:
            message = WINNER_TWICE if kind == "winner" else LOSER_TWICE
            yield Note(message, {"of": number})


def _end_faults(plan: BracketPlan) -> Notes:
    going = {source.of for _node, source in _sources(plan) if source.kind == "winner"}
    ended = set()
    for node in plan.nodes:
        if node.number in going:
            continue
        if node.section in ended:
            yield Note(TWO_ENDS, {"of": node.number})
        ended.add(node.section)

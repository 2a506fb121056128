"""The rounds of a stage: the number of matches of each, and the rounds before it.

Pure. Before the draw these are the rounds of this many players, for a drawn bracket the
rounds still to come.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from tournaments.engine import (
    BracketCourse,
    Entrant,
    Options,
    StageState,
    course,
    format_named,
)
from tournaments.engine.bracket.lines import lines_by_seed, lines_for
from tournaments.engine.plan import VACANT, Node

MAIN: Final = "main"
_LINES: Final = frozenset({"line"})
_MOST_ROUNDS: Final = 60


@dataclass(frozen=True, slots=True)
class RoundToCome:
    """A round with so many matches; `after` are places in the list of the rounds."""

    number: int
    matches: int
    section: str = MAIN
    after: tuple[int, ...] = ()


@lru_cache(maxsize=512)
def rounds_of(
    format_key: str, entrants: int, rounds: int = 0, *, options: Options | None = None
) -> tuple[RoundToCome, ...]:
    """Return the rounds of a stage that is not drawn; none if it never ends."""
    known, chosen = format_named(format_key), options or Options()
    if entrants < 2 or known.is_endless:  # noqa: PLR2004 - no opponent
        return ()
    if known.is_until_decided:
        return _in_turn(_until_decided(entrants, chosen))
    if known.plan is None:
        count = known.rounds(entrants, rounds, chosen)
        return _in_turn([entrants // 2 * chosen.legs] * count)
    field = tuple(Entrant(number) for number in range(1, entrants + 1))
    state = StageState(format_key, rounds, 1, field, options=chosen)
    # Byes are opposite the best seeds, so no match has two vacant sides.
    lines = dict(enumerate(lines_by_seed(lines_for(entrants))[:entrants], start=1))
    return tuple(
        replace(one, matches=one.matches * chosen.legs)
        for one in rounds_to_come(course(known.plan(state), lines=lines))
    )


def rounds_to_come(bracket: BracketCourse) -> tuple[RoundToCome, ...]:
    """Return the rounds of a bracket with matches that have no result.

    A second match of a final is not counted, for it is seldom played, nor a match with
    a vacant side, which will be a bye.
    """
    open_nodes = [
        slot.node
        for slot in bracket.slots.values()
        if slot.is_undecided and not slot.node.is_reset
        if VACANT not in {slot.top, slot.bottom}
    ]
    counts = Counter(_round_of(node) for node in open_nodes)
    last = {_round_of(node): place for place, node in enumerate(open_nodes)}
    listed = sorted(counts, key=lambda key: last[key])
    place = {key: number for number, key in enumerate(listed)}
    after = _sources(open_nodes, {node.number: node for node in open_nodes})
    return tuple(
        RoundToCome(
            number=key[1],
            matches=counts[key],
            section=key[0],
            after=tuple(
                sorted(place[one] for one in after[key] if place[one] < place[key])
            ),
        )
        for key in listed
    )


def _round_of(node: Node) -> tuple[str, int]:
    return node.section, node.round


def _sources(
    nodes: list[Node], known: Mapping[int, Node]
) -> Mapping[tuple[str, int], set[tuple[str, int]]]:
    found: defaultdict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
    for node in nodes:
        for source in (node.top, node.bottom):
            if source.kind not in _LINES and source.of in known:
                found[_round_of(node)].add(_round_of(known[source.of]))
    return found


def _in_turn(counts: list[int]) -> tuple[RoundToCome, ...]:
    return tuple(
        RoundToCome(number, matches, after=(number - 2,) if number > 1 else ())
        for number, matches in enumerate(counts, start=1)
    )


def _until_decided(entrants: int, options: Options) -> list[int]:
    """Return the matches of each round where an entrant with so many losses is out.

    Of those with as many losses, as large a part loses the next match as of all.
    """
    by_losses = [float(entrants)] + [0.0] * (options.lives - 1)
    left = max(options.survivors, 1) + 0.5
    counts: list[int] = []
    while (alive := sum(by_losses)) > left and len(counts) < _MOST_ROUNDS:
        matches = max(int(alive + 0.001) // 2, 1)
        part = matches / alive
        counts.append(matches * options.legs)
        by_losses = [
            here * (1 - part) + (by_losses[losses - 1] * part if losses else 0)
            for losses, here in enumerate(by_losses)
        ]
    return counts

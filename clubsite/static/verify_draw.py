"""Check the record of a draw without the program that made it.

    python3 verify_draw.py record.json [--fingerprint DIGITS] [--chain chain.json]

One file, the standard library of Python 3.11 and nothing else. What a record is, and
how each format draws, is specified in docs/draw-record.md; the sections here stand in
the same order. Nothing is imported from the product, and nothing is taken from the
record but the field and the seed: the round is drawn again and compared with the one
that was published.

Exit status: 0 proven, 1 not proven, 2 cannot be read, or drawn by a method that this
file does not know, 3 as drawn and then changed by hand. A record that was announced and
is not drawn yet has status 0, too.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from heapq import heappop, heappush, nsmallest
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

Pair = tuple[int, int]
Lots = dict[int, int]

PROVEN, NOT_PROVEN, UNREADABLE, BY_HAND = 0, 1, 2, 3
VERSIONS = {
    "swiss": (2, 3, 4),
    "monrad": (1, 2),
    "danish": (1, 2),
    "lives": (1, 2),
    "night": (1, 2),
    "round_robin": (1, 2),
    "elimination": (1, 2),
    "double_elimination": (1, 2),
}
BRACKETS = ("elimination", "double_elimination")
BEACON_START = 1692803367  # round 1 of drand, in seconds since 1970


class CannotBeDrawnError(Exception):
    """No round can be drawn from this field."""


# 1. Bytes and lots ----------------------------------------------------------------


def canonical(value: Any) -> str:
    """Return the canonical text: sorted keys, no white space, pure ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(value: Any) -> str:
    """Return the SHA-256 of the canonical text, in hexadecimal digits."""
    return sha256(canonical(value).encode()).hexdigest()


PRIME = 2**48 - 59


def lot(seed: str, purpose: str, number: int) -> bytes:
    """Return a lot: the SHA-256 of seed, purpose and number."""
    return sha256(f"{seed}:{purpose}:{number}".encode()).digest()


def by_lot(seed: str, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return numbers in the order of their lots."""
    return sorted(numbers, key=lambda one: (lot(seed, purpose, one), one))


def factors_of(seed: str, purpose: str, numbers: Iterable[int]) -> dict[int, int]:
    """Return the factor of each entrant in the lots of pairs."""
    return {
        one: int.from_bytes(lot(seed, purpose, one), "big") % PRIME for one in numbers
    }


# 2. The field ---------------------------------------------------------------------


@dataclass(frozen=True)
class Entrant:
    """One row of `entrants`."""

    number: int
    rating: Decimal | None
    club: str
    present: bool
    joined: int
    lot: int | None
    country: str = ""
    family: str = ""
    seed: int | None = None
    wants_bye: bool = False
    group: str = ""
    pr: str | None = None

    def value(self, kind: str) -> str:
        """Return the club, country, family or group."""
        return str(getattr(self, kind))

    def folded(self, kind: str) -> str:
        """Return the same without spaces at the ends, in lower case."""
        return self.value(kind).strip().casefold()

    def rank(self) -> tuple[bool, int, bool, Decimal]:
        """Return a sort key: best seed, then best rating; who has none comes last."""
        rating = self.rating
        return (
            *(self.seed is None, self.seed or 0),
            *(rating is None, -(rating or Decimal(0))),
        )


@dataclass(frozen=True)
class Outcome:
    """One row of `outcomes`."""

    round: int
    one: int
    two: int | None
    winner: int | None
    points_one: int
    points_two: int
    played: bool
    length: int | None
    nobody: bool = False
    slot: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether the result is missing."""
        return self.winner is None and not self.nobody

    @property
    def is_match(self) -> bool:
        """Whether it was played to its end."""
        return self.two is not None and self.played and self.winner is not None


class Field:
    """The field of a draw: what `state` says, and what follows from it."""

    def __init__(self, state: Mapping[str, Any]) -> None:
        options = state.get("options", {})
        self.format: str = state["format"]
        self.rounds: int = state["rounds"]
        self.length: int = state["length"]
        self.entrants = {
            row[0]: Entrant(
                row[0], None if row[1] is None else Decimal(row[1]), *row[2:]
            )
            for row in state["entrants"]
        }
        self.outcomes = [Outcome(*row) for row in state["outcomes"]]
        self.bye = {"1": 2, "1/2": 1, "0": 0}[state.get("bye", "1")]  # in half wins
        self.walkover: str = state.get("walkover", "none")
        self.ahead: bool = state.get("ahead", False)
        self.at_once: bool = state.get("at_once", False)
        self.lots_seed: str = state.get("lots_seed", "")
        self.rests: list[tuple[int, int, str]] = [
            (row[0], row[1], row[2]) for row in state.get("rests", ())
        ]
        self.same = ordered(state.get("same_person", ()))
        self.forbidden = ordered(options.get("forbidden", ()))
        self.options: Mapping[str, Any] = options
        self.legs: int = options.get("legs", 1)
        self.apart: list[str] = options.get("apart", [])
        self.apart_rounds: int = options.get("apart_rounds", 1)
        self.next = 1 + max((one.round for one in self.outcomes), default=0)

    def resting(self) -> set[int]:
        """Return who sits out the next round."""
        return {one for number, one, _ in self.rests if number == self.next}

    def here(self) -> list[int]:
        """Return who is in the event now, also those who sit out the next round."""
        out = self.resting()
        return sorted(
            one.number
            for one in self.entrants.values()
            if (one.present or one.number in out) and one.joined <= self.next
        )

    def due(self) -> list[int]:
        """Return who can be paired in the next round."""
        out = self.resting()
        return [one for one in self.here() if one not in out]


def ordered(pairs: Iterable[Sequence[int]]) -> set[Pair]:
    """Return pairs with the lower number first."""
    return {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}


# 3. Counting ----------------------------------------------------------------------


class Count:
    """Wins (in halves), losses, byes and meetings of a list of outcomes."""

    def __init__(self, field: Field, outcomes: Sequence[Outcome]) -> None:
        numbers = field.entrants
        self.wins = dict.fromkeys(numbers, 0)
        self.losses = dict.fromkeys(numbers, 0)
        self.byes = dict.fromkeys(numbers, 0)
        self.beaten: dict[int, list[int]] = {one: [] for one in numbers}
        self.lost_to: dict[int, list[int]] = {one: [] for one in numbers}
        for row in outcomes:
            one, two, winner = row.one, row.two, row.winner
            if row.is_open:
                continue
            if two is None:
                self.byes[one] += 1
                self.wins[one] += field.bye * field.legs
            elif winner is None:
                self.losses[one] += 1
                self.losses[two] += 1
            else:
                loser = two if winner == one else one
                self.wins[winner] += 2
                self.losses[loser] += 1
                if row.played:
                    self.beaten[winner].append(loser)
                    self.lost_to[loser].append(winner)
        last = max((row.round for row in outcomes), default=0)
        for one, halves in given(field, outcomes, last + 1).items():
            self.wins[one] += halves

    def met(self, one: int, two: int) -> int:
        """Return how often two have played each other."""
        return self.beaten[one].count(two) + self.lost_to[one].count(two)


def given(field: Field, outcomes: Sequence[Outcome], before: int) -> Counter[int]:
    """Return the half wins for rounds not played, of the rounds before that one.

    The bye of an odd field is not among them.
    """
    found: Counter[int] = Counter()
    absent = int(field.options.get("absent_worth", "0") == "1/2")
    for number, one, kind in field.rests:
        if number < before:
            found[one] += field.legs * (1 if kind == "bye" else absent)
    if field.options.get("late_worth", "0") == "1/2":
        drawn = {one for row in outcomes for one in (row.one, row.two)}
        newest = 1 + max((row.round for row in outcomes), default=0)
        for late in field.entrants.values():
            if late.joined > 1 and (late.present or late.number in drawn):
                until = late.joined if before >= newest else min(late.joined, before)
                found[late.number] += (until - 1) * field.legs
    return Counter({one: halves for one, halves in found.items() if halves})


def count_for_draw(field: Field) -> Count:
    """Count as the draw of a round does.

    An open match is half a win for both, and they have met; two that met in both
    matches of a pairing have met once.
    """
    tally = Count(field, field.outcomes)
    if field.legs > 1:
        once: dict[tuple[int, int, int | None], Outcome] = {}
        for row in sorted(field.outcomes, key=lambda row: row.is_match):
            once[row.round, row.one, row.two] = row
        single = Count(field, list(once.values()))
        tally.beaten, tally.lost_to = single.beaten, single.lost_to
    seen = {(row.round, row.one) for row in field.outcomes if row.is_match}
    for row in field.outcomes:
        if not row.is_open or row.two is None:
            continue
        for one in (row.one, row.two):
            tally.wins[one] += 1
        if (row.round, row.one) not in seen:
            seen.add((row.round, row.one))
            tally.lost_to[row.one].append(row.two)
            tally.lost_to[row.two].append(row.one)
    return tally


def lost_lives(field: Field) -> dict[int, int]:
    """Return how many lives each has lost."""
    lives = field.options.get("lives", 3)
    balance: Counter[tuple[int, int, int]] = Counter()
    for row in field.outcomes:
        if row.two is None or row.is_open:
            continue
        for one, other in ((row.one, row.two), (row.two, row.one)):
            balance[row.round, one, other] += 1 if row.winner == one else -1
    lost = Counter(one for (_, one, _), more in balance.items() if more < 0)
    lost.update(one for number, one, _ in field.rests if number < field.next)
    return {
        one.number: min(min(one.joined - 1, lives - 1) + lost[one.number], lives)
        for one in field.entrants.values()
    }


# 4. Acceleration, floats and byes by lot ------------------------------------------


def starting_numbers(field: Field, seed: str) -> Lots:
    """Return the list by strength of the first accelerated draw."""
    if field.options.get("accelerated") != "baku" or field.outcomes:
        return {}
    order = by_lot(seed, f"{field.format}:1:rank", field.here())
    order.sort(key=lambda one: field.entrants[one].rank())
    return {one: place for place, one in enumerate(order, start=1)}


def lent(field: Field, number: int, lots: Mapping[int, int | None]) -> dict[int, int]:
    """Return the half wins that acceleration lends in a round."""
    accelerated = (field.rounds + 1) // 2
    if field.options.get("accelerated") != "baku" or number > accelerated:
        return {}
    last = max((place for place in lots.values() if place is not None), default=0)
    middle = 2 * ((last + 3) // 4)
    worth = field.legs * (2 if number <= (accelerated + 1) // 2 else 1)
    return {
        one: worth
        for one, place in lots.items()
        if place is not None and place <= middle
    }


def floated(field: Field, legs: int) -> tuple[set[int], set[int]]:
    """Return who had more, and who had fewer wins than the last opponent."""
    halves = dict.fromkeys(field.entrants, 0)
    last, current = dict(halves), 0
    before: dict[int, int] = {}
    lots = {one.number: one.lot for one in field.entrants.values()}
    for row in sorted(field.outcomes, key=lambda row: row.round):
        if row.round != current:
            current, before = row.round, dict(halves)
            for more in (
                given_before(field, current),
                lent(field, current, lots),
            ):
                for one, wins in more.items():
                    before[one] += wins
        if row.two is None:
            halves[row.one] += field.bye * legs
            continue
        last[row.one] = before[row.one] - before[row.two]
        last[row.two] = -last[row.one]
        if row.winner is not None:
            halves[row.winner] += 2
        elif row.is_open:
            halves[row.one] += 1
            halves[row.two] += 1
    down = {one for one, lead in last.items() if lead > 0}
    return down, {one for one, lead in last.items() if lead < 0}


def given_before(field: Field, number: int) -> Counter[int]:
    """Return the half wins for rounds not played before a round."""
    found: Counter[int] = Counter()
    absent = int(field.options.get("absent_worth", "0") == "1/2")
    for place, one, kind in field.rests:
        if place < min(number, field.next):
            found[one] += field.legs * (1 if kind == "bye" else absent)
    if field.options.get("late_worth", "0") == "1/2":
        drawn = {one for row in field.outcomes for one in (row.one, row.two)}
        for late in field.entrants.values():
            if late.joined > 1 and (late.present or late.number in drawn):
                missed = min(late.joined, number) - 1
                found[late.number] += missed * field.legs
    return found


def bye_order(
    field: Field, seed: str, numbers: Sequence[int], tally: Count
) -> list[int]:
    """Return who gets a bye that is drawn by lot, the first one first."""
    order = by_lot(seed, f"{field.format}:{field.next}:bye", numbers)
    entrants = field.entrants
    return sorted(order, key=lambda one: (tally.byes[one], not entrants[one].wants_bye))


def is_bye_by_lot(field: Field, numbers: Sequence[int]) -> bool:
    """Return True if there is a bye, and lots decide on it."""
    return field.options.get("bye_to") == "lots" and len(numbers) % 2 == 1


@dataclass
class Round:
    """Pairs without order, and who has the bye."""

    pairs: list[Pair]
    bye: int | None


def drawn_bye(
    order: Sequence[int],
    best_without: Callable[[int], Round],
    tally: Count,
    is_barred: Callable[[int, int], bool],
) -> Round | None:
    """Return the round with the bye by lot; None if the rule decides instead."""
    for holder in order[:16]:
        if tally.byes[holder] > tally.byes[order[0]]:
            break
        found = best_without(holder)
        if not any(tally.met(*pair) or is_barred(*pair) for pair in found.pairs):
            return Round(found.pairs, holder)
    return None


# 5. The least costly perfect matching ---------------------------------------------

FREE, OUTER, INNER = 0, 1, 2


class Blossom:
    """A node, or an odd cycle of blossoms that acts as one node.

    `links[k]` is the edge from `parts[k]` to the next part. The parts pair up as 1-2,
    3-4 and so on; part 0 holds `base`, whose partner is outside.
    """

    def __init__(self, base: int, parts: list[Blossom], links: list[Pair]) -> None:
        self.base = base
        self.parts = parts
        self.links = links
        self.nodes: set[int] = {base}.union(*(part.nodes for part in parts))
        self.weight = 0
        self.label = FREE
        self.entry: Pair = (-1, -1)


class Matching:
    """Edmonds' algorithm: duals of nodes and odd sets, one search at a time.

    Costs are multiplied by four, so that all duals stay whole numbers.
    """

    def __init__(self, size: int, edges: Iterable[tuple[int, int, int]]) -> None:
        self.edges = [(one, two, 4 * cost) for one, two, cost in edges]
        self.mate = [-1] * size
        self.top = [Blossom(node, [], []) for node in range(size)]
        least: dict[int, int] = {}
        for one, two, cost in self.edges:
            for node in (one, two):
                least[node] = min(least.get(node, cost), cost)
        self.dual = [least.get(node, 0) // 2 for node in range(size)]
        self.is_complete = len(least) == size
        for one, two, cost in self.edges:
            if cost == self.dual[one] + self.dual[two]:
                if self.mate[one] < 0 and self.mate[two] < 0:
                    self.mate[one], self.mate[two] = two, one
        while self.is_complete and -1 in self.mate:
            self.is_complete = self._search()

    def surface(self) -> list[Blossom]:
        """Return the outermost blossoms."""
        return list(dict.fromkeys(self.top))

    def pairs(self) -> list[Pair]:
        """Return the matching, the lower node of each pair first."""
        return [(one, two) for one, two in enumerate(self.mate) if one < two]

    def odd_sets(self) -> Iterator[tuple[set[int], int]]:
        """Yield every odd set with a weight."""
        waiting = self.surface()
        while waiting:
            blossom = waiting.pop()
            waiting += blossom.parts
            if blossom.weight:
                yield blossom.nodes, blossom.weight

    def _search(self) -> bool:
        """Match two more nodes. False if that is not possible."""
        top, dual = self.top, self.dual
        for blossom in self.surface():
            blossom.label = FREE
            if self.mate[blossom.base] < 0:
                blossom.label = OUTER
        while True:
            least, is_changed = -1, False
            for one, two, cost in self.edges:
                first, second = top[one], top[two]
                if first is second:
                    continue
                if first.label != OUTER:
                    if second.label != OUTER:
                        continue
                    first, second, one, two = second, first, two, one
                if second.label == INNER:
                    continue
                slack = cost - dual[one] - dual[two]
                if not slack:
                    if second.label == FREE:
                        self._grow(one, two)
                    elif self._join(one, two):
                        return True
                    is_changed = True
                    continue
                if second.label == OUTER:
                    slack //= 2
                if least < 0 or slack < least:
                    least = slack
            if not is_changed and not self._adjust(least):
                return False

    def _grow(self, one: int, two: int) -> None:
        inner = self.top[two]
        inner.label, inner.entry = INNER, (one, two)
        self.top[self.mate[inner.base]].label = OUTER

    def _way(self, blossom: Blossom) -> list[Blossom]:
        """Return the blossoms from an outer one to the root of its tree."""
        found = [blossom]
        while self.mate[found[-1].base] >= 0:
            inner = self.top[self.mate[found[-1].base]]
            found += [inner, self.top[inner.entry[0]]]
        return found

    def _join(self, one: int, two: int) -> bool:
        """Match two trees, and return True; or shrink a cycle of one tree."""
        here, there = self._way(self.top[one]), self._way(self.top[two])
        if here[-1] is not there[-1]:
            self._turn(one, two)
            self._turn(two, one)
            return True
        common = here[-1]
        while here and there and here[-1] is there[-1]:
            common = here.pop()
            there.pop()
        links: list[Pair] = []
        for part in reversed(here):
            if part.label == INNER:
                links.append(part.entry)
            else:
                links.append((self.mate[part.base], part.base))
        links.append((one, two))
        for part in there:
            if part.label == INNER:
                links.append((part.entry[1], part.entry[0]))
            else:
                links.append((part.base, self.mate[part.base]))
        blossom = Blossom(common.base, [common, *reversed(here), *there], links)
        blossom.label = OUTER
        for node in blossom.nodes:
            self.top[node] = blossom
        return False

    def _turn(self, one: int, two: int) -> None:
        """Give `one` the partner `two`, and change all pairs up to the root."""
        while True:
            outer = self.top[one]
            former = self.mate[outer.base]
            self._rebase(outer, one)
            self.mate[one] = two
            if former < 0:
                return
            inner = self.top[former]
            up, down = inner.entry
            self._rebase(inner, down)
            self.mate[down] = up
            one, two = up, down

    def _rebase(self, blossom: Blossom, node: int) -> None:
        """Change the pairs inside a blossom so that `node` is free for another."""
        parts, links = blossom.parts, blossom.links
        blossom.base = node
        if not parts:
            return
        place = next(k for k, part in enumerate(parts) if node in part.nodes)
        self._rebase(parts[place], node)
        changed = range(place + 1, len(parts), 2) if place % 2 else range(0, place, 2)
        for k in changed:
            one, two = links[k]
            self._rebase(parts[k], one)
            self._rebase(parts[(k + 1) % len(parts)], two)
            self.mate[one], self.mate[two] = two, one
        blossom.parts = parts[place:] + parts[:place]
        blossom.links = links[place:] + links[:place]

    def _adjust(self, least: int) -> bool:
        """Change the duals until an edge is tight or an odd set is used up."""
        surface = self.surface()
        for blossom in surface:
            if blossom.label == INNER and blossom.parts:
                if least < 0 or blossom.weight // 2 < least:
                    least = blossom.weight // 2
        if least < 0:
            return False
        for blossom in surface:
            if blossom.label == FREE:
                continue
            sign = 1 if blossom.label == OUTER else -1
            for node in blossom.nodes:
                self.dual[node] += sign * least
            if blossom.parts:
                blossom.weight += 2 * sign * least
        for blossom in surface:
            if blossom.label == INNER and blossom.parts and not blossom.weight:
                self._expand(blossom)
        return True

    def _expand(self, blossom: Blossom) -> None:
        parts, links = blossom.parts, blossom.links
        for part in parts:
            part.label = FREE
            for node in part.nodes:
                self.top[node] = part
        entry, size = blossom.entry, len(parts)
        place = next(k for k, part in enumerate(parts) if entry[1] in part.nodes)
        step = 1 if place % 2 else -1
        while True:
            inner = parts[place % size]
            inner.label, inner.entry = INNER, entry
            if place % size == 0:
                return
            parts[(place + step) % size].label = OUTER
            link = links[(place + step) if step > 0 else (place - 2)]
            entry = link if step > 0 else (link[1], link[0])
            place += 2 * step


def least_costly(
    size: int, cost: Callable[[int, int], int], known: Iterable[Pair] = ()
) -> list[Pair]:
    """Return the perfect matching of least cost of all pairs of nodes.

    It begins with the cheapest pairs of each node and with those that are `known`.
    When the duals prove that no other pair can help, the matching is the best of all;
    otherwise those pairs are added.
    """
    nodes = range(size)
    costs = [[0] * size for _ in nodes]
    for one, two in combinations(nodes, 2):
        costs[one][two] = costs[two][one] = cost(one, two)
    chosen = {(min(pair), max(pair)) for pair in known}
    few = 10 if size > 24 else size
    while True:
        for one in nodes:
            row = costs[one]
            near = nsmallest(
                few,
                (two for two in nodes if two != one),
                key=lambda two: (row[two], abs(one - two)),
            )
            chosen |= {(min(one, two), max(one, two)) for two in near}
        found = Matching(
            size, ((one, two, costs[one][two]) for one, two in sorted(chosen))
        )
        if not found.is_complete:
            few *= 2
            continue
        wrong = _cheaper(found, costs)
        if not wrong:
            return found.pairs()
        chosen |= wrong


def _cheaper(found: Matching, costs: Sequence[Sequence[int]]) -> set[Pair]:
    """Return the pairs that the duals of a matching do not rule out."""
    inside: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for name, (nodes, weight) in enumerate(found.odd_sets()):
        for node in nodes:
            inside[node][name] = weight
    wrong = set()
    for one, two in combinations(range(len(costs)), 2):
        slack = 4 * costs[one][two] - found.dual[one] - found.dual[two]
        if slack < 0:
            here, there = inside[one], inside[two]
            slack += sum(weight for name, weight in here.items() if name in there)
            if slack < 0:
                wrong.add((one, two))
    return wrong


# 6. The best round ----------------------------------------------------------------


@dataclass
class Wishes:
    """The criteria beside heights, meetings and byes."""

    forbidden: set[Pair]
    same: set[Pair]
    apart: list[dict[int, str]]
    asked: set[int]
    down: set[int]
    up: set[int]

    def bars(self, one: int, two: int) -> bool:
        """Return True if two cannot or should not meet."""
        pair = (min(one, two), max(one, two))
        return pair in self.same or pair in self.forbidden

    def breaks(self, one: int, two: int, heights: Mapping[int, int]) -> bool:
        """Return True if a pair is against any wish."""
        if self.bars(one, two):
            return True
        if any(one in some and some[one] == some.get(two) for some in self.apart):
            return True
        if heights[one] == heights[two]:
            return False
        high, low = (one, two) if heights[one] > heights[two] else (two, one)
        return high in self.down or low in self.up


def barred(field: Field, *, is_heeded: bool = True) -> Wishes:
    """Return only the pairs that are not to meet; none at all in old versions."""
    if not is_heeded:
        return Wishes(set(), set(), [], set(), set(), set())
    return Wishes(field.forbidden, field.same, [], set(), set(), set())


def all_wishes(field: Field, *, legs: int) -> Wishes:
    """Return every wish of the next round."""
    due = [field.entrants[one] for one in field.due()]
    is_heeded = not field.apart_rounds or field.next <= field.apart_rounds
    apart = [
        {one.number: one.value(kind) for one in due if one.value(kind)}
        for kind in (field.apart if is_heeded else ())
    ]
    asked = {one.number for one in due if one.wants_bye}
    return Wishes(field.forbidden, field.same, apart, asked, *floated(field, legs))


NEWEST = ("same", "rematch", "forbidden", "bye", "bye_height", "distance", "wanted")
FORMER = ("same", "rematch", "bye", "bye_height", "distance", "forbidden", "wanted")


class BestRound:
    """The costs of all pairs of a field by the ranked criteria."""

    def __init__(
        self,
        heights: Mapping[int, int],
        tally: Count,
        factors: Mapping[int, int],
        wishes: Wishes,
        criteria: Sequence[str] = NEWEST,
    ) -> None:
        self.heights, self.factors, self.wishes = heights, factors, wishes
        self.byes = tally.byes
        self.order = sorted(heights, key=lambda one: (-heights[one], factors[one]))
        self.place = {one: place for place, one in enumerate(self.order)}
        self.met = {
            one: Counter(
                other
                for other in tally.beaten[one] + tally.lost_to[one]
                if other in self.place
            )
            for one in self.order
        }
        self.asked = wishes.asked & set(self.order)
        self.nodes = len(self.order) + len(self.order) % 2
        self._weigh(criteria)

    def _weigh(self, criteria: Sequence[str]) -> None:
        """Give each criterion a weight above the total of all that come after it."""
        pairs, odd = self.nodes // 2, len(self.order) % 2
        self.lowest = self.heights[self.order[-1]]
        reach = self.heights[self.order[0]] - self.lowest
        wishes = self.wishes
        often = max(max(met.values(), default=0) for met in self.met.values())
        most = {
            "same": 0,
            "rematch": pairs * often if wishes.same else 0,
            "forbidden": min(pairs, len(wishes.forbidden)),
            "bye": max(self.byes[one] for one in self.order) * odd,
            "bye_height": reach * odd,
            "distance": pairs * reach**2,
            "wanted": min(len(wishes.asked), 1) * odd,
        }
        totals = [(name, most[name]) for name in criteria]
        for kind, values in enumerate(wishes.apart):
            sizes = Counter(values[one] for one in self.order if one in values)
            totals.append((f"apart{kind}", sum(size // 2 for size in sizes.values())))
        floats = min(2 * pairs, len(wishes.down) + len(wishes.up))
        totals.append(("floats", floats))
        self.weight: dict[str, int] = {}
        value = 1
        for name, total in reversed(totals):
            self.weight[name] = value
            value *= total + 1
        self.reach = reach

    def _barred(self, one: int, two: int) -> int:
        weight, pair = self.weight, (min(one, two), max(one, two))
        cost = weight["rematch"] * self.met[one][two]
        cost += weight["forbidden"] * (pair in self.wishes.forbidden)
        return cost + weight["same"] * (pair in self.wishes.same)

    def cost(self, one: int, two: int | None) -> int:
        """Return the cost of a pair, or of a bye, without its lot."""
        weight, heights = self.weight, self.heights
        if two is None:
            cost = weight["bye_height"] * (heights[one] - self.lowest)
            cost += weight["bye"] * self.byes[one]
            return cost + weight["wanted"] * bool(self.asked and one not in self.asked)
        high, low = (one, two) if self.place[one] < self.place[two] else (two, one)
        lead = heights[high] - heights[low]
        cost = self._barred(one, two) + weight["distance"] * lead**2
        for kind, values in enumerate(self.wishes.apart):
            if one in values and values[one] == values.get(two):
                cost += weight[f"apart{kind}"]
        if lead:
            floats = (high in self.wishes.down) + (low in self.wishes.up)
            cost += weight["floats"] * floats
        return cost

    def _fits(self) -> bool:
        """Return True if lots decide between equally good rounds."""
        weight = self.weight
        pairs = {
            *((one, two) for one, met in self.met.items() for two in met),
            *self.wishes.forbidden,
            *self.wishes.same,
        }
        here = self.place
        dearest = max(
            (self._barred(*pair) for pair in pairs if here.keys() >= set(pair)),
            default=0,
        )
        dearest += weight["distance"] * self.reach**2 + 2 * weight["floats"]
        dearest += sum(
            value for name, value in weight.items() if name.startswith("apart")
        )
        bye = weight["bye"] * max(self.byes[one] for one in self.order)
        bye += weight["bye_height"] * self.reach + weight["wanted"]
        lots = self.nodes // 2 * PRIME + 1
        cost = (max(dearest, bye) + 1) * lots
        return self.nodes <= 2**13 and 2 * self.nodes * cost < 2**126

    def find(self, published: Round | None) -> Round:
        """Return the best round.

        Up to 128 entrants, and where the numbers are not too large, lots make it the
        only one. Otherwise a published round that costs as little is as good.
        """
        order, factors, size = self.order, self.factors, len(self.order)
        is_unique = size <= 128 and self._fits()
        lots = self.nodes // 2 * PRIME + 1 if is_unique else 1

        def cost(one: int, two: int) -> int:
            first, second = order[one], None if two == size else order[two]
            plain = self.cost(first, second)
            if not is_unique:
                return plain
            if second is None:
                return plain * lots + factors[first]
            return plain * lots + factors[first] * factors[second] % PRIME

        known = self._as_nodes(published)
        found = least_costly(self.nodes, cost, known or ())
        if known and not is_unique:
            if sum(cost(*pair) for pair in known) == sum(cost(*two) for two in found):
                found = known
        bye = next((order[one] for one, two in found if two == size), None)
        pairs = [(order[one], order[two]) for one, two in found if two < size]
        return Round(pairs, bye)

    def _as_nodes(self, published: Round | None) -> list[Pair]:
        """Return a published round as nodes; empty if it is not one of this field."""
        if published is None:
            return []
        everybody = [one for pair in published.pairs for one in pair]
        if published.bye is not None:
            everybody.append(published.bye)
        if sorted(everybody) != sorted(self.order):
            return []
        place = self.place
        known = [
            (min(place[one], place[two]), max(place[one], place[two]))
            for one, two in published.pairs
        ]
        if published.bye is not None:
            known.append((place[published.bye], len(self.order)))
        return known


def neighbours(
    order: Sequence[int],
    heights: Mapping[int, int],
    is_unwelcome: Callable[[int, int], bool],
) -> list[Pair] | None:
    """Pair neighbours of an order; exchange partners only where it costs nothing."""
    pairs = list(zip(order[::2], order[1::2], strict=True))

    def apart(one: int, two: int) -> int:
        return (heights[one] - heights[two]) ** 2

    def exchange(index: int) -> bool:
        one, two = pairs[index]
        for step in range(1, len(pairs)):
            for other in (index + step, index - step):
                if not 0 <= other < len(pairs):
                    continue
                three, four = pairs[other]
                before = apart(one, two) + apart(three, four)
                for new in (((one, three), (two, four)), ((one, four), (two, three))):
                    if before == apart(*new[0]) + apart(*new[1]):
                        if not is_unwelcome(*new[0]) and not is_unwelcome(*new[1]):
                            pairs[index], pairs[other] = new
                            return True
        return False

    for index in range(len(pairs)):
        if is_unwelcome(*pairs[index]) and not exchange(index):
            return None
    return pairs


def first_by_list(
    order: Sequence[int], may_not: Callable[[int, int], bool]
) -> list[Pair] | None:
    """Return the pairing that comes first in the order of the list, None without one.

    The highest gets the nearest partner with whom the others can still be paired.
    """
    free, pairs = list(order), []
    partners: dict[int, int] = {}
    while free:
        one = free.pop(0)
        for two in free:
            if may_not(one, two):
                continue
            rest = [number for number in free if number != two]
            found = _completed(rest, partners, may_not)
            if found is not None:
                partners = found
                pairs.append((one, two))
                free.remove(two)
                break
        else:
            return None
    return pairs


def _completed(
    rest: Sequence[int],
    partners: Mapping[int, int],
    may_not: Callable[[int, int], bool],
) -> dict[int, int] | None:
    """Return any pairing of the rest, from the former one as far as it still holds."""
    here = set(rest)
    found = {one: two for one, two in partners.items() if {one, two} <= here}
    alone = [one for one in rest if one not in found]
    if not partners:
        alone = list(rest)
    for one in list(alone):
        if one not in found:
            for two in alone:
                if two != one and two not in found and not may_not(one, two):
                    found[one], found[two] = two, one
                    break
    alone = [one for one in rest if one not in found]
    for one, two in zip(alone[::2], alone[1::2], strict=True):
        for three, four in list(found.items()):
            if not may_not(one, three) and not may_not(two, four):
                found |= {one: three, three: one, two: four, four: two}
                break
        else:
            break
    if len(found) == len(rest):
        return found
    places = list(rest)
    matching = Matching(
        len(places),
        (
            (one, two, 0)
            for one, two in combinations(range(len(places)), 2)
            if not may_not(places[one], places[two])
        ),
    )
    if not matching.is_complete:
        return None
    both = [(places[one], places[two]) for one, two in matching.pairs()]
    return dict(both) | {two: one for one, two in both}


def refuse_same(found: Round, wishes: Wishes) -> Round:
    """Return a round in which nobody meets themselves; refuse any other."""
    for one, two in found.pairs:
        if (min(one, two), max(one, two)) in wishes.same:
            raise CannotBeDrawnError(f"{one} and {two} share a person")
    return found


# 7. Formats of rounds -------------------------------------------------------------

Drawn = tuple[list[tuple[int, int | None]], Lots]
"""The pairings in the order of the tables, a bye with None, and the new lots."""


def needed(numbers: list[int]) -> list[int]:
    """Return the entrants of a round; refuse fewer than two."""
    if len(numbers) < 2:
        raise CannotBeDrawnError("fewer than two entrants")
    return numbers


def draw_swiss(field: Field, seed: str, version: int, published: Round | None) -> Drawn:
    """Swiss: see 6.1 of the specification."""
    numbers, number = needed(field.due()), field.next
    tally, lots = count_for_draw(field), starting_numbers(field, seed)
    wishes = all_wishes(field, legs=1 if version == 2 else field.legs)
    lots_of = {one.number: one.lot for one in field.entrants.values()} | lots
    more = lent(field, number, lots_of)
    halves = {one: tally.wins[one] + more.get(one, 0) for one in numbers}
    is_half = field.bye == 1 or any(wins % 2 for wins in halves.values())
    heights = {one: wins if is_half else wins // 2 for one, wins in halves.items()}

    def order_of(some: Iterable[int], attempt: int) -> list[int]:
        found = by_lot(seed, f"swiss:{number}:{attempt}", some)
        return sorted(found, key=lambda one: -heights[one])

    def unwelcome(one: int, two: int) -> bool:
        return tally.met(one, two) > 0 or wishes.breaks(one, two, heights)

    def best_of(some: Sequence[int]) -> Round:
        for attempt in (1, 2, 3):
            bye, others = None, order_of(some, attempt)
            if len(others) % 2:
                bye = min(
                    others,
                    key=lambda one: (
                        *(tally.byes[one], heights[one]),
                        one not in wishes.asked,
                    ),
                )
                others.remove(bye)
            pairs = neighbours(others, heights, unwelcome)
            if pairs is not None:
                return Round(pairs, bye)
        factors = factors_of(seed, f"swiss:{number}:pairs", some)
        levels = {one: heights[one] for one in some}
        criteria = FORMER if version == 2 else NEWEST
        return BestRound(levels, tally, factors, wishes, criteria).find(
            published if set(some) == set(numbers) else None
        )

    def best_without(holder: int) -> Round:
        return best_of([one for one in numbers if one != holder])

    found = None
    if version > 2 and is_bye_by_lot(field, numbers):
        holders = bye_order(field, seed, numbers, tally)
        found = drawn_bye(holders, best_without, tally, wishes.bars)
    found = found or best_of(numbers)
    if version > 2:
        refuse_same(found, wishes)
    place = {one: place for place, one in enumerate(order_of(numbers, 1))}
    pairs = [sorted(pair, key=place.__getitem__) for pair in found.pairs]
    pairs.sort(key=lambda two: (-heights[two[0]], -heights[two[1]], place[two[0]]))
    return tables(pairs, found.bye), (lots if version > 2 else {})


def tables(
    pairs: Iterable[Sequence[int]], bye: int | None
) -> list[tuple[int, int | None]]:
    """Return pairings, the bye last."""
    found: list[tuple[int, int | None]] = [(one, two) for one, two in pairs]
    return found if bye is None else [*found, (bye, None)]


def new_lots(field: Field, seed: str, numbers: Sequence[int]) -> Lots:
    """Return new player numbers: for all in round 1, later for latecomers."""
    taken: dict[int, int] = {}
    if field.outcomes:
        everybody = field.entrants.values()
        taken = {one.number: one.lot for one in everybody if one.lot is not None}
    order = by_lot(
        seed,
        f"{field.format}:{field.next}",
        [one for one in numbers if one not in taken],
    )
    first = 1 + max(taken.values(), default=0)
    return {one: place for place, one in enumerate(order, start=first)}


def down_the_list(
    field: Field,
    seed: str,
    order: Sequence[int],
    tally: Count,
    *,
    wishes: Wishes,
    may_not: Callable[[int, int], bool],
    published: Round | None,
) -> list[tuple[int, int | None]]:
    """Pair down a list, or by the criteria if that cannot be done."""
    height = {one: place for place, one in enumerate(reversed(order))}
    found = None
    if len(order) % 2 == 0:
        pairs = first_by_list(order, may_not)
        found = None if pairs is None else Round(pairs, None)
    else:
        byes = sorted(reversed(order), key=lambda one: tally.byes[one])  # noqa: C414 - a stable order
        if is_bye_by_lot(field, order):
            byes = bye_order(field, seed, sorted(order), tally)
        for bye in byes:
            pairs = first_by_list([one for one in order if one != bye], may_not)
            if pairs is not None:
                found = Round(pairs, bye)
                break
    if found is None:
        factors = factors_of(seed, f"{field.format}:{field.next}:pairs", order)
        found = BestRound(height, tally, factors, wishes).find(published)
    refuse_same(found, wishes)
    pairs = [
        (one, two) if height[one] > height[two] else (two, one)
        for one, two in found.pairs
    ]
    return tables(sorted(pairs, key=lambda pair: -height[pair[0]]), found.bye)


def draw_monrad(
    field: Field, seed: str, version: int, published: Round | None
) -> Drawn:
    """Monrad: by wins or points, then player number, down the list."""
    numbers = needed(field.due())
    tally, lots = count_for_draw(field), new_lots(field, seed, numbers)
    lot_of = {one: lots.get(one, field.entrants[one].lot or 0) for one in numbers}
    score = scores(field, field.outcomes)
    for row in field.outcomes:
        for one in (row.one, row.two) if row.is_open else ():
            if one is not None:
                score[one] += half_a_win(field)
    order = sorted(numbers, key=lambda one: (-score[one], lot_of[one]))
    wishes = barred(field, is_heeded=version > 1)

    def may_not(one: int, two: int) -> bool:
        return tally.met(one, two) > 0 or wishes.bars(one, two)

    found = down_the_list(
        *(field, seed, order, tally),
        wishes=wishes,
        may_not=may_not,
        published=published,
    )
    return found, lots


def draw_danish(
    field: Field, seed: str, version: int, published: Round | None
) -> Drawn:
    """Danish system: neighbours of the standings, also if they have met."""
    numbers = needed(field.due())
    tally, lots = Count(field, field.outcomes), new_lots(field, seed, numbers)
    lot_of = {one: lots.get(one, field.entrants[one].lot or 0) for one in numbers}
    strength = standings(field)
    order = sorted(numbers, key=lambda one: lot_of[one])
    order.sort(key=strength.__getitem__, reverse=True)
    wishes = barred(field, is_heeded=version > 1)
    tally.beaten = {one: [] for one in field.entrants}
    tally.lost_to = {one: [] for one in field.entrants}
    found = down_the_list(
        *(field, seed, order, tally),
        wishes=wishes,
        may_not=wishes.bars,
        published=published,
    )
    return found, lots


def draw_lives(field: Field, seed: str, version: int, published: Round | None) -> Drawn:
    """Lives: fewer losses are higher."""
    lost, lives = lost_lives(field), field.options.get("lives", 3)
    numbers = needed([one for one in field.due() if lost[one] < lives])
    tally = Count(field, field.outcomes)
    wishes = barred(field, is_heeded=version > 1)
    heights = {one: -lost[one] for one in numbers}
    purpose = f"lives:{field.next}"
    order = by_lot(seed, f"{purpose}:1", numbers)
    order.sort(key=lambda one: lost[one])

    def unwelcome(one: int, two: int) -> bool:
        return tally.met(one, two) > 0 or wishes.bars(one, two)

    def best_of(some: Sequence[int]) -> Round:
        bye, others = None, list(some)
        if len(others) % 2:
            bye = min(others, key=lambda one: (tally.byes[one], heights[one]))
            others.remove(bye)
        pairs = neighbours(others, heights, unwelcome)
        if pairs is not None:
            return Round(pairs, bye)
        factors = factors_of(seed, f"{purpose}:pairs", some)
        levels = {one: heights[one] for one in some}
        return BestRound(levels, tally, factors, wishes).find(
            published if set(some) == set(numbers) else None
        )

    def best_without(holder: int) -> Round:
        return best_of([one for one in order if one != holder])

    found = None
    if is_bye_by_lot(field, numbers):
        holders = bye_order(field, seed, numbers, tally)
        found = drawn_bye(holders, best_without, tally, wishes.bars)
    found = refuse_same(found or best_of(order), wishes)
    place = {one: place for place, one in enumerate(order)}
    pairs = [sorted(pair, key=place.__getitem__) for pair in found.pairs]
    pairs.sort(key=lambda pair: [place[one] for one in pair])
    return tables(pairs, found.bye), {}


def draw_night(field: Field, seed: str, version: int, published: Round | None) -> Drawn:
    """Free club night: those who are free, few matches first, near in rating."""
    busy = {one for row in field.outcomes if row.is_open for one in (row.one, row.two)}
    free = needed([one for one in field.due() if one not in busy])
    night = Night(field, free, factors_of(seed, f"night:{field.next}", free), version)
    pairs = [
        pair
        for block in night.blocks()
        for pair in night.best(block)
        if night.plays(pair)
    ]
    if not pairs:
        raise CannotBeDrawnError("only two who should wait are free")
    pairs.sort(
        key=lambda pair: (
            sorted(len(night.met[one]) for one in pair),
            night.factors[pair[0]],
        )
    )
    return tables(pairs, None), {}


class Night:
    """The free players of a club night."""

    def __init__(
        self, field: Field, free: list[int], factors: dict[int, int], version: int
    ) -> None:
        self.field, self.factors, self.keeps = field, factors, version > 1
        self.met: defaultdict[int, list[int]] = defaultdict(list)
        last: Counter[int] = Counter()
        played = {
            (row.round, row.one, row.two)
            for row in field.outcomes
            if row.two is not None and row.is_match
        }
        for number, one, two in sorted(
            played, key=lambda row: (row[0], row[1], row[2] or 0)
        ):
            if two is not None:
                self.met[one].append(two)
                self.met[two].append(one)
                last[one] = last[two] = number
        self.place = self._places(free)
        self.order = sorted(free, key=lambda one: (self.place[one], factors[one]))
        turns = {one: (len(self.met[one]), last[one]) for one in free}
        most = sorted(set(turns.values()), reverse=True)
        self.waits = {one: most.index(turn) for one, turn in turns.items()}

    def _places(self, free: Sequence[int]) -> dict[int, int]:
        ratings = {one: self.field.entrants[one].rating for one in free}
        known = sorted(-rating for rating in ratings.values() if rating is not None)
        if not known:
            return dict.fromkeys(free, 0)
        middle = known[len(known) // 2]
        below = {
            one: middle if rating is None else -rating
            for one, rating in ratings.items()
        }
        ranked = sorted(below.values())
        return {one: ranked.index(value) for one, value in below.items()}

    def barred(self, one: int, two: int) -> tuple[int, int, int]:
        """Return 1 for each sort of pair that is better not made."""
        if not self.keeps:
            return (0, 0, 0)
        pair = (min(one, two), max(one, two))
        mine, theirs = self.met[one], self.met[two]
        just = bool(mine) and bool(theirs) and mine[-1] == two and theirs[-1] == one
        field = self.field
        return int(pair in field.same), int(just), int(pair in field.forbidden)

    def repeats(self, one: int, two: int) -> int:
        """Return the cost of earlier meetings; an early one costs less."""
        mine = [
            ago for ago, other in enumerate(reversed(self.met[one])) if other == two
        ]
        theirs = [
            ago for ago, other in enumerate(reversed(self.met[two])) if other == one
        ]
        cost = sum(max(8 - min(ago), 1) for ago in zip(mine, theirs, strict=True))
        return min(cost, 255)

    def blocks(self) -> list[list[int]]:
        """Cut a large field into blocks of 128."""
        order = list(self.order)
        if len(order) <= 128:
            return [order]
        if len(order) % 2:
            order.remove(
                min(order, key=lambda one: (self.waits[one], self.factors[one]))
            )
        return [order[start : start + 128] for start in range(0, len(order), 128)]

    def best(self, block: Sequence[int]) -> list[Pair]:
        """Return the best pairs of a block, the better rating first."""
        size, place, factors = len(block), self.place, self.factors
        nodes = size + size % 2
        barred = {
            (low, high): self.barred(block[low], block[high])
            for low, high in combinations(range(size), 2)
        }
        repeats = {
            (low, high): self.repeats(block[low], block[high])
            for low, high in combinations(range(size), 2)
        }
        reach = place[block[-1]] - place[block[0]]
        totals = [
            sum(some[1] for some in barred.values()),
            sum(some[2] for some in barred.values()),
            max(self.waits[one] for one in block),
            nodes // 2 * max(repeats.values(), default=0),
            nodes // 2 * reach**2,
            nodes // 2 * PRIME,
        ]
        weights = [1]
        for total in reversed(totals):
            weights.append(weights[-1] * (total + 1))
        same, just, forbidden, wait, repeat, distance, _ = reversed(weights)

        def cost(low: int, high: int) -> int:
            if high == size:
                one = block[low]
                return wait * self.waits[one] + factors[one]
            bars = barred[low, high]
            one, two = block[low], block[high]
            return (
                same * bars[0]
                + just * bars[1]
                + forbidden * bars[2]
                + repeat * repeats[low, high]
                + distance * (place[one] - place[two]) ** 2
                + factors[one] * factors[two] % PRIME
            )

        found = least_costly(nodes, cost)
        return [(block[low], block[high]) for low, high in found if high < size]

    def plays(self, pair: Pair) -> bool:
        """Return True if a pair is made, and does not wait for others."""
        same, just, forbidden = self.barred(*pair)
        others = any(row.is_open for row in self.field.outcomes)
        waits = forbidden or (just and others)
        return not same and (self.field.at_once or not waits)


# 8. Points, for the Monrad, and standings, for the Danish system ------------------

A_WIN = {"two_one:1": 8, "three_one:1": 12, "three_two_one:1": 6, "hundred:1": 400}


def half_a_win(field: Field) -> int:
    """Return what an open match counts: halves of a win, or quarters of a point."""
    code = field.options.get("scoring", "wins:1")
    return A_WIN[code] // 2 if code in A_WIN else 1


def scores(field: Field, outcomes: Sequence[Outcome]) -> dict[int, int]:
    """Return wins in halves, or the points of a scoring scheme in quarters."""
    code = field.options.get("scoring", "wins:1")
    if code not in A_WIN:
        return dict(Count(field, outcomes).wins)
    win, total = A_WIN[code], dict.fromkeys(field.entrants, 0)
    last = max((row.round for row in outcomes), default=0)
    for one, halves in given(field, outcomes, last + 1).items():
        total[one] += halves * win // 2
    paired: set[tuple[int, int, int]] = set()
    meetings: Counter[tuple[int, int]] = Counter()
    for row in sorted(outcomes, key=lambda row: row.round):
        one, two, winner = row.one, row.two, row.winner
        if two is None:
            total[one] += field.bye * field.legs * win // 2
            continue
        pair = (min(one, two), max(one, two))
        number = row.round if field.legs > 1 else meetings[pair] // 2
        meetings[pair] += 1
        if row.is_open:
            continue
        margin = margin_of(field, row)
        for who, other, lead in ((one, two, margin), (two, one, -margin)):
            won = who == winner
            if code == "hundred:1":
                less = 4 * field.rounds if was_stopped(field, row) else 0
                total[who] += (win - less) * won + 4 * lead
            elif code == "three_two_one:1":
                total[who] += 4 * won
                if (row.is_match or won) and (who, other, number) not in paired:
                    paired.add((who, other, number))
                    total[who] += 4
            else:
                total[who] += win if won else 4 * row.is_match
    return total


def was_stopped(field: Field, row: Outcome) -> bool:
    """Return whether a match was played, but not to its end."""
    reached = max(row.points_one, row.points_two)
    return row.played and reached < (row.length or field.length)


def margin_of(field: Field, row: Outcome) -> int:
    """Return the points of the first less those of the second, up to the length."""
    if row.winner is None:
        return 0
    length = row.length or field.length
    one, two = min(row.points_one, length), min(row.points_two, length)
    if row.played or one or two:
        return one - two
    lost = {"none": length, "full": 0, "half": length // 2}[field.walkover]
    return length - lost if row.winner == row.one else lost - length


BEFORE_CHOICE = ("direct:1", "buchholz:1", "sonneborn:1", "difference:1")
Value = int | Fraction


def standings(field: Field) -> dict[int, list[Value]]:
    """Return what orders the list: wins or points, then the tie-breaks."""
    decided = [row for row in field.outcomes if not row.is_open]
    table = Table(field, decided)
    score = scores(field, decided)
    found: dict[int, list[Value]] = {one: [score[one]] for one in field.entrants}
    codes = field.options.get("tiebreaks", []) or BEFORE_CHOICE
    for code in codes:
        if code in ("play_off:1", "shared:1"):
            continue
        if code == "direct:2":
            values = table.direct(found)
        else:
            method: Callable[[int], Value] = getattr(table, code.replace(":", "_"))
            values = {one: method(one) for one in field.entrants}
        for one, value in values.items():
            found[one].append(value)
    for row in field.outcomes:
        if row.is_open and row.two is not None:
            found[row.one][0] += half_a_win(field)
            found[row.two][0] += half_a_win(field)
    return found


class Table:
    """The tie-breaks, one method for each code (`buchholz:1` is `buchholz_1`)."""

    def __init__(self, field: Field, outcomes: list[Outcome]) -> None:
        self.field, self.outcomes = field, outcomes
        self.count = Count(field, outcomes)
        self.wins, self.legs = self.count.wins, field.legs
        self.rounds = max((row.round for row in outcomes), default=0)
        self.rule = field.options.get("unplayed", "nothing")
        self.opponents = {
            one: self.count.beaten[one] + self.count.lost_to[one]
            for one in field.entrants
        }
        self.unplayed = {one: self._unplayed(one) for one in field.entrants}
        self.score = {
            one: self._as_opponent(one) if self.rule == "virtual" else self.wins[one]
            for one in field.entrants
        }
        self.scores = {one: self._scores(one) for one in field.entrants}
        self.capped = self._points(is_capped=True)
        self.full = self._points(is_capped=False)

    def _given(self, one: int, until: int) -> int:
        return given(self.field, self.outcomes, until)[one]

    def _unplayed(self, one: int) -> list[tuple[int, int, int, int]]:
        """Return rounds not played: round, matches, what they count, wins before."""
        if len(self.opponents[one]) >= self.rounds * self.legs:
            return []
        found, before = [], 0
        for number in range(1, self.rounds + 1):
            played = gained = free = 0
            for row in self.outcomes:
                if row.round != number or one not in (row.one, row.two):
                    continue
                worth = 0
                if row.winner == one:
                    worth = 2 if row.two is not None else self.field.bye * self.legs
                gained += worth
                if row.is_match:
                    played += 1
                else:
                    free += worth
            more = self._round_given(one, number)
            if self.legs > played:
                found.append((number, self.legs - played, free + more, before))
            before += gained + more
        return found

    def _round_given(self, one: int, number: int) -> int:
        return self._until(one, number + 1) - (
            self._until(one, number) if number > 1 else 0
        )

    def _until(self, one: int, before: int) -> int:
        field, total = self.field, 0
        absent = int(field.options.get("absent_worth", "0") == "1/2")
        for number, who, kind in field.rests:
            if who == one and number < min(before, self.rounds + 1):
                total += self.legs * (1 if kind == "bye" else absent)
        late = field.entrants[one]
        if field.options.get("late_worth", "0") == "1/2" and late.joined > 1:
            drawn = any(one in (row.one, row.two) for row in self.outcomes)
            if late.present or drawn:
                total += (min(late.joined, before) - 1) * self.legs
        return total

    def _as_opponent(self, one: int) -> int:
        if not self.unplayed[one]:
            return self.wins[one]
        missed = sum(matches for _, matches, _, _ in self.unplayed[one])
        return 2 * len(self.count.beaten[one]) + missed

    def _stand_in(self, one: int, missed: tuple[int, int, int, int]) -> int:
        number, matches, gained, before = missed
        if self.rule == "virtual":
            following = (self.rounds - number) * self.legs
            return before + 2 * matches - gained + following
        return self.wins[one] if self.rule == "own_score" else 0

    def _scores(self, one: int) -> list[int]:
        scores = [self.score[other] for other in self.opponents[one]]
        for missed in self.unplayed[one]:
            scores += [self._stand_in(one, missed)] * missed[1]
        return sorted(scores)

    def _points(self, *, is_capped: bool) -> dict[int, tuple[int, int]]:
        won, lost = Counter[int](), Counter[int]()
        for row in self.outcomes:
            if row.two is None or row.winner is None:
                continue
            length = row.length or self.field.length
            own, other = row.points_one, row.points_two
            if is_capped:
                own, other = min(own, length), min(other, length)
            if not row.played:
                least = length // 2 if self.field.walkover == "half" else 0
                own, other = length, least
                if row.winner == row.two:
                    own, other = other, own
                if self.field.walkover == "none":
                    own = other = 0
            for one, first, second in ((row.one, own, other), (row.two, other, own)):
                won[one] += first
                lost[one] += second
        return {one: (won[one], lost[one]) for one in self.field.entrants}

    def direct_1(self, one: int) -> int:
        """Wins against those with equal wins, if all of them have met."""
        group = [two for two, wins in self.wins.items() if wins == self.wins[one]]
        if any(set(group) - {two} - set(self.opponents[two]) for two in group):
            return 0
        return sum(two in group for two in self.count.beaten[one])

    def direct(self, before: Mapping[int, list[Value]]) -> dict[int, Value]:
        """Place those who are equal in everything before by their own matches."""
        groups: defaultdict[tuple[Value, ...], list[int]] = defaultdict(list)
        for one in sorted(before):
            groups[tuple(before[one])].append(one)
        values: dict[int, Value] = dict.fromkeys(before, 0)
        for group in groups.values():
            self._place(group, values, 0)
        return values

    def _place(self, group: list[int], values: dict[int, Value], below: int) -> None:
        for one in group:
            values[one] = below
        times = max(self.legs, self.field.options.get("times", 1))
        all_met = not any(
            set(group) - {one} - set(self.opponents[one]) for one in group
        )
        if len(group) < 2 or (len(group) > 2 * self.rounds * times + 1 and not all_met):
            return
        won = {
            one: sum(other in group for other in self.count.beaten[one])
            for one in group
        }
        if all_met:
            levels = sorted(set(won.values()))
            if len(levels) < 2:
                return
            for level in levels:
                part = [one for one in group if won[one] == level]
                self._place(part, values, below)
                below += len(part)
            return
        each = self.legs * self.field.options.get("times", 1)
        most = {
            one: won[one] + each * len(set(group) - {one} - set(self.opponents[one]))
            for one in group
        }
        left = list(group)
        while len(left) > 1:
            first = max(left, key=lambda one: (won[one], -one))
            if any(most[other] >= won[first] for other in left if other != first):
                break
            left.remove(first)
            values[first] = below + len(left)
        if len(left) < len(group):
            self._place(left, values, below)

    def buchholz_1(self, one: int) -> int:
        """The sum of the scores of all opponents."""
        return sum(self.scores[one])

    def buchholz_cut1_1(self, one: int) -> int:
        """The same without the lowest."""
        return sum(self.scores[one][1:])

    def buchholz_cut2_1(self, one: int) -> int:
        """The same without the two lowest."""
        return sum(self.scores[one][2:])

    def median_1(self, one: int) -> int:
        """The same without the lowest and the highest."""
        return sum(self.scores[one][1:-1])

    def sonneborn_1(self, one: int) -> int:
        """The sum of the scores of those beaten."""
        total = 2 * sum(self.score[other] for other in self.count.beaten[one])
        if self.rule != "nothing":
            for missed in self.unplayed[one]:
                total += self._stand_in(one, missed) * missed[2]
        return total

    def progressive_1(self, one: int) -> int:
        """The sum of the wins after each round."""
        total, after = 0, self.rounds + 1
        for row in self.outcomes:
            if row.winner == one:
                worth = 2 if row.two is not None else self.field.bye * self.legs
                total += worth * (after - row.round)
        for number in range(1, after):
            total += self._round_given(one, number) * (after - number)
        return total

    def _won(self, one: int) -> int:
        walkovers = sum(
            row.winner == one and not row.played and row.two is not None
            for row in self.outcomes
        )
        return len(self.count.beaten[one]) + walkovers

    def koya_1(self, one: int) -> int:
        """Wins against those who won at least as many as they lost."""
        return sum(
            self._won(other) >= self.count.losses[other]
            for other in self.count.beaten[one]
        )

    def opponents_opponents_1(self, one: int) -> int:
        """The sum of the Buchholz of all opponents."""
        total = sum(self.buchholz_1(other) for other in self.opponents[one])
        if self.rule != "nothing":
            games = sum(missed[1] for missed in self.unplayed[one])
            total += games * self.buchholz_1(one)
        return total

    def difference_1(self, one: int) -> int:
        """Points won minus points lost, none beyond the length."""
        return self.capped[one][0] - self.capped[one][1]

    def full_difference_1(self, one: int) -> int:
        """The same, with those beyond the length."""
        return self.full[one][0] - self.full[one][1]

    def points_won_1(self, one: int) -> int:
        """Points won."""
        return self.capped[one][0]

    def point_share_1(self, one: int) -> Value:
        """The part that points won are of all."""
        return share(self.capped[one][0], sum(self.capped[one]))

    def win_share_1(self, one: int) -> Value:
        """The part that wins are of wins and losses."""
        won = self._won(one)
        return share(won, won + self.count.losses[one])

    def matches_won_1(self, one: int) -> int:
        """Matches won at the table."""
        return len(self.count.beaten[one])

    def fewest_byes_1(self, one: int) -> int:
        """Fewer byes are better."""
        return -self.count.byes[one]

    def _rating(self, one: int) -> int | None:
        rating = self.field.entrants[one].rating
        return None if rating is None else int(rating * 100)

    def opponents_rating_1(self, one: int) -> Value:
        """The mean rating of the opponents who have one."""
        found = [self._rating(other) for other in self.opponents[one]]
        known = [rating for rating in found if rating is not None]
        return share(sum(known), 100 * len(known))

    def rating_1(self, one: int) -> Value:
        """One's own rating."""
        return share(self._rating(one) or 0, 100)

    def pr_1(self, one: int) -> int:
        """The PR; fewer are better, and who has none comes last."""
        pr = self.field.entrants[one].pr
        return 0 if pr is None else 10_000 - int(Decimal(pr) * 100)

    def lots_1(self, one: int) -> int:
        """The place by lot."""
        if not self.field.lots_seed:
            return 0
        order = by_lot(self.field.lots_seed, "standings", self.field.entrants)
        return -order.index(one)


def share(part: int, whole: int) -> Value:
    """Return a part of a whole, 0 of nothing."""
    return Fraction(part, whole) if whole and part else 0


# 9. Round robin -------------------------------------------------------------------

STEP = 10_000


def berger(size: int, number: int) -> list[Pair]:
    """Return the pairs of a round of the Berger table; the last of an odd is empty."""
    last = size + size % 2
    circle = last - 1
    head = (number + 1) // 2 if number % 2 else (number + last) // 2
    pairs = [(head, last) if number % 2 else (last, head)]
    for step in range(1, last // 2):
        up = (head + step - 1) % circle + 1
        pairs.append((up, (head - step - 1) % circle + 1))
    return pairs


def scheduled(
    seats: Mapping[int, int], number: int, times: int
) -> list[tuple[int | None, int | None]]:
    """Return the pairs of a group in a round; None is an empty seat."""
    size = max(seats)
    cycle, index = divmod(number - 1, max(size + size % 2 - 1, 1))
    if cycle >= times or size < 2:
        return []
    pairs = [(seats.get(one), seats.get(two)) for one, two in berger(size, index + 1)]
    return [(two, one) for one, two in pairs] if cycle % 2 else pairs


def seats_of(lots: Mapping[int, int | None]) -> dict[int, dict[int, int]]:
    """Return the entrants by group and number."""
    seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for one, place in lots.items():
        if place is not None:
            seats[place // STEP][place % STEP] = one
    return dict(seats)


def draw_round_robin(
    field: Field, seed: str, version: int, published: Round | None
) -> Drawn:
    """Round robin: lots give the seats, the Berger table the pairs."""
    times = field.options.get("times", 1)
    known = {one.number: one.lot for one in field.entrants.values()}
    if field.outcomes:
        playing, lots = _late(field, seed, version)
        places = known | lots
    else:
        playing = needed(field.due())
        lots = _dealt(field, seed, is_heeded=version > 1)
        places = dict.fromkeys(known) | lots
    pairs: list[tuple[int, int | None]] = []
    byes: list[tuple[int, int | None]] = []
    for _, seats in sorted(seats_of(places).items()):
        for pair in scheduled(seats, field.next, times):
            here = [one for one in pair if one is not None and one in playing]
            if len(here) == 2:
                pairs.append((here[0], here[1]))
            elif here:
                byes.append((here[0], None))
    return [*pairs, *byes], lots


def _late(field: Field, seed: str, version: int) -> tuple[list[int], Lots]:
    """Return who plays a later round, and the seats of latecomers."""
    times = field.options.get("times", 1)
    lots = {one.number: one.lot for one in field.entrants.values()}
    seats = seats_of(lots)
    playing = [
        one
        for one in field.due()
        if lots[one] is None
        or scheduled(seats[(lots[one] or 0) // STEP], field.next, times)
    ]

    def placed(order: Sequence[int]) -> Lots:
        group_of = {
            one: group for group, taken in seats.items() for one in taken.values()
        }
        free = sorted(
            (len(taken), group, seat)
            for group, taken in seats.items()
            if scheduled(taken, field.next, times)
            for seat in range(1, max(taken) + max(taken) % 2 + 1)
            if seat not in taken
        )
        found: Lots = {}
        for one in order:
            never = {
                group
                for other, group in group_of.items()
                if (min(one, other), max(one, other)) in field.same
            }
            place = next((row for row in free if row[1] not in never), None)
            if place is not None:
                free.remove(place)
                group_of[one] = place[1]
                found[one] = STEP * place[1] + place[2]
        return found

    late = [one for one in playing if lots[one] is None]
    seated = placed(sorted(late))
    playing = needed([one for one in playing if one not in late or one in seated])
    if version == 1 and len(seated) < len(late):
        raise CannotBeDrawnError("somebody has no place in the schedule")
    order = by_lot(
        seed, f"round_robin:{field.next}", [one for one in playing if one in seated]
    )
    return playing, placed(order)


def _dealt(field: Field, seed: str, *, is_heeded: bool) -> Lots:
    """Deal all who are here to groups and number them there."""
    order = by_lot(seed, "round_robin:1", field.here())
    entrants = field.entrants
    count = max(1, min(field.options.get("groups", 1), len(order) // 2))
    ranked = sorted(order, key=lambda one: entrants[one].rank())
    best = ranked[: field.options.get("seeded", 0)]
    turn = [*range(1, count + 1), *range(count, 0, -1)]
    deal = [turn[place % len(turn)] for place in range(len(order))]
    group_of = dict(zip(best, deal, strict=False))
    left = deal[len(best) :]
    rest = [one for one in order if one not in group_of]
    sizes = [Counter(entrants[one].value(kind) for one in rest) for kind in field.apart]

    def crowd(one: int) -> list[int]:
        marks = [entrants[one].value(kind) for kind in field.apart]
        return [
            -size[mark] if mark else 0 for size, mark in zip(sizes, marks, strict=True)
        ]

    rest.sort(key=crowd)
    same = field.same if is_heeded else set()
    never = field.forbidden if is_heeded else set()

    def is_barred_first(one: int) -> tuple[bool, bool]:
        return (
            not any(one in pair for pair in same),
            not any(one in pair for pair in never),
        )

    rest.sort(key=is_barred_first)
    for one in rest:

        def price(group: int, one: int = one) -> list[int]:
            there = [other for other, its in group_of.items() if its == group]
            pairs = [(min(one, two), max(one, two)) for two in there]
            found = [sum(two in same for two in pairs)]
            found.append(sum(two in never for two in pairs))
            for kind in field.apart:
                mark = entrants[one].value(kind)
                found.append(
                    sum(
                        bool(mark) and entrants[two].value(kind) == mark
                        for two in there
                    )
                )
            return found

        group_of[one] = min(left, key=price)
        left.remove(group_of[one])
    for one, two in same:
        if one in group_of and group_of[one] == group_of.get(two):
            raise CannotBeDrawnError(f"{one} and {two} share a person")
    seats, lots = Counter[int](), {}
    for one in order:
        seats[group_of[one]] += 1
        lots[one] = STEP * group_of[one] + seats[group_of[one]]
    return lots


# 10. The lines of a bracket -------------------------------------------------------

KINDS = ("group", "family", "club", "country")


def seed_order(size: int) -> list[int]:
    """Return the seed of each line, from the top."""
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [one for seed in seeds for one in (seed, total - seed)]
    return seeds


def draw_bracket(
    field: Field, seed: str, version: int, published: Round | None
) -> Drawn:
    """Brackets: a line for everybody, drawn once."""
    if field.outcomes or any(one.lot is not None for one in field.entrants.values()):
        raise CannotBeDrawnError("the lines are drawn already")
    due = needed(field.due())
    size = 2
    while size < len(due):
        size *= 2
    entrants = field.entrants
    order = by_lot(seed, f"{field.format}:lines", due)
    best = list(order)
    if any(entrants[one].seed is not None for one in due):
        best.sort(key=lambda one: entrants[one].rank()[:2])
    else:
        best.sort(key=lambda one: entrants[one].rank()[2:])
    seeded = best[: field.options.get("seeded", 0)]
    seeds = seed_order(size)
    by_seed = sorted(range(1, size + 1), key=lambda line: seeds[line - 1])
    vacant = _vacant(field, seed, by_seed, size - len(due))
    line_of = dict(
        zip(seeded, (line for line in by_seed if line not in vacant), strict=False)
    )
    groups = {one: entrants[one].group for one in due if entrants[one].group}
    ranks = _ranks(seeded, groups)
    _cross(line_of, groups, ranks[1:], size)
    others = [one for one in order if one not in line_of]
    taken = vacant | set(line_of.values())
    free = (line for line in range(1, size + 1) if line not in taken)
    line_of.update(zip(others, free, strict=True))
    _separate(field, line_of, others, due)
    if version > 1:
        by_group = ranks if groups else [seeded]
        line_of = _far_apart(field, seed, line_of, by_group, others=others)
    at = {line: one for one, line in line_of.items()}
    pairs: list[tuple[int, int | None]] = []
    byes: list[tuple[int, int | None]] = []
    for line in range(1, size, 2):
        one, two = at.get(line), at.get(line + 1)
        if one is not None and two is not None:
            pairs.append((one, two))
        elif one is not None or two is not None:
            byes.append((one or two or 0, None))
    if version > 1:
        met = [(one, two) for one, two in pairs if two is not None]
        refuse_same(Round(met, None), barred(field))
    return [*pairs, *byes], {one: line for line, one in sorted(at.items())}


def _vacant(field: Field, seed: str, by_seed: Sequence[int], byes: int) -> set[int]:
    """Return the lines without an entrant, never two of one match."""
    size, way = len(by_seed), field.options.get("byes", "spread")
    if way == "top":
        return set(range(2, 2 * byes + 1, 2))
    if way == "bottom":
        return set(range(size, size - 2 * byes, -2))
    if way == "spread":
        return set(by_seed[size - byes :])
    kept = set(by_seed[: min(field.options.get("seeded", 0), size // 2)])
    vacant: dict[int, int] = {}
    for line in by_lot(seed, f"{field.format}:byes", range(1, size + 1)):
        if len(vacant) < byes and line not in kept:
            vacant.setdefault((line - 1) // 2, line)
    return set(vacant.values())


def _ranks(seeded: Sequence[int], groups: Mapping[int, str]) -> list[list[int]]:
    """Divide the seeds: a rank ends before a seed of a group that is in it."""
    ranks: list[list[int]] = []
    here: set[str] = set()
    for one in seeded:
        group = groups.get(one, "")
        if not ranks or not group or group in here or "" in here:
            ranks.append([])
            here = set()
        ranks[-1].append(one)
        here.add(group)
    return ranks


def meeting(one: int, two: int) -> int:
    """Return the round in which two lines can meet."""
    return ((one - 1) ^ (two - 1)).bit_length()


def _cross(
    line_of: dict[int, int],
    groups: Mapping[int, str],
    ranks: Sequence[Sequence[int]],
    size: int,
) -> None:
    """Exchange lines within a rank so that members of a group meet late."""

    def weight(one: int) -> int:
        return sum(
            size ** (size.bit_length() - meeting(line_of[one], line_of[two]))
            for two in line_of
            if two != one and one in groups and groups.get(two) == groups[one]
        )

    is_better = True
    while is_better:
        is_better = False
        for rank in ranks:
            for one, two in combinations(rank, 2):
                before = weight(one) + weight(two)
                if not before:
                    continue
                line_of[one], line_of[two] = line_of[two], line_of[one]
                if weight(one) + weight(two) < before:
                    is_better = True
                else:
                    line_of[one], line_of[two] = line_of[two], line_of[one]
            if is_better:
                break


def _separate(
    field: Field, line_of: dict[int, int], others: Sequence[int], due: Sequence[int]
) -> None:
    """Exchange unseeded entrants so that the first round keeps pairs apart."""
    entrants = field.entrants
    kinds = [kind for kind in field.apart if kind in KINDS]
    if any(entrants[one].group for one in due):
        kinds.insert(0, "group")
    if not kinds and not field.forbidden:
        return
    values = {one: [entrants[one].folded(kind) for kind in kinds] for one in due}
    base, movable = len(due) + 1, set(others)
    at = {line: one for one, line in line_of.items()}

    def weight(one: int, line: int) -> int:
        two = at.get(((line - 1) ^ 1) + 1)
        if two is None:
            return 0
        found = int((min(one, two), max(one, two)) in field.forbidden)
        for mine, theirs in zip(values[one], values[two], strict=True):
            found = found * base + (mine == theirs != "")
        return found

    def gain(line: int, other: int) -> int:
        if (line - 1) // 2 == (other - 1) // 2:
            return 0
        one, two = at[line], at[other]
        before = weight(one, line) + weight(two, other)
        return before - weight(one, other) - weight(two, line)

    is_better = True
    while is_better:
        is_better = False
        for line in sorted(at, key=lambda line: ((line - 1) // 2, -line)):
            one = at[line]
            if one not in movable or not weight(one, line):
                continue
            gains = [gain(line, line_of[two]) for two in others]
            if max(gains) > 0:
                two = others[gains.index(max(gains))]
                line_of[one], line_of[two] = line_of[two], line_of[one]
                at[line_of[one]], at[line_of[two]] = one, two
                is_better = True


class Apart:
    """The cost if two that should be apart can meet in a round."""

    def __init__(self, field: Field, line_of: Mapping[int, int]) -> None:
        here, entrants = sorted(line_of), field.entrants
        rounds = max((max(line_of.values(), default=1) - 1).bit_length(), 1)
        base, unit = len(here) ** 2 + 1, 1
        self.kinds: list[tuple[dict[int, str], int]] = []
        for kind in reversed([kind for kind in field.apart if kind in KINDS]):
            folded = {one: entrants[one].folded(kind) for one in here}
            self.kinds.append(({one: its for one, its in folded.items() if its}, unit))
            unit *= base
        self.unit, self.bound = unit, 0
        self.mates: defaultdict[int, dict[int, list[int]]] = defaultdict(dict)
        groups = {one: entrants[one].folded("group") for one in here}
        within = [
            (one, two)
            for one, two in combinations(here, 2)
            if groups[one] == groups[two] != ""
        ]
        every = set(here)
        forbidden = [pair for pair in field.forbidden if every >= set(pair)]
        same = [pair for pair in field.same if every >= set(pair)]
        for rank, pairs in enumerate((within, forbidden, same)):
            scale = [
                unit * base ** (rounds - 1 - number) for number in range(1, rounds)
            ]
            scale.append(0)
            if rank == 0 and pairs:
                self._divide(Counter(its for its in groups.values() if its), scale)
            for one, two in pairs:
                known = self.mates[one].get(two, [0] * rounds)
                both = [
                    first + second for first, second in zip(known, scale, strict=True)
                ]
                self.mates[one][two] = self.mates[two][one] = both
            if pairs:
                unit *= base**rounds

    def _divide(self, sizes: Counter[str], scale: Sequence[int]) -> None:
        """Compute the cost if every group were divided evenly among the lines."""
        for members in sizes.values():
            before = 0
            for number, weight in enumerate(scale, start=1):
                some, more = divmod(members, 2 ** (len(scale) - number))
                rest = 2 ** (len(scale) - number) - more
                within = more * (some + 1) * some // 2 + rest * some * (some - 1) // 2
                self.bound += weight * (within - before)
                before = within

    def is_least(self, total: int) -> bool:
        """Return True if certainly no lines keep mates apart for longer."""
        return total // self.unit <= self.bound // self.unit

    def weight(self, one: int, lines: Mapping[int, int], at: Mapping[int, int]) -> int:
        """Return what the line of an entrant costs."""
        line, found = lines[one], 0
        for two, scale in self.mates.get(one, {}).items():
            found += scale[meeting(line, lines[two]) - 1]
        two = at.get(((line - 1) ^ 1) + 1, 0)
        for values, unit in self.kinds:
            if one in values and values[one] == values.get(two):
                found += unit
        return found

    def improved(
        self, start: Mapping[int, int], movable: Sequence[Sequence[int]]
    ) -> tuple[dict[int, int], int]:
        """Exchange lines as long as it helps; return them and what they cost."""
        lines = dict(start)
        at = {line: one for one, line in lines.items()}

        def exchange(one: int, two: int) -> None:
            lines[one], lines[two] = lines[two], lines[one]
            at[lines[one]], at[lines[two]] = one, two

        is_better = True
        while is_better:
            is_better = False
            for rank in movable:
                for one in sorted(rank, key=lambda one: lines[one]):
                    if not self.weight(one, lines, at):
                        continue
                    most, partner = 0, 0
                    for two in rank:
                        before = self.weight(one, lines, at) + self.weight(
                            two, lines, at
                        )
                        exchange(one, two)
                        after = self.weight(one, lines, at) + self.weight(
                            two, lines, at
                        )
                        exchange(one, two)
                        if before - after > most:
                            most, partner = before - after, two
                    if most:
                        exchange(one, partner)
                        is_better = True
        return lines, sum(self.weight(one, lines, at) for one in lines) // 2


def _far_apart(
    field: Field,
    seed: str,
    line_of: dict[int, int],
    ranks: Sequence[Sequence[int]],
    *,
    others: list[int],
) -> dict[int, int]:
    """Exchange lines so that those to be kept apart meet as late as possible."""
    wishes = Apart(field, line_of)
    if not wishes.mates:
        return line_of
    rest = [one for rank in ranks[1:] for one in rank]
    ways: list[list[list[int]]] = [[*map(list, ranks[1:]), others]]
    if len(ranks) > 1:
        ways.append([[*rest, *others]])
        ways.append([[*ranks[0][1:], *rest, *others]])
    best = dict(line_of)
    for way, movable in enumerate(ways):
        at = {line: one for one, line in best.items()}
        total = sum(wishes.weight(one, best, at) for one in best) // 2
        if way and wishes.is_least(total):
            break
        at_once = any(
            meeting(best[one], best[two]) == 1
            for one, mates in wishes.mates.items()
            for two in mates
        )
        if way < 2 or at_once:
            best = _best_attempt(field, seed, best, movable, wishes=wishes)
    return best


def _best_attempt(
    field: Field,
    seed: str,
    start: dict[int, int],
    movable: Sequence[Sequence[int]],
    *,
    wishes: Apart,
) -> dict[int, int]:
    best, least = start, -1
    for attempt in range(1, (60 if len(start) <= 64 else 4) + 1):
        lines = dict(start)
        for rank in movable if attempt > 1 else ():
            order = by_lot(seed, f"{field.format}:apart:{attempt}", rank)
            free = sorted(start[one] for one in rank)
            lines |= dict(zip(order, free, strict=True))
        found, total = wishes.improved(lines, movable)
        if least < 0 or total < least:
            best, least = found, total
        if wishes.is_least(least):
            break
    return best


# 11. The plan of a bracket --------------------------------------------------------

CROSSINGS = {
    8: (1,),
    16: (2, 0),
    32: (2, 2, 0),
    64: (8, 6, 1, 1),
    128: (8, 8, 6, 0, 1),
    256: (16, 12, 8, 6, 0, 1),
    512: (16, 16, 12, 8, 6, 0, 1),
    1024: (128, 80, 48, 28, 2, 3, 2, 0),
    2048: (128, 128, 80, 48, 28, 6, 1, 2, 0),
    4096: (128, 128, 128, 80, 48, 28, 6, 0, 2, 0),
}
Source = tuple[str, int]
NOBODY: Source = ("line", 0)
Exits = dict[int, int]
Past = tuple[Exits, Exits]
"""By node: the chance, in units of 2**-64, to have left it as winner, or as loser."""
Intake = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Node:
    """A match of a bracket."""

    number: int
    section: str
    round: int
    position: int
    top: Source
    bottom: Source
    is_reset: bool = False

    def row(self) -> list[Any]:
        """Return the row of `nodes`."""
        sides = (*self.top, *self.bottom)
        reset = [True] if self.is_reset else []
        return [self.number, self.section, self.round, self.position, *sides, *reset]


class Plan:
    """The matches of a bracket, in playing order."""

    def __init__(self, field: Field, lines: int) -> None:
        self.nodes: list[Node] = []
        self.pasts: dict[int, Past] = {}
        self.main: list[list[Node]] = []
        coming = [("line", line) for line in range(1, lines + 1)]
        while len(coming) > 1:
            pairs = list(zip(coming[::2], coming[1::2], strict=True))
            self.main.append(self.add("main", len(self.main) + 1, pairs))
            coming = [("winner", node.number) for node in self.main[-1]]
        if field.format == "double_elimination":
            self._lower(lines, is_reset=field.options.get("reset", True))
        self.used = {
            source[1]
            for node in self.nodes
            for source in (node.top, node.bottom)
            if source[0] == "loser"
        }
        waiting = list(field.options.get("branches", ()))
        while waiting:
            known = {node.section for node in self.nodes} | {"main"}
            known |= {row[0] for row in field.options["branches"] if row not in waiting}
            branch = next((row for row in waiting if row[1] in known), None)
            if branch is None:
                raise CannotBeDrawnError("a branch of a bracket that is not there")
            waiting.remove(branch)
            self._branch(*branch)

    def add(
        self, section: str, number: int, pairs: Iterable[tuple[Source, Source]]
    ) -> list[Node]:
        """Append a round."""
        first = len(self.nodes)
        for position, (top, bottom) in enumerate(pairs):
            self.nodes.append(
                Node(len(self.nodes) + 1, section, number, position, top, bottom)
            )
        return self.nodes[first:]

    def _lower(self, lines: int, *, is_reset: bool) -> None:
        coming = [("loser", node.number) for node in self.main[0]]
        masks = (*CROSSINGS.get(lines, ()), 0)
        for place, above in enumerate(self.main[1:]):
            pairs = list(zip(coming[::2], coming[1::2], strict=True))
            here = self.add("lower", 2 * place + 1, pairs)
            mask = masks[place]
            drops = [
                (("winner", node.number), ("loser", above[i ^ mask].number))
                for i, node in enumerate(here)
            ]
            here = self.add("lower", 2 * place + 2, drops)
            coming = [("winner", node.number) for node in here]
        unbeaten = ("winner", self.main[-1][0].number)
        final = self.add("final", 1, [(unbeaten, coming[0])])[0].number
        if is_reset:
            number = len(self.nodes) + 1
            sides = (("loser", final), ("winner", final))
            self.nodes.append(Node(number, "final", 2, 0, *sides, is_reset=True))

    def _branch(
        self, section: str, of: str, pattern: str, first: int, last: int
    ) -> None:
        feeding = [
            node
            for node in self.nodes
            if node.section == of
            and not node.is_reset
            and NOBODY not in (node.top, node.bottom)
        ]
        rounds = max((node.round for node in feeding), default=0)
        until = rounds - 1
        if last:
            until = min(last, rounds)
        elif pattern == "first_loss":
            until = min(2, rounds - 1)
        groups: list[list[Source]] = []
        for number in range(max(first, 1), until + 1):
            group = [node for node in feeding if node.round == number]
            group.sort(key=lambda node: node.position)
            if any(node.number in self.used for node in group):
                raise CannotBeDrawnError("losers that go to two brackets")
            self.used |= {node.number for node in group}
            groups.append([self._loser(node, pattern) for node in group])
        groups = [group for group in groups if group]
        sizes = tuple(len(group) for group in groups)
        is_shifted = pattern == "shifted"
        masks = known_masks(sizes, is_shifted=is_shifted) if of == "main" else None
        survivors: list[Source] = []
        byes = 0
        for number, intake in enumerate(line_up(sizes, is_shifted=is_shifted), start=1):
            entrants = taken(groups, intake)
            if not survivors:
                survivors = entrants[: intake[0][1]]
                del entrants[: intake[0][1]]
            free = []
            if (len(survivors) + len(entrants)) % 2:
                byes += 1
                free = [(survivors.pop(-(byes % 2)), NOBODY)]
            if masks and intake:
                mask = masks[intake[-1][0]]
                moved = [entrants[k ^ mask] for k in range(len(entrants))]
                pairs = meetings(survivors, moved, is_late=False)
            elif masks:
                pairs = meetings(survivors, entrants, is_late=False)
            else:
                pairs = self._fewest_rematches(survivors, entrants)
            pairs = [*pairs, *free] if byes % 2 else [*free, *pairs]
            here = self.add(section, number, pairs)
            survivors = [("winner", node.number) for node in here]

    def _loser(self, node: Node, pattern: str) -> Source:
        is_first = node.top[0] == node.bottom[0] == "line"
        if pattern == "first_loss" and not is_first:
            return ("first_loser", node.number)
        return ("loser", node.number)

    def _past(self, source: Source) -> Past:
        """Return the matches behind a source, with the chance of each way."""
        kind, number = source
        if kind == "line":
            return {}, {}
        if number not in self.pasts:
            node = self.nodes[number - 1]
            top, bottom = self._past(node.top), self._past(node.bottom)
            self.pasts[number] = (half(top[0], bottom[0]), half(top[1], bottom[1]))
        won, lost = (dict(exits) for exits in self.pasts[number])
        if kind == "first_loser":
            section = self.nodes[number - 1].section
            for exits in (won, lost):
                for one in list(exits):
                    if self.nodes[one - 1].section == section:
                        del exits[one]
        (won if kind == "winner" else lost)[number] = 2**64
        return won, lost

    def _fewest_rematches(
        self, survivors: Sequence[Source], entrants: Sequence[Source]
    ) -> list[tuple[Source, Source]]:
        """Return the order of entrants that lets expect the fewest rematches."""
        sides = [*survivors, *entrants]
        pasts = [self._past(side) for side in sides]
        again = [[0] * len(sides) for _ in sides]
        for one, two in combinations(range(len(sides)), 2):
            both = common(pasts[one][0], pasts[two][1])
            both += common(pasts[one][1], pasts[two][0])
            again[one][two] = again[two][one] = both
        place = {side: index for index, side in enumerate(sides)}
        ahead = 4 if len(entrants) > 64 else len(sides)

        def expected(way: list[tuple[Source, Source]]) -> tuple[int, list[int]]:
            blocks = [[place[one], place[two]] for one, two in way]
            found = [sum(again[one][two] for one, two in blocks)]
            shift = 0
            while len(blocks) > 1 and len(found) < ahead:
                shift += 2
                pairs = list(zip(blocks[::2], blocks[1::2], strict=False))
                total = sum(
                    again[one][two]
                    for some, more in pairs
                    for one in some
                    for two in more
                )
                found.append(total >> shift)
                blocks = [[*some, *more] for some, more in pairs]
            return sum(found), found

        late = (False, True) if len(entrants) != len(survivors) else (False,)
        ways = (
            meetings(survivors, [entrants[k] for k in order], is_late=is_late)
            for order in orders(len(entrants))
            for is_late in late
        )
        return min(ways, key=expected)


def half(one: Exits, two: Exits) -> Exits:
    """Return the chances of one of two sides, each as likely."""
    both = Counter(one)
    both.update(two)
    return {node: chance // 2 for node, chance in both.items()}


def common(some: Exits, others: Exits) -> int:
    """Return how often two sides are expected to have left a node both ways."""
    return sum(chance * others.get(node, 0) for node, chance in some.items())


def known_masks(sizes: tuple[int, ...], *, is_shifted: bool) -> tuple[int, ...] | None:
    """Return the masks of the drop groups of a whole knock-out."""
    if not sizes:
        return None
    lines = 2 * sizes[0]
    if any(size != lines >> (place + 1) for place, size in enumerate(sizes)):
        return None
    full = max(lines.bit_length() - 2, 1)
    if is_shifted and (len(sizes) == 3 or len(sizes) != full):
        return None
    return (0, *CROSSINGS.get(lines, ()), 0)[: len(sizes)]


def meetings(
    survivors: Sequence[Source], entrants: Sequence[Source], *, is_late: bool
) -> list[tuple[Source, Source]]:
    """Return the matches of a round; a surplus is spread evenly."""
    few = min(len(survivors), len(entrants))
    matches = (len(survivors) + len(entrants)) // 2
    old, new = iter(survivors), iter(entrants)
    many = old if len(survivors) > few else new
    found = []
    total = 0 if is_late else matches - 1
    for _ in range(matches):
        is_mixed = (total + few) // matches > total // matches
        total += few
        found.append((next(old), next(new)) if is_mixed else (next(many), next(many)))
    return found


def orders(count: int) -> Iterator[list[int]]:
    """Yield the orders that are tried: masks, then turned ones and these reversed."""
    if not count:
        yield []
    is_power = count & (count - 1) == 0
    for mask in range(count) if is_power else ():
        yield [k ^ mask for k in range(count)]
    for turn in range(count) if not is_power or count <= 64 else ():
        turned = [(k + turn) % count for k in range(count)]
        yield turned
        yield turned[::-1]


def taken(groups: list[list[Source]], intake: Intake) -> list[Source]:
    """Take the entrants of a round from their groups, at equal distances."""
    entering: list[Source] = []
    for place, count in intake:
        group = groups[place]
        chosen = {k * len(group) // count for k in range(count)}
        entering += [one for k, one in enumerate(group) if k in chosen]
        groups[place] = [one for k, one in enumerate(group) if k not in chosen]
    return entering


def line_up(sizes: tuple[int, ...], *, is_shifted: bool) -> list[Intake]:
    """Return who enters each round of a branch, until one is left."""
    if sum(sizes) <= 1:
        return []
    if any(more != 2 * less for more, less in pairwise(sizes)):
        return _cheapest(sizes, is_shifted=is_shifted)
    rounds: list[Intake] = []
    if is_shifted and len(sizes) == 3:
        rounds = [((0, sizes[0]), (1, sizes[1])), ((2, sizes[2]),)]
        left = ((sizes[0] + sizes[1]) // 2 + sizes[2]) // 2
    else:
        waiting = len(sizes) - (2 if is_shifted and len(sizes) > 3 else 0)
        left = 0
        for place, size in enumerate(sizes):
            while left > size and place < waiting:
                left //= 2
                rounds.append(())
            left = (left + size) // 2
            rounds.append(((place, size),))
    return [*rounds, *[()] * (left - 1).bit_length()]


State = tuple[int, int, int, bool]
"""Group, how many of it are still to enter, survivors, whether it is divided."""


def _cheapest(sizes: tuple[int, ...], *, is_shifted: bool) -> list[Intake]:
    """Return the rounds of least cost, by Dijkstra's algorithm."""
    start: State = (0, sizes[0], 0, False)
    ways: list[tuple[tuple[int, ...], State, tuple[Intake, ...]]] = [
        ((0,) * 6, start, ())
    ]
    seen: set[tuple[State, int]] = set()
    while True:
        cost, state, rounds = heappop(ways)
        group, _, survivors, _ = state
        if group == len(sizes) and survivors == 1:
            return list(rounds)
        if (state, cost[2]) in seen:
            continue
        seen.add((state, cost[2]))
        for intake in _intakes(state, sizes):
            after = _after(state, intake, sizes)
            entrants = sum(count for _, count in intake)
            alike = 0
            if intake and survivors:
                extra = entrants - survivors
                alike = max(extra, 0) if is_shifted else abs(extra)
            price = (
                cost[0] + (survivors + entrants) % 2,
                cost[1] + alike,
                max(cost[2], intake[-1][0] + 1 if intake else 0) + 1,
                cost[3] + after[3],
                cost[4] + max(len(intake) - 1, 0),
                cost[5] + 1,
            )
            heappush(ways, (price, after, (*rounds, intake)))


def _intakes(state: State, sizes: tuple[int, ...]) -> Iterator[Intake]:
    group, left, survivors, is_split = state
    if survivors > 1 and not is_split:
        yield ()
    before: Intake = ()
    total = survivors
    for place in range(group, min(group + 3, len(sizes))):
        size = left if place == group else sizes[place]
        if not (place == group and is_split):
            for figure in sorted(
                times * 2**power for times in (1, 3) for power in range(1, 20)
            ):
                if total + size > figure and 2 * (figure - total) >= size:
                    yield (*before, (place, figure - total))
        before = (*before, (place, size))
        total += size
        if total > 1:
            yield before


def _after(state: State, intake: Intake, sizes: tuple[int, ...]) -> State:
    group, left, survivors, _ = state
    survivors = (survivors + sum(count for _, count in intake) + 1) // 2
    if not intake:
        return (group, left, survivors, False)
    last, count = intake[-1]
    rest = (left if last == group else sizes[last]) - count
    if rest:
        return (last, rest, survivors, True)
    following = sizes[last + 1] if last + 1 < len(sizes) else 0
    return (last + 1, following, survivors, False)


# 12. Drawing a record again -------------------------------------------------------

METHODS: Mapping[str, Callable[[Field, str, int, Round | None], Drawn]] = {
    "swiss": draw_swiss,
    "monrad": draw_monrad,
    "danish": draw_danish,
    "lives": draw_lives,
    "night": draw_night,
    "round_robin": draw_round_robin,
    "elimination": draw_bracket,
    "double_elimination": draw_bracket,
}


def draw(
    field: Field, seed: str, version: int, published: Round | None = None
) -> Drawn:
    """Draw the next round of a field. Raises CannotBeDrawnError."""
    is_open = any(row.is_open for row in field.outcomes)
    if field.format in ("lives", *BRACKETS) and is_open:
        raise CannotBeDrawnError("results are missing")
    if is_open and not field.ahead:
        raise CannotBeDrawnError("results are missing")
    if field.format in ("swiss", "monrad", "danish") and field.next > field.rounds:
        raise CannotBeDrawnError("all rounds are played")
    return METHODS[field.format](field, seed, version, published)


def exchanged(
    pairs: Sequence[tuple[int, int | None]], lots: Lots, one: int, two: int
) -> Drawn | None:
    """Return a round in which two have changed places; None if they cannot."""
    held = [pair for pair in pairs if one in pair or two in pair]
    if one == two or len(held) != 2:
        return None
    other = {one: two, two: one}
    changed = [
        (
            other.get(first, first),
            second if second is None else other.get(second, second),
        )
        for first, second in pairs
    ]
    after = dict(lots)
    if one in lots and two in lots:
        after[one], after[two] = lots[two], lots[one]
    return changed, after


# 13. Reading a record -------------------------------------------------------------

Test = Callable[[Any], bool]


def whole(low: int, high: int) -> Test:
    """Return the test for a whole number."""
    return lambda value: type(value) is int and low <= value <= high


def text(longest: int = 200) -> Test:
    """Return the test for a text that can be printed."""
    return lambda value: (
        isinstance(value, str)
        and len(value) <= longest
        and not any(unicodedata.category(one) in ("Cc", "Cs") for one in value)
    )


def pattern(expression: str) -> Test:
    """Return the test for a text of a certain form."""
    return lambda value: (
        isinstance(value, str) and bool(re.fullmatch(expression, value, re.ASCII))
    )


def null_or(test: Test) -> Test:
    """Return a test that accepts null, too."""
    return lambda value: value is None or test(value)


def rows_of(*tests: Test, least: int | None = None) -> Test:
    """Return the test for rows; the last cells may be missing down to `least`."""

    def is_row(row: Any) -> bool:
        shortest = len(tests) if least is None else least
        if not isinstance(row, list) or not shortest <= len(row) <= len(tests):
            return False
        return all(test(cell) for test, cell in zip(tests, row, strict=False))

    return lambda value: isinstance(value, list) and all(map(is_row, value))


def list_of(test: Test) -> Test:
    """Return the test for a list."""
    return lambda value: isinstance(value, list) and all(map(test, value))


def table_of(test: Test) -> Test:
    """Return the test for an object whose keys are entrant numbers."""
    key = pattern("[1-9][0-9]{0,6}")
    return lambda value: (
        isinstance(value, dict)
        and all(map(key, value))
        and all(map(test, value.values()))
    )


def shape(needed: Mapping[str, Test], free: Mapping[str, Test]) -> Test:
    """Return the test for an object; a field that is not known is wrong."""
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys()
        and all(
            name in {**needed, **free} and {**needed, **free}[name](cell)
            for name, cell in value.items()
        )
    )


def one_of(*values: str) -> Test:
    """Return the test for one of some texts."""
    return lambda value: isinstance(value, str) and value in values


def flag(value: Any) -> bool:
    """Return True for true and false."""
    return isinstance(value, bool)


NUMBER, ROUND, KEY, PLACE = whole(1, 10**6), whole(1, 10**4), text(20), whole(1, 10**7)
PR = pattern(r"\d{1,2}\.\d\d")
HEX, TIME = pattern("[0-9a-f]{64}"), pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
OPTIONS = shape(
    {},
    {
        "byes": one_of("spread", "top", "bottom", "lots"),
        "bye_to": one_of("lowest", "lots"),
        "seeded": whole(0, 10**4),
        "seeds_by": one_of("pr"),
        "branches": rows_of(
            *(KEY, KEY, one_of("first_loss", "unshifted", "shifted")),
            *(whole(1, 99), whole(0, 99)),
        ),
        "reset": flag,
        "lives": whole(1, 99),
        "survivors": whole(1, 10**4),
        "times": whole(1, 20),
        "groups": whole(1, 10**4),
        "legs": whole(1, 2),
        "apart": list_of(one_of("club", "country", "family")),
        "apart_rounds": whole(0, 10**4),
        "forbidden": rows_of(NUMBER, NUMBER),
        "tiebreaks": list_of(text(40)),
        "scoring": one_of(*A_WIN),
        "unplayed": one_of("nothing", "virtual", "own_score"),
        "half_byes": whole(0, 10**4),
        "bye_free": whole(0, 10**4),
        "absent_worth": one_of("0", "1/2"),
        "late_worth": one_of("0", "1/2"),
        "accelerated": one_of("none", "baku"),
    },
)
STATE = shape(
    {
        "format": KEY,
        "rounds": whole(0, 10**4),
        "length": ROUND,
        "entrants": rows_of(
            *(NUMBER, null_or(pattern(r"-?\d{1,9}(\.\d{1,9})?")), text(), flag, ROUND),
            *(null_or(PLACE), text(), text(), null_or(NUMBER), flag, KEY, PR),
            least=6,
        ),
        "outcomes": rows_of(
            *(ROUND, NUMBER, null_or(NUMBER), null_or(NUMBER)),
            *(whole(0, 10**6), whole(0, 10**6), flag, null_or(ROUND), flag, NUMBER),
            least=8,
        ),
    },
    {
        "bye": one_of("1/2", "0"),
        "walkover": one_of("full", "half"),
        "options": OPTIONS,
        "pins": rows_of(NUMBER, whole(1, 2), null_or(NUMBER)),
        "ahead": flag,
        "at_once": flag,
        "same_person": rows_of(NUMBER, NUMBER),
        "lots_seed": text(64),
        "rests": rows_of(ROUND, NUMBER, one_of("bye", "absent")),
    },
)
SIDE = one_of("line", "winner", "loser", "first_loser")
PLAN = shape(
    {
        "lines": whole(1, 10**4),
        "nodes": rows_of(
            *(NUMBER, KEY, ROUND, whole(0, 10**5), SIDE, whole(0, 10**6)),
            *(SIDE, whole(0, 10**6), flag),
            least=8,
        ),
    },
    {},
)
PAIRS = rows_of(NUMBER, null_or(NUMBER))
KIND_1: tuple[Mapping[str, Test], Mapping[str, Test]] = (
    {
        "crawford_draw": whole(1, 1),
        "algorithm": KEY,
        "version": whole(1, 999),
        "round": ROUND,
        "state": STATE,
        "fingerprint": HEX,
    },
    {
        "number": ROUND,
        "reason": text(),
        "names": table_of(text()),
        "earlier": list_of(lambda value: isinstance(value, dict)),
        "announced": null_or(text(64)),
        "title": text(),
        "drawn_at": text(64),
        "published_at": text(64),
        "seed_from": text(64),
    },
)
MADE = {
    "seed": text(64),
    "pairs": PAIRS,
    "lots": table_of(PLACE),
}
SOURCES = ("dice", "numbers", "public", "secret")
ANNOUNCEMENT = shape(
    {
        "club": text(),
        "tournament": shape({"title": text(), "slug": text(), "date": text(10)}, {}),
        "stage": shape({"number": ROUND, "name": text()}, {}),
        "round": ROUND,
        "number": ROUND,
        "place": NUMBER,
        "before": pattern("([0-9a-f]{64})?"),
        "made": TIME,
        "open": flag,
        "algorithm": KEY,
        "version": whole(1, 999),
        "fingerprint": HEX,
        "names": HEX,
        "sources": list_of(one_of("typed", *SOURCES)),
        "reason": text(),
        "differs": list_of(lambda value: isinstance(value, list)),
    },
    {"rolls": whole(1, 99), "until": TIME, "public": text(), "secret": HEX},
)
KIND_2: tuple[Mapping[str, Test], Mapping[str, Test]] = (
    {
        "crawford_draw": whole(2, 2),
        "announcement": ANNOUNCEMENT,
        "digest": HEX,
        "chain": list_of(ANNOUNCEMENT),
        "state": STATE,
        "names": table_of(text()),
        "salts": table_of(pattern("[0-9a-f]{32}")),
        "hidden": table_of(HEX),
    },
    {},
)
PARTS = shape(
    {},
    {
        "typed": text(64),
        "dice": pattern("[1-6]{2}(-[1-6]{2})*"),
        "numbers": list_of(whole(0, 10**12 - 1)),
        "public": text(),
        "secret": pattern("[0-9a-f]{32}"),
    },
)


def is_record(record: Any) -> bool:
    """Return True if a value has the shape of a record, and does not contradict itself.

    Drawn fields are all there, or none of them is.
    """
    if not isinstance(record, dict):
        return False
    is_second = record.get("crawford_draw") == 2
    needed, free = KIND_2 if is_second else KIND_1
    made = {**MADE, "swaps": rows_of(NUMBER, NUMBER)}
    if is_second:
        made |= {"parts": PARTS, "swaps": rows_of(NUMBER, NUMBER, text())}
    if made.keys() & record.keys():
        needed, free = {**needed, **made}, {**free, "plan": PLAN}
    return shape(needed, free)(record) and _agrees(record["state"])


def _agrees(state: Mapping[str, Any]) -> bool:
    """Return True if entrants are there once, and results are of theirs."""
    numbers = [row[0] for row in state["entrants"]]
    known = set(numbers)
    places = set()
    for row in state["outcomes"]:
        one, two, winner = row[1:4]
        both = {one, two}
        if not both - {None} <= known or one == two or winner not in {*both, None}:
            return False
        if two is None and winner is None:
            return False
        places |= {(row[0], number) for number in both}
    for number, one, _ in state.get("rests", ()):
        if one not in known or (number, one) in places:
            return False
        places.add((number, one))
    return len(known) == len(numbers)


# 14. Checking a record ------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A finding: "ok", "wrong", "note", which is no difference, or "unknown"."""

    mark: str
    text: str


def shown(value: str) -> str:
    """Return the digits that people compare: `5D21-E7CD-0A91-77FE`."""
    digits = value[:16].upper()
    return "-".join(digits[place : place + 4] for place in range(0, len(digits), 4))


def step(is_right: bool, right: str, wrong: str) -> Step:
    """Return a finding with one of two sentences."""
    return Step("ok", right) if is_right else Step("wrong", wrong)


def check(record: Any) -> tuple[int, list[Step]]:
    """Check a record; return the exit status and what was found."""
    if not is_record(record):
        return UNREADABLE, [
            Step("wrong", "This is no record of a draw, or not a whole one.")
        ]
    try:
        steps = list(Known(record).steps())
    except Exception as error:  # a record of unknown origin
        return NOT_PROVEN, [Step("wrong", f"The record makes no sense: {error!r}.")]
    if any(one.mark == "wrong" for one in steps):
        return NOT_PROVEN, steps
    if any(one.mark == "unknown" for one in steps):
        return UNREADABLE, steps
    return (BY_HAND if record.get("swaps") else PROVEN), steps


class Known:
    """A record that has the right shape."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.head: Mapping[str, Any] = record.get("announcement", record)
        self.field = Field(record["state"])
        self.names = {int(one): name for one, name in record.get("names", {}).items()}
        self.is_drawn = "seed" in record

    def name(self, one: int | None) -> str:
        """Return a name, or the number of an entrant without one."""
        return "bye" if one is None else self.names.get(one) or f"#{one}"

    def pair(self, pair: tuple[int, int | None]) -> str:
        """Return the names of a pairing."""
        return f"{self.name(pair[0])} – {self.name(pair[1])}"

    def steps(self) -> Iterator[Step]:
        """Yield what is found, from the announcement to the bracket."""
        head, record = self.head, self.record
        found = digest(record["state"])
        yield step(
            found == head["fingerprint"],
            f"The field has the fingerprint that is stated: {shown(found)}.",
            f"The field was changed: its fingerprint is {shown(found)}, stated is "
            f"{shown(head['fingerprint'])}.",
        )
        if "announcement" in record:
            yield from self._announcement()
            yield from self._names()
            yield from self._chain()
        method, version = head["algorithm"], head["version"]
        if version not in VERSIONS.get(method, ()):
            yield Step("unknown", f"The method {method} {version} is not known here.")
            return
        if method != self.field.format:
            yield Step(
                "wrong", f"The method is {method}, the stage {self.field.format}."
            )
            return
        if head["round"] != self.field.next:
            yield Step("wrong", f"By its results, round {self.field.next} is next.")
            return
        if not self.is_drawn:
            yield Step("note", "Nothing is drawn yet: there is no seed.")
            return
        if "announcement" in record:
            yield from self._seed()
        yield from self._drawn()

    def _announcement(self) -> Iterator[Step]:
        head, record = self.head, self.record
        found = digest(head)
        yield step(
            found == record["digest"],
            f"The announcement is {shown(found)}. Compare this with what was shown "
            "before the seed.",
            f"The announcement was changed: it is {shown(found)}, stated is "
            f"{shown(record['digest'])}.",
        )
        sources = head["sources"]
        is_known = sources == ["typed"] or (
            bool(sources) and sources == [one for one in SOURCES if one in sources]
        )
        extra = {
            "dice": "rolls",
            "numbers": "until",
            "public": "public",
            "secret": "secret",
        }
        for source, name in extra.items():
            is_known = is_known and (name in head) == (source in sources)
        if not is_known:
            yield Step("wrong", "The sources of the seed contradict each other.")
        if not head["open"]:
            yield Step("note", "It was drawn at once: nothing was public before.")
        if sources == ["typed"]:
            yield Step(
                "note", "The seed was typed by one person, which proves nothing."
            )
        if head["number"] > 1:
            reason = head["reason"] or "no reason was given"
            yield Step("note", f"This is draw {head['number']} of the round: {reason}.")

    def _names(self) -> Iterator[Step]:
        record = self.record
        names, salts, hidden = record["names"], record["salts"], record["hidden"]
        hashes = dict(hidden)
        for one, name in names.items():
            salted = f"{salts.get(one, '')}:{name}"
            hashes[one] = sha256(salted.encode()).hexdigest()
        everybody = {str(one) for one in self.field.entrants}
        is_whole = names.keys() == salts.keys() and not names.keys() & hidden.keys()
        yield step(
            is_whole
            and hashes.keys() == everybody
            and digest(hashes) == self.head["names"],
            f"The names are those that were announced; hidden since: {len(hidden)}.",
            "The names are not those that were announced.",
        )

    def _chain(self) -> Iterator[Step]:
        head, chain = self.head, self.record["chain"]
        whole_chain = [*chain, head]
        is_linked = all(
            after["before"] == digest(before) and after["place"] == before["place"] + 1
            for before, after in pairwise(whole_chain)
        )
        is_linked = is_linked and all(
            (one["place"] == 1) == (not one["before"]) for one in whole_chain
        )
        here = (head["stage"]["number"], head["round"])
        numbers = [
            one["number"]
            for one in whole_chain
            if (one["stage"]["number"], one["round"]) == here
        ]
        is_whole = numbers == list(range(1, head["number"] + 1))
        starts = whole_chain[0]["number"] == 1
        starts = (
            starts
            and (whole_chain[0]["stage"]["number"], whole_chain[0]["round"]) == here
        )
        yield step(
            is_linked and is_whole and starts,
            f"It is announcement {head['place']} of the tournament, and every earlier "
            "draw of this round is in the record.",
            "Announcements of earlier draws are missing or were changed.",
        )

    def _seed(self) -> Iterator[Step]:
        record, head = self.record, self.head
        parts, sources = record["parts"], head["sources"]
        is_right = parts.keys() == set(sources)
        if is_right and sources == ["typed"]:
            is_right = parts["typed"] == record["seed"]
        elif is_right:
            is_right = record["seed"] == digest(
                {**parts, "announcement": record["digest"]}
            )
        if "dice" in parts and is_right:
            rolls = parts["dice"].split("-")
            is_right = len(rolls) == head.get("rolls")
            is_right = is_right and all(roll[0] >= roll[1] for roll in rolls)
        if "numbers" in parts:
            is_right = is_right and parts["numbers"] == sorted(parts["numbers"])
        if "secret" in parts and is_right:
            committed = sha256(f"secret:{parts['secret']}".encode()).hexdigest()
            is_right = committed == head.get("secret")
        yield step(
            is_right,
            f"The seed comes from the announcement and from: {', '.join(sources)}.",
            "The seed does not come from what was announced and contributed.",
        )
        named = re.fullmatch(
            r"drand quicknet ([1-9][0-9]{0,9})", head.get("public", "")
        )
        if named:
            yield from self._beacon(int(named[1]))

    def _beacon(self, number: int) -> Iterator[Step]:
        moment = datetime.fromtimestamp(BEACON_START + 3 * (number - 1), UTC)
        at = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        shown = moment.strftime("%Y-%m-%d at %H:%M:%S UTC")
        if at <= self.head["made"]:
            yield Step(
                "wrong",
                f"Round {number} of drand was published on {shown}, before the "
                "announcement.",
            )
        yield Step(
            "note",
            f"The public number should be the signature of round {number} of drand, "
            f"published on {shown}. This file cannot check it: the browser and the "
            "program’s own command do.",
        )

    def _drawn(self) -> Iterator[Step]:
        record, head = self.record, self.head
        published = [(one, two) for one, two in record["pairs"]]
        try:
            pairs, lots = draw(
                *(self.field, record["seed"], head["version"]), self._as_drawn()
            )
        except CannotBeDrawnError as error:
            yield Step("wrong", f"No round can be drawn from this field: {error}.")
            return
        except Exception:  # a record of unknown origin
            yield Step("wrong", "No round can be drawn from this field.")
            return
        self.again = pairs
        for one, two, *reason in record["swaps"]:
            changed = exchanged(pairs, lots, one, two)
            both = f"{self.name(one)} and {self.name(two)}"
            if changed is None:
                yield Step("wrong", f"{both} cannot have changed places.")
                continue
            pairs, lots = changed
            why = f" Reason: {reason[0]}" if any(reason) else " No reason is given."
            yield Step(
                "note", f"Changed by hand: {both} took each other's places.{why}"
            )
        yield step(
            pairs == published,
            "Drawn again from entries and seed, the pairings are the same: "
            f"{len(pairs)}",
            self._difference(published, pairs),
        )
        stated = {int(one): place for one, place in record["lots"].items()}
        wrong = sorted(
            one for one in {*lots, *stated} if lots.get(one) != stated.get(one)
        )
        if lots or stated:
            which = self.name(wrong[0]) if wrong else ""
            yield step(
                not wrong,
                f"The lots are the same: {len(lots)}.",
                f"The lot of {which} is another one drawn again.",
            )
        yield from self._plan(lots)

    def _as_drawn(self) -> Round:
        """Return the published round before what was changed by hand."""
        pairs: list[tuple[int, int | None]] = [
            (one, two) for one, two in self.record["pairs"]
        ]
        for one, two, *_ in reversed(self.record["swaps"]):
            changed = exchanged(pairs, {}, one, two)
            pairs = changed[0] if changed else pairs
        bye = next((one for one, two in pairs if two is None), None)
        return Round([(one, two) for one, two in pairs if two is not None], bye)

    def _difference(
        self,
        published: Sequence[tuple[int, int | None]],
        again: Sequence[tuple[int, int | None]],
    ) -> str:
        for place, (mine, theirs) in enumerate(zip(again, published, strict=False), 1):
            if mine != theirs:
                return (
                    f"Pairing {place} is {self.pair(theirs)} in the record, but "
                    f"{self.pair(mine)} drawn again."
                )
        return f"Pairings in the record: {len(published)}; drawn again: {len(again)}."

    def _plan(self, lots: Lots) -> Iterator[Step]:
        head, plan = self.head, self.record.get("plan")
        if head["algorithm"] not in BRACKETS:
            if plan is not None:
                yield Step(
                    "wrong", "This format has no bracket, but the record has one."
                )
            return
        if plan is None:
            yield Step("wrong", "The bracket is missing.")
            return
        if head["version"] != VERSIONS[head["algorithm"]][-1]:
            yield Step("note", "The bracket of an earlier version is not drawn again.")
            return
        lines = 2
        while lines < max(lots.values()):
            lines *= 2
        try:
            rows = [node.row() for node in Plan(self.field, lines).nodes]
        except CannotBeDrawnError as error:
            yield Step("wrong", f"The bracket cannot be: {error}.")
            return
        yield step(
            plan["lines"] == lines and plan["nodes"] == rows,
            f"The bracket is the one of these lines; its matches: {len(rows)}.",
            "The bracket is not the one that belongs to these lines.",
        )


def in_chain(chain: Any, record: Any) -> Step:
    """Compare a record with the file of all announcements of its tournament."""
    rows = chain.get("announcements") if isinstance(chain, dict) else None
    if not isinstance(rows, list) or not all(map(ANNOUNCEMENT, rows)):
        return Step("wrong", "The file of the announcements cannot be read.")
    before = ""
    for place, row in enumerate(rows, start=1):
        if row["place"] != place or row["before"] != before:
            return Step(
                "wrong", f"Announcement {place} does not follow the one before."
            )
        before = digest(row)
    return step(
        record.get("announcement") in rows,
        f"The announcement is in the list of all {len(rows)} of the tournament.",
        "The announcement is not in the list of its tournament.",
    )


# 15. The command ------------------------------------------------------------------

RESULTS = {
    PROVEN: "PROVEN: this is the draw that entries and seed make.",
    NOT_PROVEN: "NOT PROVEN: this is not the draw that entries and seed make.",
    UNREADABLE: "NOT READ: this is no record of a draw that can be checked here.",
    BY_HAND: "CHANGED BY HAND: drawn as entries and seed say, then changed.",
}
MARKS = {
    "ok": "ok      ",
    "wrong": "WRONG   ",
    "note": "note    ",
    "unknown": "UNKNOWN ",
}
OUTSIDE = (
    "Outside of this proof: that names are people, that results were entered as they "
    "were played, the reasons for changes by hand, and when it was published."
)
UNBOUND = (
    "This record has no announcement: its title, names, reasons, numbers, the origin "
    "of its seed and earlier draws are outside of this proof, too."
)


def main(arguments: Sequence[str]) -> int:
    """Check the record that is named, print what is found, return the status."""
    options = dict(zip(arguments[1::2], arguments[2::2], strict=False))
    if not arguments or not options.keys() <= {"--fingerprint", "--chain"}:
        sys.stderr.write(f"{__doc__}\n")
        return UNREADABLE
    record = _read(arguments[0])
    try:
        status, steps = check(record)
    except (RecursionError, OverflowError, MemoryError):
        status, steps = UNREADABLE, []
    if status != UNREADABLE and "--fingerprint" in options:
        steps.append(_compared(record, options["--fingerprint"]))
    if status != UNREADABLE and "--chain" in options:
        steps.append(in_chain(_read(options["--chain"]), record))
    if status != UNREADABLE and any(one.mark == "wrong" for one in steps):
        status = NOT_PROVEN
    for one in steps:
        sys.stdout.write(f"{MARKS[one.mark]}{one.text}\n")
    if status in (PROVEN, BY_HAND):
        sys.stdout.write(f"        {OUTSIDE}\n")
        if "announcement" not in record:
            sys.stdout.write(f"        {UNBOUND}\n")
    sys.stdout.write(f"{RESULTS[status]}\n")
    return status


def _read(name: str) -> Any:
    """Return the JSON of a file, or of standard input for `-`; None without one."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return json.loads(data.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None


def _compared(record: Mapping[str, Any], typed: str) -> Step:
    """Compare the digits that somebody kept with those of the record."""
    digits = re.sub("[^0-9a-f]", "", typed.lower())
    stated = record.get("digest") or record["fingerprint"]
    return step(
        len(digits) >= 16 and stated.startswith(digits),
        f"The digits that were kept are those of the record: {len(digits)}.",
        "The digits that were kept are not those of the record, or fewer than 16.",
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

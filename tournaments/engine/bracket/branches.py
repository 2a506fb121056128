"""Branches: brackets for the losers of another bracket in the same plan.

Losers of a main bracket (or of a branch) form drop groups, one per round.
`loser_rounds` lines them up into rounds, `loser_order` decides the meetings, and this
module writes the nodes.

A branch has room for every loser of a full field, whatever the number of entrants: its
shape follows from the lines alone. The place of a vacant line stays vacant, and an
entrant that takes a vacant line late has a place in every branch. Smaller fields lose
nothing by this. With 24 players in 32 lines and byes spread, no two losers of the first
round meet each other, so the first round of the consolation is empty; they meet the
losers of the second round at once. Directors write this as `AB.C.D.|.|` (8, 6, 4, 2 and
1 matches). It happens whenever at most three quarters of the lines are taken.

Source: tourneygeek, Building lower brackets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from matches.rules.refusals import Refusal
from tournaments.engine.bracket.loser_order import (
    PlanChances,
    SideChances,
    best_meetings,
    known_masks,
    meetings,
)
from tournaments.engine.bracket.loser_rounds import Intake, line_up
from tournaments.engine.plan import VACANT, BracketPlan, Node, Source
from tournaments.engine.state import Branch

NOBODY: Final = Source("line", VACANT)
"""The vacant side of a bye that is part of the plan, if a round has an odd number."""

PATTERNS: Final = frozenset({"first_loss", "unshifted", "shifted"})
FIRST_LOSS_ROUNDS: Final = 2
"""First losses happen in rounds 1 and 2, because a bye lasts one round only."""

SECTION_TAKEN = Refusal(
    "engine.section_taken",
    "There are two brackets called %(section)s. Rename one of them.",
)
NO_SUCH_SECTION = Refusal(
    "engine.no_such_section",
    "The bracket %(section)s takes losers from %(of)s, which does not exist. Choose "
    "another bracket.",
)
LOSERS_TAKEN = Refusal(
    "engine.losers_taken",
    "Losers of round %(round)s of %(of)s already go to another bracket. Choose other "
    "rounds for %(section)s.",
)


def with_branches(plan: BracketPlan, branches: Sequence[Branch]) -> BracketPlan:
    """Return the plan with the nodes of every branch after the nodes of its own.

    A branch may take the losers of a later one in `branches`. It has no nodes if fewer
    than two players drop in the rounds asked for.

    Raises NO_SUCH_SECTION, SECTION_TAKEN or LOSERS_TAKEN.
    """
    return _with_branches(plan, tuple(branches))


@lru_cache(maxsize=64)
def _with_branches(plan: BracketPlan, branches: tuple[Branch, ...]) -> BracketPlan:
    grown = _Growing(list(plan.nodes))
    names = set(plan.sections())
    for branch in _parents_first(names, branches):
        grown.add(branch)
    return BracketPlan(plan.lines, tuple(grown.nodes))


def _parents_first(known: set[str], branches: tuple[Branch, ...]) -> Iterator[Branch]:
    waiting = list(branches)
    while waiting:
        branch = next((one for one in waiting if one.of in known), None)
        if branch is None:
            raise NO_SUCH_SECTION(section=waiting[0].section, of=waiting[0].of)
        if branch.section in known:
            raise SECTION_TAKEN(section=branch.section)
        known.add(branch.section)
        waiting.remove(branch)
        yield branch


@dataclass(slots=True)
class _Growing:
    """A plan to which branches are added; `taken`: nodes whose losers go on."""

    nodes: list[Node]
    taken: set[int] = field(init=False)
    _chances: PlanChances = field(default_factory=PlanChances)
    _known: int = 0

    def __post_init__(self) -> None:
        self.taken = {
            source.of
            for node in self.nodes
            for source in (node.top, node.bottom)
            if source.kind in {"loser", "first_loser"}
        }

    def add(self, branch: Branch) -> None:
        groups = self._groups(branch)
        sizes = tuple(len(group) for group in groups)
        shifted = branch.pattern == "shifted"
        masks = known_masks(sizes, shifted=shifted) if branch.of == "main" else None
        survivors: list[Source] = []
        byes = 0
        for number, intake in enumerate(line_up(sizes, shifted=shifted), start=1):
            entrants = _taken(groups, intake)
            if not survivors:
                survivors = entrants[: intake[0][1]]
                del entrants[: intake[0][1]]
            free = []
            if (len(survivors) + len(entrants)) % 2:
                # The bye alternates between the bottom and the top of the round, so
                # that one part of the bracket does not get all of them.
                byes += 1
                free = [(survivors.pop(-(byes % 2)), NOBODY)]
            mask = masks[intake[-1][0]] if masks and intake else None
            sides = self._sides(survivors, entrants, mask)
            sides = [*sides, *free] if byes % 2 else [*free, *sides]
            survivors = self._round(branch.section, number, sides)

    def _sides(
        self, survivors: list[Source], entrants: list[Source], mask: int | None
    ) -> list[tuple[Source, Source]]:
        if mask is None:
            return best_meetings(survivors, entrants, self._past)
        ordered = [entrants[index ^ mask] for index in range(len(entrants))]
        return list(meetings(survivors, ordered))

    def _past(self, source: Source) -> SideChances:
        for node in self.nodes[self._known :]:
            self._chances.add(node)
        self._known = len(self.nodes)
        return self._chances.before(source)

    def _groups(self, branch: Branch) -> list[list[Source]]:
        if branch.pattern not in PATTERNS:
            raise ValueError(branch.pattern)
        feeding = [
            node
            for node in self.nodes
            if node.section == branch.of
            and not node.is_reset
            and NOBODY not in (node.top, node.bottom)
        ]
        last = _last_round(branch, max((node.round for node in feeding), default=0))
        groups = []
        for number in range(max(branch.first, 1), last + 1):
            group = sorted(
                (node for node in feeding if node.round == number),
                key=lambda node: node.position,
            )
            if any(node.number in self.taken for node in group):
                raise LOSERS_TAKEN(round=number, of=branch.of, section=branch.section)
            self.taken.update(node.number for node in group)
            groups.append([_loser(node, branch.pattern) for node in group])
        return [group for group in groups if group]

    def _round(
        self, section: str, number: int, sides: list[tuple[Source, Source]]
    ) -> list[Source]:
        winners = []
        for position, (top, bottom) in enumerate(sides):
            node = Node(
                self.nodes[-1].number + 1, section, number, position, *top, *bottom
            )
            self.nodes.append(node)
            winners.append(Source("winner", node.number))
        return winners


def _last_round(branch: Branch, rounds: int) -> int:
    if branch.last:
        return min(branch.last, rounds)
    if branch.pattern == "first_loss":
        return min(FIRST_LOSS_ROUNDS, rounds - 1)
    return rounds - 1


def _loser(node: Node, pattern: str) -> Source:
    is_first = node.top.kind == node.bottom.kind == "line"
    if pattern == "first_loss" and not is_first:
        return Source("first_loser", node.number)
    return Source("loser", node.number)


def _taken(groups: list[list[Source]], intake: Intake) -> list[Source]:
    """Remove the entrants of a round from their groups, at equal distances."""
    entering: list[Source] = []
    for index, count in intake:
        group = groups[index]
        chosen = {place * len(group) // count for place in range(count)}
        entering += [one for place, one in enumerate(group) if place in chosen]
        groups[index] = [one for place, one in enumerate(group) if place not in chosen]
    return entering

"""How directors write a bracket of losers, and what it holds.

Rounds have letters, those of a later section go on after those before it. A letter in
a pattern says that the losers of that round enter, `|` that nobody does; two letters
together enter the same round.

Source: tourneygeek, Building lower brackets.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from tournaments.engine.plan import VACANT, BracketPlan, Node, Source

LETTERS: Final = ascii_uppercase + ascii_lowercase
LOSERS: Final = frozenset({"loser", "first_loser"})
BOTH: Final = 2


def drops(plan: BracketPlan) -> Mapping[int, int]:
    """Return for each node whose loser goes on the node that he enters.

    That of a "first_loser" too, although not every loser of such a node goes there.
    """
    return {
        source.of: node.number
        for node in plan.nodes
        for source in (node.top, node.bottom)
        if source.kind in LOSERS
    }


def matches_per_round(
    plan: BracketPlan, section: str, *, vacant: Collection[int] | None = None
) -> list[int]:
    """Return how many matches each round of a section has, byes not counted.

    `vacant` are the lines without an entrant, None: count the places, whoever comes.
    Everybody is taken to play; of those who enter only after their first match, as many
    as there can be are counted.
    """
    return _counts(plan, section, _filled(plan, vacant))


def letters(
    plan: BracketPlan, *, vacant: Collection[int] | None = None
) -> dict[tuple[str, int], str]:
    """Return the letter of each round by section and number of the round.

    A round in which nobody plays, as the lines are, has none. Past the fifty-second
    a round has its number in brackets.
    """
    return _letters(plan, _filled(plan, vacant))


def pattern_text(
    plan: BracketPlan, section: str, *, vacant: Collection[int] | None = None
) -> str:
    """Return who enters each round of a section, such as `A.B.|.C.|`.

    A round in which nobody plays, as the lines are, is one with the next: `AB.C.D.|.|`.
    """
    filled = _filled(plan, vacant)
    names = _letters(plan, filled)
    rounds = {node.number: (node.section, node.round) for node in plan.nodes}
    entering: dict[int, set[str]] = {}
    for node in plan.of(section):
        entering.setdefault(node.round, set()).update(
            names[rounds[source.of]]
            for source in (node.top, node.bottom)
            if source.kind in LOSERS and filled.sends(source)
        )
    texts = []
    waiting: set[str] = set()
    for number, found in sorted(entering.items()):
        waiting |= found
        if (section, number) in names:
            texts.append("".join(filter(waiting.__contains__, names.values())) or "|")
            waiting = set()
    return ".".join(texts)


def _counts(plan: BracketPlan, section: str, filled: "_Filled") -> list[int]:
    counts: dict[int, int] = {}
    for node in plan.of(section):
        is_match = filled.standing[node.number] == BOTH
        counts[node.round] = counts.get(node.round, 0) + is_match
    return [counts[number] for number in sorted(counts)]


def _letters(plan: BracketPlan, filled: "_Filled") -> dict[tuple[str, int], str]:
    found: dict[tuple[str, int], str] = {}
    for section in plan.sections():
        for number, count in enumerate(_counts(plan, section, filled), start=1):
            if count:
                index = len(found)
                found[section, number] = (
                    LETTERS[index] if index < len(LETTERS) else f"({index + 1})"
                )
    return found


def _filled(plan: BracketPlan, vacant: Collection[int] | None) -> "_Filled":
    filled = _Filled(None if vacant is None else frozenset(vacant))
    for node in plan.nodes:
        filled.add(node)
    return filled


@dataclass(slots=True)
class _Filled:
    """Where people stand if everybody plays: how many in a node.

    `fresh`: one of them may not have played yet in the section.
    """

    vacant: frozenset[int] | None
    standing: dict[int, int] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)
    section: dict[int, str] = field(default_factory=dict)

    def add(self, node: Node) -> None:
        """Take in a node whose sources are known already."""
        coming = [one for one in (node.top, node.bottom) if self.sends(one)]
        self.section[node.number] = node.section
        self.standing[node.number] = len(coming)
        if any(self._is_fresh(one, node.section) for one in coming):
            self.fresh.add(node.number)

    def sends(self, source: Source) -> bool:
        """Tell whether somebody can come from a source."""
        if source.kind == "line":
            is_taken = self.vacant is None or source.of not in self.vacant
            return is_taken and source.of != VACANT
        standing = self.standing[source.of]
        if source.kind == "winner":
            return standing > 0
        is_early = source.of in self.fresh or self.vacant is None
        return standing == BOTH and (source.kind == "loser" or is_early)

    def _is_fresh(self, source: Source, section: str) -> bool:
        if source.kind == "line" or self.section[source.of] != section:
            return True
        return self.standing[source.of] < BOTH and source.of in self.fresh

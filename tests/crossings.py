"""Search the crossings of losers' brackets with the fewest expected rematches.

    python -m tests.crossings 16 32 64 128 256

prints for each size and form what the product's own crossings let expect, and what is
best: of all masks, and of those with which no rematch is possible before the round in
which one is possible with ours; `late` says that no masks put it off any longer. All
masks are compared, by branch and bound, up to `PROVED` lines; beyond, the first column
of the best is left out. 128 lines take half a minute, 512 some minutes.

Beside them stands what the crossings of others let expect: of brackets-manager in a
double elimination, of tods-competition-factory in an unshifted consolation.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count

from tournaments.engine.bracket.branches import with_branches
from tournaments.engine.bracket.loser_order import (
    UNIT,
    PlanChances,
    SideChances,
    after,
    earliest_rematch,
    meetings,
)
from tournaments.engine.bracket.loser_rounds import Intake, line_up
from tournaments.engine.bracket.shapes import double_elimination, single_elimination
from tournaments.engine.plan import BracketPlan, Source
from tournaments.engine.state import Branch

PROVED = 128
FORMS = ("unshifted", "shifted", "double")

Masks = tuple[int, ...]

OTHERS: Mapping[str, Mapping[int, Masks]] = {
    "double": {
        8: (1, 0),
        16: (1, 1, 0),
        32: (7, 2, 0, 0),
        64: (15, 4, 3, 0, 0),
        128: (31, 8, 1, 1, 1, 0),
    },
    "unshifted": {8: (1,), 16: (3, 0), 32: (7, 0, 1), 64: (15, 0, 3, 0)},
}
"""Masks of other programs, by form and lines.

Double elimination: brackets-manager 1.11.1, whose `defaultMinorOrdering` ends at 128
lines; natural, reverse, half_shift, reverse_half_shift and pair_flip of n losers are
the masks 0, n - 1, n / 2, n / 2 - 1 and 1. Unshifted: the feed-in consolation of
tods-competition-factory 6.38.
"""

Pairs = list[tuple[SideChances, SideChances]]
Found = tuple[int, Masks, list[SideChances]]
"""Cost so far, times `UNIT`², the masks so far, and the winners of the round."""


def best(lines: int, form: str, *, quiet: int = 0) -> tuple[Fraction, Masks] | None:
    """Return the least expected rematches and the masks of the drop rounds.

    `quiet` first rounds are without any rematch; None if no masks achieve that.
    """
    groups = _dropping(lines, is_double=form == "double")
    rounds = line_up(tuple(map(len, groups)), shifted=form == "shifted")
    found = _deepest(groups, rounds, quiet)
    return None if found is None else (Fraction(found[0], UNIT**2), found[1])


def shipped(lines: int, form: str) -> tuple[Fraction, int]:
    """Return the expected rematches of the product's bracket, and its quiet rounds."""
    plan: BracketPlan
    if form == "double":
        plan, section = double_elimination(lines, reset=False), "lower"
    else:
        section = "consolation"
        plan = with_branches(single_elimination(lines), [Branch(pattern=form)])
    quiet = earliest_rematch(plan, section)
    return expected_rematches(plan, section), quiet or 0


def expected_rematches(plan: BracketPlan, section: str) -> Fraction:
    """Return the expected number of rematches in a section of a full bracket."""
    chances = PlanChances.of(plan.nodes)
    return Fraction(sum(chances.again(node) for node in plan.of(section)), UNIT**2)


def elsewhere(lines: int, form: str) -> Fraction | None:
    """Return what the crossings of another program let expect, None without them."""
    masks = OTHERS.get(form, {}).get(lines)
    if masks is None:
        return None
    groups = _dropping(lines, is_double=form == "double")
    way: Found = (0, (), [])
    for number, intake in enumerate(
        line_up(tuple(map(len, groups)), shifted=False), start=1
    ):
        ways = _next(way, groups, intake, number=number)
        way = next(one for one in ways if one[1] == masks[: len(one[1])])
    return Fraction(way[0], UNIT**2)


def _dropping(lines: int, *, is_double: bool) -> list[list[SideChances]]:
    plan = single_elimination(lines)
    chances = PlanChances.of(plan.nodes)
    last = lines.bit_length() - (1 if is_double else 2)
    return [
        [
            chances.before(Source("loser", node.number))
            for node in plan.of("main")
            if node.round == number
        ]
        for number in range(1, last + 1)
    ]


def _deepest(
    groups: Sequence[Sequence[SideChances]], rounds: Sequence[Intake], quiet: int
) -> tuple[int, Masks] | None:
    least: list[tuple[int, Masks]] = []

    def search(one: Found, number: int) -> None:
        if number > len(rounds):
            least[:] = [one[:2]]
            return
        ways = sorted(
            _next(one, groups, rounds[number - 1], number=number),
            key=lambda way: way[:2],
        )
        for way in ways:
            if way[0] and number <= quiet:
                break
            if not least or way[0] < least[0][0]:
                search(way, number + 1)

    search((0, (), []), 1)
    return least[0] if least else None


def _next(
    before: Found,
    groups: Sequence[Sequence[SideChances]],
    intake: Intake,
    *,
    number: int,
) -> Iterator[Found]:
    """Yield the next round with every mask, one if nobody drops or nobody is there."""
    cost, masks, survivors = before
    entrants = [one for index, _ in intake for one in groups[index]]
    crossings = range(len(entrants)) if survivors and entrants else (None,)
    for mask in crossings:
        if mask is None:
            sides = [*survivors, *entrants]
            pairs = list(zip(sides[::2], sides[1::2], strict=True))
        else:
            pairs = _met(survivors, entrants, mask)
        numbers = count(-number * 10**6)  # no node of the main bracket has these
        yield (
            cost + sum(one.again(two) for one, two in pairs),
            masks if mask is None else (*masks, mask),
            [after(one, two).left(next(numbers), as_winner=True) for one, two in pairs],
        )


def _met(survivors: list[SideChances], entrants: list[SideChances], mask: int) -> Pairs:
    many = len(survivors)
    sides = [*survivors, *entrants]
    ordered = [many + (index ^ mask) for index in range(len(entrants))]
    return [(sides[one], sides[two]) for one, two in meetings([*range(many)], ordered)]


def main(arguments: Sequence[str]) -> None:
    """Print a table of the sizes named."""
    print(
        f"{'lines':>5} {'form':10} {'ours':>7} {'others':>7} {'best late':>9}"
        f" {'best':>7}  masks"
    )
    for lines in map(int, arguments):
        for form in FORMS:
            ours, quiet = shipped(lines, form)
            late = best(lines, form, quiet=quiet)
            later = best(lines, form, quiet=quiet + 1)
            found = best(lines, form) if lines <= PROVED else None
            others = elsewhere(lines, form)
            print(
                f"{lines:5} {form:10} {float(ours):7.4f}",
                f"{'–':>7}" if others is None else f"{float(others):7.4f}",
                f"{float(late[0]):9.4f}" if late else f"{'–':>9}",
                f"{float(found[0]):7.4f}" if found else f"{'':7}",
                f" {late[1] if late else ''}",
                f"late {quiet}" if later is None else f"later is possible: {later[1]}",
                flush=True,
            )


if __name__ == "__main__":
    main(sys.argv[1:])

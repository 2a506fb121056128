"""The graphs of single and double elimination, without branches.

In the lower bracket of a double elimination the losers of the first round play one
another. Then rounds in which survivors meet losers from the main bracket alternate with
rounds in which survivors meet. Survivor i meets the loser of match `i XOR m` of the
main round, which makes rematches as late as possible.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from tournaments.engine.plan import BracketPlan, Node, Source, nodes_of_round

MAIN: Final = "main"
LOWER: Final = "lower"
FINAL: Final = "final"

CROSSINGS: Final[tuple[tuple[int, ...], ...]] = (
    *((), (), (), (1,), (2, 0), (2, 2, 0), (8, 6, 1, 1), (8, 8, 6, 0, 1)),
    (16, 12, 8, 6, 0, 1),
    (16, 16, 12, 8, 6, 0, 1),
    (128, 80, 48, 28, 2, 3, 2, 0),
    (128, 128, 80, 48, 28, 6, 1, 2, 0),
    (128, 128, 128, 80, 48, 28, 6, 0, 2, 0),
)
"""By number of main rounds: the masks m of the second main round to the last but one.

Found by search, which `python -m tests.crossings` repeats: the first round in
which a rematch is possible is as late as possible. Of these masks, the chosen ones let
expect the fewest rematches if all entrants are equally strong, in a lower bracket and
in a progressive consolation, shifted or not; `docs/rematches.md` has the figures.
"""


def single_elimination(lines: int) -> BracketPlan:
    """Return the plan of a bracket; `lines` is a power of two."""
    return BracketPlan(lines, tuple(chain.from_iterable(_main(lines))))


def double_elimination(lines: int, *, reset: bool) -> BracketPlan:
    """Return the plan of main bracket, lower bracket and final, up to 4,096 lines.

    `reset`: the final is played again if the winner of the main bracket loses it.
    """
    upper = tuple(chain.from_iterable(_main(lines)))
    lower = tuple(chain.from_iterable(_lower(lines, len(upper) + 1)))
    number = len(upper) + len(lower) + 1
    # With two lines the only loser advances directly to the final.
    beaten = Source("winner", lower[-1].number) if lower else Source("loser", 1)
    final = Node(number, FINAL, 1, 0, "winner", len(upper), *beaten)
    again = Node(
        *(number + 1, FINAL, 2, 0), *("loser", number, "winner", number), is_reset=True
    )
    ends = (final, again) if reset else (final,)
    return BracketPlan(lines, (*upper, *lower, *ends))


def drop_round(main_round: int) -> int:
    """Return the lower round in which the losers of a main round play first."""
    return max(2 * main_round - 2, 1)


def _main(lines: int) -> Iterator[Iterator[Node]]:
    first = Source("line", 1)
    yield _pairs(MAIN, 1, first, number=1, width=lines // 2)
    for round_number in range(2, lines.bit_length()):
        number = _first_of(lines, round_number)
        before = Source("winner", _first_of(lines, round_number - 1))
        width = lines >> round_number
        yield _pairs(MAIN, round_number, before, number=number, width=width)


def _lower(lines: int, number: int) -> Iterator[Iterator[Node]]:
    """Yield two lower rounds for each main round but the first, from node `number` on.

    Survivors meet in the first of the two; the losers of the main round enter the
    second.
    """
    coming = Source("loser", 1)
    for main_round, mask in enumerate(_masks(lines), start=2):
        width, round_number = lines >> main_round, drop_round(main_round)
        yield _pairs(LOWER, round_number - 1, coming, number=number, width=width)
        dropping = _first_of(lines, main_round)
        losers = [dropping + (position ^ mask) for position in range(width)]
        yield nodes_of_round(
            LOWER,
            round_number,
            first=number + width,
            tops=("winner", range(number, number + width)),
            bottoms=("loser", losers),
        )
        coming = Source("winner", number + width)
        number += 2 * width


def _pairs(
    section: str, round_number: int, first: Source, *, number: int, width: int
) -> Iterator[Node]:
    """Return a round in which neighbouring sources meet, from `first` downwards.

    `number` is the number of its topmost match, `width` the number of its matches.
    """
    kind, top = first
    end = top + 2 * width
    return nodes_of_round(
        section,
        round_number,
        first=number,
        tops=(kind, range(top, end, 2)),
        bottoms=(kind, range(top + 1, end, 2)),
    )


def _first_of(lines: int, main_round: int) -> int:
    return lines - (lines >> (main_round - 1)) + 1


def crossings(lines: int) -> tuple[int, ...]:
    """Return m of the second main round to the last but one: see `CROSSINGS`."""
    return CROSSINGS[lines.bit_length() - 1]


def _masks(lines: int) -> tuple[int, ...]:
    return (*crossings(lines), 0) if lines > 2 else ()  # noqa: PLR2004 - a final only

"""The graphs of single and double elimination, without branches.

In the lower bracket of a double elimination the losers of the first round play one
another. Then rounds in which survivors meet losers from the main bracket alternate with
rounds in which survivors meet. Survivor i meets the loser of match `i XOR m` of the
main round, which makes rematches as late as possible.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.engine.plan import BracketPlan, Node, Source

MAIN: Final = "main"
LOWER: Final = "lower"
FINAL: Final = "final"

CROSSINGS: Final[tuple[tuple[int, ...], ...]] = (
    (),
    (),
    (),
    (1,),
    (2, 0),
    (2, 2, 0),
    (8, 6, 1, 1),
    (8, 8, 6, 0, 1),
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
in a progressive consolation, shifted or not; `docs/matching.md` has the figures.
"""


def single_elimination(lines: int) -> BracketPlan:
    """Return the plan of a bracket; `lines` is a power of two."""
    return BracketPlan(lines, tuple(_main(lines)))


def double_elimination(lines: int, *, reset: bool) -> BracketPlan:
    """`reset`: the final is played again if the winner of the main bracket loses it."""
    upper = tuple(_main(lines))
    lower = tuple(_lower(lines, len(upper) + 1))
    number = len(upper) + len(lower) + 1
    # With two lines the only loser advances directly to the final.
    beaten = Source("winner", lower[-1].number) if lower else Source("loser", 1)
    final = Node(number, FINAL, 1, 0, "winner", len(upper), *beaten)
    lost, won = Source("loser", number), Source("winner", number)
    again = Node(number + 1, FINAL, 2, 0, *lost, *won, is_reset=True)
    ends = (final, again) if reset else (final,)
    return BracketPlan(lines, (*upper, *lower, *ends))


def drop_round(main_round: int) -> int:
    """Return the lower round in which the losers of a main round play first."""
    return max(2 * main_round - 2, 1)


def _main(lines: int) -> Iterator[Node]:
    kind, first = "line", 1
    for round_number in range(1, lines.bit_length()):
        number = _first_of(lines, round_number)
        sources = [Source(kind, first + i) for i in range(lines >> round_number - 1)]
        yield from _round(
            MAIN, round_number, number=number, tops=sources[::2], bottoms=sources[1::2]
        )
        kind, first = "winner", number


def _lower(lines: int, number: int) -> Iterator[Node]:
    """Yield two rounds for each main round but the first; losers enter the second."""
    kind, first = "loser", 1
    masks = (*crossings(lines), 0) if lines > 2 else ()  # noqa: PLR2004 - a final only
    for main_round, mask in enumerate(masks, start=2):
        width, round_number = lines >> main_round, drop_round(main_round)
        coming = [Source(kind, first + index) for index in range(2 * width)]
        yield from _round(
            LOWER,
            round_number - 1,
            number=number,
            tops=coming[::2],
            bottoms=coming[1::2],
        )
        survivors = [Source("winner", number + index) for index in range(width)]
        dropping = _first_of(lines, main_round)
        losers = [Source("loser", dropping + (index ^ mask)) for index in range(width)]
        yield from _round(
            LOWER, round_number, number=number + width, tops=survivors, bottoms=losers
        )
        kind, first = "winner", number + width
        number += 2 * width


def _round(
    section: str,
    round_number: int,
    *,
    number: int,
    tops: Sequence[Source],
    bottoms: Sequence[Source],
) -> Iterator[Node]:
    """Yield the nodes of a round from the top down, numbered from `number`."""
    for position, (top, bottom) in enumerate(zip(tops, bottoms, strict=True)):
        yield Node(number + position, section, round_number, position, *top, *bottom)


def _first_of(lines: int, main_round: int) -> int:
    return lines - (lines >> (main_round - 1)) + 1


def crossings(lines: int) -> tuple[int, ...]:
    """Return m of the second main round to the last but one: see `CROSSINGS`."""
    return CROSSINGS[lines.bit_length() - 1]

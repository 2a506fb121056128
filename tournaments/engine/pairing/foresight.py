"""Finds the rules that the next round must break, whatever its seed.

The first criteria of `optimum` do not depend on lots, so their least totals can be
stated beforehand: how many earlier meetings there are, and pairs not to meet.
"""

from collections import Counter
from collections.abc import Collection, Iterator

from matches.rules.messages import Message
from tournaments.engine.pairing.optimum import best_round
from tournaments.engine.pairing.wishes import Wishes
from tournaments.engine.standings.tally import Tally
from tournaments.engine.state import Note

MOST = 512
"""Larger fields are not searched: nearly all of their rounds keep all rules."""

REMATCHES_AHEAD = Message(
    "foresight.rematches",
    "The next round cannot avoid rematches (at least %(count)s). Draw anyway, or end "
    "this stage.",
)
FORBIDDEN_AHEAD = Message(
    "foresight.forbidden",
    "The next round cannot avoid pairs that should not meet (at least %(count)s) "
    "without more rematches. Let one of them sit out, or remove the restriction, then "
    "draw.",
)


def unavoidable(
    numbers: Collection[int], tally: Tally, wishes: Wishes
) -> Iterator[Note]:
    field = set(numbers)
    barred = [pair for pair in wishes.forbidden | wishes.same if field.issuperset(pair)]
    if len(field) > MOST or _is_easy(field, tally, barred):
        return
    order = sorted(field)
    drawn = best_round(
        dict.fromkeys(order, 0),
        tally,
        {number: number for number in order},
        wishes=Wishes(forbidden=wishes.forbidden, same=wishes.same),
        complete=0,  # in this process, without the library of the exact matching
    )
    again = sum(tally.meetings(*pair) for pair in drawn.pairs)
    if again:
        yield Note(REMATCHES_AHEAD, {"count": again})
    never = sum(wishes.is_forbidden(*pair) for pair in drawn.pairs)
    if never:
        yield Note(FORBIDDEN_AHEAD, {"count": never})


def _is_easy(
    field: Collection[int], tally: Tally, barred: Collection[tuple[int, int]]
) -> bool:
    """Return True if everybody has half of the others left: by Dirac's theorem."""
    wrong = Counter(number for pair in barred for number in pair)
    for number in field:
        wrong[number] += len(
            {*tally.beaten[number], *tally.lost_to[number]}.intersection(field)
        )
    nodes = len(field) + len(field) % 2
    return nodes - 1 - max(wrong.values(), default=0) >= nodes // 2

"""Match winning chances: a match equity table, and the formula for the head.

A chance is an estimate between two equal players. Nothing is scored with it, so it is a
float.
"""

from dataclasses import dataclass

from matches.rules.ledger import Phase


@dataclass(frozen=True, slots=True)
class EquityTable:
    """Winning chances by the points both sides need.

    `pre[i - 1][j - 1]` is the chance of the side that needs i against one that needs j;
    where one of them is 1, the Crawford game is next. `post[i - 1]` is the chance, once
    the Crawford game is over, of the side that needs i against one that needs 1. Square
    and as long as `post`.

    Source: GNU Backgammon, the tables in its folder met.
    """

    key: str
    name: str
    pre: tuple[tuple[float, ...], ...]
    post: tuple[float, ...]

    def chance(self, needs_one: int, needs_two: int, *, phase: Phase) -> float | None:
        """Return the chance of side ONE to win the match, before the next game.

        From 0 to 1; side TWO has the rest of it. None where the table ends, and for
        needs below 1 in a match that goes on.

        With the Crawford rule off, a match is in phase NORMAL to its end: from match
        point on it is read as after the Crawford game, because doubling is allowed.
        Before that the tables, all made with the rule on, come close. They also serve
        after the Crawford game where points taken away left nobody at match point.
        """
        if phase is Phase.OVER:
            return 1.0 if needs_one == 0 else 0.0
        if not all(1 <= needs <= len(self.post) for needs in (needs_one, needs_two)):
            return None
        if phase is Phase.CRAWFORD or 1 not in {needs_one, needs_two}:
            return self.pre[needs_one - 1][needs_two - 1]
        if needs_two == 1:
            return self.post[needs_one - 1]
        return 1 - self.post[needs_two - 1]


def janowski(needs_one: int, needs_two: int) -> float:
    """Return roughly the chance of side ONE, by a formula for the head.

    From 0 to 1. The leader has 0.5 + 0.85 D / (T + 6), where D is the difference and T
    what the trailer needs. Before the Crawford game that lies within 0.06 of the tables
    up to 15 points; far beyond it the formula passes 1, which is cut off.

    Source: Janowski's rule, as bkgm.com's article by Merrigan has it: 73.2 % for a side
    that needs 2 against 5.
    """
    lead = needs_two - needs_one
    chance = 0.5 + 0.85 * lead / (max(needs_one, needs_two) + 6)
    return min(1.0, max(0.0, chance))

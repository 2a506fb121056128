"""Promises: properties of every draw of a format that the audit can check."""

from enum import Enum, auto


class Promise(Enum):
    """One property of a drawn round that can be checked without knowing the format.

    A format declares which of them hold; `audit` checks each by counting everything
    again. The first group says who takes part, the second what holds of the pairs.
    """

    EVERYBODY_PLAYS = auto()
    """All due entrants are in a pairing."""
    ONE_MAY_WAIT = auto()
    """The same, except that one of an odd number waits and has no bye."""
    EVERY_GROUP_PLAYS = auto()
    """All due entrants are in a pairing, as long as their group has rounds left."""
    LIVES_END = auto()
    """An entrant that has lost `Options.lives` rounds is not due."""
    ONE_MATCH_EACH = auto()
    """An entrant that has been in a match is not due."""
    BUSY_ARE_LEFT_OUT = auto()
    """An entrant with a match without a result is not due."""

    NO_REMATCH = auto()
    """Two that have met do not meet again, unless the pairing states that they must."""
    FEWEST_BYES_FIRST = auto()
    """One bye, in an odd field only, for an entrant with the fewest byes."""
    LOWEST_BYE_FIRST = auto()
    """The same, and of those for an entrant with the fewest wins."""
    MOST_MATCHES_WAIT = auto()
    """No entrant waits that has played less than another one."""
    EVERYBODY_EQUALLY_OFTEN = auto()
    """In a group all meet `Options.times` times at most, and byes go round."""
    NEIGHBOURS_BY_WINS = auto()
    """In the order of pairs, the best first, no entrant comes after fewer wins."""
    LIST_BY_POINTS = auto()
    """Points of a scoring scheme stand in place of wins in the other promises."""
    LINES = auto()
    """Lots are lines of a bracket: neighbours meet, byes and seeds stand in place."""
    FORBIDDEN_APART = auto()
    """`Options.forbidden` is kept."""
    KEPT_APART = auto()
    """The same, and `Options.apart` where an exchange of two would keep it for free."""
    LINES_KEPT_APART = auto()
    """The same in a bracket, where seeds keep their lines and groups are apart, too."""

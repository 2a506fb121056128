"""Swiss: equal wins play each other, and no two meet twice."""

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import Substitute
from tournaments.engine.formats.common import (
    ASKED_BYES,
    JOINS_LATE,
    MISSED_ROUNDS,
    foresees,
    wins_so_far,
)
from tournaments.engine.formats.families import rounds_by_wins
from tournaments.engine.formats.swiss.pairing import draw
from tournaments.engine.formats.swiss.why import WHY
from tournaments.engine.promises import Promise

SWISS = rounds_by_wins(
    key="swiss",
    label=gettext_noop("Swiss"),
    explanation=gettext_noop(
        "Each round pairs players with equal or nearly equal wins who have not met; "
        "the rest is random. An odd player gets a bye."
    ),
    version=1,
    draw=draw,
    foresees=foresees,
    has_numbers=False,
    options=(
        *("apart", "apart_rounds", "forbidden", "legs", "bye_to"),
        *("tiebreaks", "scoring", "unplayed"),
        *MISSED_ROUNDS,
        *("accelerated", "seeds_by"),
    ),
    later_options=("apart", "apart_rounds", "bye_to", *ASKED_BYES),
    late=JOINS_LATE,
    substitute=Substitute.NEWEST_ROUND,
    has=wins_so_far,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.KEPT_APART,
    ),
)

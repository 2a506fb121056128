"""Danish system: down the list the first meets the second, the third the fourth."""

from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import Substitute
from tournaments.engine.formats.common import (
    ASKED_BYES,
    JOINS_LATE,
    MISSED_ROUNDS,
    list_so_far,
)
from tournaments.engine.formats.danish.pairing import draw, foresees
from tournaments.engine.formats.danish.why import WHY
from tournaments.engine.formats.families import rounds_by_wins
from tournaments.engine.promises import Promise

DANISH = rounds_by_wins(
    key="danish",
    label=gettext_noop("Danish system"),
    explanation=gettext_noop(
        "Each round pairs neighbours in the standings: first against second, third "
        "against fourth, even if they have met before. Ties are broken by a player "
        "number drawn once."
    ),
    version=1,
    draw=draw,
    foresees=foresees,
    has_numbers=True,
    options=(
        "legs",
        "forbidden",
        "bye_to",
        "tiebreaks",
        "scoring",
        "unplayed",
        *MISSED_ROUNDS,
    ),
    later_options=("bye_to", *ASKED_BYES),
    late=JOINS_LATE,
    substitute=Substitute.NEWEST_ROUND,
    has=list_so_far,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.LOWEST_BYE_FIRST,
        Promise.LIST_BY_POINTS,
        Promise.NEIGHBOURS_BY_WINS,
        Promise.FORBIDDEN_APART,
    ),
)

"""Round robin: all entrants meet, in one group or in several."""

from fractions import Fraction

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.format import (
    Display,
    Format,
    Leaving,
    LotPlace,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.round_robin.dealing import group_of, number_in_group
from tournaments.engine.formats.round_robin.late import LATE
from tournaments.engine.formats.round_robin.pairing import (
    draw,
    due,
    foresees,
    is_finished,
    round_limit,
    rounds,
)
from tournaments.engine.formats.round_robin.standings import group_standings, standings
from tournaments.engine.formats.round_robin.why import WHY
from tournaments.engine.promises import Promise
from tournaments.engine.standings.tiebreaks import ALL_MEET

ROUND_ROBIN = Format(
    key="round_robin",
    label=gettext_noop("Round robin"),
    explanation=gettext_noop(
        "Everyone in a group plays everyone else. Numbers are drawn at random, and the "
        "Berger table gives the schedule. In an odd group each player has one bye; a "
        "player whose opponent is absent also has a bye."
    ),
    rounds_hint=gettext_noop("Leave empty to play until everyone has met."),
    display=Display.CROSSTABLE,
    draw=draw,
    due=due,
    foresees=foresees,
    is_drawn_once=True,
    options=(
        "times",
        "groups",
        "seeded",
        "seeds_by",
        "legs",
        "apart",
        "forbidden",
        "tiebreaks",
        "scoring",
        "unplayed",
        "absent_worth",
    ),
    essential_options=("groups", "times"),
    rounds_asked=RoundsAsked.OPTIONAL,
    rounds=rounds,
    last_round=round_limit,
    is_finished=is_finished,
    standings=standings,
    groups=group_standings,
    lot_place=lambda lot: LotPlace(group_of(lot), number_in_group(lot)),
    tiebreaks=ALL_MEET,
    late=LATE,
    leaving=Leaving(
        title=Message(
            "leaving.round_robin",
            "Withdraws; remaining matches are lost, played matches stand.",
        ),
        effects=(
            Message("leaving.opponents_have_byes", "Future opponents get a bye."),
        ),
        can_void=True,
    ),
    substitute=Substitute.FIRST_MATCH,
    why=WHY,
    promises=(Promise.EVERY_GROUP_PLAYS, Promise.EVERYBODY_EQUALLY_OFTEN),
)

"""Round robin: all entrants meet, in one group or in several."""

from fractions import Fraction

from matches.rules.messages import Message
from matches.rules.text import gettext_noop
from tournaments.engine.formats.base import (
    Display,
    Ends,
    Format,
    Leaving,
    LotPlace,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.common import wins_so_far
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


def _lot_place(lot: int) -> LotPlace:
    return LotPlace(group_of(lot), number_in_group(lot))


ROUND_ROBIN = Format(
    key="round_robin",
    label=gettext_noop("Round robin"),
    explanation=gettext_noop(
        "Everyone in a group plays everyone else. Numbers are drawn at random, and the "
        "Berger table gives the schedule. In an odd group each player has one bye; a "
        "player whose opponent is absent also has a bye."
    ),
    places={
        Fraction(1): gettext_noop(
            "Ranked by wins (a bye counts as a win), then %(tiebreaks)s. Players still "
            "tied share the place. With several groups, group winners come first, then "
            "runners-up."
        ),
        Fraction(1, 2): gettext_noop(
            "Ranked by wins (a bye counts as half a win), then %(tiebreaks)s. Players "
            "still tied share the place. With several groups, group winners come "
            "first, then runners-up."
        ),
        Fraction(0): gettext_noop(
            "Ranked by wins (a bye counts for nothing), then %(tiebreaks)s. Players "
            "still tied share the place. With several groups, group winners come "
            "first, then runners-up."
        ),
    },
    rounds_hint=gettext_noop("Leave empty to play until everyone has met."),
    display=Display.CROSSTABLE,
    version=1,
    draw=draw,
    due=due,
    foresees=foresees,
    plan=None,
    can_draw_ahead=True,
    is_drawn_once=True,
    has_byes=True,
    has_numbers=False,
    can_rest=True,
    options=(
        *("times", "groups", "seeded", "seeds_by", "legs"),
        *("apart", "forbidden"),
        *("tiebreaks", "scoring", "unplayed", "absent_worth"),
    ),
    essential_options=("groups", "times"),
    later_options=(),
    rounds_asked=RoundsAsked.OPTIONAL,
    rounds=rounds,
    last_round=round_limit,
    ends=Ends.WITH_ROUNDS,
    is_finished=is_finished,
    standings=standings,
    groups=group_standings,
    lot_place=_lot_place,
    has=wins_so_far,
    out=None,
    losses=None,
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
    tiebreaks=ALL_MEET,
)

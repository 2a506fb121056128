"""Round robin: all entrants meet, in one group or in several."""

from collections.abc import Mapping
from fractions import Fraction

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine.format import (
    Display,
    Format,
    Leaving,
    LotPlace,
    RoundsAsked,
    Substitute,
)
from tournaments.engine.formats.round_robin.pairing import (
    LATE,
    draw,
    due,
    foresees,
    group_of,
    is_finished,
    number_in_group,
    round_count,
    round_limit,
    rounds,
)
from tournaments.engine.formats.round_robin.standings import group_standings, standings
from tournaments.engine.standings.tiebreaks import ALL_MEET
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Promise,
    StageState,
)
from tournaments.engine.why.history import StageHistory, shared
from tournaments.engine.why.rounds import PairReasons, RoundReasons

GROUP = Message(
    "round_robin.group", "%(entrant)s and %(other)s are in the same group: %(group)s."
)
BYE_GROUP = Message("round_robin.bye_group", "%(entrant)s is in group %(group)s.")
NUMBER = Message(
    "round_robin.number",
    "%(entrant)s has number %(number)s in the group, drawn at random.",
)
TABLE = Message(
    "round_robin.table",
    "Round %(round)s of the Berger table for %(count)s players pairs the numbers "
    "%(high)s and %(low)s.",
)
FREE = Message(
    "round_robin.why_free",
    "In round %(round)s of the Berger table for %(count)s players, number %(number)s "
    "has no opponent.",
)
AGAIN = Message(
    "round_robin.again",
    "Everyone plays everyone several times; this is cycle %(time)s.",
)
OTHER_GROUPS = Message(
    "round_robin.other_groups", "Only players of the same group meet in these rounds."
)
NO_CHOICE = Message(
    "round_robin.no_choice", "The schedule decides who meets in which round."
)


def facts(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
    state = past.state
    lots = _lots(state, drawn)
    sides = [one for one in (pairing.one, pairing.two) if one is not None]
    group = group_of(lots[pairing.one])
    yield from _grouped(pairing, group, is_one=not has_groups(state, drawn))
    size = max(number_in_group(lot) for lot in lots.values() if group_of(lot) == group)
    cycle, index = divmod(drawn.round - 1, max(round_count(size), 1))
    numbers = sorted(number_in_group(lots[one]) for one in sides)
    params = {"round": index + 1, "count": size}
    if len(numbers) > 1:
        yield Note(TABLE, {**params, "high": numbers[0], "low": numbers[1]})
    else:
        yield Note(FREE, {**params, "number": numbers[0]})
    for one in sides:
        yield Note(NUMBER, {"entrant": one, "number": number_in_group(lots[one])})
    if cycle:
        yield Note(AGAIN, {"time": cycle + 1})
    yield from shared(past, pairing)


def has_groups(state: StageState, drawn: DrawnRound) -> bool:
    return len({group_of(lot) for lot in _lots(state, drawn).values()}) > 1


def _grouped(pairing: DrawnPairing, group: int, *, is_one: bool) -> Notes:
    if is_one:
        return
    if pairing.two is None:
        yield Note(BYE_GROUP, {"entrant": pairing.one, "group": group})
        return
    params = {"entrant": pairing.one, "other": pairing.two, "group": group}
    yield Note(GROUP, params)


def _lots(state: StageState, drawn: DrawnRound) -> Mapping[int, int]:
    given = {
        entrant.number: entrant.lot
        for entrant in state.entrants
        if entrant.lot is not None
    }
    return (given if state.outcomes else {}) | dict(drawn.lots)


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    others = (Note(OTHER_GROUPS),) if has_groups(past.state, drawn) else ()
    return PairReasons(tuple(facts(past, drawn, pairing)), others, (Note(NO_CHOICE),))


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=False)


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

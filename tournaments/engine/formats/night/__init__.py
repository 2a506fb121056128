"""Free club night: all players who are present and not at a table are paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.format import Format
from tournaments.engine.formats.night.pairing import (
    BLOCK,
    RECENT,
    FreePlayers,
    draw,
    due,
    free_field,
    free_players,
    standings,
)
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.standings.tiebreaks import WIN_SHARE
from tournaments.engine.state import (
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Options,
    Promise,
    StageState,
)
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.next_best import Criterion, Side, described, first_criteria
from tournaments.engine.why.rounds import PairReasons, RoundReasons

FREE = Message("night.free", "Players who were here and not at a table: %(count)s.")
NEW = Message("night.new", "%(entrant)s and %(other)s have not met before.")
MET = Message("night.met", "%(entrant)s and %(other)s met in draw %(round)s.")
PLAYED = Message("night.played", "Matches of %(entrant)s so far: %(count)s.")
PLACES = Message(
    "night.places",
    "Places apart in the rating order: %(count)s. Pairings minimise these differences "
    "overall.",
)
NO_RATINGS = Message("night.no_ratings", "No one has a rating, so it was not used.")
UNRATED = Message("night.unrated", "%(entrant)s has no rating and is placed mid-list.")
WAITS = Message(
    "night.waits",
    "%(entrant)s waits for the next draw after %(count)s matches. A player with the "
    "most matches waits, preferably one who has just played.",
)
WAIT_TOGETHER = Message(
    "night.wait_together",
    "%(count)s players wait: they have just played each other or should not meet, and "
    "others are still playing.",
)
JUST_MET = Message(
    "night.just_met",
    "In the best other draw, pairs whose last match was against each other: %(after)s "
    "instead of %(before)s.",
)
BUSY = Message("night.busy", "%(other)s was at a table.")
RECENTLY = Message(
    "night.recently",
    "%(entrant)s has met %(other)s in draw %(round)s; if possible, players do not "
    "meet the same opponent again soon.",
)
IN_PARTS = Message(
    "night.in_parts",
    "With this many players the draw is split into parts; no alternative was compared.",
)
WAITING = Message(
    "night.waiting",
    "In the best other draw, matches so far of the player who waits: %(after)s "
    "instead of %(before)s.",
)
LAST = Message(
    "night.last",
    "In the best other draw, last draw of the player who waits: %(after)s instead of "
    "%(before)s.",
)
REPEATS = Message(
    "night.repeats",
    "In the best other draw, weight of repeated matches, more for recent ones: "
    "%(after)s instead of %(before)s.",
)
SQUARES = Message(
    "night.squares",
    "In the best other draw, distances in the list of ratings, squared and summed up: "
    "%(after)s instead of %(before)s.",
)

LISTED = 5
"""The most players at a table that are named, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening before a draw.

    `waiting` is the player left over in an odd field, None otherwise. `left` are all
    who wait; more than one do if they would meet again at once.
    """

    past: StageHistory
    free: Sequence[int]
    left: Sequence[int]
    players: FreePlayers

    @property
    def waiting(self) -> int | None:
        return self.left[0] if len(self.left) == 1 else None


def evening_of(past: StageHistory) -> Evening:
    free = free_players(past.state)
    if not set(past.field) <= set(free):  # a correction has put others into the round
        free = list(past.field)
    left = [one for one in free if one not in past.field]
    players = free_field(past.state, free, dict.fromkeys(free, 0))
    return Evening(past, free, left, players)


def facts(evening: Evening, one: int, two: int) -> Notes:
    yield Note(FREE, {"count": len(evening.free)})
    pair = {"entrant": one, "other": two}
    rounds = evening.past.rounds_met(one, two)
    if not rounds:
        yield Note(NEW, pair)
    for number in rounds[-1:]:
        yield Note(MET, {**pair, "round": number})
    for number in (one, two):
        yield Note(
            PLAYED, {"entrant": number, "count": len(evening.players.met[number])}
        )
    yield from _rated(evening, one, two)
    waiting = evening.waiting
    if len(evening.left) > 1:
        yield Note(WAIT_TOGETHER, {"count": len(evening.left)})
    if waiting is not None:
        count = len(evening.players.met[waiting])
        yield Note(WAITS, {"entrant": waiting, "count": count})


def unavailable(evening: Evening, one: int, two: int) -> tuple[Note, ...]:
    notes = [*_met_lately(evening, one, two), *_met_lately(evening, two, one)]
    busy = sorted(
        {
            number
            for outcome in evening.past.state.outcomes
            if outcome.is_open
            for number in (outcome.one, outcome.two)
            if number is not None
        }
    )
    notes += [Note(BUSY, {"other": number}) for number in busy[:LISTED]]
    return tuple(notes)


def next_round(
    evening: Evening, drawn: DrawnRound, pairing: DrawnPairing
) -> tuple[Note, ...]:
    if len(evening.left) > 1:
        return ()
    if len(evening.free) > BLOCK:
        return (Note(IN_PARTS),)
    if evening.waiting is not None:
        waits = DrawnPairing(evening.waiting, None)
        drawn = DrawnRound(drawn.round, (*drawn.pairings, waits))
    return described(pairing, drawn, _criteria(evening))


def _criteria(evening: Evening) -> tuple[Criterion, ...]:
    most = max(len(evening.players.met[number]) for number in evening.free)
    newest = max(evening.players.last[number] for number in evening.free)
    place = evening.players.place

    def just_met(one: int, two: Side) -> int:
        return int(two is not None and evening.players.just_met(one, two))

    def waits(one: int, two: Side) -> int:
        return most - len(evening.players.met[one]) if two is None else 0

    def rested(one: int, two: Side) -> int:
        return newest - evening.players.last[one] if two is None else 0

    def repeats(one: int, two: Side) -> int:
        return 0 if two is None else evening.players.repeats(one, two)

    def squares(one: int, two: Side) -> int:
        return 0 if two is None else (place[one] - place[two]) ** 2

    same, forbidden = first_criteria(evening.past, may_meet_again=True)
    return (
        same,
        Criterion(JUST_MET, just_met),
        forbidden,
        Criterion(WAITING, waits, lambda total: most - total),
        Criterion(LAST, rested, lambda total: newest - total),
        Criterion(REPEATS, repeats),
        Criterion(SQUARES, squares),
    )


def _rated(evening: Evening, one: int, two: int) -> Notes:
    entrants, place = evening.past.entrants, evening.players.place
    if all(entrants[number].rating is None for number in evening.free):
        yield Note(NO_RATINGS)
        return
    between = max(abs(place[one] - place[two]) - 1, 0)
    yield Note(PLACES, {"count": between})
    for number in (one, two):
        if entrants[number].rating is None:
            yield Note(UNRATED, {"entrant": number})


def _met_lately(evening: Evening, side: int, opponent: int) -> Notes:
    others = {*evening.players.met[side][-RECENT:]} & {*evening.free} - {opponent}
    for other in sorted(others):
        rounds = evening.past.rounds_met(side, other)
        params = {"entrant": side, "other": other, "round": rounds[-1]}
        yield Note(RECENTLY, params)


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    one, two = pairing.one, pairing.two
    if two is None:
        raise AssertionError("nobody has a bye at a club night")
    evening = evening_of(past)
    return PairReasons(
        tuple(facts(evening, one, two)),
        unavailable(evening, one, two),
        next_round(evening, drawn, pairing),
    )


WHY = RoundReasons(as_drawn=_as_drawn, compares_by_hand=False, wishes=barred_pairs)


ENDLESS = 99
"""The largest number of rounds of a stage, for a club night, which has no last one."""

SOON = Message("night.soon", "Gets a match in the next draw.")


NIGHT = Format(
    key="night",
    label=gettext_noop("Open play night"),
    explanation=gettext_noop(
        "Checked-in players who are free get a match: fewest matches first, preferably "
        "against a recent non-opponent of similar rating. An odd player waits for the "
        "next draw, as do two who have just played each other while others are still "
        "playing."
    ),
    places=usual.for_every_bye(
        gettext_noop(
            "Ranked by wins, then %(tiebreaks)s. Players still tied share the place."
        )
    ),
    draw=draw,
    due=due,
    foresees=usual.nothing_foreseen,
    has_byes=False,
    can_rest=False,
    options=("legs", "forbidden", "tiebreaks"),
    rounds_asked=usual.RoundsAsked.NO,
    rounds=lambda _entrants, asked, _options: asked or ENDLESS,
    last_round=lambda _state: None,
    ends=usual.Ends.NEVER,
    is_finished=lambda _state: False,
    standings=standings,
    tiebreaks=(WIN_SHARE.code,),
    late=usual.LateEntry(
        next_round=lambda _state, _number: usual.Joining(effects=(Note(SOON),)),
        bye=lambda _state, _bye: None,
    ),
    substitute=usual.Substitute.NEVER,
    why=WHY,
    promises=(
        Promise.ONE_MAY_WAIT,
        Promise.MOST_MATCHES_WAIT,
        Promise.BUSY_ARE_LEFT_OUT,
        Promise.FORBIDDEN_APART,
    ),
)

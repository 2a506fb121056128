"""Monrad: down the list of wins and player numbers, each meets the next one free."""

from collections.abc import Mapping

from matches.rules.game import gettext_noop
from matches.rules.refusals import Message
from tournaments.engine import format as usual
from tournaments.engine.format import Format
from tournaments.engine.pairing.foresight import listed_round
from tournaments.engine.pairing.neighbours import DrawnPairs, round_by_list
from tournaments.engine.pairing.wishes import Wishes, barred_pairs, is_by_lot
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.schemes import list_scores
from tournaments.engine.standings.tally import Tally
from tournaments.engine.standings.tiebreaks import BY_OPPONENTS_FIRST
from tournaments.engine.state import (
    CHANGED,
    DrawnPairing,
    DrawnRound,
    Note,
    Notes,
    Promise,
    StageState,
)
from tournaments.engine.why.groups import (
    FIRST_LISTED,
    Ranking,
    by_place,
    bye_reasons,
    partners,
    placed,
    ranking,
)
from tournaments.engine.why.history import StageHistory, shared, unavailable
from tournaments.engine.why.next_best import described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

NEXT_MET = Message(
    "monrad.next_met", "The next player in the standings has already been met."
)
NEXT_NEEDED = Message(
    "monrad.next_needed", "The next player was skipped to avoid a rematch further down."
)
NEXT_BARRED = Message("monrad.next_barred", "The next player must be avoided.")


NEXT = Message(
    "monrad.next", "%(entrant)s was the highest unpaired player and %(other)s the next."
)
PASSED_MET = Message(
    "monrad.passed_met",
    "%(other)s was next, but had already met %(entrant)s in round %(round)s.",
)
PASSED_BARRED = Message(
    "monrad.passed_barred", "%(other)s was next, but is not to meet %(entrant)s."
)
PASSED_NEEDED = Message(
    "monrad.passed_needed",
    "%(other)s was next but is needed further down to avoid a rematch.",
)
INSTEAD = Message(
    "monrad.instead",
    "Without this pairing, %(entrant)s would have met %(other)s, %(places)s places "
    "lower.",
)
INSTEAD_BYE = Message(
    "monrad.instead_bye",
    "Without this pairing, %(entrant)s would have had the bye (place %(place)s, "
    "%(byes)s earlier byes).",
)
BY_LIST = Message(
    "monrad.by_list", "Going by the standings alone, %(entrant)s would meet %(other)s."
)


def by_wins(past: StageHistory, drawn: DrawnRound) -> Ranking:
    return ranking(past, drawn, {one: (past.scores[one],) for one in past.field})


def _facts(past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing) -> Notes:
    listed = by_wins(past, drawn)
    yield from shared(past, pairing)
    if past.is_first:
        yield Note(FIRST_LISTED)
    if pairing.two is None:
        yield from bye_reasons(past, pairing.one, listed)
        return
    pair = (pairing.one, pairing.two)
    if not any(note.message is CHANGED for note in pairing.notes):
        yield from _passed(past, drawn, pair, listed=listed)
    yield from placed(past, pair, listed)


def _passed(
    past: StageHistory, drawn: DrawnRound, pair: tuple[int, int], *, listed: Ranking
) -> Notes:
    one, two = sorted(pair, key=listed.places.__getitem__)
    partner = partners(drawn)
    between = listed.order[listed.places[one] : listed.places[two] - 1]
    free = [
        other
        for other in between
        if partner[other] is not None
        and listed.places[partner[other] or other] > listed.places[one]
    ]
    for other in free:
        rounds = past.rounds_met(one, other)
        params = {"entrant": one, "other": other}
        if rounds:
            yield Note(PASSED_MET, {**params, "round": rounds[-1]})
        elif past.wishes.bars(one, other):
            yield Note(PASSED_BARRED, params)
        else:
            yield Note(PASSED_NEEDED, params)
    if not free:
        yield Note(NEXT, {"entrant": one, "other": two})


def next_round(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> tuple[Note, ...]:
    listed = by_wins(past, drawn)
    other = _list_without(past, pairing, listed)
    if other is None:
        return described(pairing, drawn, by_place(past, listed))
    was = partners(drawn)
    now = partners(
        DrawnRound(drawn.round, tuple(DrawnPairing(*pair) for pair in other))
    )
    bye = next((one for one, two in now.items() if two is None), None)
    if bye is not None and was[bye] is not None:
        params = {"entrant": bye, "place": listed.places[bye]}
        return (Note(INSTEAD_BYE, {**params, "byes": past.tally.byes[bye]}),)
    one = next(number for number in listed.order if was[number] != now[number])
    two, before = now[one], was[one]
    if two is None or before is None:
        raise AssertionError("the bye is the same in both rounds")
    lower = listed.places[two] - listed.places[before]
    if lower < 0:
        return (Note(BY_LIST, {"entrant": one, "other": two}),)
    return (Note(INSTEAD, {"entrant": one, "other": two, "places": lower}),)


def _list_without(
    past: StageHistory, pairing: DrawnPairing, listed: Ranking
) -> list[tuple[int, int | None]] | None:
    banned = frozenset((pairing.one, pairing.two))

    def may_not(one: int, two: int) -> bool:
        is_barred = past.have_met(one, two) or past.wishes.bars(one, two)
        return is_barred or frozenset((one, two)) == banned

    if len(listed.order) % 2 and past.has_byes_by_lot:
        return None
    lowest_first = listed.order[::-1]
    byes = sorted(lowest_first, key=past.tally.byes.__getitem__)
    if pairing.two is None:
        byes.remove(pairing.one)
    drawn = round_by_list(listed.order, byes, may_not)
    if drawn is None:
        return None
    return [*drawn.pairs, *([(drawn.bye, None)] if drawn.bye is not None else [])]


def _as_drawn(
    past: StageHistory, drawn: DrawnRound, pairing: DrawnPairing
) -> PairReasons:
    return PairReasons(
        tuple(_facts(past, drawn, pairing)),
        unavailable(past, pairing, past.scores),
        next_round(past, drawn, pairing),
    )


WHY = RoundReasons(
    as_drawn=_as_drawn,
    compares_by_hand=False,
    wishes=barred_pairs,
    said_better=frozenset({NEXT_BARRED, NEXT_MET, NEXT_NEEDED}),
)


def draw(state: StageState, seed: str) -> DrawnRound:
    """Draw a round by the list, best first: by wins, then by player number.

    With a scoring scheme its points stand in place of the wins. A latecomer gets the
    next free player number. In an odd field the bye goes to the lowest of the players
    with the fewest byes. Two players with an open match have met, and have half a win
    each. Pairs that are not to meet are passed over like those that have met.

    Raises TooFewEntrantsError, SAME_PERSON. Source: D. Murphy on Monrad cards (2009);
    NBgF, "Monrad - ny turneringsform".
    """
    wishes = barred_pairs(state)
    number, numbers = state.next_round, usual.due_in_round(state)
    tally = tallies.count_for_draw(state)
    lots = usual.player_numbers(state, numbers, seed)
    lot_of = {entrant.number: entrant.lot for entrant in state.entrants} | lots
    strength = list_scores(state) or tally.wins
    order = sorted(numbers, key=lambda one: (-strength[one], lot_of[one]))
    heights = {one: height for height, one in enumerate(reversed(order))}
    drawn = listed_round(state, seed, order, tally=tally, met=tally)
    tables = _tables(drawn, heights, tally, wishes=wishes)
    if drawn.bye is not None:
        by_lot = is_by_lot(state, numbers)
        tables.append(usual.bye_pairing(tally, heights, drawn.bye, by_lot=by_lot))
    return DrawnRound(number, tuple(tables), lots)


def _tables(
    drawn: DrawnPairs, heights: Mapping[int, int], tally: Tally, *, wishes: Wishes
) -> list[DrawnPairing]:
    free = sorted(heights, key=heights.__getitem__, reverse=True)
    if drawn.bye is not None:
        free.remove(drawn.bye)
    tables = []
    for one, two in sorted(drawn.pairs, key=lambda pair: -heights[pair[0]]):
        free.remove(one)
        notes = usual.rematch_notes(tally, one, two) + wishes.pair_notes(one, two)
        if not notes and two != free[0]:
            barred = NEXT_BARRED if wishes.bars(one, free[0]) else NEXT_NEEDED
            met = tally.have_met(one, free[0])
            notes = (Note(NEXT_MET if met else barred),)
        free.remove(two)
        tables.append(DrawnPairing(one, two, notes))
    return tables


NUMBER_LATER = Message(
    "monrad.number_later",
    "Gets player number %(number)s, unless other late entries are drawn first.",
)
NUMBER = Message("monrad.number", "Gets player number %(number)s.")


def _next_round(state: StageState, number: int) -> usual.Joining:
    later = Note(NUMBER_LATER, {"number": _next_number(state)})
    return usual.Joining(effects=(usual.missed_so_far(state, state.next_round), later))


def _bye(state: StageState, bye: DrawnPairing) -> usual.Joining:
    lot = _next_number(state)
    missed = usual.missed_so_far(state, state.next_round - 1)
    notes = (missed,) if missed.message is usual.WINS_MISSED else ()
    return usual.Joining(effects=(*notes, Note(NUMBER, {"number": lot})), lot=lot)


def _next_number(state: StageState) -> int:
    given = (entrant.lot for entrant in state.entrants if entrant.lot is not None)
    return max(given, default=0) + 1


MONRAD = Format(
    key="monrad",
    label=gettext_noop("Monrad"),
    explanation=gettext_noop(
        "Player numbers are drawn once. Each round, players are sorted by wins, then "
        "player number; from the top, each free player meets the next opponent not yet "
        "met."
    ),
    draw=draw,
    has_numbers=True,
    options=(*usual.LIST_OPTIONS, *usual.MISSED_ROUNDS),
    later_options=("bye_to", *usual.ASKED_BYES),
    tiebreaks=BY_OPPONENTS_FIRST,
    has=usual.list_so_far,
    late=usual.LateEntry(next_round=_next_round, bye=_bye),
    substitute=usual.Substitute.FIRST_MATCH,
    why=WHY,
    promises=(
        Promise.EVERYBODY_PLAYS,
        Promise.NO_REMATCH,
        Promise.LOWEST_BYE_FIRST,
        Promise.LIST_BY_POINTS,
        Promise.FORBIDDEN_APART,
    ),
)

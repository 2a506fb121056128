"""Reasons in a Monrad: places on the list, and players who were passed over."""

from matches.rules.messages import Message
from tournaments.engine.formats.monrad.pairing import NEXT_BARRED, NEXT_MET, NEXT_NEEDED
from tournaments.engine.pairing.down_the_list import round_by_list
from tournaments.engine.pairing.swap import CHANGED
from tournaments.engine.pairing.wishes import barred_pairs
from tournaments.engine.state import DrawnPairing, DrawnRound, Note, Notes
from tournaments.engine.why.history import StageHistory
from tournaments.engine.why.lists import (
    FIRST,
    Ranking,
    by_place,
    bye_reasons,
    partners,
    placed,
    ranking,
)
from tournaments.engine.why.meetings import shared, unavailable
from tournaments.engine.why.next_best import described
from tournaments.engine.why.rounds import PairReasons, RoundReasons

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
        yield Note(FIRST)
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

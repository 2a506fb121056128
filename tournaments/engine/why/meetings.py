"""Earlier meetings of a pairing, and the opponents that were ruled out."""

from collections.abc import Mapping
from fractions import Fraction

from matches.rules.messages import Message
from tournaments.engine.state import ABSENT as ABSENCE
from tournaments.engine.state import HALF_BYE, DrawnPairing, Note, Notes, Wins
from tournaments.engine.why.history import StageHistory

MET = Message("why.met", "%(entrant)s and %(other)s met in round %(round)s.")
SKIPPED = Message(
    "why.skipped",
    "%(entrant)s and %(other)s were paired in round %(round)s, but did not play.",
)
ONE_PERSON = Message(
    "why.shares_person", "%(entrant)s and %(other)s share a person and cannot meet."
)
FORBIDDEN = Message(
    "why.forbidden", "%(entrant)s and %(other)s are not to meet if it can be avoided."
)
ABSENT = Message(
    "why.absent", "%(other)s is tied with %(entrant)s but did not play this round."
)
SITS_OUT: Mapping[str, Message] = {
    HALF_BYE: Message(
        "why.asked_bye",
        "%(other)s is tied with %(entrant)s but had a requested bye this round.",
    ),
    ABSENCE: Message(
        "why.announced_absence",
        "%(other)s is tied with %(entrant)s but had announced their absence.",
    ),
}
APART: Mapping[str, Message] = {
    "club": Message(
        "why.apart_club",
        "%(entrant)s and %(other)s are kept apart if possible (same club).",
    ),
    "country": Message(
        "why.apart_country",
        "%(entrant)s and %(other)s are kept apart if possible (same country).",
    ),
    "family": Message(
        "why.apart_family",
        "%(entrant)s and %(other)s are kept apart if possible (same family).",
    ),
}

Heights = Mapping[int, Wins]


def shared(past: StageHistory, pairing: DrawnPairing) -> Notes:
    """Yield the earlier rounds in which the two of a pairing met or were paired."""
    if pairing.two is None:
        return
    pair = frozenset((pairing.one, pairing.two))
    for message, rounds in (
        (MET, past.met.get(pair, ())),
        (SKIPPED, past.skipped.get(pair, ())),
    ):
        for number in rounds:
            yield Note(
                message, {"entrant": pairing.one, "other": pairing.two, "round": number}
            )


def unavailable(
    past: StageHistory, pairing: DrawnPairing, heights: Heights
) -> tuple[Note, ...]:
    """Return why other opponents were ruled out, for each side the nearest first."""
    notes: list[Note] = []
    for side, opponent in ((pairing.one, pairing.two), (pairing.two, pairing.one)):
        if side is not None:
            notes += _of_side(past, side, opponent, heights=heights)
    return tuple(notes)


def _of_side(
    past: StageHistory, side: int, opponent: int | None, *, heights: Heights
) -> Notes:
    def distance(other: int) -> tuple[Fraction, int]:
        return abs(Fraction(heights[side] - heights[other])), other

    for other in sorted({*past.field} - {side, opponent}, key=distance):
        yield from _barred(past, side, other, is_level=distance(other)[0] == 0)
    yield from _absent(past, side, heights)


def _barred(past: StageHistory, side: int, other: int, *, is_level: bool) -> Notes:
    pair = {"entrant": side, "other": other}
    if past.wishes.is_same(side, other):
        yield Note(ONE_PERSON, pair)
        return
    if past.wishes.is_forbidden(side, other):
        yield Note(FORBIDDEN, pair)
        return
    for number in past.rounds_met(side, other)[-1:]:
        yield Note(MET, {**pair, "round": number})
        return
    for kind in past.wishes.shared(side, other)[:1] if is_level else ():
        yield Note(APART[kind], pair)


def _absent(past: StageHistory, side: int, heights: Heights) -> Notes:
    """Yield entrants on the same level that were absent; none before any result."""
    if past.is_first:
        return
    for rest in past.state.resting():
        number, pair = rest.entrant, {"entrant": side, "other": rest.entrant}
        if heights.get(number) == heights[side] and not past.have_met(side, number):
            yield Note(SITS_OUT[rest.kind], pair)
    for number, entrant in sorted(past.entrants.items()):
        is_away = number not in past.field and not entrant.present
        has_played = entrant.joined < past.state.next_round
        is_level = heights.get(number) == heights[side]
        if is_away and has_played and is_level and not past.have_met(side, number):
            yield Note(ABSENT, {"entrant": side, "other": number})

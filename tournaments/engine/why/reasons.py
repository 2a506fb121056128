"""Which reasons a format has."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.engine.formats.lives import losses_of
from tournaments.engine.state import DrawnRound, Note, Pairing, StageState
from tournaments.engine.why import (
    brackets,
    club_night,
    groups,
    lists,
    round_robin,
    swapped,
)
from tournaments.engine.why.groups import Groups
from tournaments.engine.why.meetings import shared, unavailable
from tournaments.engine.why.next_best import (
    BYE_LOSSES,
    CHANGED,
    LOSS_SQUARES,
    by_score,
    by_wishes,
    described,
)
from tournaments.engine.why.past import Past, past_of
from tournaments.engine.why.values import Why


def why(
    state: StageState,
    drawn: DrawnRound,
    pairing: Pairing,
    *,
    slot: int | None = None,
    version: int | None = None,
    swaps: swapped.Swaps = (),
) -> Why:
    """Return why two of a drawn round meet, or why one has the bye.

    `state` is that of the record, from which the round was drawn; of a bracket that is
    drawn once it is that of now, and `slot` the number of the match in its plan.
    `version` is that of the record, None for the newest. `drawn` is as published:
    `swaps` are those that a director made in the draft, in order.
    """
    bracket = brackets.bracket_of(state, drawn, swaps)
    if bracket is not None:
        return _noted(
            swapped.without_mark(pairing) if swaps else pairing,
            _by_bracket(bracket, pairing, slot),
        )
    if swaps:
        before = swapped.as_drawn(drawn, swaps)
        if swapped.is_moved(before, pairing):
            past = past_of(state, drawn, version=version)
            origin = tuple(swapped.facts(before, pairing, swaps))
            return _by_hand(past, drawn, pairing, origin=origin)
        drawn, pairing = before, swapped.without_mark(pairing)
    past = past_of(state, drawn, version=version)
    found = _BY_FORMAT.get(state.format, _by_score)(past, drawn, pairing)
    return _noted(pairing, found)


def _noted(pairing: Pairing, found: Why) -> Why:
    noted = (note for note in pairing.notes if note.message not in lists.SAID_BETTER)
    return Why((*noted, *found.facts), found.unavailable, found.next_best)


def _by_hand(
    past: Past, drawn: DrawnRound, pairing: Pairing, *, origin: tuple[Note, ...]
) -> Why:
    """Tell of a pairing that a director made: no lot and no list decided it."""
    facts = (*origin, *shared(past, pairing))
    if past.state.format not in _COMPARED:
        return Why(facts)
    marked = replace(pairing, notes=(Note(CHANGED),))
    compared = _BY_FORMAT.get(past.state.format, _by_score)(past, drawn, marked)
    return Why(facts, compared.unavailable, compared.next_best)


def _by_bracket(bracket: brackets.Drawn, pairing: Pairing, slot: int | None) -> Why:
    node = brackets.node_of(bracket, pairing, slot)
    return Why(
        tuple(brackets.facts(bracket, pairing, node)),
        (),
        brackets.nothing_chosen(bracket, node, pairing),
    )


def _by_score(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    return Why(
        tuple(groups.facts(Groups(past, past.wins, groups.WINS), pairing)),
        unavailable(past, pairing, past.wins),
        described(pairing, drawn, (*by_score(past), *by_wishes(past))),
    )


def _by_lives(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    levels = {number: -losses for number, losses in losses_of(past.state).items()}
    criteria = by_score(past, levels, messages=(BYE_LOSSES, LOSS_SQUARES))
    return Why(
        tuple(groups.facts(Groups(past, levels, groups.LOSSES), pairing)),
        unavailable(past, pairing, levels),
        described(pairing, drawn, criteria),
    )


def _by_list(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    return Why(
        tuple(lists.facts(past, drawn, pairing)),
        unavailable(past, pairing, past.wins),
        lists.next_round(past, drawn, pairing),
    )


def _by_neighbours(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    listed = lists.by_standings(past, drawn)
    criteria = lists.by_place(past, listed, may_meet_again=True)
    return Why(
        tuple(lists.neighbour_facts(past, drawn, pairing)),
        (),
        described(pairing, drawn, criteria),
    )


def _by_table(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    others = (
        (Note(round_robin.OTHER_GROUPS),)
        if round_robin.has_groups(past.state, drawn)
        else ()
    )
    found = tuple(round_robin.facts(past, drawn, pairing))
    return Why(found, others, (Note(round_robin.NO_CHOICE),))


def _by_turn(past: Past, drawn: DrawnRound, pairing: Pairing) -> Why:
    evening = club_night.evening_of(past)
    return Why(
        tuple(club_night.facts(evening, pairing)),
        club_night.unavailable(evening, pairing),
        club_night.next_round(evening, drawn, pairing),
    )


_COMPARED = frozenset({"danish", "lives", "swiss"})
"""In these a pairing made by hand can be compared with the best other round."""

_BY_FORMAT: Mapping[str, Callable[[Past, DrawnRound, Pairing], Why]] = {
    "danish": _by_neighbours,
    "lives": _by_lives,
    "monrad": _by_list,
    "night": _by_turn,
    "round_robin": _by_table,
}

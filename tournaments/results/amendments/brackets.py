"""Sets aside the matches of a bracket that do not fit its changed facts."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from matches.ledger.models.match import Match
from tournaments.engine import Outcome, StageState
from tournaments.engine.bracket.refit import DrawnBracket, misfits
from tournaments.results.amendments.set_aside import set_aside
from tournaments.results.errors import AMENDMENT_PLAYED
from tournaments.rounds import engine_state
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Stage

READY: Final = Match.State.READY


def drawn_of(root: Stage) -> DrawnBracket:
    """Return a drawn bracket with its present facts."""
    return drawn_in(root, engine_state.load(root))


def drawn_in(root: Stage, state: StageState) -> DrawnBracket:
    """Return a bracket as its facts are in `state`."""
    return DrawnBracket(
        plan=engine_state.plan_of(root),
        lines=root.lot_of,
        outcomes=state.outcomes,
        pins=state.pins,
        gone=frozenset(
            entrant.number for entrant in state.entrants if not entrant.present
        ),
        legs=state.options.legs,
    )


def make_room(
    root: Stage,
    *,
    returning: Mapping[int, str] = MappingProxyType({}),
    reason: str,
) -> set[int]:
    """Set aside the matches that do not fit the changed facts of a bracket.

    A match has to go if its slot gets a former match back, or if its two entrants no
    longer come to the slot. `returning` are the pairings (primary keys) that are to be
    restored, with the states of their matches. Returns those of them that would not fit
    either, because of later acts, and were not played: they stay set aside.

    Raises AMENDMENT_PLAYED: such a match has begun.
    """
    back = list(
        Pairing.objects.filter(pk__in=returning, draw__stage=root).select_related(
            "entry_1", "entry_2", "match"
        )
    )
    live = Pairing.objects.live().filter(draw__stage=root)
    there = set(live.values_list("slot", "leg"))
    # Of a tie one match can come back while the others are there.
    slots = {
        row.slot
        for row in back
        if row.slot is not None
        and not any(slot == row.slot and leg != row.leg for slot, leg in there)
    }
    now = drawn_of(root)
    taken = {outcome.slot for outcome in now.outcomes if outcome.slot is not None}
    kept = [outcome for outcome in now.outcomes if outcome.slot not in slots]
    former = [_outcome_of(row, returning[row.pk]) for row in back if row.match]
    wanted = replace(now, outcomes=(*kept, *former))
    waiting = {row.slot: row.pk for row in back if returning[row.pk] == READY}
    misfit = set(misfits(wanted, (taken - slots) | (slots & waiting.keys())))
    # Ends: each call has at least one pairing less to bring back.
    if aside := {pk for slot, pk in waiting.items() if slot in misfit}:
        fitting = {pk: state for pk, state in returning.items() if pk not in aside}
        return aside | make_room(root, returning=fitting, reason=reason)
    unfit = slots | misfit
    # Pairings of a round that is published again are in their draw already.
    rows = list(
        live.filter(slot__in=unfit)
        .exclude(pk__in=returning)
        .select_related("match")
        .order_by("slot")
    )
    refuse_begun(rows)
    set_aside([row.pk for row in rows], reason=reason)
    return set()


def refuse_begun(rows: Iterable[Pairing]) -> None:
    """Refuse to set matches aside that have begun. Raises AMENDMENT_PLAYED."""
    begun = [
        f"M{row.match_number}"
        for row in rows
        if row.match is not None and row.match.state != READY
    ]
    if begun:
        raise AMENDMENT_PLAYED(labels=", ".join(begun))


def _outcome_of(pairing: Pairing, state: str) -> Outcome:
    """Return the outcome of a match that was set aside.

    `state` is the state before that; the match itself is cancelled now.
    """
    match = pairing.opened_match
    one, two = (entry.number for entry in pairing.both)
    return Outcome(
        round=pairing.round_number,
        one=one,
        two=two,
        winner={1: one, 2: two}.get(match.winner or 0),
        points_one=match.score_1,
        points_two=match.score_2,
        played=match.how in {"", Match.How.PLAYED.value, Match.How.TIME.value},
        length=match.length,
        nobody=match.winner is None and state == Match.State.DONE,
        slot=pairing.slot,
    )

"""Sets pairings aside, also those that do not fit a changed bracket; withdraws rounds.

A pairing that is set aside is not deleted, because an undo restores it with its match.
It moves to a draw in the state WITHDRAWN, which no public page reads, and its match is
cancelled. Callers have locked the tournament.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from django.db.models import Max
from django.utils import timezone

from matches.ledger.club_matches import cancel_matches
from matches.ledger.models.match import Match
from matches.rules.refusals import Message
from tournaments.engine import Outcome, StageState
from tournaments.engine.bracket.refit import DrawnBracket, misfits
from tournaments.results.errors import AMENDMENT_PLAYED
from tournaments.rounds import engine_state
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.columns import StoredNote, StoredRecord
from tournaments.structure.models import Entry, Placing, Stage

ROUND_TAKEN_BACK: Final = "round_taken_back"
ROUNDS_TAKEN_BACK: Final = "rounds_taken_back"
TAKEN_BACK: Final = frozenset({ROUND_TAKEN_BACK, ROUNDS_TAKEN_BACK})
"""The acts that withdraw one round, or several together."""

CAME_LATE = Message(
    "draw.came_late", "%(entrant)s entered late and meets the player who had the bye."
)
CAME_FOR = Message(
    "draw.came_for", "%(entrant)s plays instead of a player who did not show up."
)
_UNDRAWN: Final[dict[str, object]] = {
    "plan": None,
    "match_numbers": [],
    "pins": [],
    "field": None,
}
"""The values of a stage before its first round."""

EXCUSED = Message("draw.excused", "Bye: the opponent is absent.")


def withdraw_round(taken: Round, *, reason: str) -> None:
    """Cancel the matches of a round, delete the round, and withdraw its draw.

    Lots that this draw gave are removed from the stage; with the first round also the
    plan, the pins and the field. The caller has locked the tournament and its matches.
    """
    draw, stage = taken.draw, taken.stage
    cancel_matches(draw.pairings.with_match().values_list("match_id", flat=True))
    taken.delete()
    discard_open_draws(stage)
    Draw.objects.filter(pk=draw.pk).move(
        Draw.State.WITHDRAWN, reason=f"{draw.reason} {reason}".strip()[:200]
    )
    given, is_first = draw.record.get("lots", {}), draw.round_number == 1
    lots = {
        number: lot
        for number, lot in stage.lots.items()
        if number not in given and not is_first
    }
    Stage.objects.filter(pk=stage.pk).update(
        lots=lots, **(_UNDRAWN if is_first else {})
    )
    if stage.source_id is None:
        # Entries that joined too late for this round take part when it is drawn again.
        Entry.objects.filter(
            division=stage.division_id, joined_round__gt=draw.round_number
        ).update(joined_round=draw.round_number)
        if is_first:
            Entry.objects.filter(division=stage.division_id).exclude(
                placing=Placing.USUAL
            ).update(placing=Placing.USUAL, placing_reason="")


def discard_open_draws(stage: Stage) -> None:
    """Discard the open draws of a stage: what they were made from has changed."""
    following = Draw.objects.open().filter(stage=stage)
    Pairing.objects.filter(draw__in=following).delete()
    following.move(Draw.State.DISCARDED)


def set_aside(pairings: Iterable[int], *, reason: str) -> None:
    """Set live pairings (primary keys) aside. The caller has locked the tournament.

    The pairings of each draw, round and leg get a withdrawn draw of their own, because
    the unique constraints of `Pairing` allow an entry once per draw and leg.
    """
    # Ordered by what is grouped: `groupby` sees only neighbours.
    rows = (
        Pairing.objects.filter(pk__in=list(pairings))
        .with_draw()
        .order_by("draw", "round_number", "leg", "pk")
    )
    same = attrgetter("draw_id", "round_number", "leg")
    for _group, some in groupby(rows, same):
        _move_aside(list(some), reason=reason)


def new_bye(row: Pairing, holder: Entry, notes: Sequence[StoredNote]) -> Pairing:
    return Pairing.objects.create(
        tournament_id=row.tournament_id,
        stage_id=row.stage_id,
        draw_id=row.draw_id,
        round_number=row.round_number,
        position=row.position,
        entry_1=holder,
        notes=list(notes),
    )


def _move_aside(rows: Sequence[Pairing], *, reason: str) -> None:
    keeper = _withdrawn_draw(rows[0].draw, reason=reason)
    cancel_matches(row.match_id for row in rows if row.match_id is not None)
    Pairing.objects.filter(pk__in=[row.pk for row in rows]).update(draw=keeper)


def _withdrawn_draw(draw: Draw, *, reason: str) -> Draw:
    """Insert a withdrawn draw for pairings that are set aside.

    It has no seed, unlike the draw of a round that was taken back.
    """
    last = draw.stage.draws.filter(round_number=draw.round_number).aggregate(
        last=Max("number")
    )
    return Draw.objects.create(
        stage=draw.stage,
        round_number=draw.round_number,
        number=(last["last"] or 0) + 1,
        state=Draw.State.WITHDRAWN,
        # Without a seed it is told apart from a draw that was really made
        # (`SET_ASIDE`).
        seed="",
        algorithm=draw.algorithm,
        version=draw.version,
        record=StoredRecord(state=draw.record["state"], pairs=[], lots={}, notes=[]),
        reason=reason[:200],
        published_at=timezone.now(),
    )


READY: Final = Match.State.READY


def drawn_of(root: Stage) -> DrawnBracket:
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
    root: Stage, *, returning: Mapping[int, str] = MappingProxyType({}), reason: str
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

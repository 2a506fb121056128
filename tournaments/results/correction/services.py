"""Correcting a result on which later pairings depend.

A correction is one transaction and one amendment: the result, the matches set aside,
the pins, the rounds taken back, and the matches opened instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.ledger.amendments import Wanted, result_of, write_result
from matches.ledger.book import RecordedEnd
from matches.ledger.models.match import Match
from tournaments import engine
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Correction
from tournaments.results.amendments.services import recording
from tournaments.results.amendments.set_aside import new_bye, set_aside, withdraw_round
from tournaments.results.correction.case import Case
from tournaments.results.correction.effects import stored
from tournaments.results.correction.plan import Effects, Way, effects_of
from tournaments.results.errors import (
    CHOICE_NEEDED,
    NOT_CORRECTABLE,
    NOTHING_CHANGES,
    PREVIEW_OUTDATED,
)
from tournaments.rounds.engine_state import stored_note
from tournaments.rounds.models import SWAPPED, Draw, Pairing, Round
from tournaments.structure.locking import lock_live_matches, lock_open
from tournaments.structure.models import Stage, Tournament
from tournaments.tables.calling import (
    PairedEntry,
    PairingToOpen,
    insert_opened,
    open_matches_for,
)

_REASON: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The decision of a director; `mark` identifies the effects that they saw."""

    wanted: Wanted
    mode: str = ""
    reason: str = ""
    mark: str = ""


def preview(*, match: Match, wanted: Wanted) -> Effects:
    """Return the effects of a correction; nothing is saved.

    Raises NOT_CORRECTABLE, NOTHING_CHANGES, and RuleError if the wanted result
    is not possible in this match.
    """
    pairing = _live(match.pk)
    known = pairing.opened_match
    result = result_of(known, wanted)
    if result == RecordedEnd(known.score_1, known.score_2, known.winner, known.how):
        raise NOTHING_CHANGES()
    return effects_of(pairing, result)


def correct(
    *, tournament: Tournament, match: Match, chosen: Chosen, by: User | None
) -> Correction:
    """Correct a result and apply the chosen way to what depends on it.

    Raises TOURNAMENT_CLOSED; PREVIEW_OUTDATED: the effects differ from those
    that the director saw; CHOICE_NEEDED; and the errors of `preview`.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        lock_live_matches(locked)
        # Computed again under both locks. Equal marks prove that what happens now is
        # what the director saw, although time has passed since the preview.
        effects = preview(match=match, wanted=chosen.wanted)
        if effects.mark != chosen.mark:
            raise PREVIEW_OUTDATED()
        way, case = effects.way(chosen.mode), effects.case
        if way is None:
            raise CHOICE_NEEDED()
        with recording(
            locked,
            act="corrected",
            by=by,
            params={
                "label": case.label,
                "score": case.result.text,
                "before": case.was.text,
                "reason": chosen.reason,
                "mode": way.mode,
            },
            scope=FactScope(locked, matches={match.pk}, draws=_exchanged_in(way)),
            # A later round may depend on the winner, and on rounds drawn again.
            dependents_in=case.root if case.is_turned or way.rounds else None,
        ) as made:
            _carry_out(case, way, reason=chosen.reason, by=by)
        return Correction.objects.create(
            amendment=made.made,
            match=match,
            mode=way.mode,
            reason=chosen.reason,
            effects=stored([*effects.changes, *way.lines]),
            opened=list(made.opened),
        )


def _live(match_id: int) -> Pairing:
    """Return the live pairing of a decided match. Raises NOT_CORRECTABLE."""
    pairing = (
        Pairing.objects.live()
        .filter(match=match_id, match__state=Match.State.DONE)
        .select_related(
            "draw__stage", "entry_1", "entry_2", "match__profile", "tournament"
        )
        .first()
    )
    if pairing is None:
        raise NOT_CORRECTABLE()
    return pairing


def _carry_out(case: Case, way: Way, *, reason: str, by: User | None) -> None:
    """Apply a way. The recording then opens and calls the matches that follow.

    The order matters: matches that no longer fit are set aside before new ones are
    opened, because that frees slots, positions and players.
    """
    write_result(match_id=case.match.pk, result=case.result, by=by)
    why = _reason(case, reason)
    if way.exchange is not None:
        exchange(case, way.aside, pair=way.exchange, reason=why)
    else:
        set_aside(way.aside, reason=why)
    if way.pins is not None:
        pins = [(pin.slot, pin.side, pin.entrant) for pin in way.pins]
        Stage.objects.filter(pk=case.root.pk).update(pins=pins)
    for pk in way.rounds:
        withdraw_round(_round(pk), reason=why)


def _exchanged_in(way: Way) -> set[int]:
    if way.exchange is None:
        return set()
    rows = Pairing.objects.filter(pk__in=way.aside)
    return set(rows.values_list("draw", flat=True))


def _round(pk: int) -> Round:
    return Round.objects.select_related("draw", "stage").get(pk=pk)


def _reason(case: Case, reason: str) -> str:
    return f"{case.label} {case.was.text} → {case.result.text}. {reason}"[:_REASON]


def exchange(
    case: Case, aside: Sequence[int], *, pair: tuple[int, int], reason: str
) -> None:
    """Set pairings aside, and open new ones in which two entries swap places.

    `pair`: the number of the entry that leaves the match of the case, and of the one
    that comes. The record of the draw stores the swap and the new audit notes.
    """
    old, new = pair
    both = {case.pairing.entry_1.number: case.pairing.entry_1}
    if case.pairing.entry_2 is not None:
        both[case.pairing.entry_2.number] = case.pairing.entry_2
    other = {old: both[new], new: both[old]}
    rows = list(
        Pairing.objects.filter(pk__in=aside)
        .select_related("entry_1", "entry_2", "stage__division__profile", "draw")
        .order_by("position", "leg")
    )
    draw = rows[0].draw
    set_aside(aside, reason=reason)
    notes, to_open = [stored_note(engine.Note(SWAPPED))], []
    for row in rows:
        one = other.get(row.entry_1.number, row.entry_1)
        if row.entry_2 is None:
            new_bye(row, one, notes)
            continue
        two = other.get(row.entry_2.number, row.entry_2)
        to_open.append(
            PairingToOpen(
                stage=row.stage,
                round_number=row.round_number,
                position=row.position,
                one=PairedEntry(one.pk, one.player_id),
                two=PairedEntry(two.pk, two.player_id),
                leg=row.leg,
                notes=tuple(notes),
            )
        )
    opened = open_matches_for(to_open, case.pairing.tournament)
    insert_opened(to_open, opened, draw)
    if len({row.position for row in rows}) > 1:
        draw.record["swap_reasons"] = [*draw.reasons, reason]
        draw.swaps = [*draw.swaps, (old, new)]
    _audit_again(draw)


def _audit_again(draw: Draw) -> None:
    """Store the swap and the notes of a new audit in the record of the draw."""
    rows = (
        Pairing.objects.filter(draw=draw, leg=1)
        .order_by("position")
        .values_list("entry_1__number", "entry_2__number")
    )
    drawn = engine.DrawnRound(
        draw.round_number, tuple(engine.DrawnPairing(one, two) for one, two in rows)
    )
    state = draw.made_from
    draw.record["notes"] = [stored_note(note) for note in engine.audit(state, drawn)]
    draw.save(update_fields=["swaps", "record"])

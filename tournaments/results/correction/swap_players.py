"""Swapping two players of a published round before they play."""

from collections.abc import Sequence

from tournaments import engine
from tournaments.results.amendments.set_aside import new_bye, set_aside
from tournaments.results.correction.case import Case
from tournaments.rounds.engine_state import stored_note
from tournaments.rounds.models import SWAPPED, Draw, Pairing
from tournaments.tables.calling import (
    PairedEntry,
    PairingToOpen,
    insert_opened,
    open_matches_for,
)


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

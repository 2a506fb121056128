"""Swapping two entries of a draft."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from matches.accounts.models import User
from matches.web import journal
from tournaments import engine
from tournaments.draws.errors import SWAP_NEEDS_REASON, SWAP_NEEDS_TWO
from tournaments.draws.request import waiting_draw
from tournaments.rounds.engine_state import stored_note
from tournaments.rounds.models import SWAPPED, Draw, Pairing
from tournaments.structure.columns import StoredNote
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Entry, Tournament


def swap(
    *,
    draw_id: int,
    tournament: Tournament,
    first: int,
    second: int,
    reason: str,
    by: User | None,
) -> Draw:
    """Swap two entries of a draft, for a reason, and audit the draft again.

    `first` and `second` are entry numbers. They must be in two different pairings. The
    same two once more undo it, as if they had never been swapped; that needs no reason.

    Raises TOURNAMENT_CLOSED, SWAP_NEEDS_TWO, SWAP_NEEDS_REASON, DRAW_GONE.
    """
    with transaction.atomic():
        locked = lock_open(tournament)
        draw = waiting_draw(draw_id, locked, (Draw.State.DRAFT,))
        pairings = list(draw.pairings.select_related("entry_1", "entry_2"))
        touched = [
            pairing for pairing in pairings if {first, second} & set(_numbers(pairing))
        ]
        if first == second or len(touched) != 2:  # noqa: PLR2004
            raise SWAP_NEEDS_TWO()
        undone = _place_of(draw.swaps, first, second)
        if undone is None and not reason:
            raise SWAP_NEEDS_REASON()
        _keep_notes(draw, touched)
        _exchange(draw, touched, first=first, second=second)
        _write_down(draw, (first, second), reason, undone=undone)
        _audit_again(draw)
        journal.record_act(
            act="draft_swapped",
            by=by,
            subject=locked.subject,
            details=draw.journal_values(),
            names=_swapped_names(touched, first, second),
        )
    return draw


def as_drawn(draw: Draw) -> engine.DrawnRound:
    """Return the draft's pairings as the engine sees them."""
    return engine.DrawnRound(
        round=draw.round_number,
        pairings=tuple(
            engine.DrawnPairing(
                pairing.entry_1.number,
                _second_number(pairing),
                pairing.reasons,
            )
            for pairing in draw.pairings.select_related("entry_1", "entry_2")
        ),
        lots=draw.lot_of,
    )


def _place_of(swaps: Sequence[tuple[int, int]], first: int, second: int) -> int | None:
    """Return the index of a swap that the same swap now undoes, else None.

    Later swaps must not concern the same entries, because the order of swaps counts.
    """
    wanted = {first, second}
    # From the last swap back: once one of the two was swapped with a third entrant, an
    # earlier swap of the two can no longer be taken out of the middle.
    for place in range(len(swaps) - 1, -1, -1):
        if set(swaps[place]) == wanted:
            return place
        if set(swaps[place]) & wanted:
            return None
    return None


def _write_down(
    draw: Draw, pair: tuple[int, int], reason: str, *, undone: int | None
) -> None:
    """Add a swap and its reason to the draw, or remove the one that it undoes."""
    swaps, reasons = list(draw.swaps), draw.reasons
    if undone is None:
        swaps, reasons = [*swaps, pair], [*reasons, reason]
    else:
        del swaps[undone], reasons[undone]
    draw.swaps, draw.record["swap_reasons"] = swaps, reasons


def _keep_notes(draw: Draw, touched: Sequence[Pairing]) -> None:
    """Store the notes of pairs as drawn, in case they are swapped back."""
    kept = dict(draw.record.get("drawn_notes", {}))
    for pairing in touched:
        kept.setdefault(str(pairing.position), pairing.notes)
    draw.record["drawn_notes"] = kept


def _notes_of(
    draw: Draw, position: int, pair: tuple[int, int | None]
) -> list[StoredNote]:
    """Return the notes of the draw if the pair is as drawn, else that of a change."""
    drawn = draw.pairs[position - 1]
    if (drawn.one, drawn.two) == pair:
        return draw.record["drawn_notes"][str(position)]
    return [stored_note(engine.Note(SWAPPED))]


def _second_number(pairing: Pairing) -> int | None:
    return pairing.entry_2.number if pairing.entry_2 else None


def _numbers(pairing: Pairing) -> tuple[int | None, ...]:
    return pairing.entry_1.number, _second_number(pairing)


def _exchange(draw: Draw, touched: list[Pairing], *, first: int, second: int) -> None:
    """Write two pairings again with the two entries exchanged.

    The rows are deleted and inserted, not updated: a unique constraint forbids an entry
    in two rows of a draw, and between two updates it would be in two.
    """
    by_number: dict[int, Entry] = {}
    for pairing in touched:
        by_number[pairing.entry_1.number] = pairing.entry_1
        if pairing.entry_2:
            by_number[pairing.entry_2.number] = pairing.entry_2
    other = {first: by_number[second], second: by_number[first]}
    Pairing.objects.filter(pk__in=[pairing.pk for pairing in touched]).delete()
    made = []
    for pairing in touched:
        one = other.get(pairing.entry_1.number, pairing.entry_1)
        two = pairing.entry_2 and other.get(pairing.entry_2.number, pairing.entry_2)
        pair = (one.number, two.number if two else None)
        made.append(
            Pairing(
                tournament_id=pairing.tournament_id,
                stage_id=pairing.stage_id,
                draw=draw,
                round_number=pairing.round_number,
                position=pairing.position,
                entry_1=one,
                entry_2=two,
                notes=_notes_of(draw, pairing.position, pair),
            )
        )
    Pairing.objects.bulk_create(made)
    draw.record["lots"] = _exchanged_lots(draw.record.get("lots", {}), first, second)


def _exchanged_lots(lots: Mapping[str, int], first: int, second: int) -> dict[str, int]:
    """Return the lots after a swap: a lot belongs to the place, not to the entry."""
    one, two = str(first), str(second)
    if one not in lots or two not in lots:
        return dict(lots)
    return {**lots, one: lots[two], two: lots[one]}


def _audit_again(draw: Draw) -> None:
    state = draw.made_from
    drawn = as_drawn(draw)
    notes = (*engine.remarks(state, drawn), *engine.audit(state, drawn))
    draw.record["notes"] = [stored_note(note) for note in notes]
    draw.save(update_fields=["record", "swaps"])


def _swapped_names(touched: Sequence[Pairing], first: int, second: int) -> str:
    names = [
        entry.player.name
        for pairing in touched
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None and entry.number in {first, second}
    ]
    return " ↔ ".join(names)

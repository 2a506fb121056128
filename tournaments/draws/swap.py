"""Swapping two entries of a draft."""

from collections.abc import Mapping, Sequence

from django.db import transaction

from matches.accounts.models import User
from matches.journal import services as journal
from tournaments import engine
from tournaments.draws.errors import SWAP_NEEDS_TWO
from tournaments.draws.request import waiting_draw
from tournaments.rounds.engine_state import plain
from tournaments.rounds.models import SWAPPED, Draw, Pairing
from tournaments.structure.locking import lock_open
from tournaments.structure.models import Entry, Tournament


def swap(
    *, draw_id: int, tournament: Tournament, first: int, second: int, by: User | None
) -> Draw:
    """Swap two entries of a draft and audit the draft again.

    `first` and `second` are entry numbers. They must be in two different pairings.

    Raises TOURNAMENT_CLOSED, SWAP_NEEDS_TWO, DRAW_GONE.
    """
    with transaction.atomic():
        held = lock_open(tournament)
        draw = waiting_draw(draw_id, held, (Draw.State.DRAFT,))
        pairings = list(draw.pairings.select_related("entry_1", "entry_2"))
        touched = [
            pairing for pairing in pairings if {first, second} & set(_numbers(pairing))
        ]
        if first == second or len(touched) != 2:  # noqa: PLR2004
            raise SWAP_NEEDS_TWO()
        _exchange(draw, touched, first=first, second=second)
        _audit_again(draw)
        journal.record_act(
            act="draft_swapped",
            by=by,
            subject=held.subject,
            round=draw.round_number,
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
    Pairing.objects.bulk_create(
        Pairing(
            tournament_id=pairing.tournament_id,
            stage_id=pairing.stage_id,
            draw=draw,
            round_number=pairing.round_number,
            position=pairing.position,
            entry_1=other.get(pairing.entry_1.number, pairing.entry_1),
            entry_2=pairing.entry_2
            and other.get(pairing.entry_2.number, pairing.entry_2),
            notes=[plain(engine.Note(SWAPPED))],
        )
        for pairing in touched
    )
    draw.swaps = [*draw.swaps, (first, second)]
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
    draw.record["notes"] = [plain(note) for note in notes]
    draw.save(update_fields=["record", "swaps"])


def _swapped_names(touched: Sequence[Pairing], first: int, second: int) -> str:
    names = [
        entry.player.name
        for pairing in touched
        for entry in (pairing.entry_1, pairing.entry_2)
        if entry is not None and entry.number in {first, second}
    ]
    return " ↔ ".join(names)

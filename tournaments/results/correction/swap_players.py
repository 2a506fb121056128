"""Swapping two players of a published round before they play."""

from tournaments import engine
from tournaments.amendments.set_aside import set_aside
from tournaments.results.correction.plan import Case, Way
from tournaments.rounds.engine_state import plain
from tournaments.rounds.models import SWAPPED, Draw, Pairing
from tournaments.structure.saved import SavedExchange
from tournaments.tables.calling import open_for


def exchange(case: Case, way: Way, *, draw_id: int) -> SavedExchange:
    """Open new matches for two entries that swap places; return the facts for an undo.

    The caller has set the old pairings aside (`way.aside`). The record of the draw
    stores the swap and the new audit notes.
    """
    assert way.exchange is not None  # noqa: S101 - the caller has looked
    old, new = way.exchange
    draw = Draw.objects.select_related("stage__division__profile").get(pk=draw_id)
    swaps, notes = draw.swaps, draw.record.get("notes", [])
    both = {case.pairing.entry_1.number: case.pairing.entry_1}
    if case.pairing.entry_2 is not None:
        both[case.pairing.entry_2.number] = case.pairing.entry_2
    other = {old: both[new], new: both[old]}
    aside = Pairing.objects.filter(pk__in=way.aside).select_related(
        "entry_1", "entry_2", "stage__division__profile"
    )
    made = [
        Pairing(
            tournament=case.pairing.tournament,
            stage=each.stage,
            draw=draw,
            round_number=each.round_number,
            position=each.position,
            leg=each.leg,
            entry_1=other.get(each.entry_1.number, each.entry_1),
            entry_2=each.entry_2 and other.get(each.entry_2.number, each.entry_2),
            notes=[plain(engine.Note(SWAPPED))],
        )
        for each in aside.order_by("position", "leg")
    ]
    open_for(
        [each for each in made if each.entry_2 is not None], case.pairing.tournament
    )
    made = Pairing.objects.bulk_create(made)
    _write_down(draw, old, new, is_swap=len({each.position for each in made}) > 1)
    return {
        "draw": draw.pk,
        "made": [each.pk for each in made],
        "swaps": swaps,
        "notes": notes,
    }


def opened_by(saved: SavedExchange) -> list[Pairing]:
    """Return the pairings that `exchange` has opened."""
    return list(
        Pairing.objects.filter(pk__in=saved["made"]).select_related(
            "match", "draw__stage"
        )
    )


def exchange_back(saved: SavedExchange, *, reason: str) -> None:
    """Set aside the pairings that `exchange` opened; restore the record of the draw."""
    set_aside(opened_by(saved), reason=reason)
    draw = Draw.objects.get(pk=saved["draw"])
    draw.swaps, draw.record["notes"] = saved["swaps"], saved["notes"]
    draw.save(update_fields=["swaps", "record"])


def _write_down(draw: Draw, old: int, new: int, *, is_swap: bool) -> None:
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
    draw.record["notes"] = [plain(note) for note in engine.audit(state, drawn)]
    draw.swaps = [*draw.swaps, (old, new)] if is_swap else draw.swaps
    draw.save(update_fields=["swaps", "record"])

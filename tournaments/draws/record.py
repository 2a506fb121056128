"""The record of a draw as a document that can be checked without this server."""

from typing import Any, Final

from django.db.models import Q

from tournaments.engine import DrawnRound
from tournaments.engine.pairing.swap import swapped
from tournaments.engine.record.reading import UNBOUND
from tournaments.rounds.models import SET_ASIDE, Draw, Round
from tournaments.structure.models import Entry

UNMADE: Final = (Draw.State.DRAWING, Draw.State.FAILED)


def draw_document(draw: Draw) -> dict[str, Any]:
    """Return everything that is needed to make this draw again. Two queries.

    Shape: `crawford_draw` 1, the kind of document; `title`; `algorithm`, `version`,
    `seed`, `seed_from`, `round`; `announced`, the time in ISO 8601, null if it was not
    announced; `number` of the draw and `reason` for it; `state` as the engine records a
    stage, and `fingerprint`, the SHA-256 of its canonical text; `pairs` rows of one and
    two (null: a bye) and `lots`, lot by entrant number, both as published; `swaps` rows
    of two who changed places, in order; `names` by entrant number, only for reading;
    `earlier` draws of the round with number, seed, reason, state, fingerprint; of a
    bracket also `plan` with `lines` and rows of `nodes`.
    """
    record = draw.record
    document = {
        "crawford_draw": UNBOUND,
        "title": draw.stage.division.tournament.name,
        "algorithm": draw.algorithm,
        "version": draw.version,
        "seed": draw.seed,
        "seed_from": draw.seed_from,
        "announced": draw.announced_at.isoformat() if draw.announced_at else None,
        "round": draw.round_number,
        "number": draw.number,
        "reason": draw.reason,
        "fingerprint": draw.fingerprint,
        "pairs": _as_swapped(draw),
        "lots": record.get("lots", {}),
        "swaps": draw.swaps,
        "earlier": _earlier(draw),
        "names": _names(draw),
        "state": record["state"],
    }
    if "plan" in record:
        document["plan"] = record["plan"]
    return document


def _as_swapped(draw: Draw) -> list[list[int | None]]:
    """Return the pairs as drawn and swapped; a bye may have become a match since."""
    drawn = DrawnRound(draw.round_number, draw.pairs)
    for first, second in draw.swaps:
        drawn = swapped(drawn, first, second) or drawn
    return [[pairing.one, pairing.two] for pairing in drawn.pairings]


def _names(draw: Draw) -> dict[str, str]:
    numbers = [entrant.number for entrant in draw.made_from.entrants]
    rows = Entry.objects.filter(
        division=draw.stage.division_id, number__in=numbers
    ).values_list("number", "player__name")
    return {str(number): name for number, name in rows.order_by("number")}


def _earlier(draw: Draw) -> list[dict[str, Any]]:
    rows = (
        Draw.objects.filter(
            stage=draw.stage_id, round_number=draw.round_number, number__lt=draw.number
        )
        .exclude(state__in=UNMADE)
        .exclude(SET_ASIDE)
        .exclude(_hidden(draw))
    )
    fields = ("number", "seed", "reason", "state", "fingerprint")
    return [dict(row) for row in rows.order_by("number").values(*fields)]


def _hidden(draw: Draw) -> Q:
    """Return the discarded drafts of a round that is not published.

    They are not public: from their seeds, the draws that the director rejected could be
    made again.
    """
    is_public = Round.objects.filter(stage=draw.stage_id, number=draw.round_number)
    if is_public.exists():
        return Q(pk__in=[])
    return Q(state__in=(Draw.State.DISCARDED, Draw.State.DRAFT))

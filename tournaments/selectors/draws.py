"""Draws as everybody may see them."""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q

from tournaments.models import Draw, Stage

SHELF: Final = Q(state=Draw.State.WITHDRAWN, seed="")
"""Keeps what a correction set aside; it never was a draw."""
SHOWN: Final = (Draw.State.ANNOUNCED, Draw.State.PUBLISHED, Draw.State.WITHDRAWN)
PUBLIC: Final = (
    Draw.State.ANNOUNCED,
    Draw.State.PUBLISHED,
    Draw.State.WITHDRAWN,
    Draw.State.DISCARDED,
)


def public_draw(root: Stage, pk: int) -> Draw | None:
    """Return a draw that anybody may look at, or None. Two queries.

    An announced draw stays public while it is drawn and looked at, but nothing of what
    it drew is.
    """
    draw = (
        root.draws.select_related("stage__division__tournament").filter(pk=pk).first()
    )
    if draw is None:
        return None
    is_kept = draw.state == Draw.State.DISCARDED and (
        root.published_rounds.filter(number=draw.round_number).exists()
    )
    was_announced = draw.announced_at is not None
    return draw if draw.state in SHOWN or is_kept or was_announced else None


def public_draws(root: Stage) -> Sequence[Draw]:
    """Return the draws that were public, first to last. One query.

    Of a draft that was replaced only its number, its reason and its seed are told, and
    not before the round is published.
    """
    published = set(root.published_rounds.values_list("number", flat=True))
    return [
        draw
        for draw in root.draws.filter(state__in=PUBLIC)
        .exclude(SHELF)
        .order_by("round_number", "number")
        if draw.state != Draw.State.DISCARDED or draw.round_number in published
    ]

"""Draws as everybody may see them, and drafts as directors do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from tournaments.engine import StageState, format_named
from tournaments.rounds.models import SHELF, Draw, Pairing
from tournaments.rounds.rows import PairingRow, draw_rows
from tournaments.structure.models import Stage

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
    found = root.draws.select_related("stage__division__tournament").filter(pk=pk)
    draw = found.exclude(SHELF).first()
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


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A pairing of a draft, and what a director wants to know of the two.

    `one_has` and `two_has` tell what they had when it was drawn, empty before the first
    results. `is_same_club` marks club mates who meet in the first round.
    """

    row: PairingRow
    one_has: str = ""
    two_has: str = ""
    is_same_club: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """The rows of a draft; `open_labels` are the matches that were open at the draw."""

    rows: tuple[DraftRow, ...] = ()
    open_labels: tuple[str, ...] = ()

    @property
    def tables(self) -> int:
        """How many matches there are."""
        return sum(not row.row.is_bye for row in self.rows)


def draft_of(draw: Draw) -> Draft:
    """Return a draft as its director looks at it. Two queries."""
    state = draw.made_from
    has = _counts(state)
    is_first = draw.round_number == 1
    return Draft(
        rows=tuple(
            DraftRow(
                row=row,
                one_has=has.get(row.one.number, ""),
                two_has=has.get(row.two.number, "") if row.two else "",
                is_same_club=is_first and _is_same_club(row),
            )
            for row in draw_rows(draw)
        ),
        open_labels=_open_then(draw.stage, state),
    )


def _counts(state: StageState) -> Mapping[int, str]:
    """Return what each entrant had at the draw, as the format tells it."""
    if not state.outcomes:
        return {}
    return {
        number: gettext(note.message) % note.params
        for number, note in format_named(state.format).has(state).items()
    }


def _is_same_club(row: PairingRow) -> bool:
    clubs = {seat.club.strip().casefold() for seat in (row.one, row.two) if seat}
    return row.two is not None and len(clubs) == 1 and "" not in clubs


def _open_then(stage: Stage, state: StageState) -> tuple[str, ...]:
    """Return the matches that counted as open, by number."""
    were_open = {
        (outcome.round, frozenset((outcome.one, outcome.two)))
        for outcome in state.outcomes
        if outcome.is_open
    }
    if not were_open:
        return ()
    rows = (
        Pairing.objects.live()
        .filter(stage=stage, match_number__isnull=False)
        .values_list(
            "round_number", "entry_1__number", "entry_2__number", "match_number"
        )
    )
    return tuple(
        f"M{label}"
        for played_in, one, two, label in rows.order_by("match_number")
        if (played_in, frozenset((one, two))) in were_open
    )


def numbers_in(draw: Draw) -> list[int]:
    """Return the numbers of all entries of a draft. One query."""
    rows = draw.pairings.values_list("entry_1__number", "entry_2__number")
    return [number for pair in rows for number in pair if number is not None]

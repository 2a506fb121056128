"""A correction as its page shows it, also long afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.shortcuts import get_object_or_404

from tournaments.results.amendments.models import Correction
from tournaments.results.correction.effects import shown
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Stage, Tournament


@dataclass(frozen=True, slots=True)
class OpenedMatch:
    """A match that a correction has opened; the director informs its players."""

    label: str
    code: str
    one: str
    two: str
    table: int | None


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """The effects of a correction; `redraws`: the stage to be drawn again."""

    correction: Correction
    label: str
    lines: Sequence[str]
    opened: Sequence[OpenedMatch]
    redraws: Stage | None

    @property
    def can_undo(self) -> bool:
        """Whether the correction has not been undone."""
        return not self.correction.amendment.is_undone


def correction_view(correction: Correction) -> CorrectionView:
    """Return a correction, whose match and pairing are fetched. Two queries."""
    rows = (
        Pairing.objects.live()
        .with_match()
        .filter(pk__in=correction.opened)
        .order_by("match_number")
    )
    columns = ("match_number", "match__code", "entry_1__player__name")
    more = ("entry_2__player__name", "table")
    return CorrectionView(
        correction=correction,
        label=f"M{correction.match.pairing.match_number}",
        lines=shown(correction.effects),
        opened=[
            OpenedMatch(f"M{number}", *rest)
            for number, *rest in rows.values_list(*columns, *more)
        ],
        redraws=_redraws(correction),
    )


def _redraws(correction: Correction) -> Stage | None:
    """Return the stage of the last round that was taken back."""
    amendment = correction.amendment
    stages = [
        change.key[0]
        for change in amendment.changes
        if change.kind == "round" and change.is_removed
    ]
    if not stages or amendment.is_undone:
        return None
    rows = Stage.objects.select_related("division__tournament")
    return rows.filter(pk__in=stages).order_by("number").first()


def correction_for_director(tournament: Tournament, pk: int) -> Correction:
    """Return a correction of a tournament already fetched for a director."""
    return get_object_or_404(
        Correction.objects.select_related(
            *("amendment__made_by", "amendment__undone_by", "match__player_1"),
            *("match__player_2", "match__pairing"),
        ),
        amendment__tournament=tournament,
        pk=pk,
    )

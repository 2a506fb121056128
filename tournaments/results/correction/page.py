"""The values that the page of a correction shows, also long afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.amendments.models import Correction
from tournaments.rounds.models import Pairing
from tournaments.structure.models import Stage


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
    """What a correction did; `redraws`: the stage whose rounds must be drawn again."""

    correction: Correction
    label: str
    lines: Sequence[str]
    opened: Sequence[OpenedMatch]
    redraws: Stage | None

    @property
    def can_undo(self) -> bool:
        """Whether the correction has not been undone."""
        return self.correction.undone_at is None


def correction_view(correction: Correction) -> CorrectionView:
    """Return a correction whose match is fetched with its pairing."""
    rows = (
        Pairing.objects.live()
        .with_match()
        .filter(pk__in=correction.undo.get("opened", []))
        .order_by("match_number")
    )
    columns = ("match_number", "match__code", "entry_1__player__name")
    more = ("entry_2__player__name", "table")
    return CorrectionView(
        correction=correction,
        label=f"M{correction.match.pairing.match_number}",
        lines=correction.effects,
        opened=[
            OpenedMatch(f"M{number}", *rest)
            for number, *rest in rows.values_list(*columns, *more)
        ],
        redraws=_redraws(correction),
    )


def _redraws(correction: Correction) -> Stage | None:
    rounds = correction.undo.get("rounds", [])
    if not rounds:
        return None
    stages = Stage.objects.select_related("division__tournament")
    return stages.get(pk=rounds[-1]["stage"])

"""The header that every public page of a tournament shows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.cache import caches
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.rounds.announcements.bulletin import NOTHING, Bulletin, bulletin_of
from tournaments.rounds.models import Round
from tournaments.rounds.round_counts import rounds_planned
from tournaments.structure.listing import phase_of
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import linked, stages_in_order

KEPT_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class PublicHeader:
    """A tournament, the stage that is shown, and the numbers of its published rounds.

    `is_begun`: a round of any stage is published. `bulletin` has the announcements.
    """

    tournament: Tournament
    stages: Sequence[Stage]
    stage: Stage
    rounds: Sequence[int]
    rounds_planned: int
    is_begun: bool
    bulletin: Bulletin = NOTHING

    @property
    def is_endless(self) -> bool:
        """Whether the stage is a free club night, which has no rounds."""
        return self.stage.is_endless

    @property
    def is_alone(self) -> bool:
        """Whether the stage is the only one, and has rounds rather than a bracket."""
        return len(self.stages) == 1 and not self.stage.is_plan

    @property
    def counts_rounds(self) -> bool:
        return bool(self.rounds_planned) and not self.stage.is_plan

    @property
    def has_results(self) -> bool:
        is_begun = len(self.stages) > 1 and self.phase != "before"
        return bool(self.rounds) or is_begun

    @property
    def phase(self) -> str:
        return phase_of(self.tournament, int(self.is_begun))


def public_header(mark: TournamentMark, stage: int) -> PublicHeader:
    """Return the header of a tournament as of `mark`, for the stage with this number.

    One query, two more if something was announced; none if it is in the cache. Raises
    Stage.DoesNotExist.
    """
    key = f"header:{mark.tournament_id}:{mark.text}:{stage}"
    kept: PublicHeader | None = caches["kept"].get(key)
    if kept is None:
        kept = _read(mark, stage)
        caches["kept"].set(key, kept, KEPT_SECONDS)
    return kept


def _read(mark: TournamentMark, number: int) -> PublicHeader:
    stages = linked(_with_rounds(stages_in_order(mark.tournament_id)))
    header = _header(stages, number)
    if not mark.told:
        return header
    return replace(header, bulletin=bulletin_of(header.tournament))


def _header(stages: Sequence[Stage], number: int) -> PublicHeader:
    stage = next((stage for stage in stages if stage.number == number), None)
    if stage is None:
        raise Stage.DoesNotExist
    tournament = stage.division.tournament
    # Rounds are published in order, and only the last one is ever taken back.
    last = {stage.pk: vars(stage)["last_round"] for stage in stages}
    return PublicHeader(
        tournament=tournament,
        stages=stages,
        stage=stage,
        rounds=range(1, last[stage.root.pk] + 1),
        rounds_planned=rounds_planned(stage),
        is_begun=any(last.values()),
    )


def _with_rounds(stages: QuerySet[Stage]) -> QuerySet[Stage]:
    newest = Round.objects.filter(stage=OuterRef("pk")).order_by("-number")
    return stages.annotate(
        last_round=Coalesce(Subquery(newest.values("number")[:1]), 0)
    )

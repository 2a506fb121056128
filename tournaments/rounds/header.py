"""The header that every public page of a tournament shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from tournaments.rounds.announcements.shown import NOTHING, Bulletin, bulletin_of
from tournaments.rounds.models import Round
from tournaments.rounds.rows import is_endless, published_rounds, rounds_planned
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import TournamentMark, phase_of, stages_of

KEPT_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class PublicHeader:
    """A tournament, the stage that is shown, and its published rounds.

    `is_begun`: a round of any stage is published. `bulletin` is what is announced.
    """

    tournament: Tournament
    stages: Sequence[Stage]
    stage: Stage
    rounds: Sequence[Round]
    rounds_planned: int
    is_begun: bool
    bulletin: Bulletin = NOTHING

    @property
    def is_endless(self) -> bool:
        """Whether the stage is a free club night, which has no rounds."""
        return is_endless(self.stage)

    @property
    def is_alone(self) -> bool:
        """Whether the stage is the only one, and has rounds rather than a bracket."""
        return len(self.stages) == 1 and not self.stage.is_plan

    @property
    def counts_rounds(self) -> bool:
        """Whether the page says how many rounds are planned."""
        return bool(self.rounds_planned) and not self.stage.is_plan

    @property
    def has_results(self) -> bool:
        """Whether there are pairings and standings to look at."""
        is_begun = len(self.stages) > 1 and self.phase != "before"
        return bool(self.rounds) or is_begun

    @property
    def phase(self) -> str:
        """Return `before`, `live` or `after`."""
        return phase_of(self.tournament, int(self.is_begun))


def frame(mark: TournamentMark, stage: int) -> PublicHeader:
    """Return the header of a tournament as of `mark`, for the stage with this number.

    Two queries, one more before the first draw, two more if something was announced;
    none if it is in the cache. Raises Stage.DoesNotExist.
    """
    key = f"frame:{mark.tournament_id}:{mark.text}:{stage}"
    kept: PublicHeader | None = cache.get(key)
    if kept is None:
        kept = _read(mark, stage)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _read(mark: TournamentMark, number: int) -> PublicHeader:
    stages = stages_of(mark.tournament_id)
    stage = next((found for found in stages if found.number == number), None)
    if stage is None:
        raise Stage.DoesNotExist
    tournament = stage.division.tournament
    rounds = published_rounds(stage)
    begun = Round.objects.filter(stage__division__tournament=tournament)
    return PublicHeader(
        tournament=tournament,
        stages=stages,
        stage=stage,
        rounds=rounds,
        rounds_planned=rounds_planned(stage),
        is_begun=bool(rounds) or (len(stages) > 1 and begun.exists()),
        bulletin=bulletin_of(tournament) if mark.told else NOTHING,
    )

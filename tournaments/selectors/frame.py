"""What stands around every public page of a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache

from tournaments.models import Round, Stage, Tournament
from tournaments.selectors.desk import rounds_planned
from tournaments.selectors.rounds import published_rounds
from tournaments.selectors.tournaments import Mark, main_stage, phase_of

KEPT_SECONDS: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Frame:
    """A tournament, its stage and its published rounds, as of one mark."""

    tournament: Tournament
    stage: Stage
    rounds: Sequence[Round]
    rounds_planned: int

    @property
    def phase(self) -> str:
        """Return `before`, `live` or `after`."""
        return phase_of(self.tournament, len(self.rounds))


def frame(mark: Mark) -> Frame:
    """Return the frame as of `mark`: four queries, or none if kept.

    Raises Tournament.DoesNotExist.
    """
    key = f"frame:{mark.tournament_id}:{mark.fingerprint}"
    kept: Frame | None = cache.get(key)
    if kept is None:
        kept = _read(mark.tournament_id)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _read(tournament_id: int) -> Frame:
    tournament = Tournament.objects.get(pk=tournament_id)
    stage = main_stage(tournament)
    return Frame(
        tournament=tournament,
        stage=stage,
        rounds=published_rounds(tournament),
        rounds_planned=rounds_planned(stage),
    )

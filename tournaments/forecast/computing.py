"""Computes the forecasts of a tournament again after a result."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from tournaments import engine
from tournaments.forecast.models import EntryChances, Forecast, ForecastProgress
from tournaments.forecast.playing import Places, StageAhead, forecast, runs_for
from tournaments.forecast.remaining import (
    Ratings,
    paid_places,
    ratings_of,
    stages_ahead,
)
from tournaments.structure.marks import fingerprint
from tournaments.structure.models import Division, Stage, Tournament
from tournaments.structure.queries import stages_of


class _Given(NamedTuple):
    """The input of the forecast of a division."""

    division: Division
    stages: Sequence[StageAhead]
    ratings: Ratings
    places: Places

    @property
    def made_of(self) -> str:
        """The hash of the input, which includes the scores of open matches."""
        told = [
            *(
                [engine.to_record(stage.state), stage.take_from, stage.take]
                for stage in self.stages
            ),
            sorted(self.ratings.by_number.items()),
            *self.places,
        ]
        # Sorted keys, because it is hashed: the same facts must give the same text.
        text = json.dumps(told, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def newest(self) -> StageAhead:
        """The newest stage that has a round."""
        return [stage for stage in self.stages if stage.state.outcomes][-1]

    @property
    def round(self) -> int:
        """The newest round of that stage."""
        return self.newest.state.next_round - 1

    @property
    def results(self) -> int:
        """The number of decided matches."""
        return sum(
            not outcome.is_open and outcome.two is not None
            for stage in self.stages
            for outcome in stage.state.outcomes
        )

    @property
    def is_final(self) -> bool:
        """Whether nothing is left to play."""
        return all(
            bool(stage.state.outcomes) and engine.is_finished(stage.state)
            for stage in self.stages
        )


def make_forecasts(
    tournament: Tournament, *, may_go_on: Callable[[], bool] = lambda: True
) -> bool:
    """Compute the forecasts of all divisions whose input changed.

    Returns False if `may_go_on` returned False before the end; finished forecasts stay,
    and the next call makes the rest.
    """
    seen = fingerprint(
        tournament.pk
    )  # read before the facts, so that later facts are read again
    divisions: dict[int, list[Stage]] = {}
    for stage in stages_of(tournament):
        divisions.setdefault(stage.division_id, []).append(stage)
    for stages in divisions.values():
        given = _given(tournament, stages)
        if given is not None and not _made(tournament, given, may_go_on):
            return False
    ForecastProgress.objects.update_or_create(
        tournament=tournament, defaults={"fingerprint": seen}
    )
    return True


def _given(tournament: Tournament, stages: Sequence[Stage]) -> _Given | None:
    ahead = stages_ahead(stages)
    if not ahead or tournament.forecast_first is None:
        return None
    roots = [stage for stage in stages if not stage.is_branch]
    first = next(root for root in roots if root.source_id is None)
    return _Given(
        first.division,
        ahead,
        ratings_of(tournament, ahead[0].state),
        Places(tournament.forecast_first, paid_places(tournament, first.number)),
    )


def _made(tournament: Tournament, given: _Given, may_go_on: Callable[[], bool]) -> bool:
    """Compute the forecast of a division if it is missing; False if interrupted."""
    made_of, is_final = given.made_of, given.is_final
    own = Forecast.objects.filter(division=given.division)
    newest = own.order_by("made_at", "pk").last()
    if newest is not None and newest.made_of == made_of:
        return True
    runs = 1 if is_final else runs_for(len(given.ratings.by_number))
    found = forecast(
        given.stages,
        given.ratings.by_number,
        places=given.places,
        runs=runs,
        # The hash of the input is the seed: computing this forecast again gives
        # the same chances.
        seed=made_of,
        may_go_on=may_go_on,
    )
    if found is None:
        return False
    rows = [EntryChances(number, chances) for number, chances in found.items()]
    with transaction.atomic():
        # A final forecast may be that of a result which was corrected since; only the
        # newest one may stand.
        own.filter(is_final=True).delete()
        Forecast.objects.update_or_create(
            division=given.division,
            stage=given.newest.number,
            round=given.round,
            is_final=is_final,
            defaults={
                "tournament": tournament,
                "results": given.results,
                "made_of": made_of,
                "runs": runs,
                "first": given.places.first,
                "paid": given.places.paid,
                "ratings_of": given.ratings.of,
                "unrated": len(given.ratings.unrated),
                "rows": rows,
                "made_at": timezone.now(),
            },
        )
    return True

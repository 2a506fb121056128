"""Rounds, draws and pairings for visitors and directors."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.rounds.header import PublicHeader, frame
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import Mark, stages_of


def frame_for_public(mark: Mark, stage: int = 1) -> PublicHeader:
    """Return the tournament with what its pages show around. Raises Http404.

    `stage` is the number of the stage that is looked at.
    """
    try:
        return frame(mark, stage)
    except (Tournament.DoesNotExist, Stage.DoesNotExist) as error:
        raise Http404 from error


def round_for_public(stage: Stage, number: int) -> Round:
    """Return a published round. Raises Http404: also while it is only a draft."""
    found = (
        Round.objects.filter(stage=stage.root, number=number)
        .select_related("draw", "stage__division__tournament")
        .first()
    )
    if found is None:
        raise Http404
    return found


def draw_for_director(tournament: Tournament, pk: int) -> Draw:
    """Return a draw of a tournament already fetched for a director."""
    return get_object_or_404(
        Draw.objects.select_related(
            "job", "stage__division__tournament", "stage__division__profile"
        ),
        pk=pk,
        stage__division__tournament=tournament,
    )


def stage_of_draw(tournament: Tournament, pk: int) -> Stage:
    """Return the stage of a draw, the first where it is no draw of this tournament."""
    stages = stages_of(tournament)
    return next(
        (stage for stage in stages if stage.draws.filter(pk=pk).exists()), stages[0]
    )


def pairing_for_director(tournament: Tournament, code: str) -> Pairing:
    """Return the live pairing of a match of a tournament already fetched.

    Raises Http404.
    """
    return get_object_or_404(
        Pairing.objects.live().select_related(
            *("tournament", "draw__stage", "entry_1__player", "entry_2__player"),
            *("match__player_1", "match__player_2", "match__profile"),
        ),
        tournament=tournament,
        match__code=code.upper().replace("\x00", ""),
    )

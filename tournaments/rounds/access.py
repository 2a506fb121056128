"""Access to rounds, draws and pairings, and the header of every public page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.cache import caches
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.web import answers
from tournaments.rounds.announcements.bulletin import NOTHING, Bulletin, bulletin_of
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.rounds.round_names import rounds_planned
from tournaments.structure import access as structure_access
from tournaments.structure.listing import phase_of
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import linked, stages_in_order, stages_of

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


def header_for_public(mark: TournamentMark, stage: int = 1) -> PublicHeader:
    """Return the header of a tournament's public pages.

    `stage` is the number of the stage that the page shows. Raises Http404 if the
    tournament or the stage does not exist.
    """
    try:
        return public_header(mark, stage)
    except Stage.DoesNotExist as error:
        raise Http404 from error


def visit_for_public(
    request: HttpRequest, slug: str, stage: int = 1
) -> tuple[TournamentMark, PublicHeader | None]:
    """Return the mark of a tournament's public pages and their header.

    The header is None if the request is the poll of a page that is up to date. One
    query, and those of `public_header`. Raises Http404, also for a private one whose
    desk the visitor may not see, and if the stage does not exist.
    """
    mark = structure_access.mark_for_public(request, slug)
    is_current = answers.polled_mark(request) == mark.text
    return mark, None if is_current else header_for_public(mark, stage)


def round_for_public(stage: Stage, number: int) -> Round:
    """Return a published round. Raises Http404 for any other, drafts included."""
    found = (
        Round.objects.filter(stage=stage.root, number=number)
        .select_related("draw", "stage__division__tournament")
        .first()
    )
    if found is None:
        raise Http404
    return found


def draw_for_director(tournament: Tournament, pk: int) -> Draw:
    """Return a draw of this tournament. Raises Http404.

    The tournament comes from `tournament_for_director`, which has checked the director.
    """
    return get_object_or_404(
        Draw.objects.select_related(
            "job", "stage__division__tournament", "stage__division__profile"
        ),
        pk=pk,
        stage__division__tournament=tournament,
    )


def stage_of_draw(tournament: Tournament, pk: int) -> Stage:
    """Return the stage of a draw, or the first stage for a draw of none of them."""
    stages = stages_of(tournament)
    return next(
        (stage for stage in stages if stage.draws.filter(pk=pk).exists()), stages[0]
    )


def pairing_for_director(tournament: Tournament, code: str) -> Pairing:
    """Return the pairing of a match in a published round. Raises Http404.

    `code` is that of the match, in capitals or not. The tournament comes from
    `tournament_for_director`, which has checked the director.
    """
    return get_object_or_404(
        Pairing.objects.live().select_related(
            *("tournament", "draw__stage", "entry_1__player", "entry_2__player"),
            *("match__player_1", "match__player_2", "match__profile"),
        ),
        tournament=tournament,
        match__code=code.upper().replace("\x00", ""),
    )

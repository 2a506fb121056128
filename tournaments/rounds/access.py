"""Access to rounds, draws and pairings for public pages and for directors."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.web import answers
from tournaments.rounds.header import PublicHeader, public_header
from tournaments.rounds.models import Draw, Pairing, Round
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stages_of


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

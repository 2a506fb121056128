"""Who may see and run a tournament. Views have no other way to one."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches import access
from matches.models import User
from tournaments.models import (
    Archive,
    ArchiveFile,
    Correction,
    Draw,
    Entry,
    Pairing,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.frame import Frame, frame
from tournaments.selectors.tournaments import Mark, mark_at, stage_at, stages_of


def mark_for_public(slug: str) -> Mark:
    """Return how a tournament stands that anybody may look at. Raises Http404."""
    _check_readable(slug)
    try:
        return mark_at(slug)
    except Tournament.DoesNotExist as error:
        raise Http404 from error


def frame_for_public(mark: Mark, stage: int = 1) -> Frame:
    """Return the tournament with what its pages show around. Raises Http404.

    `stage` is the number of the stage that is looked at.
    """
    try:
        return frame(mark, stage)
    except (Tournament.DoesNotExist, Stage.DoesNotExist) as error:
        raise Http404 from error


def tournament_for_director(request: HttpRequest, slug: str) -> tuple[Tournament, User]:
    """Return a tournament and the director who runs it.

    Raises SignInNeededError, PermissionDenied, Http404 – in this order, so that a
    stranger does not learn which addresses exist.
    """
    user = access.director(request)
    _check_readable(slug)
    return get_object_or_404(Tournament, slug=slug), user


def stage_for_public(tournament: Tournament, number: int) -> Stage:
    """Return a stage of a tournament already fetched. Raises Http404."""
    try:
        return stage_at(tournament, number)
    except Stage.DoesNotExist as error:
        raise Http404 from error


def stage_for_director(tournament: Tournament, number: int) -> Stage:
    """Return a stage of a tournament already fetched for a director."""
    return stage_for_public(tournament, number)


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


def entry_for_director(tournament: Tournament, number: int) -> Entry:
    """Return an entry of a tournament already fetched for a director."""
    return get_object_or_404(
        Entry.objects.select_related("player"),
        division__tournament=tournament,
        number=number,
    )


def pairing_for_director(tournament: Tournament, code: str) -> Pairing:
    """Return the live pairing of a match of a tournament already fetched.

    Raises Http404.
    """
    return get_object_or_404(
        Pairing.objects.select_related(
            *("tournament", "draw__stage", "entry_1__player", "entry_2__player"),
            *("match__player_1", "match__player_2", "match__profile"),
        ),
        tournament=tournament,
        match__code=code.upper().replace("\x00", ""),
        draw__round__isnull=False,
    )


def correction_for_director(tournament: Tournament, pk: int) -> Correction:
    """Return a correction of a tournament already fetched for a director."""
    return get_object_or_404(
        Correction.objects.select_related(
            *("made_by", "undone_by", "match__player_1", "match__player_2"),
            "match__pairing",
        ),
        tournament=tournament,
        pk=pk,
    )


def archive_for_director(request: HttpRequest, pk: int) -> tuple[Archive, User]:
    """Return an archive of match files and the director who decides about it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    user = access.director(request)
    found = Archive.objects.select_related("reading", "importing", "created_by")
    return get_object_or_404(found, pk=pk), user


def archive_file_for_director(archive: Archive, number: int) -> ArchiveFile:
    """Return a file of an archive already fetched for a director. Raises Http404."""
    return get_object_or_404(
        ArchiveFile.objects.defer("content").select_related(
            *("player_1", "player_2", "twin__archive", "profile", "decided_by"),
            *("match__player_1", "match__player_2", "twin__match"),
        ),
        archive=archive,
        number=number,
    )


def _check_readable(slug: str) -> None:
    """Raise Http404 for an address that PostgreSQL would not even look for."""
    if "\x00" in slug:
        raise Http404

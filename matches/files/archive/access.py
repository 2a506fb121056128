"""Archives and their files for directors."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.files.archive.models import Archive, ArchiveFile


def archive_for_director(request: HttpRequest, pk: int) -> tuple[Archive, User]:
    """Return an archive of match files, and the director who opened it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    user = accounts_access.allowed(request, Act.ARCHIVES)
    archives = Archive.objects.select_related("reading", "importing", "created_by")
    return get_object_or_404(archives, pk=pk), user


def archive_file_for_director(archive: Archive, number: int) -> ArchiveFile:
    """Return a file of an archive that was fetched for a director. Raises Http404."""
    return get_object_or_404(
        ArchiveFile.objects.defer("content").select_related(
            *("player_1", "player_2", "twin__archive", "profile", "decided_by"),
            *("match__player_1", "match__player_2", "twin__match"),
        ),
        archive=archive,
        number=number,
    )

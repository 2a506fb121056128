"""The permissions of programs in tournaments."""

from django.http import HttpRequest

from matches.accounts import access as accounts_access
from tournaments.rounds import access as rounds_access
from tournaments.rounds.header import PublicHeader
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.queries import FIRST


def mark_of(request: HttpRequest, slug: str) -> TournamentMark:
    """Return the mark of a tournament that this program may see. Raises Http404.

    The request then has the acts of its token in this tournament.
    """
    mark = structure_access.mark_for_public(request, slug)
    accounts_access.acts_here(request, mark.tournament_id)
    return mark


def header_of(mark: TournamentMark, stage: int = FIRST) -> PublicHeader:
    """Return a tournament with its stages and one of them. Raises Http404."""
    return rounds_access.header_for_public(mark, stage)

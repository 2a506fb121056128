"""Scopes of printed documents: a tournament, or a stage of it."""

from typing import Final

from django.http import HttpRequest

from matches.accounts.roles import Act
from matches.documents.registry import DocumentEvent, Scope
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import stage_at, stage_url, title_of


def for_anybody(request: HttpRequest, address: str) -> None:
    """Allow a document to all readers of the tournament. Raises Http404."""
    structure_access.mark_for_public(request, _slug(address))


def for_directors(request: HttpRequest, address: str) -> None:
    """Allow a document with secret codes to those who may print it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    structure_access.tournament_for_director(request, _slug(address), Act.PRINT)


def two_languages_of(tournament: Tournament) -> str:
    """Return both languages of a tournament with a second one, else "".

    For documents that are in the language of their reader if there is only one.
    """
    return tournament.paper_languages if tournament.second_language else ""


def stage_of(address: str) -> Stage:
    """Return the stage of "friday/1". Raises ValueError, ObjectDoesNotExist."""
    slug, number = address.split("/")
    return stage_at(Tournament.objects.get(slug=slug), int(number))


def _slug(address: str) -> str:
    return address.partition("/")[0]


def event_of(tournament: Tournament) -> DocumentEvent:
    return DocumentEvent(
        tournament.pk, tournament.slug, tournament.name, tournament.is_closed
    )


TOURNAMENT: Final[Scope[Tournament]] = Scope(
    kind="tournament",
    address=lambda tournament: tournament.slug,
    find=lambda address: Tournament.objects.get(slug=address),
    name=lambda tournament: tournament.name,
    url=lambda tournament: tournament.get_absolute_url(),
    event=event_of,
)
"""A whole tournament, by its slug: "friday"."""

STAGE: Final[Scope[Stage]] = Scope(
    kind="stage",
    address=lambda stage: f"{stage.division.tournament.slug}/{stage.number}",
    find=stage_of,
    name=lambda stage: f"{stage.division.tournament.name} · {title_of(stage)}",
    url=lambda stage: stage_url(stage, "standings"),
    event=lambda stage: event_of(stage.division.tournament),
)
"""A stage by its number: "friday/1"."""

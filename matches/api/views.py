"""The addresses of the API that belong to no tournament."""

from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from matches.api import queries
from matches.api.match_shapes import Club, MatchShape, PlayerShape, Searching
from matches.api.openapi import VERSION, document
from matches.api.operations import Asked, Operation, Resource
from matches.api.shapes import Body, Listed, Query, Read
from matches.club.known import club as known_club
from matches.ledger import access as ledger_access
from matches.ledger.models.match import Match


def club(_asked: Asked[Query, Body]) -> Club:
    """Return whose site this is."""
    known = known_club()
    return Club(
        club=known.name,
        town=known.town,
        language=known.usual_language,
        time_zone=known.zone_name,
        version=VERSION,
        schema=reverse("api_schema"),
    )


def schema(_asked: Asked[Query, Body]) -> dict[str, Any]:
    """Return what this API can be asked, as OpenAPI 3.1 says it."""
    return document()


def list_players(asked: Asked[Searching, Body]) -> Listed[PlayerShape]:
    """Return the players of the club."""
    return queries.players_listed(asked.query)


def get_player(_asked: Asked[Read, Body], key: str) -> PlayerShape:
    """Return a player. Raises Http404."""
    found = queries.player_with(key)
    if found is None:
        raise Http404
    return found


def get_match(asked: Asked[Read, Body], code: str) -> MatchShape:
    """Return a match with its games. Raises Http404, also for sessions about money."""
    return queries.match_shape(match_at(asked.request, code))


def match_at(request: HttpRequest, code: str) -> Match:
    """Return a match that this program may see, and never a session about money."""
    found = ledger_access.match_for_viewer(request, code)
    if found.is_money:
        raise Http404
    ledger_access.acts_at(request, found)
    return found


club_resource = Resource(
    get=Operation(run=club, summary="Whose site this is", answer=Club, query=Query)
)
schema_resource = Resource(
    get=Operation(run=schema, summary="This schema", answer=dict[str, Any], query=Query)
)
players_resource = Resource(
    get=Operation(
        run=list_players,
        summary="The players of the club, by name",
        answer=Listed[PlayerShape],
        query=Searching,
    )
)
player_resource = Resource(
    get=Operation(run=get_player, summary="One player", answer=PlayerShape)
)
match_resource = Resource(
    get=Operation(run=get_match, summary="A match with its games", answer=MatchShape)
)

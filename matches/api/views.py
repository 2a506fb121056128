"""The resources of the API outside tournaments."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse

from matches.accounts.roles import Act
from matches.api import queries
from matches.api.match_shapes import (
    Club,
    MatchShape,
    NewGame,
    NewResult,
    PlayerShape,
    Searching,
    Undo,
)
from matches.api.openapi import VERSION, document
from matches.api.operations import ApiRequest, Done, Operation, Resource
from matches.api.shapes import Body, Listed, Query, Read
from matches.club.known import club as known_club
from matches.ledger import access as ledger_access
from matches.ledger import recording
from matches.ledger.models.match import Match
from matches.ledger.reporter import Reporter
from matches.rules import (
    Checkers,
    Ending,
    GameResult,
    Kind,
    Side,
    without_refused_beaver,
)


def club(_asked: ApiRequest[Query, Body]) -> Club:
    """Return the club of the site."""
    known = known_club()
    return Club(
        club=known.name,
        town=known.town,
        language=known.usual_language,
        time_zone=known.zone_name,
        version=VERSION,
        schema=reverse("api_schema"),
    )


def schema(_asked: ApiRequest[Query, Body]) -> dict[str, object]:
    """Return the schema of this API, as OpenAPI 3.1."""
    return document()


def list_players(asked: ApiRequest[Searching, Body]) -> Listed[PlayerShape]:
    """Return the players of the club."""
    return queries.players_listed(asked.query)


def get_player(_asked: ApiRequest[Read, Body], key: str) -> PlayerShape:
    """Return a player. Raises Http404."""
    found = queries.player_with(key)
    if found is None:
        raise Http404
    return found


def get_match(asked: ApiRequest[Read, Body], code: str) -> MatchShape:
    """Return a match with its games. Raises Http404, also for money sessions."""
    found = match_at(asked.request, code)
    if asked.query.names == "public":
        return queries.match_shape(found)
    return queries.match_now(found)  # the permissions of the token are known by now


def match_at(request: HttpRequest, code: str) -> Match:
    """Return a match that this program may see, no money session. Raises Http404."""
    found = ledger_access.match_for_viewer(request, code)
    if found.is_money:
        raise Http404
    ledger_access.acts_at(request, found)
    return found


def add_game(asked: ApiRequest[Read, NewGame], code: str) -> Done[MatchShape]:
    """Enter the next game of a match. Needs a token that may enter results."""
    match, reporter = match_to_enter(asked.request, code)
    rules = match.rules
    result = without_refused_beaver(rules, game_of(asked.body))
    recording.record_game(
        match_id=match.pk, result=result, after=asked.body.after, by=reporter
    )
    return Done(lambda: queries.match_now(match))


def set_result(asked: ApiRequest[Read, NewResult], code: str) -> Done[MatchShape]:
    """Enter the result of a match. Needs a token that may enter results."""
    match, reporter = match_to_enter(asked.request, code)
    scores = {"score_1": asked.body.one, "score_2": asked.body.two}
    if asked.body.corrects is None:
        recording.record_final(match_id=match.pk, by=reporter, **scores)
    else:
        recording.correct_final(
            match_id=match.pk, revision=asked.body.corrects, by=reporter, **scores
        )
    return Done(lambda: queries.match_now(match))


def take_back(asked: ApiRequest[Read, Undo], code: str) -> Done[MatchShape]:
    """Take the newest fact of a match back. Needs a token that may enter results."""
    match, reporter = match_to_enter(asked.request, code)
    has_result = queries.has_result(match)
    remove = recording.remove_final if has_result else recording.remove_last_game
    remove(match_id=match.pk, revision=asked.body.revision, by=reporter)
    return Done(lambda: queries.match_now(match))


def match_to_enter(request: HttpRequest, code: str) -> tuple[Match, Reporter]:
    """Return a match whose results this token may enter.

    Raises Http404, PermissionDenied, SignInNeededError.
    """
    found, reporter = ledger_access.match_for_director(request, code, Act.ENTER_RESULT)
    if found.is_money:
        raise Http404
    return found, reporter


def game_of(sent: NewGame) -> GameResult:
    """Return a game as the rules see it."""
    left = sent.checkers
    return GameResult(
        winner=Side(sent.winner),
        kind=Kind(sent.kind),
        cube=sent.cube,
        ending=Ending(sent.ending),
        automatic=sent.automatic,
        beavers=sent.beavers,
        checkers=None
        if left is None
        else Checkers(left.home, left.outer, left.far_outer, left.far_home),
    )


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
games_resource = Resource(
    post=Operation(
        run=add_game,
        summary="The next game of a match",
        answer=MatchShape,
        body=NewGame,
        status=HTTPStatus.CREATED,
    )
)
result_resource = Resource(
    post=Operation(
        run=set_result,
        summary="The result of a match",
        answer=MatchShape,
        body=NewResult,
    )
)
undo_resource = Resource(
    post=Operation(
        run=take_back, summary="Take the newest fact back", answer=MatchShape, body=Undo
    )
)

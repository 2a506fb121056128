"""Operations outside tournaments: the club, its players, matches."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from ninja import Query, Router, Status

from matches.accounts.roles import Act
from matches.api import schemas
from matches.api.core import VERSION, reads, writes
from matches.api.schemas import MatchShape, PlayerShape, Read, page_of
from matches.ledger import access as ledger_access
from matches.ledger import recording
from matches.ledger.models.match import Match
from matches.ledger.queries import final_score_of
from matches.ledger.reporter import Reporter
from matches.players.models import Player
from matches.players.queries import keys_named, players_at
from matches.rules import (
    Checkers,
    Ending,
    GameResult,
    Kind,
    Side,
    without_refused_beaver,
)
from matches.web.club import club as known_club
from matches.web.shown import full_names

router = Router()


@router.get("", by_alias=True, **reads(schemas.Club))
def club(request: HttpRequest, asked: Query[Read]) -> dict[str, str]:
    """Whose site this is."""
    known = known_club()
    return {
        "club": known.name,
        "town": known.town,
        "language": known.usual_language,
        "time_zone": known.zone_name,
        "version": VERSION,
        "schema": reverse("api:openapi-json"),
    }


@router.get("players/", **reads(schemas.Listed[PlayerShape]))
def list_players(request: HttpRequest, asked: Query[schemas.Searching]) -> Any:
    """The players of the club, by name."""
    if asked.search:
        return page_of(keys_named(asked.search), asked, players_at)
    return page_of(Player.objects.real().order_by("sort_name", "pk"), asked)


@router.get("players/{key}/", **reads(PlayerShape))
def get_player(request: HttpRequest, key: str, asked: Query[Read]) -> Player:
    """One player."""
    return get_object_or_404(Player, key=key.replace("\x00", "").upper())


@router.get("matches/{code}/", **reads(MatchShape))
def get_match(request: HttpRequest, code: str, asked: Query[Read]) -> Match:
    """A match with its games."""
    match = ledger_access.match_for_viewer(request, code)
    if match.is_money:
        raise Http404
    ledger_access.acts_at(request, match)
    return match_now(match)  # it is known by now which names this token sees


@router.post("matches/{code}/games/", **writes(MatchShape, HTTPStatus.CREATED))
def add_game(
    request: HttpRequest, code: str, sent: schemas.NewGame, asked: Query[Read]
) -> Status[Match]:
    """The next game of a match, for a token that may enter results."""
    match, reporter = match_to_enter(request, code)
    game = sent.model_dump(exclude={"after"})
    game |= {"winner": Side(sent.winner), "kind": Kind(sent.kind)}
    game |= {"ending": Ending(sent.ending)}
    if sent.checkers is not None:
        game["checkers"] = Checkers(**game["checkers"])
    result = without_refused_beaver(match.rules, GameResult(**game))
    with full_names():
        recording.record_game(
            match_id=match.pk, result=result, after=sent.after, by=reporter
        )
    return Status(HTTPStatus.CREATED, match_now(match))


@router.post("matches/{code}/result/", **writes(MatchShape))
def set_result(
    request: HttpRequest, code: str, sent: schemas.NewResult, asked: Query[Read]
) -> Match:
    """The result of a match, for a token that may enter results."""
    match, by = match_to_enter(request, code)
    told: dict[str, Any] = {"score_1": sent.one, "score_2": sent.two, "by": by}
    with full_names():
        if sent.corrects is None:
            recording.record_final(match_id=match.pk, **told)
        else:
            recording.correct_final(match_id=match.pk, revision=sent.corrects, **told)
    return match_now(match)


@router.post("matches/{code}/undo/", **writes(MatchShape))
def take_back(
    request: HttpRequest, code: str, sent: schemas.Undo, asked: Query[Read]
) -> Match:
    """Take the result back, or else the last game; for a token that may enter them."""
    match, reporter = match_to_enter(request, code)
    has_result = final_score_of(match) is not None
    remove = recording.remove_final if has_result else recording.remove_last_game
    with full_names():
        remove(match_id=match.pk, revision=sent.revision, by=reporter)
    return match_now(match)


def match_to_enter(request: HttpRequest, code: str) -> tuple[Match, Reporter]:
    """Return a match whose results this token may enter, no money session.

    Raises Http404, PermissionDenied, SignInNeededError.
    """
    with full_names():  # stored names must be the full ones
        match, reporter = ledger_access.match_for_director(
            request, code, Act.ENTER_RESULT
        )
    if match.is_money:
        raise Http404
    return match, reporter


def match_now(match: Match) -> Match:
    """Return a match as it is now, with the names that the reader may see."""
    rows = Match.objects.select_related("player_1", "player_2", "profile")
    return rows.get(pk=match.pk)

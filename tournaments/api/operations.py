"""Operations below /tournaments/."""

from collections.abc import Sequence
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

from django.db.models import Count, F, Min
from django.http import Http404, HttpRequest
from ninja import HeaderEx, P, Query, Router, Status

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.api.core import reads, tag, writes
from matches.api.schemas import Listed, Read, page_of
from matches.web.shown import full_names
from tournaments.api import schemas
from tournaments.api.entering import done_once, enter
from tournaments.draws.queries import public_draws
from tournaments.draws.record_views import public_document
from tournaments.rounds import access as rounds_access
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.models import DECIDED, Pairing, PairingQuerySet
from tournaments.rounds.rests import resting_in
from tournaments.rounds.round_names import rounds_planned
from tournaments.standings.queries import GroupTable, standings_table
from tournaments.structure import access as structure_access
from tournaments.structure.listing import tournament_lines, tournaments_named
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Entry, Stage, Tournament
from tournaments.structure.queries import FIRST

Names = Query[Read]
IdempotencyKey = HeaderEx[
    str, P(alias="Idempotency-Key", pattern="^[0-9A-Za-z_-]{8,100}$")
]
router = Router()
_STAGE = "{slug}/stages/{int:stage}/"


@router.get("", **reads(Listed[schemas.TournamentLine]))
def list_tournaments(
    request: HttpRequest, asked: Query[schemas.TournamentsAsked]
) -> Any:
    """The tournaments in the lists of the site, the newest first.

    One that is unlisted or private is found by its address alone.
    """
    found = tournaments_named("", Tournament.objects.listed(), year=asked.year)
    return page_of(found, asked, lambda rows: tournament_lines(rows).values())


@router.get("{slug}/", **reads(schemas.TournamentShape))
def get_tournament(request: HttpRequest, slug: str, asked: Names) -> Any:
    """A tournament with its divisions and stages."""
    mark, header = visit(request, slug)
    return SimpleNamespace(
        tournament=header.tournament,
        phase=header.phase,
        stages=header.stages,
        fingerprint=mark.fingerprint,
    )


@router.get("{slug}/entries/", **reads(Listed[schemas.EntryShape]))
def list_entries(
    request: HttpRequest, slug: str, asked: Query[schemas.EntriesAsked]
) -> Any:
    """Who takes part, by number."""
    _mark, header = visit(request, slug)
    found = Entry.objects.filter(tournament=header.tournament).order_by("number")
    if asked.division is not None:
        found = found.filter(division__number=asked.division)
    page = page_of(found.select_related("player", "division"), asked)
    lots = {stage.division_id: stage.lot_of for stage in reversed(header.stages)}
    for entry in page["items"]:
        vars(entry)["lot"] = lots.get(entry.division_id, {}).get(entry.number)
    return page


@router.post("{slug}/entries/", **writes(schemas.Entered, HTTPStatus.CREATED))
def add_entries(
    request: HttpRequest,
    slug: str,
    sent: schemas.NewEntries,
    asked: Names,
    key: IdempotencyKey = "",
) -> Status[Any]:
    """Enter players, for a token that may add players.

    With a header Idempotency-Key the same request, sent again, enters no player twice.
    """
    with full_names():
        tournament, user = structure_access.tournament_for_director(
            request, slug, Act.ADD_ENTRY
        )
        numbers = done_once(
            key and f"{user.pk} {request.path} {key}",
            sent.model_dump_json(),
            lambda: enter(tournament, sent, by=user),
        )
    rows = Entry.objects.filter(tournament=tournament, number__in=numbers)
    made = {row.number: row for row in rows.select_related("player", "division")}
    # One that was removed since is left out.
    entries = [made[number] for number in numbers if number in made]
    return Status(HTTPStatus.CREATED, {"entries": entries})


@router.get("{slug}/matches/", **reads(Listed[schemas.PairingShape]))
def list_matches(
    request: HttpRequest, slug: str, asked: Query[schemas.MatchesAsked]
) -> Any:
    """The matches of all published rounds, by number.

    A draft is in no answer: it becomes public with its round.
    """
    _mark, header = visit(request, slug)
    found = Pairing.objects.live().with_match().filter(tournament=header.tournament)
    if asked.stage is not None:
        found = found.filter(stage__number=asked.stage)
    if asked.open is not None:
        found = found.exclude(DECIDED) if asked.open else found.filter(DECIDED)
    found = found.order_by("match_number")
    return page_of(found, asked, lambda rows: with_people(rows, header.stages))


@router.get(_STAGE + "rounds/", **reads(schemas.Rounds))
def list_rounds(request: HttpRequest, slug: str, stage: int, asked: Names) -> Any:
    """The published rounds of a stage."""
    _mark, header = visit(request, slug, stage)
    rows = Pairing.objects.live().filter(stage=header.stage)
    rounds = (
        rows.values(number=F("round_number"))
        .order_by("number")
        .annotate(
            matches=Count("match"),
            decided=Count("match", filter=DECIDED),
            published_at=Min("draw__round__published_at"),
        )
    )
    planned = rounds_planned(header.stage)
    return {"stage": stage, "rounds_planned": planned, "rounds": rounds}


@router.get(_STAGE + "rounds/{int:number}/", **reads(schemas.RoundShape))
def get_round(
    request: HttpRequest, slug: str, stage: int, number: int, asked: Names
) -> Any:
    """A round with its pairings, and who sits out."""
    _mark, header = visit(request, slug, stage)
    found = Pairing.objects.live().filter(stage=header.stage, round_number=number)
    published = found.aggregate(at=Min("draw__round__published_at"))["at"]
    if published is None:
        raise Http404
    return {
        "stage": stage,
        "number": number,
        "published_at": published,
        "pairings": with_people(found, [header.stage]),
        "resting": resting_in(header.stage, number),
    }


@router.get(_STAGE + "standings/", **reads(schemas.StandingsShape))
def get_standings(request: HttpRequest, slug: str, stage: int, asked: Names) -> Any:
    """The standings of a stage."""
    mark, header = visit(request, slug, stage)
    table = standings_table(header.stage, mark.text)
    return {
        "stage": stage,
        "is_provisional": table.provisional,
        "columns": table.columns,
        "groups": table.groups or [GroupTable(0, table.rows)],
    }


@router.get(_STAGE + "draws/", **reads(schemas.Draws))
def list_draws(request: HttpRequest, slug: str, stage: int, asked: Names) -> Any:
    """The draws of a stage that are or were public."""
    _mark, header = visit(request, slug, stage)
    return {"stage": stage, "draws": public_draws(header.stage.root)}


@router.get(_STAGE + "draws/{int:pk}/", **reads(dict[str, Any]))
def get_draw(request: HttpRequest, slug: str, stage: int, pk: int, asked: Names) -> Any:
    """The public proof of a draw, as its page offers it.

    Seed and pairs are in it once the round is published; docs/draw-record.md says what
    each field is, and how to check it with a program that needs nothing of this site.
    """
    return public_document(mark_of(request, slug), stage, pk)


def mark_of(request: HttpRequest, slug: str) -> TournamentMark:
    """Return the mark of a tournament that this program may see. Raises Http404.

    The request then has the acts of its token in this tournament.
    """
    mark = structure_access.mark_for_public(request, slug)
    accounts_access.acts_here(request, mark.tournament_id)
    return mark


def visit(
    request: HttpRequest, slug: str, stage: int = FIRST
) -> tuple[TournamentMark, PublicHeader]:
    """Return a tournament with one of its stages; its mark is the ETag.

    Raises Http404, UnchangedError.
    """
    mark = mark_of(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    tag(request, mark.text)
    return mark, header


def with_people(found: PairingQuerySet, stages: Sequence[Stage]) -> list[Pairing]:
    """Return pairings with their entries, players, matches and stages. One query."""
    stage_at = {stage.pk: stage for stage in stages}
    rows = list(found.select_related("match", "entry_1__player", "entry_2__player"))
    for row in rows:
        row.stage = stage_at[row.stage_id]
    return rows

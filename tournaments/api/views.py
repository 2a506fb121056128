"""The resources of the API below /tournaments/."""

from http import HTTPStatus
from typing import Any

from django.http import Http404

from matches.accounts.roles import Act
from matches.api.idempotency import done_once
from matches.api.operations import ApiRequest, Done, Operation, Resource, Tagged
from matches.api.shapes import Body, Listed, Read
from tournaments.api import entering, queries
from tournaments.api.access import header_of, mark_of
from tournaments.api.shapes import (
    Draws,
    Entered,
    EntriesAsked,
    EntryShape,
    MatchesAsked,
    NewEntries,
    PairingShape,
    Rounds,
    RoundShape,
    StandingsShape,
    TournamentLine,
    TournamentsAsked,
    TournamentShape,
)
from tournaments.draws.record_views import public_document
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark


def list_tournaments(
    asked: ApiRequest[TournamentsAsked, Body],
) -> Listed[TournamentLine]:
    """Return the tournaments in the lists of the site, the newest first.

    One that is unlisted or private is found by its address alone.
    """
    return queries.tournaments_listed(asked.query)


def get_tournament(asked: ApiRequest[Read, Body], slug: str) -> Tagged[TournamentShape]:
    """Return a tournament with its divisions and stages. Raises Http404."""
    mark = mark_of(asked.request, slug)
    return Tagged(mark.text, lambda: queries.tournament_shape(header_of(mark), mark))


def list_entries(
    asked: ApiRequest[EntriesAsked, Body], slug: str
) -> Tagged[Listed[EntryShape]]:
    """Return who takes part, by number. Raises Http404."""
    mark = mark_of(asked.request, slug)

    def make() -> Listed[EntryShape]:
        header = header_of(mark)
        return queries.entries_listed(header.stages, header.tournament, asked.query)

    return Tagged(mark.text, make)


def add_entries(asked: ApiRequest[Read, NewEntries], slug: str) -> Done[Entered]:
    """Enter players. Needs a token that may add players.

    With a header Idempotency-Key the same request, sent again, enters no player twice.
    """
    tournament, user = structure_access.tournament_for_director(
        asked.request, slug, Act.ADD_ENTRY
    )
    numbers = done_once(
        asked.request,
        asked.body,
        lambda: entering.enter(tournament, asked.body, by=user),
    )
    return Done(lambda: Entered(entries=queries.entries_with(tournament, numbers)))


def list_matches(
    asked: ApiRequest[MatchesAsked, Body], slug: str
) -> Tagged[Listed[PairingShape]]:
    """Return the matches of all published rounds, by number. Raises Http404.

    A draft is in no answer: it becomes public with its round.
    """
    mark = mark_of(asked.request, slug)

    def make() -> Listed[PairingShape]:
        header = header_of(mark)
        return queries.matches_listed(header.stages, header.tournament, asked.query)

    return Tagged(mark.text, make)


def list_rounds(asked: ApiRequest[Read, Body], slug: str, stage: int) -> Tagged[Rounds]:
    """Return the published rounds of a stage. Raises Http404."""
    mark = mark_of(asked.request, slug)
    header = header_of(mark, stage)
    return Tagged(mark.text, lambda: queries.rounds_listed(header.stage))


def get_round(
    asked: ApiRequest[Read, Body], slug: str, *, stage: int, number: int
) -> Tagged[RoundShape]:
    """Return a published round with its pairings. Raises Http404."""
    mark = mark_of(asked.request, slug)
    header = header_of(mark, stage)

    def make() -> RoundShape:
        found = queries.round_shape(header.stage, number)
        if found is None:
            raise Http404
        return found

    return Tagged(mark.text, make)


def get_standings(
    asked: ApiRequest[Read, Body], slug: str, stage: int
) -> Tagged[StandingsShape]:
    """Return the standings of a stage. Raises Http404."""
    mark = mark_of(asked.request, slug)
    header = header_of(mark, stage)
    return Tagged(mark.text, lambda: queries.standings_shape(header.stage, mark))


def list_draws(asked: ApiRequest[Read, Body], slug: str, stage: int) -> Tagged[Draws]:
    """Return the draws of a stage that are or were public. Raises Http404."""
    mark = mark_of(asked.request, slug)
    header = header_of(mark, stage)
    return Tagged(mark.text, lambda: queries.draws_listed(header.stage))


def get_draw(
    asked: ApiRequest[Read, Body], slug: str, *, stage: int, pk: int
) -> dict[str, object]:
    """Return the public proof of a draw, as its page offers it. Raises Http404.

    Seed and pairs are in it once the round is published; docs/draw-record.md says what
    each field is, and how to check it with a program that needs nothing of this site.
    """
    mark: TournamentMark = mark_of(asked.request, slug)
    return public_document(mark, stage, pk)


tournaments = Resource(
    get=Operation(
        run=list_tournaments,
        summary="The tournaments, the newest first",
        answer=Listed[TournamentLine],
        query=TournamentsAsked,
    )
)
tournament = Resource(
    get=Operation(run=get_tournament, summary="A tournament", answer=TournamentShape)
)
entries = Resource(
    get=Operation(
        run=list_entries,
        summary="Who takes part",
        answer=Listed[EntryShape],
        query=EntriesAsked,
    ),
    post=Operation(
        run=add_entries,
        summary="Enter players",
        answer=Entered,
        body=NewEntries,
        status=HTTPStatus.CREATED,
    ),
)
matches = Resource(
    get=Operation(
        run=list_matches,
        summary="The matches of all published rounds",
        answer=Listed[PairingShape],
        query=MatchesAsked,
    )
)
rounds = Resource(
    get=Operation(
        run=list_rounds, summary="The published rounds of a stage", answer=Rounds
    )
)
one_round = Resource(
    get=Operation(run=get_round, summary="A round with its pairings", answer=RoundShape)
)
standings = Resource(
    get=Operation(
        run=get_standings, summary="The standings of a stage", answer=StandingsShape
    )
)
draws = Resource(
    get=Operation(run=list_draws, summary="The draws of a stage", answer=Draws)
)
draw = Resource(
    get=Operation(run=get_draw, summary="The proof of a draw", answer=dict[str, Any])
)

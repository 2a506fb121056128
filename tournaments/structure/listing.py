"""Lists of tournaments: which are listed, by name and year, and a line for each."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db.models import CharField, Count, Max, Min, Q, QuerySet, Value
from django.db.models.functions import Cast, Coalesce, Substr

from tournaments.engine import format_named
from tournaments.structure.models import (
    Placing,
    Tournament,
    TournamentQuerySet,
    Visibility,
)

MOST_LISTED: Final = 500


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """One tournament in a list: entries, rounds published and phase.

    `round` is the newest one where it says how far the whole tournament is, otherwise
    0: with several stages, and in a bracket, whose matches are published as one round.
    """

    tournament: Tournament
    entries: int
    rounds_published: int
    phase: str
    round: int = 0


def of_listed_tournament(seen: Collection[int] | None) -> Q:
    """Return the condition for rows of tournaments: see `listed`."""
    # Conditions of the tournament itself: given all listed ones as a subquery, a
    # database may begin with those and read the rows of every tournament.
    condition = Q(tournament__deleted_at__isnull=True)
    if seen is None:
        return condition
    public = Q(tournament__visibility=Visibility.PUBLIC)
    return condition & (public | Q(tournament__in=seen))


def public_tournaments() -> TournamentQuerySet:
    return Tournament.objects.listed()


def tournaments_of(seen: Collection[int] | None) -> TournamentQuerySet:
    """Return the tournaments with these keys, all for None."""
    return (
        Tournament.objects.all()
        if seen is None
        else Tournament.objects.filter(pk__in=seen)
    )


def tournaments_named(
    search: str, among: TournamentQuerySet, *, year: int | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments whose name contains `search`, the newest first.

    `year` keeps those of one year.
    """
    tournaments = among.order_by("-date", "-pk")
    if year is not None:
        tournaments = tournaments.filter(date__year=year)
    if search:
        # SQLite ignores the case of ASCII letters alone: ask for "Ø" and for "ø".
        spelled = {search, search.lower(), search.upper(), search.capitalize()}
        named = Q()
        for spelling in sorted(spelled):
            named |= Q(name__icontains=spelling)
        tournaments = tournaments.filter(named)
    return tournaments


def tournaments_since(day: date) -> list[Tournament]:
    """Return the tournaments from a day on, in order, at most `MOST_LISTED`."""
    coming = Tournament.objects.listed().filter(date__gte=day).order_by("date", "pk")
    return list(coming[:MOST_LISTED])


def tournament_years(among: TournamentQuerySet) -> list[int]:
    """Return the years of tournaments, the latest first. One query."""
    # As text: SQLite would call a function of Python for the year of each day.
    year = Substr(Cast("date", CharField()), 1, len("2026"))
    dated = among.order_by().annotate(of=year)
    years = dated.values_list("of", flat=True).distinct()
    return sorted(map(int, years), reverse=True)


def tournament_lines(tournaments: Iterable[Tournament]) -> dict[int, TournamentLine]:
    """Return the lines of tournaments by primary key, in their order. One query."""
    listed = list(tournaments)
    rows = Tournament.objects.filter(
        pk__in=[tournament.pk for tournament in listed]
    ).annotate(
        entered=Count(
            "divisions__entries__player",
            filter=Q(divisions__entries__withdrawn_at__isnull=True)
            & ~Q(divisions__entries__placing=Placing.WAITS),
            distinct=True,
        ),
        published=Coalesce(Max("divisions__stages__published_rounds__number"), 0),
        stage_count=Count("divisions__stages", distinct=True),
        format=Coalesce(Min("divisions__stages__format"), Value("")),
    )
    # An aggregating query forgets the order of the model.
    names = ("entered", "published", "stage_count", "format")
    facts = {row["pk"]: row for row in rows.values("pk", *names)}
    return {
        tournament.pk: _line(tournament, facts[tournament.pk])
        for tournament in listed
        if tournament.pk in facts
    }


def _line(tournament: Tournament, has: Mapping[str, Any]) -> TournamentLine:
    has_rounds = has["stage_count"] == 1 and not format_named(has["format"]).is_bracket
    return TournamentLine(
        tournament=tournament,
        entries=has["entered"],
        rounds_published=has["published"],
        phase=phase_of(tournament, has["published"]),
        round=has["published"] if has_rounds else 0,
    )


def phase_of(tournament: Tournament, rounds_published: int) -> str:
    """Return "before", "live" or "after": the part of the event that it is in."""
    if tournament.is_closed:
        return "after"
    return "live" if rounds_published else "before"

"""A season as of now: which tournaments count, and their results as points."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.db.models import Q

from tournaments.seasons.models import (
    Season,
    SeasonCarried,
    SeasonEvening,
    SeasonMember,
)
from tournaments.seasons.outcomes import TournamentOutcome, outcomes
from tournaments.seasons.scoring import (
    UNIT,
    Evening,
    ScoredLine,
    SeasonScoring,
    table,
)
from tournaments.structure.marks import TournamentMark, with_own_marks
from tournaments.structure.models import Tournament, Visibility


@dataclass(frozen=True, slots=True)
class CandidateTournament:
    """A tournament that counts or could count: by the rule, and by decision.

    `decided` is None without a decision.
    """

    tournament: Tournament
    mark: str
    by_rule: bool
    decided: SeasonEvening | None

    @property
    def counts(self) -> bool:
        """Whether the tournament counts; a private one never does."""
        if self.tournament.visibility == Visibility.PRIVATE:
            return False
        return self.by_rule if self.decided is None else self.decided.counts

    @property
    def weight(self) -> int:
        """The factor of all points, in units."""
        return UNIT if self.decided is None else self.decided.weight

    @property
    def order(self) -> tuple[int, int]:
        """The place of the tournament among all."""
        return (self.tournament.date.toordinal(), self.tournament.pk)


@dataclass(frozen=True)
class SeasonState:
    """A season as of now: everything that its pages show follows from it."""

    season: Season
    candidates: Sequence[CandidateTournament]
    found: Mapping[str, TournamentOutcome]
    members: Collection[int] | None
    carried: Mapping[int, int]
    mark: str

    @cached_property
    def counting(self) -> list[CandidateTournament]:
        """The tournaments that count, in order."""
        chosen = [candidate for candidate in self.candidates if candidate.counts]
        return sorted(chosen, key=lambda one: one.order)

    @cached_property
    def played(self) -> list[CandidateTournament]:
        """The counting tournaments with a result."""
        return [one for one in self.counting if self.found[one.mark].showings]

    @cached_property
    def running(self) -> list[CandidateTournament]:
        """The counting tournaments that are being played."""
        return [one for one in self.played if not one.tournament.is_closed]

    @cached_property
    def tournaments(self) -> dict[int, Tournament]:
        """All tournaments that count, by primary key."""
        return {one.tournament.pk: one.tournament for one in self.counting}

    @cached_property
    def lines(self) -> list[ScoredLine]:
        """The table as it follows from the results."""
        return self.table_of(self.played)

    def table_of(
        self,
        chosen: Iterable[CandidateTournament],
        scoring: SeasonScoring | None = None,
    ) -> list[ScoredLine]:
        """Return the table as it follows from these tournaments alone."""
        return table(
            scoring or self.season.scoring,
            [self.evening(one) for one in chosen],
            carried=self.carried,
            members=self.members,
        )

    def evening(self, one: CandidateTournament) -> Evening:
        """Return what the players did in a tournament, in the divisions that count."""
        outcome = self.found[one.mark]
        showings = outcome.showings
        if self.season.divisions:
            ranks = _ranks(outcome, self.season.divisions)
            showings = tuple(
                showing._replace(division=ranks[showing.division])
                for showing in showings
                if showing.division in ranks
            )
        elif len(outcome.divisions) > 1:
            ranks = {number: n for n, (number, _) in enumerate(outcome.divisions, 1)}
            showings = tuple(
                showing._replace(division=ranks[showing.division])
                for showing in showings
            )
        return Evening(one.order, one.weight, showings)

    def division_names(self, one: CandidateTournament) -> dict[int, str]:
        """Return the divisions of a tournament that count, by their rank."""
        outcome = self.found[one.mark]
        names = dict(outcome.divisions)
        ranks = (
            _ranks(outcome, self.season.divisions)
            if self.season.divisions
            else {number: n for n, number in enumerate(names, 1)}
        )
        return {rank: names[number] for number, rank in ranks.items()}

    @property
    def is_provisional(self) -> bool:
        """Whether places can still change by what is being played."""
        return bool(self.running)


def _ranks(outcome: TournamentOutcome, named: str) -> dict[int, int]:
    """Return the rank of each division that counts, by its number."""
    wanted = {name.casefold() for name in named.split("\n")}
    counting = [
        number for number, name in outcome.divisions if name.casefold() in wanted
    ]
    return {number: rank for rank, number in enumerate(counting, start=1)}


def state_of(season: Season) -> SeasonState:
    """Return a season as of now.

    Two queries, one more for each of: members, points that were carried over; and those
    of tournaments whose results changed since they were last asked for.
    """
    decided = {
        row.tournament_id: row for row in SeasonEvening.objects.filter(season=season)
    }
    candidates = candidates_of(season, decided)
    counting = {
        candidate.mark: candidate.tournament
        for candidate in candidates
        if candidate.counts
    }
    members = (
        frozenset(
            SeasonMember.objects.filter(season=season).values_list("player", flat=True)
        )
        if season.opt_in
        else None
    )
    carried = (
        dict(
            SeasonCarried.objects.filter(season=season).values_list("player", "points")
        )
        if season.previous_id
        else {}
    )
    # Sorted: the order of the tournaments is no fact and must not make a new table.
    marks = [f"{season.pk}.{season.revision}", *sorted(counting)]
    return SeasonState(
        season,
        candidates,
        outcomes(counting),
        members,
        carried,
        sha256(" ".join(marks).encode()).hexdigest()[:20],
    )


def newest_counting(season: Season) -> Tournament | None:
    """Return the last tournament that counts, by its date. Two queries."""
    decided = {
        row.tournament_id: row for row in SeasonEvening.objects.filter(season=season)
    }
    counting = [one for one in candidates_of(season, decided) if one.counts]
    newest = max(counting, key=lambda one: one.order, default=None)
    return newest.tournament if newest else None


def candidates_of(
    season: Season, decided: Mapping[int, SeasonEvening]
) -> list[CandidateTournament]:
    """Return the tournaments that can count in a season. One query.

    `decided` has the decisions of directors, by primary key of the tournament.
    """
    found = Tournament.objects.filter(rule_of(season) | Q(pk__in=list(decided)))
    rows = with_own_marks(found)  # all marks with one question
    return [_candidate(season, row, decided.get(row.pk)) for row in rows]


def _candidate(
    season: Season, row: Any, decided: SeasonEvening | None
) -> CandidateTournament:
    fingerprint = row.revision + row.match_revisions
    mark = TournamentMark(row.pk, fingerprint, row.generation, row.club_number)
    return CandidateTournament(row, mark.text, fits(season, row), decided)


def rule_of(season: Season) -> Q:
    """Return the condition for tournaments that a season may count by its rule.

    SQLite knows the case of ASCII letters alone: `fits` looks at the name itself.
    """
    if not season.by_rule:
        return Q(pk__in=())
    rule = Q(date__gte=season.from_day)
    if season.to_day is not None:
        rule &= Q(date__lte=season.to_day)
    return rule


def fits(season: Season, tournament: Tournament) -> bool:
    """Return True if a tournament counts by the rule of a season.

    An unlisted tournament counts only by a director's decision.
    """
    if not season.by_rule or tournament.pk == season.final_id:
        return False
    if not tournament.is_listed:
        return False
    ends = season.to_day or date.max
    return (
        season.from_day <= tournament.date <= ends
        and season.named.casefold() in tournament.name.casefold()
    )

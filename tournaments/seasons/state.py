"""A season as of now: which tournaments count, and their results as points."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple

from django.db.models import Q

from matches.players.models import Player
from tournaments.seasons.models import (
    Season,
    SeasonCarried,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
)
from tournaments.seasons.outcomes import TournamentOutcome, outcomes
from tournaments.seasons.scoring import (
    UNIT,
    Evening,
    EveningResult,
    Placing,
    ScoredLine,
    table,
)
from tournaments.structure.marks import TournamentMark, with_own_marks
from tournaments.structure.models import Tournament, Visibility

SeasonRow = tuple[ScoredLine, Player]
SeasonMove = tuple[Player, ScoredLine | None, ScoredLine | None]
"""A player whose place or sum differs between two tables: the lines of both."""

ADDABLE: Final = 60
_LAST: Final = 10**6
"""Sorts after every place."""


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
        return UNIT if self.decided is None else self.decided.weight

    @property
    def is_weighted(self) -> bool:
        return self.weight != UNIT

    @property
    def order(self) -> tuple[int, int]:
        return (self.tournament.date.toordinal(), self.tournament.pk)


class Tonight(NamedTuple):
    """The effect of a running evening on the season of one player.

    `place` is the place in its main event, None without one; `before` and `after` are
    the lines of the table without all running evenings, None if there was none, and
    with them.
    """

    player: Player
    place: Placing | None
    points: int
    before: ScoredLine | None
    after: ScoredLine


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
        return [candidate for candidate in self.candidates if candidate.counts]

    @cached_property
    def played(self) -> list[CandidateTournament]:
        return [one for one in self.counting if self.found[one.mark].showings]

    @cached_property
    def running(self) -> list[CandidateTournament]:
        """The counting tournaments that are being played: places can still change."""
        return [one for one in self.played if not one.tournament.is_closed]

    @cached_property
    def players(self) -> set[int]:
        return {
            showing.player
            for one in self.played
            for showing in self.evening(one).showings
        }

    @property
    def poll_url(self) -> str:
        """The address that the page polls, "" if nothing is being played."""
        if not self.running:
            return ""
        return f"{self.season.get_absolute_url()}?f={self.mark}"

    @cached_property
    def lines(self) -> list[ScoredLine]:
        return self._table_of(self.played)

    def _table_of(self, chosen: Iterable[CandidateTournament]) -> list[ScoredLine]:
        return table(
            self.season.scoring,
            [self.evening(one) for one in chosen],
            carried=self.carried,
            members=self.members,
        )

    def evening(self, one: CandidateTournament) -> Evening:
        showings, ranks = self.found[one.mark].showings, self._ranks(one)
        if self.season.divisions or len(ranks) > 1:
            showings = tuple(
                showing._replace(division=ranks[showing.division])
                for showing in showings
                if showing.division in ranks
            )
        return Evening(one.order, one.weight, showings)

    def division_names(self, one: CandidateTournament) -> dict[int, str]:
        """Return the divisions of a tournament that count, by their rank."""
        names = dict(self.found[one.mark].divisions)
        return {rank: names[number] for number, rank in self._ranks(one).items()}

    def _ranks(self, one: CandidateTournament) -> dict[int, int]:
        """Return the rank of each division that counts, by its number."""
        wanted = self.season.divisions.casefold().split("\n")
        numbers = [
            number
            for number, name in self.found[one.mark].divisions
            if not self.season.divisions or name.casefold() in wanted
        ]
        return {number: rank for rank, number in enumerate(numbers, start=1)}

    @cached_property
    def digest(self) -> str:
        """A text that identifies the table: places, points and results."""
        facts = [
            (
                *(line.player, line.place, line.shared, line.points, line.carried),
                *(
                    [(result.order[1], result.points) for result in results]
                    for results in (line.counted, line.dropped)
                ),
            )
            for line in sorted(self.lines, key=lambda line: line.player)
        ]
        return sha256(repr(facts).encode()).hexdigest()

    @cached_property
    def closing(self) -> SeasonClosing | None:
        """The closing that is in force; no query for an open season."""
        return self.season.closing() if self.season.is_closed else None

    @cached_property
    def in_force(self) -> list[ScoredLine]:
        """The table that is valid: as closed, or as it follows from the results."""
        if self.closing is None:
            return self.lines
        return [row.line for row in self.closing.places.all()]

    @cached_property
    def rows(self) -> list[SeasonRow]:
        """The table as it follows from the results, with its players. One query."""
        return with_players(self.lines)

    @cached_property
    def table(self) -> list[SeasonRow]:
        return self.rows if self.closing is None else with_players(self.in_force)

    @cached_property
    def corrected(self) -> list[SeasonMove]:
        """Who has another place or sum by corrections after the season was closed."""
        if self.closing is None or self.digest == self.closing.digest:
            return []
        return moves_between(self.in_force, self.lines)

    @cached_property
    def tonight(self) -> list[tuple[Tournament, list[Tonight]]]:
        """The effect of each running evening, by its places.

        None in a closed season: its table stays, though an evening is open again.
        """
        if not self.running or self.season.is_closed:
            return []
        rest = [one for one in self.played if one not in self.running]
        before = {line.player: line for line in self._table_of(rest) if line.evenings}
        return [(one.tournament, self._effects(one, before)) for one in self.running]

    def _effects(
        self, one: CandidateTournament, before: Mapping[int, ScoredLine]
    ) -> list[Tonight]:
        places = {
            showing.player: showing.placings[0]
            for showing in self.evening(one).showings
            if showing.division == 1 and showing.placings
        }
        effects = [
            Tonight(
                *(player, places.get(player.pk), result.points),
                *(before.get(player.pk), line),
            )
            for line, player in self.rows
            for result in line.results
            if result.order == one.order
        ]
        return sorted(effects, key=_by_place)

    def addable(self) -> list[Tournament]:
        inside = [candidate.tournament.pk for candidate in self.candidates]
        never = (Visibility.PRIVATE, Visibility.PRACTICE)
        others = Tournament.objects.exclude(visibility__in=never)
        return list(others.exclude(pk__in=inside).order_by("-date", "-pk")[:ADDABLE])

    def sum_of(
        self, line: ScoredLine
    ) -> list[tuple[CandidateTournament, EveningResult, dict[int, str]]]:
        """Return the results of a line by the order of the evenings.

        Each comes with its evening and the names of the divisions there by rank.
        """
        by_order = {one.order: one for one in self.counting}
        return [
            (one := by_order[result.order], result, self.division_names(one))
            for result in sorted(line.results, key=lambda result: result.order)
        ]


def _by_place(one: Tonight) -> tuple[int, int, str]:
    place = one.place.place if one.place else _LAST
    return (place, one.after.place or _LAST, one.player.sort_name)


def with_players(lines: Iterable[ScoredLine]) -> list[SeasonRow]:
    """Return lines with their players; who shares a place by name. One query."""
    listed = list(lines)
    players = Player.objects.in_bulk([line.player for line in listed])
    rows = [(line, players[line.player]) for line in listed if line.player in players]
    return sorted(
        rows, key=lambda row: (row[0].place or _LAST, -row[0].points, row[1].sort_name)
    )


def moves_between(
    before: Iterable[ScoredLine], after: Iterable[ScoredLine]
) -> list[SeasonMove]:
    """Return the changes between two tables, by the later places. One query."""
    then = {line.player: line for line in before}
    now = {line.player: line for line in after}

    def facts(line: ScoredLine | None) -> tuple[int, int] | None:
        return None if line is None else (line.place, line.points)

    def later_place(move: SeasonMove) -> tuple[int, str]:
        player, _then, line = move
        return ((line.place or _LAST) if line else _LAST + 1, player.sort_name)

    players = Player.objects.in_bulk(
        pk for pk in {**now, **then} if facts(then.get(pk)) != facts(now.get(pk))
    )
    moves = [(one, then.get(pk), now.get(pk)) for pk, one in players.items()]
    return sorted(moves, key=later_place)


def state_of(season: Season) -> SeasonState:
    """Return a season as of now; it need not be as it is stored.

    Two queries, one more for each of: members, points that were carried over; and those
    of tournaments whose results changed since they were last asked for.
    """
    candidates = _candidates(season)
    counting = {one.mark: one.tournament for one in candidates if one.counts}
    members = carried = None
    if season.opt_in:
        joined = SeasonMember.objects.filter(season=season)
        members = frozenset(joined.values_list("player", flat=True))
    if season.previous_id:
        brought = SeasonCarried.objects.filter(season=season)
        carried = dict(brought.values_list("player", "points"))
    # Sorted: the order of the tournaments is no fact and must not make a new table.
    marks = [f"{season.pk}.{season.revision}", *sorted(counting)]
    return SeasonState(
        *(season, candidates, outcomes(counting), members, carried or {}),
        sha256(" ".join(marks).encode()).hexdigest()[:20],
    )


def _candidates(season: Season) -> list[CandidateTournament]:
    """Return the tournaments that can count in a season, in order. Two queries."""
    evenings = SeasonEvening.objects.filter(season=season)
    decided = {evening.tournament_id: evening for evening in evenings}
    rows: Iterable[Any] = with_own_marks(  # all marks with one question
        Tournament.objects.filter(_rule_of(season) | Q(pk__in=list(decided)))
    )
    candidates = []
    for row in rows:
        fingerprint = row.revision + row.match_revisions
        mark = TournamentMark(row.pk, fingerprint, row.generation, row.club_number)
        candidates.append(
            CandidateTournament(row, mark.text, fits(season, row), decided.get(row.pk))
        )
    return sorted(candidates, key=lambda one: one.order)


def _rule_of(season: Season) -> Q:
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

"""Seasons for pages: which tournaments count, and the table, in four queries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from django.db.models import Q
from django.db.models.expressions import RawSQL

from matches.players.models import Player
from matches.players.queries import keys_named, players_at
from matches.players.shown import told_club
from tournaments.seasons.models import (
    Season,
    SeasonCarried,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
    SeasonPlace,
)
from tournaments.seasons.outcomes import TournamentOutcome, outcomes
from tournaments.seasons.scoring import (
    UNIT,
    Evening,
    EveningResult,
    Placing,
    ScoredLine,
    SeasonScoring,
    table,
)
from tournaments.structure.models import Tournament, Visibility
from tournaments.structure.queries import TournamentMark

# As `structure.queries.FINGERPRINT`: all marks of a season with one question.
_MATCHES: Final = """(
    SELECT COALESCE(SUM(matches_match.revision), 0)
    FROM tournaments_pairing
    JOIN matches_match ON matches_match.id = tournaments_pairing.match_id
    WHERE tournaments_pairing.tournament_id = tournaments_tournament.id
)"""
_GENERATION: Final = (
    "COALESCE((SELECT value FROM matches_cachegeneration WHERE id = 1), '')"
)
ADDABLE: Final = 60
FOUND: Final = 40
_CLUB: Final = "COALESCE((SELECT MAX(number) FROM matches_club), 0)"


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


@dataclass(frozen=True, slots=True)
class Person:
    """A player as tables show them."""

    key: str
    name: str
    club: str
    sort_name: str


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A row of a table with its player."""

    line: ScoredLine
    person: Person


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
        chosen = [one for one in self.candidates if one.counts]
        return sorted(chosen, key=lambda one: one.order)

    @cached_property
    def played(self) -> list[CandidateTournament]:
        """Those with a result."""
        return [one for one in self.counting if self.found[one.mark].showings]

    @cached_property
    def running(self) -> list[CandidateTournament]:
        """Those that are being played."""
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
    candidates = _candidates(season, decided)
    counting = {one.mark: one.tournament for one in candidates if one.counts}
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
    counting = [one for one in _candidates(season, decided) if one.counts]
    newest = max(counting, key=lambda one: one.order, default=None)
    return newest.tournament if newest else None


def _candidates(
    season: Season, decided: Mapping[int, SeasonEvening]
) -> list[CandidateTournament]:
    rows = Tournament.objects.filter(
        rule_of(season) | Q(pk__in=list(decided))
    ).annotate(
        matches_revision=RawSQL(_MATCHES, ()),  # noqa: S611 - a constant
        generation=RawSQL(_GENERATION, ()),  # noqa: S611
        club_number=RawSQL(_CLUB, ()),  # noqa: S611
    )
    return [_candidate(season, row, decided.get(row.pk)) for row in rows]


def _candidate(
    season: Season, row: Any, decided: SeasonEvening | None
) -> CandidateTournament:
    fingerprint = row.revision + row.matches_revision
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
        and season.named.casefold() in str(tournament.name[:]).casefold()
    )


def people(players: Iterable[int]) -> dict[int, Person]:
    """Return players by primary key. One query."""
    rows = Player.objects.filter(pk__in=set(players))
    return {
        pk: Person(key, name, told_club(name, club), sort_name)
        for pk, key, name, club, sort_name in rows.values_list(
            "pk", "key", "name", "club", "sort_name"
        )
    }


def standings(lines: Iterable[ScoredLine]) -> list[SeasonRow]:
    """Return a table with its players; who shares a place by name. One query."""
    listed = list(lines)
    known = people(line.player for line in listed)
    rows = [
        SeasonRow(line, known[line.player]) for line in listed if line.player in known
    ]
    last = len(rows) + 1
    return sorted(
        rows,
        key=lambda row: (
            row.line.place or last,
            -row.line.points,
            row.person.sort_name,
        ),
    )


def digest_of(lines: Iterable[ScoredLine]) -> str:
    """Return a text that identifies a table: places, points and results."""
    facts = [
        (
            *(line.player, line.place, line.shared, line.points, line.carried),
            *(
                [(result.order[1], result.points) for result in results]
                for results in (line.counted, line.dropped)
            ),
        )
        for line in sorted(lines, key=lambda line: line.player)
    ]
    return sha256(repr(facts).encode()).hexdigest()


def closing_of(season: Season) -> SeasonClosing | None:
    """Return the closing that is in force."""
    return SeasonClosing.objects.filter(season=season, reopened_at=None).first()


def kept_lines(closing: SeasonClosing) -> list[ScoredLine]:
    """Return the table with which a season was closed. One query."""

    def results(pairs: Iterable[tuple[int, int]]) -> tuple[EveningResult, ...]:
        return tuple(EveningResult((0, pk), points, ()) for pk, points in pairs)

    return [
        ScoredLine(
            row.place,
            row.shared,
            row.player_id,
            row.points,
            row.carried,
            results(row.counted),
            results(row.dropped),
        )
        for row in SeasonPlace.objects.filter(closing=closing)
    ]


def lines_in_force(state: SeasonState) -> list[ScoredLine]:
    """Return the table that is valid: as closed, or as it follows from the results."""
    closing = closing_of(state.season) if state.season.is_closed else None
    return state.lines if closing is None else kept_lines(closing)


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player whose place or sum differs between two tables."""

    person: Person
    before: ScoredLine | None
    after: ScoredLine | None


def moves_between(
    before: Sequence[ScoredLine], after: Sequence[ScoredLine]
) -> list[PlaceMove]:
    """Return the changes between two tables, by the later places. One query."""
    then = {line.player: line for line in before}
    now = {line.player: line for line in after}

    def facts(line: ScoredLine | None) -> tuple[int, int] | None:
        return None if line is None else (line.place, line.points)

    changed = [
        player
        for player in {**now, **then}
        if facts(then.get(player)) != facts(now.get(player))
    ]
    known = people(changed) if changed else {}
    moves = [
        PlaceMove(known[player], then.get(player), now.get(player))
        for player in changed
        if player in known
    ]
    last = len(moves) + len(after) + 1
    return sorted(
        moves,
        key=lambda move: (
            (move.after.place or last) if move.after else last + 1,
            move.person.sort_name,
        ),
    )


@dataclass(frozen=True, slots=True)
class Tonight:
    """The effect of a running evening on the season of one player.

    `place` is the place in its main event, None without one; `before` and `after` are
    the rows of the table without all running evenings, and with them.
    """

    person: Person
    place: Placing | None
    points: int
    before: ScoredLine | None
    after: ScoredLine


def tonight(state: SeasonState) -> list[tuple[Tournament, list[Tonight]]]:
    """Return the effect of each running evening, by its places. One query.

    None in a closed season: its table stays, though an evening is open again.
    """
    if not state.running or state.season.is_closed:
        return []
    running = {one.tournament.pk: one for one in state.running}
    rest = [one for one in state.played if one.tournament.pk not in running]
    before = {line.player: line for line in state.table_of(rest)}
    found: dict[int, list[tuple[ScoredLine, int]]] = {pk: [] for pk in running}
    for line in state.lines:
        for result in (*line.counted, *line.dropped):
            if result.order[1] in running:
                found[result.order[1]].append((line, result.points))
    known = people(line.player for rows in found.values() for line, _points in rows)
    changes = []
    for pk, one in running.items():
        places = _places_in(state, one)
        rows = [
            Tonight(
                known[line.player],
                places.get(line.player),
                points,
                before.get(line.player),
                line,
            )
            for line, points in found[pk]
            if line.player in known
        ]
        changes.append((one.tournament, sorted(rows, key=_by_place)))
    return changes


def _places_in(state: SeasonState, one: CandidateTournament) -> dict[int, Placing]:
    """Return the places in the first division that counts, by player."""
    found: dict[int, Placing] = {}
    for showing in state.evening(one).showings:
        if showing.division == 1 and showing.placings:
            found[showing.player] = showing.placings[0]
    return found


def _by_place(one: Tonight) -> tuple[int, int, str]:
    last = 10**6
    place = last if one.place is None else one.place.place
    return (place, one.after.place or last, one.person.sort_name)


def seasons_counting(tournament: Tournament) -> list[Season]:
    """Return the public seasons in which a tournament counts. At most two queries."""
    found = list(Season.objects.public())
    if not found or tournament.visibility in {Visibility.PRIVATE, Visibility.PRACTICE}:
        return []
    rows = SeasonEvening.objects.filter(tournament=tournament, season__in=found)
    decided = dict(rows.values_list("season", "counts"))
    return [
        season for season in found if decided.get(season.pk, fits(season, tournament))
    ]


def addable(state: SeasonState) -> list[Tournament]:
    """Return tournaments that are not in a season, the newest first."""
    inside = [one.tournament.pk for one in state.candidates]
    never = (Visibility.PRIVATE, Visibility.PRACTICE)
    found = Tournament.objects.exclude(visibility__in=never)
    return list(found.exclude(pk__in=inside).order_by("-date", "-pk")[:ADDABLE])


def final_of(season: Season) -> Tournament | None:
    """Return the final of a season, unless it was deleted."""
    if season.final_id is None:
        return None
    return Tournament.objects.filter(pk=season.final_id).first()


@dataclass(frozen=True, slots=True)
class SigningLists:
    """Members; players without membership; players found by a search."""

    members: Sequence[Player]
    played: Sequence[Player]
    found: Sequence[Player]


def signing_lists(state: SeasonState, search: str) -> SigningLists:
    """Return the members of a season, and players who could sign up."""
    members = set(state.members or ())
    played = {
        showing.player
        for one in state.played
        for showing in state.evening(one).showings
    }
    found = keys_named(search)[:FOUND] if search else ()
    return SigningLists(
        players_at(members),
        players_at(played - members),
        players_at(pk for pk in found if pk not in members),
    )


def changed_scoring(state: SeasonState, season: Season) -> list[ScoredLine]:
    """Return the table as it would be by other rules, which are not saved."""
    decided = {
        one.tournament.pk: one.decided
        for one in state.candidates
        if one.decided is not None
    }
    candidates = _candidates(season, decided)
    counting = {one.mark: one.tournament for one in candidates if one.counts}
    members = state.members
    if season.opt_in and members is None:
        rows = SeasonMember.objects.filter(season=season)
        members = frozenset(rows.values_list("player", flat=True))
    elif not season.opt_in:
        members = None
    other = replace(
        state,
        season=season,
        candidates=candidates,
        found=outcomes(counting),
        members=members,
    )
    return other.lines

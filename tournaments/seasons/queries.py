"""Reads of a season for pages: its table, moves, tonight, and who may sign up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from matches.players.models import Player
from matches.players.queries import keys_named, players_at
from matches.players.shown import told_club
from tournaments.seasons.models import (
    Season,
    SeasonClosing,
    SeasonEvening,
    SeasonMember,
    SeasonPlace,
)
from tournaments.seasons.outcomes import outcomes
from tournaments.seasons.scoring import (
    EveningResult,
    Placing,
    ScoredLine,
)
from tournaments.seasons.state import (
    CandidateTournament,
    SeasonState,
    candidates_of,
    fits,
)
from tournaments.structure.models import Tournament, Visibility

ADDABLE: Final = 60
FOUND: Final = 40


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


def people(players: Iterable[int]) -> dict[int, Person]:
    """Return players by primary key. One query."""
    rows = Player.objects.filter(pk__in=set(players))
    return {
        pk: Person(key, name, told_club(name, club), sort_name)
        for pk, key, name, club, sort_name in rows.values_list(
            "pk", "key", "name", "club", "sort_name"
        )
    }


def season_rows(lines: Iterable[ScoredLine]) -> list[SeasonRow]:
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


def table_digest(lines: Iterable[ScoredLine]) -> str:
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
    inside = [candidate.tournament.pk for candidate in state.candidates]
    never = (Visibility.PRIVATE, Visibility.PRACTICE)
    found = Tournament.objects.exclude(visibility__in=never)
    return list(found.exclude(pk__in=inside).order_by("-date", "-pk")[:ADDABLE])


def final_tournament(season: Season) -> Tournament | None:
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
        candidate.tournament.pk: candidate.decided
        for candidate in state.candidates
        if candidate.decided is not None
    }
    candidates = candidates_of(season, decided)
    counting = {
        candidate.mark: candidate.tournament
        for candidate in candidates
        if candidate.counts
    }
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

"""The standings of a round robin: of each group, and of all groups together."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from matches.rules.refusals import Message
from tournaments.engine.formats.round_robin.pairing import seats_of
from tournaments.engine.standings import SHARED, Rank, Standing, Standings, by_wins
from tournaments.engine.standings import tally as tallies
from tournaments.engine.standings.event import Event, points_in
from tournaments.engine.standings.schemes import match_points, scheme_of
from tournaments.engine.standings.tiebreaks import TieBreak, share, tiebreaks_of
from tournaments.engine.state import Note, StageState, Wins

HIGHER_IN_GROUP = Message(
    "round_robin.higher_in_group", "Placed higher in the group than %(other)s."
)
BETTER_RESULTS = Message(
    "round_robin.better_results", "Same group place as %(other)s, with better results."
)
BETTER_DIFFERENCE = Message(
    "round_robin.better_difference",
    "Same group place and results as %(other)s, but a better point difference.",
)
IN_NO_GROUP = Message("round_robin.in_no_group", "%(other)s is in no group.")


def group_standings(state: StageState) -> dict[int, Standings]:
    columns = columns_of(state)
    return {
        group: by_wins(state.only(set(seats.values())), columns)
        for group, seats in sorted(seats_of(state).items())
    }


def columns_of(state: StageState) -> tuple[TieBreak, ...]:
    """Return the tie-breaks but those by opponents: in a group these are the same."""
    ties = tiebreaks_of(state)
    return tuple(column for column in ties if not column.by_opponents)


def standings(state: StageState) -> Standings:
    """Rank the winners of the groups first, then the seconds and so on.

    Entrants with the same place in different groups are ranked by the part of their
    matches that they won, or with a scoring scheme by the points of a match, then by
    the point difference of a match, because groups can be of unequal size; equal ones
    share the place. In a stage from before tie-breaks could be chosen wins and point
    difference are compared as they are. Entrants in no group come last.
    """
    tables = group_standings(state)
    if len(tables) < 2:  # noqa: PLR2004 - one group needs no places among groups
        return by_wins(state, columns_of(state))
    placed = {row.entrant for table in tables.values() for row in table.rows}
    others = {entrant.number for entrant in state.entrants} - placed
    unplaced = by_wins(state.only(others), columns_of(state))
    last, strength = len(state.entrants) + 1, _strengths(state)
    ranks = {
        row.entrant: (row.place, *strength[row.entrant])
        for table in tables.values()
        for row in table.rows
    }
    ranks |= {row.entrant: (last, *strength[row.entrant]) for row in unplaced.rows}
    rows = [row for table in (*tables.values(), unplaced) for row in table.rows]
    rows.sort(key=lambda row: (ranks[row.entrant], row.entrant))
    order = [ranks[row.entrant] for row in rows]
    return Standings(
        unplaced.columns,
        tuple(_overall(rows, order, last=last)),
        any(table.provisional for table in tables.values()),
    )


def _overall(
    rows: Sequence[Standing], order: Sequence[Rank], *, last: int
) -> Iterator[Standing]:
    """`order` has the rank of each row; those in no group have the place `last`."""
    times, place = Counter(order), 0
    for index, (row, rank) in enumerate(zip(rows, order, strict=True)):
        is_first = not index or order[index - 1] != rank
        if is_first:
            place = index + 1
        why = None
        if is_first and times[rank] > 1:
            why = Note(SHARED, {"count": times[rank]})
        elif index + 1 < len(rows) and order[index + 1] != rank:
            message = _apart(rank, order[index + 1], last)
            why = Note(message, {"other": rows[index + 1].entrant})
        yield row._replace(place=place, shared=times[rank] > 1, why=why)


def _apart(upper: Rank, lower: Rank, last: int) -> Message:
    if upper[0] != lower[0]:
        return IN_NO_GROUP if lower[0] == last else HIGHER_IN_GROUP
    return BETTER_RESULTS if upper[1] != lower[1] else BETTER_DIFFERENCE


def _strengths(state: StageState) -> dict[int, tuple[Wins, Wins]]:
    """Return what compares entrants of different groups, the lowest being the best."""
    tally, points = tallies.count(state), points_in(state)
    if not state.options.tiebreaks:
        return {
            number: (-wins, -points.difference(number))
            for number, wins in tally.wins.items()
        }
    event, strengths = Event(state, tally), {}
    scheme = scheme_of(state)
    scored = None if scheme is None else match_points(state, scheme)
    for number, won in event.matches_won.items():
        matches = won + tally.losses[number]
        lead = points.difference(number)
        strengths[number] = (
            -share(won if scored is None else scored[number], matches),
            -Fraction(lead, matches) if matches else 0,
        )
    return strengths

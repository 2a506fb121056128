"""The table of teams: team points, boards, and who won between equals.

It shares no code with `standings`, which ranks the same teams as entrants of a stage:
wins there are the team points here.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.teams.line_ups import TeamRules
from tournaments.engine.teams.results import TeamMatch, boards_won, singles_of

WIN, DRAW = 2, 1
"""The team points of a match."""

POINTS, BOARDS, DIFFERENCE = "points", "boards", "difference"
ENCOUNTER, CLEAN, SWEPT = "encounter", "clean", "swept"
USUAL_ORDER = (POINTS, DIFFERENCE, BOARDS, ENCOUNTER)
"""Team points, then board difference, then boards won, then matches among equals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """The row of a team; teams that are equal in everything share a place.

    `points` are team points: 2 for a match won and for a bye, 1 for a draw.
    `boards_won` and `boards_lost` leave byes out. `clean`: matches won without losing a
    board; `swept`: matches lost without winning one.
    """

    team: int
    place: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    boards_won: int = 0
    boards_lost: int = 0
    clean: int = 0
    swept: int = 0


@dataclass(frozen=True, slots=True)
class TeamPlayerRow:
    """Without walk-overs; `points` won less lost, none beyond the length."""

    player: int
    played: int
    won: int
    points: int


def table(
    teams: Iterable[int],
    matches: Sequence[TeamMatch],
    *,
    rules: TeamRules,
    order: Sequence[str] = USUAL_ORDER,
) -> list[TeamRow]:
    """Return the rows of all teams, best first, and of equals by number.

    `order` names what counts, the most important first: `POINTS` (team points),
    `BOARDS` (boards won), `DIFFERENCE` (boards won less lost), `ENCOUNTER` (team points
    in the matches among those who are equal so far), `CLEAN` (most matches won without
    losing a board), `SWEPT` (fewest matches lost without winning one). Matches that are
    not decided do not count.
    """
    counts = {number: Counter[str]() for number in sorted(teams)}
    for match in matches:
        _count(counts, match, rules)
    groups = [[TeamRow(team=team, **counted) for team, counted in counts.items()]]
    for name in order:
        groups = [
            part
            for group in groups
            for part in _split(group, name, matches=matches, rules=rules)
        ]
    ranked: list[TeamRow] = []
    for group in groups:
        place = len(ranked) + 1
        ranked += [replace(row, place=place) for row in group]
    return ranked


def players_table(
    matches: Iterable[TeamMatch], rules: TeamRules
) -> list[TeamPlayerRow]:
    """Return the rows of all who have played on a board: most wins, fewest matches."""
    played: defaultdict[int, int] = defaultdict(int)
    won: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        for board, single in singles_of(match, rules):
            if board.one is None or board.two is None or single.winner is None:
                continue
            if not single.played:
                continue
            lead = min(single.points_one, rules.length)
            lead -= min(single.points_two, rules.length)
            for side, player, own in ((1, board.one, lead), (2, board.two, -lead)):
                played[player] += 1
                won[player] += single.winner == side
                points[player] += own
    rows = [
        TeamPlayerRow(player, played[player], won[player], points[player])
        for player in played
    ]
    return sorted(rows, key=lambda row: (-row.won, row.played, -row.points, row.player))


def _count(
    counts: Mapping[int, Counter[str]], match: TeamMatch, rules: TeamRules
) -> None:
    one = match.one.team
    if match.two is None:
        counts[one].update(byes=1, points=WIN)
        return
    won = boards_won(match, rules)
    if won.outstanding:
        return
    two = match.two.team
    for team, own, other in ((one, won.one, won.two), (two, won.two, won.one)):
        counts[team].update(
            boards_won=own,
            boards_lost=other,
            won=own > other,
            drawn=own == other > 0,
            lost=own < other or own == other == 0,
            points=_team_points(own, other),
            clean=own > other == 0,
            swept=own == 0,
        )


def _team_points(own: int, other: int) -> int:
    """Return what a match counts; one without a won board counts nothing."""
    if own == other:
        return DRAW if own else 0
    return WIN if own > other else 0


def _split(
    group: list[TeamRow], name: str, *, matches: Sequence[TeamMatch], rules: TeamRules
) -> list[list[TeamRow]]:
    """Return those who are equal so far in the order of one more criterion."""
    if len(group) == 1:
        return [group]
    values: Mapping[int, int]
    if name == ENCOUNTER:
        values = _encounters({row.team for row in group}, matches, rules)
    else:
        values = {row.team: _VALUES[name](row) for row in group}
    parts: defaultdict[int, list[TeamRow]] = defaultdict(list)
    for row in group:
        parts[values[row.team]].append(row)
    return [parts[value] for value in sorted(parts, reverse=True)]


def _encounters(
    teams: set[int], matches: Sequence[TeamMatch], rules: TeamRules
) -> dict[int, int]:
    points = dict.fromkeys(teams, 0)
    for match in matches:
        if match.two is None or not teams >= {match.one.team, match.two.team}:
            continue
        won = boards_won(match, rules)
        if not won.outstanding:
            points[match.one.team] += _team_points(won.one, won.two)
            points[match.two.team] += _team_points(won.two, won.one)
    return points


_VALUES: Mapping[str, Callable[[TeamRow], int]] = {
    POINTS: lambda row: row.points,
    BOARDS: lambda row: row.boards_won,
    DIFFERENCE: lambda row: row.boards_won - row.boards_lost,
    CLEAN: lambda row: row.clean,
    SWEPT: lambda row: -row.swept,
}

"""Teams, the rules of their matches, and line-ups that are checked.

Players are numbers that the caller chooses, the same for one person everywhere.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from matches.rules.refusals import Refusal

TEAM_TOO_SMALL = Refusal(
    "teams.too_small",
    "%(entrant)s has %(players)s players but needs %(needed)s for a line-up. Add "
    "players to the team.",
)
IN_TWO_TEAMS = Refusal(
    "teams.in_two_teams",
    "%(player)s is in two teams, %(entrant)s and %(other)s. Remove them from one.",
)
TWICE_IN_TEAM = Refusal(
    "teams.twice_in_team", "%(player)s is listed twice in %(entrant)s. Remove one."
)
LINE_UP_LENGTH = Refusal(
    "teams.line_up_length",
    "%(entrant)s has %(players)s players in the line-up; %(fewest)s to %(boards)s are "
    "allowed. Name one player per board; empty boards are lost.",
)
LINE_UP_TWICE = Refusal(
    "teams.line_up_twice",
    "%(player)s is in the line-up of %(entrant)s twice. Choose another.",
)
NOT_IN_TEAM = Refusal(
    "teams.not_in_team",
    "%(player)s is not in the team of %(entrant)s. Choose one of its players, or add "
    "them to the team first.",
)
OUT_OF_ORDER = Refusal(
    "teams.out_of_order",
    "%(entrant)s: %(player)s is listed above %(above)s in the team, so must also play "
    "a higher board. Swap them.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """How teams play each other.

    `boards`: the number of boards of a match. `length`: the points of the match on each
    board. `fewest`: the smallest number of players in a line-up; the last boards are
    lost without a player. `keeps_order`: a line-up follows the order of the team.
    """

    boards: int
    length: int
    fewest: int = 1
    keeps_order: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.fewest <= self.boards:
            raise ValueError(f"{self.fewest} of {self.boards} boards")


@dataclass(frozen=True, slots=True)
class Team:
    """An entrant of several persons.

    `number` is that of the entrant, `players` are in board order, the first board
    first, with all who may be called upon.
    """

    number: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineUp:
    """`line_up` makes one and checks it."""

    team: int
    players: tuple[int, ...]

    def on(self, board: int) -> int | None:
        return self.players[board - 1] if board <= len(self.players) else None


def check_teams(teams: Iterable[Team], rules: TeamRules) -> None:
    """Raises TEAM_TOO_SMALL, TWICE_IN_TEAM, IN_TWO_TEAMS."""
    locked: dict[int, int] = {}
    for team in teams:
        players = len(team.players)
        if players < rules.fewest:
            raise TEAM_TOO_SMALL(
                entrant=team.number, players=players, needed=rules.fewest
            )
        for player in team.players:
            other = locked.setdefault(player, team.number)
            if other != team.number:
                raise IN_TWO_TEAMS(player=player, entrant=other, other=team.number)
        if (twice := _first_twice(team.players)) is not None:
            raise TWICE_IN_TEAM(player=twice, entrant=team.number)


def line_up(team: Team, players: Sequence[int], rules: TeamRules) -> LineUp:
    """Raises LINE_UP_LENGTH, LINE_UP_TWICE, NOT_IN_TEAM, OUT_OF_ORDER."""
    if not rules.fewest <= len(players) <= rules.boards:
        raise LINE_UP_LENGTH(
            entrant=team.number,
            players=len(players),
            fewest=rules.fewest,
            boards=rules.boards,
        )
    if (twice := _first_twice(players)) is not None:
        raise LINE_UP_TWICE(player=twice, entrant=team.number)
    place = {player: index for index, player in enumerate(team.players)}
    for player in players:
        if player not in place:
            raise NOT_IN_TEAM(player=player, entrant=team.number)
    if rules.keeps_order:
        for above, player in pairwise(players):
            if place[player] < place[above]:
                raise OUT_OF_ORDER(entrant=team.number, player=player, above=above)
    return LineUp(team.number, tuple(players))


def sharing(people: Mapping[int, Iterable[int]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of entrants that have a person in common, the lower first.

    `people` are those of each entrant: one for a player, two for a pair, all that may
    be called upon for a team. `StageState.same_person` takes such pairs.
    """
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number in sorted(people):
        for person in set(people[number]):
            holders[person].append(number)
    found = {pair for locked in holders.values() for pair in combinations(locked, 2)}
    return tuple(sorted(found))


def _first_twice(players: Sequence[int]) -> int | None:
    seen: set[int] = set()
    for player in players:
        if player in seen:
            return player
        seen.add(player)
    return None

"""Invented team tournaments, played to the end."""

from dataclasses import dataclass, replace
from random import Random

from tests.simulate import with_lots
from tournaments.engine import StageState, audit, draw, is_finished
from tournaments.engine.teams import (
    LineUp,
    Single,
    Team,
    TeamMatch,
    TeamRules,
    line_up,
    stage_of,
)


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, the stage after it, and what the audit said of the draws."""

    state: StageState
    matches: tuple[TeamMatch, ...]
    objections: tuple[object, ...]


def teams_of(random: Random, count: int, rules: TeamRules) -> list[Team]:
    """Return so many teams, none with a player of another."""
    teams, person = [], 1
    for number in range(1, count + 1):
        size = random.randrange(rules.fewest, rules.boards + 3)
        teams.append(Team(number, tuple(range(person, person + size))))
        person += size
    return teams


def with_shared_player(teams: list[Team]) -> list[Team]:
    """Return the teams, the last with a player of the first."""
    first, *_, last = teams
    return [*teams[:-1], Team(last.number, (*last.players, first.players[0]))]


def any_line_up(random: Random, team: Team, rules: TeamRules) -> LineUp:
    """Return some of a team, in its order."""
    most = min(rules.boards, len(team.players))
    size = random.randrange(rules.fewest, most + 1)
    chosen = set(random.sample(team.players, size))
    return line_up(team, [one for one in team.players if one in chosen], rules)


def any_single(random: Random, length: int) -> Single:
    """Return a result; now and then one that was not played, or given to neither."""
    lucky = random.randrange(20)
    if lucky == 0:
        return Single(nobody=True, played=False)
    winner = random.randrange(1, 3)
    if lucky == 1:
        return Single(winner, played=False)
    lost = random.randrange(length)
    points = (length, lost) if winner == 1 else (lost, length)
    return Single(winner, *points)


def any_match(
    random: Random, number: int, *, sides: tuple[Team, Team], rules: TeamRules
) -> TeamMatch:
    """Return a match of two teams, decided on all boards."""
    one, two = (any_line_up(random, team, rules) for team in sides)
    singles = tuple(any_single(random, rules.length) for _ in range(rules.boards))
    return TeamMatch(number, one, two, singles)


def play(format_key: str, teams: list[Team], rules: TeamRules, *, seed: int) -> Played:
    """Play a stage of teams: all of its rounds, or eight where it has no last one."""
    random = Random(seed)
    known = {team.number: team for team in teams}
    empty = StageState(format_key, 5, 1, ())
    matches: list[TeamMatch] = []
    objections: list[object] = []
    while True:
        state = stage_of(empty, teams, rules=rules, matches=matches)
        if is_finished(state) or state.next_round > 8:
            return Played(state, tuple(matches), tuple(objections))
        drawn = draw(state, f"teams {seed}")
        objections += audit(state, drawn)
        for pair in drawn.pairings:
            if pair.two is None:
                bye = any_line_up(random, known[pair.one], rules)
                matches.append(TeamMatch(drawn.round, bye, None))
                continue
            sides = known[pair.one], known[pair.two]
            matches.append(any_match(random, drawn.round, sides=sides, rules=rules))
        empty = replace(empty, entrants=with_lots(state, drawn))

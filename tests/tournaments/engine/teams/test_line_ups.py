"""Line-ups: exactly those that the rules allow, and a reason for every other one."""

from itertools import combinations, permutations, product
from random import Random

import pytest

from matches.rules.refusals import RuleError
from tests.refusals import raises
from tournaments.engine.teams import (
    LineUp,
    Team,
    TeamRules,
    check_teams,
    line_up,
    sharing,
)
from tournaments.engine.teams.line_ups import (
    IN_TWO_TEAMS,
    LINE_UP_LENGTH,
    LINE_UP_TWICE,
    NOT_IN_TEAM,
    OUT_OF_ORDER,
    TEAM_TOO_SMALL,
    TWICE_IN_TEAM,
)

TEAM = Team(3, (14, 11, 17, 12))
RULES = TeamRules(boards=3, length=13, fewest=2)


@pytest.mark.parametrize("keeps_order", [True, False])
def test_every_line_up_that_is_allowed_and_no_other(keeps_order):
    """All sequences of up to four of the team and a stranger."""
    rules = TeamRules(boards=3, length=13, fewest=2, keeps_order=keeps_order)
    choose = combinations if keeps_order else permutations
    allowed = {players for size in (2, 3) for players in choose(TEAM.players, size)}
    found = set()
    for size in range(5):
        for players in product((*TEAM.players, 99), repeat=size):
            try:
                assert line_up(TEAM, players, rules) == LineUp(3, players)
            except RuleError as refusal:
                assert refusal.params["entrant"] == 3
            else:
                found.add(players)
    assert found == allowed


@pytest.mark.parametrize(
    ("players", "refusal", "params"),
    [
        ((14,), LINE_UP_LENGTH, {"players": 1, "fewest": 2, "boards": 3}),
        ((14, 11, 17, 12), LINE_UP_LENGTH, {"players": 4, "fewest": 2, "boards": 3}),
        ((14, 14), LINE_UP_TWICE, {"player": 14}),
        ((14, 99), NOT_IN_TEAM, {"player": 99}),
        ((14, 12, 17), OUT_OF_ORDER, {"player": 17, "above": 12}),
    ],
)
def test_what_is_wrong_with_a_line_up(players, refusal, params):
    with raises(refusal, entrant=3, **params):
        line_up(TEAM, players, RULES)


def test_boards_without_a_player_are_the_last_ones():
    two = line_up(TEAM, (11, 12), RULES)
    assert [two.on(board) for board in (1, 2, 3)] == [11, 12, None]


def test_teams_of_a_division():
    check_teams([TEAM, Team(4, (1, 2))], RULES)
    with raises(TEAM_TOO_SMALL, entrant=4, players=1, needed=2):
        check_teams([TEAM, Team(4, (1,))], RULES)
    with raises(TWICE_IN_TEAM, entrant=4, player=1):
        check_teams([Team(4, (1, 2, 1))], RULES)
    with raises(IN_TWO_TEAMS, player=17, entrant=3, other=4):
        check_teams([TEAM, Team(4, (1, 17))], RULES)


@pytest.mark.parametrize("fewest", [0, 4])
def test_rules_that_contradict_themselves(fewest):
    with pytest.raises(ValueError, match="of 3 boards"):
        TeamRules(boards=3, length=13, fewest=fewest)


def test_entrants_with_a_person_in_common():
    """Singles, pairs and teams alike, against every two of them looked at."""
    random = Random(3)
    for _ in range(50):
        people = {
            number: random.choices(range(20), k=random.randrange(1, 5))
            for number in random.sample(range(1, 30), 8)
        }
        expected = [
            pair
            for pair in combinations(sorted(people), 2)
            if set(people[pair[0]]) & set(people[pair[1]])
        ]
        assert list(sharing(people)) == expected

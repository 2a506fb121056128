"""The games of a match, counted for each side, against counting them one by one."""

from random import Random

from matches.rules import (
    Ending,
    GameResult,
    Kind,
    MatchRules,
    Side,
    can_double,
    rescore,
)
from matches.rules.ledger import GameCounts, count_games


def a_match(lots: Random, length: int) -> list[GameResult]:
    """Return games until somebody has won, with cubes, drops and washed games."""
    games: list[GameResult] = []
    while (ledger := rescore(MatchRules(length), games)).winner is None:
        doubles = can_double(ledger)
        ending = Ending.DROPPED if doubles and lots.random() < 0.3 else Ending.PLAYED
        ending = Ending.WASHED if lots.random() < 0.1 else ending
        kind = lots.choice(list(Kind)) if ending is Ending.PLAYED else Kind.SINGLE
        cube = lots.choice([1, 1, 2, 4]) if doubles else 1
        side = Side(lots.randint(1, 2))
        games.append(GameResult(side, kind, cube=cube, ending=ending))
    return games


def naive(length: int, games: list[GameResult], side: Side) -> GameCounts:
    """Walk through the score sheet once, with a score of its own."""
    score = {Side.ONE: 0, Side.TWO: 0}
    crawford_seen = False
    counted = dict.fromkeys(GameCounts._fields, 0)
    for game in games:
        if game.ending is Ending.WASHED:
            continue
        near = [one for one in Side if score[one] == length - 1]
        is_crawford = length > 1 and len(near) >= 1 and not crawford_seen
        points = game.cube * {"single": 1, "gammon": 2, "backgammon": 3}[game.kind]
        if game.winner is side:
            counted["games"] += 1
            counted["points"] += points
            counted["cubes"] += game.cube
            counted["gammons"] += game.kind is Kind.GAMMON
            counted["backgammons"] += game.kind is Kind.BACKGAMMON
            counted["crawford"] += is_crawford
            counted["deciding"] += len(near) == 2
        elif game.ending is Ending.DROPPED:
            counted["drops"] += 1
        crawford_seen = crawford_seen or is_crawford
        score[game.winner] += points
    return GameCounts(**counted)


def test_counts_are_those_of_a_second_count() -> None:
    lots = Random(5)
    seen = GameCounts()
    for _ in range(300):
        length = lots.choice([1, 2, 3, 5, 7])
        games = a_match(lots, length)
        one, two = count_games(rescore(MatchRules(length), games))
        assert one == naive(length, games, Side.ONE)
        assert two == naive(length, games, Side.TWO)
        seen = seen.plus(one)
    assert all(seen), "every number was something else than 0"


def test_a_match_without_games_counts_nothing() -> None:
    assert count_games(rescore(MatchRules(7), [])) == (GameCounts(), GameCounts())

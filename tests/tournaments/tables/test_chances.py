"""The chance that the best wins: the same each time, better in longer matches."""

import pytest

from tournaments.tables.chances import ALL, KNOCK_OUT, LIVES, SWISS, Contest, best_wins

KINDS = (
    Contest(SWISS, 7, rounds=4),
    Contest(KNOCK_OUT, 7),
    Contest(LIVES, 7, losses=3),
    Contest(ALL, 7),
    Contest(ALL, 7, groups=4),
)


@pytest.mark.parametrize("contest", KINDS)
@pytest.mark.parametrize("players", [8, 16])
def test_the_best_wins_more_often_than_others_and_not_always(
    contest: Contest, players: int
) -> None:
    found = best_wins(players, (contest,), 4 * players)
    assert 1 / players < found < 1
    best_wins.cache_clear()
    assert best_wins(players, (contest,), 4 * players) == found


def test_more_chances_to_lose_find_the_best_more_surely() -> None:
    once, thrice = (Contest(LIVES, 7, losses=losses) for losses in (1, 3))
    assert best_wins(16, (thrice,), 15) > best_wins(16, (once,), 15)


def test_longer_matches_find_the_best_more_surely() -> None:
    short, long = (Contest(KNOCK_OUT, length) for length in (1, 25))
    assert best_wins(16, (long,), 15) > best_wins(16, (short,), 15)


def test_a_final_is_played_by_those_who_go_on() -> None:
    stages = (Contest(SWISS, 7, rounds=4, take=4), Contest(KNOCK_OUT, 9))
    assert 0 < best_wins(16, stages, 35) < 1


def test_nobody_and_one_alone_need_no_dice() -> None:
    assert best_wins(1, KINDS[:1], 0) == best_wins(9, (), 0) == 1

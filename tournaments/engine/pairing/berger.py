"""Berger tables: the pairs of each round of a round robin.

Source: FIDE Handbook, C.05 General Regulations for Competitions, Annex 1. The results
are its tables for 3 to 16 players; the rule behind them holds for any number.
"""

Pair = tuple[int, int]


def table_size(players: int) -> int:
    return players + players % 2


def round_count(players: int) -> int:
    return table_size(players) - 1 if players > 1 else 0


def round_pairs(players: int, number: int) -> tuple[Pair, ...]:
    """Return the pairs of a round, 1 to `round_count`, in the order of the table.

    Players have numbers from 1. In an odd field the last place is empty: the player who
    is paired with it has a bye. Every player has one.

    The rule: all numbers but the last stand in a circle. The opponent of the last
    number moves half-way round the circle from round to round; the two neighbours of
    this opponent meet, then their neighbours, and so on. The first of a pair has white.
    """
    last = table_size(players)
    circle = last - 1
    head = (number + 1) // 2 if number % 2 else (number + last) // 2
    first = (head, last) if number % 2 else (last, head)
    others = [
        ((head + step - 1) % circle + 1, (head - step - 1) % circle + 1)
        for step in range(1, last // 2)
    ]
    return (first, *others)

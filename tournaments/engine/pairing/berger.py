"""Berger tables: in which round of a round robin who meets whom.

Source: FIDE Handbook, C.05 General Regulations for Competitions, Annex 1, whose tables
for 3 to 16 players these are; the rule behind them goes on to any number.
"""

Pair = tuple[int, int]


def table_size(players: int) -> int:
    """Return the even number of places: an odd field has one for whoever rests."""
    return players + players % 2


def round_count(players: int) -> int:
    """Return in how many rounds everybody meets everybody once."""
    return table_size(players) - 1 if players > 1 else 0


def round_pairs(players: int, number: int) -> tuple[Pair, ...]:
    """Return the pairs of a round, 1 to `round_count`, in the order of the table.

    Players have the numbers from 1. In an odd field one pair has a number more than
    there are players: whoever meets it rests, everybody once.

    The rule: but for the last number, the numbers stand in a circle. Whoever meets
    the last one moves half-way round the circle from round to round; his neighbours
    meet, then their neighbours, and so on. The first of a pair has the white men.
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

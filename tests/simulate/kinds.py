"""Every kind of tournament of rounds that is played."""

from fractions import Fraction
from random import Random

from tests.simulate import MANY, MOST, NONE, happens
from tests.simulate.rounds import Chosen, Kind
from tournaments.engine import SCHEMES, Options
from tournaments.engine.state import BAKU

BYES = (Fraction(1), Fraction(1), Fraction(1, 2), Fraction(0))
WALKOVERS = ("none", "none", "full", "half")
SMALL_GROUP = 8
LONG_SCHEDULE = 24


def _usual(random: Random, size: int) -> Chosen:
    return {
        "rounds": random.randrange(1, 10),
        "bye": random.choice(BYES),
        "walkover": random.choice(WALKOVERS),
    }


def _two_legs(random: Random, size: int) -> Chosen:
    return _usual(random, size) | {"options": Options(legs=2)}


def _wishes(random: Random, size: int) -> Chosen:
    kinds = ("club", "country", "family")
    forbidden = set()
    for _ in range(random.randrange(4) if size >= SMALL_GROUP else 0):
        one, two = sorted(random.sample(range(1, size + 1), 2))
        forbidden.add((one, two))
    options = Options(
        apart=tuple(random.sample(kinds, random.randrange(4))),
        apart_rounds=random.randrange(4),
        forbidden=tuple(sorted(forbidden)),
        legs=random.choice((1, 1, 1, 2)),
    )
    return _usual(random, size) | {"options": options}


def _lives(random: Random, size: int) -> Chosen:
    lives, survivors = random.choice((1, 2, 3, 3)), random.choice((1, 1, 2, 4))
    chosen = _usual(random, size)
    del chosen["rounds"]
    return chosen | {"options": Options(lives=lives, survivors=survivors)}


def _lives_two_legs(random: Random, size: int) -> Chosen:
    return {"options": Options(lives=random.choice((2, 3)), legs=2)}


def _one_group(random: Random, size: int) -> Chosen:
    full = max(size - 1 + size % 2, 1)
    chosen = _usual(random, size)
    if size <= LONG_SCHEDULE and happens(random, 70):
        return chosen | {"rounds": 0}
    return chosen | {"rounds": random.randrange(1, min(full, 9) + 1)}


def _groups(random: Random, size: int) -> Chosen:
    groups = max(size // random.randrange(3, SMALL_GROUP), 1)
    options = Options(
        groups=groups,
        seeded=random.choice((0, groups)),
        apart=random.choice(((), ("club",), ("country", "club"))),
        legs=random.choice((1, 1, 2)),
    )
    return _usual(random, size) | {"rounds": 0, "options": options}


def _twice(random: Random, size: int) -> Chosen:
    groups = max(size // 6, 1)
    options = Options(groups=groups, times=2)
    return _usual(random, size) | {"rounds": 0, "options": options}


def _night(random: Random, size: int) -> Chosen:
    options = Options(legs=random.choice((1, 1, 2)))
    return {"rounds": random.randrange(1, 12), "options": options}


def _pairs(random: Random, size: int, most: int) -> tuple[tuple[int, int], ...]:
    found = set()
    for _ in range(random.randrange(most) if size >= SMALL_GROUP else 0):
        one, two = sorted(random.sample(range(1, size + 1), 2))
        found.add((one, two))
    return tuple(sorted(found))


def _promises(random: Random, size: int) -> Chosen:
    """Return re-entries, pairs who never meet, and byes by lot now and then."""
    options = Options(
        forbidden=_pairs(random, size, 6),
        bye_to=random.choice(("lowest", "lots")),
        legs=random.choice((1, 1, 1, 2)),
    )
    chosen = _usual(random, size) | {"options": options}
    return chosen | {"same_person": _pairs(random, size, 4)}


def _missed(random: Random, size: int, **more: str) -> Chosen:
    """Return what rounds count that are missed, and how often one may ask for that."""
    options = Options(
        half_byes=random.randrange(3),
        bye_free=random.randrange(3),
        asked_worth=random.choice(("1/2", "1")),
        absent_worth=random.choice(("0", "1/2")),
        late_worth=random.choice(("0", "1/2")),
        scoring=random.choice([one.code for one in SCHEMES]),
        bye_to=random.choice(("lowest", "lots")),
        legs=random.choice((1, 1, 1, 2)),
        **more,
    )
    return _usual(random, size) | {"options": options}


def _accelerated(random: Random, size: int) -> Chosen:
    return _missed(random, size, accelerated=BAKU)


def _away(random: Random, size: int) -> Chosen:
    options = Options(absent_worth=random.choice(("0", "1/2")))
    return _usual(random, size) | {"rounds": 0, "options": options}


EVERYTHING = (NONE, MANY, MOST)

PROMISED = (
    *(
        Kind(f"Promises, {key}", key, _promises, mishaps=EVERYTHING, most=128)
        for key in ("swiss", "monrad", "danish", "lives", "night")
    ),
    Kind("Sat out, accelerated", "swiss", _accelerated, 10, 10, EVERYTHING, 128, 15),
    Kind("Sat out, Monrad", "monrad", _missed, 0, 20, EVERYTHING, 128, 15),
    Kind("Sat out, Danish", "danish", _missed, 0, 20, EVERYTHING, 128, 15),
    Kind("Sat out, lives", "lives", _lives, 0, 20, EVERYTHING, 128, 15),
    Kind("Sat out, round robin", "round_robin", _away, 0, 0, EVERYTHING, 128, 15),
)
"""Formats with pairs that cannot or should not meet, and with rounds sat out."""

KINDS = (
    Kind("Swiss", "swiss", _usual, mishaps=EVERYTHING),
    Kind("Swiss, wishes", "swiss", _wishes, mishaps=EVERYTHING),
    Kind("Swiss, drawn ahead", "swiss", _wishes, ahead=15),
    Kind("Swiss, corrections", "swiss", _usual, corrections=50),
    Kind("Monrad", "monrad", _usual, mishaps=EVERYTHING),
    Kind("Monrad, ahead, corrections", "monrad", _two_legs, ahead=15, corrections=30),
    Kind("Danish", "danish", _usual, mishaps=EVERYTHING),
    Kind("Danish, ahead, corrections", "danish", _two_legs, ahead=15, corrections=30),
    Kind("Lives", "lives", _lives, mishaps=EVERYTHING),
    Kind("Lives, corrections", "lives", _lives, corrections=40),
    Kind("Lives, two matches", "lives", _lives_two_legs, most=128),
    Kind("Round robin", "round_robin", _one_group, mishaps=EVERYTHING),
    Kind("Round robin, corrections", "round_robin", _one_group, corrections=40),
    Kind("Groups", "round_robin", _groups, mishaps=EVERYTHING),
    Kind("Groups, ahead, corrections", "round_robin", _groups, 15, 30),
    Kind("Groups, twice", "round_robin", _twice, mishaps=EVERYTHING),
    Kind("Club night", "night", _night, mishaps=EVERYTHING),
    Kind("Club night, ahead", "night", _night, ahead=30),
    Kind("Re-buys", "rebuy_round", _usual, mishaps=EVERYTHING),
)

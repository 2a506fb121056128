"""Who is kept apart in the first round, before `far_apart` looks at the others."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import combinations
from random import Random

import pytest

from tournaments.engine import DrawnRound, Entrant, Options, StageState
from tournaments.engine.bracket.keep_apart import APART, Clashes, separate
from tournaments.engine.bracket.lines import draw_lines
from tournaments.engine.state import NOT_TO_MEET


def drawn(
    people: tuple[Entrant, ...], options: Options, seed: str = "seed"
) -> DrawnRound:
    state = StageState("elimination", 0, 7, people, options=options)
    return draw_lines(state, seed)


def of_clubs(*clubs: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, club=club) for number, club in enumerate(clubs, 1))


def clashes(found: DrawnRound, people: tuple[Entrant, ...]) -> int:
    club = {one.number: one.club for one in people}
    return sum(
        one.two is not None and club[one.one] == club[one.two] != ""
        for one in found.pairings
    )


def test_without_a_wish_nobody_changes_lines():
    people = of_clubs(*"aaaabbbb")
    assert (
        drawn(people, Options()).lots == drawn(people, Options(apart=("family",))).lots
    )
    assert any(clashes(drawn(people, Options(), str(n)), people) for n in range(9))


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("byes", ["spread", "top", "lots"])
def test_half_of_one_club_is_kept_apart(seed, byes):
    """Eleven entrants, six of one club, three matches and five byes."""
    for clubs in ("aaaaaabcdef", "aaaabbbbccc", "aabbccddeef", "aaaaaaaabcd"):
        people = of_clubs(*clubs)
        found = drawn(people, Options(apart=("club",), byes=byes), str(seed))
        assert clashes(found, people) == 0
        assert sorted(found.lots) == [*range(1, 12)]
        notes = [one.notes for one in found.pairings if one.two is not None]
        assert not any(notes)


def test_what_cannot_be_helped_is_noted():
    people = of_clubs(*"aaaaaabb")
    found = drawn(people, Options(apart=("club",)))
    assert clashes(found, people) == 2
    noted = [one for one in found.pairings if one.notes]
    assert [one.notes[0].message for one in noted] == [APART["club"]] * 2


def test_clubs_are_compared_as_people_write_them():
    people = of_clubs("Åbyhøj", "åbyhøj ", "", "")
    for seed in range(20):
        found = drawn(people, Options(apart=("club",)), str(seed))
        assert all({one.one, one.two} != {1, 2} for one in found.pairings)


def test_those_without_a_club_may_meet():
    found = drawn(of_clubs("", "", "", ""), Options(apart=("club",)))
    assert not any(one.notes for one in found.pairings)


def test_the_first_wish_weighs_more():
    """Families can be kept apart only by two of one country each, and the like."""
    people = (
        Entrant(1, family="x", country="DK"),
        Entrant(2, family="x", country="SE"),
        Entrant(3, family="y", country="DK"),
        Entrant(4, family="y", country="SE"),
        Entrant(5, family="x", country="DK"),
        Entrant(6, family="y", country="DK"),
    )
    people = (*people, Entrant(7, family="x", country="SE"), Entrant(8, country="SE"))
    for seed in range(20):
        found = drawn(people, Options(apart=("family", "country")), str(seed))
        family = {one.number: one.family for one in people}
        assert not any(
            one.two and family[one.one] == family[one.two] for one in found.pairings
        )


def test_a_forbidden_match_weighs_most():
    people = of_clubs("a", "b", "a", "b")
    options = Options(apart=("club",), forbidden=((1, 2), (3, 4), (1, 4), (2, 3)))
    found = drawn(people, options)
    assert {frozenset((one.one, one.two)) for one in found.pairings} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert [one.notes[0].message for one in found.pairings] == [APART["club"]] * 2


def test_a_forbidden_match_that_must_be_is_noted():
    found = drawn(of_clubs("", ""), Options(forbidden=((1, 2),)))
    assert [note.message for note in found.pairings[0].notes] == [NOT_TO_MEET]


def test_seeds_stay_where_they_are():
    people = tuple(
        Entrant(number, Decimal(2000 - number), club="a" if number < 5 else "b")
        for number in range(1, 9)
    )
    for seed in range(10):
        plain = drawn(people, Options(seeded=4), str(seed))
        found = drawn(people, Options(seeded=4, apart=("club",)), str(seed))
        for number in range(1, 5):
            assert found.lots[number] == plain.lots[number]


def weight(at: Mapping[int, int], wishes: Clashes) -> int:
    """Return how bad a first round is in which lines belong to these entrants."""
    return sum(wishes.weight(at.get(line), at.get(line + 1)) for line in range(1, 9, 2))


@pytest.mark.parametrize("seed", range(60))
def test_no_exchange_would_help(seed):
    """However many wishes contradict one another; tried with all pairs of lines."""
    random = Random(seed)
    people = tuple(
        Entrant(
            number,
            club=random.choice("aab"),
            country=random.choice("xyz"),
            family=random.choice(["", "", "f"]),
        )
        for number in range(1, random.choice((5, 6, 7, 8)) + 1)
    )
    options = Options(apart=("family", "club", "country"), forbidden=((1, 2), (3, 4)))
    lots = drawn(people, Options(), str(seed)).lots
    wishes = Clashes(people, options)
    at = separate({line: one for one, line in lots.items()}, [*lots], wishes)
    least = weight(at, wishes)
    for one, two in combinations(at, 2):
        assert weight(at | {one: at[two], two: at[one]}, wishes) >= least


def test_lots_stay_a_permutation():
    random = Random(7)
    for size in (2, 3, 5, 30, 64, 200):
        people = of_clubs(*(random.choice("abc") for _ in range(size)))
        found = drawn(people, Options(apart=("club",), byes="lots"))
        lots: Mapping[int, int] = found.lots
        assert sorted(lots) == [*range(1, size + 1)]
        assert len(set(lots.values())) == size

"""Pools, prizes, ties and the sheet: examples with their source, and properties."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.money.splitting import (
    AMOUNT,
    PERCENT,
    WHOLE,
    Account,
    Award,
    Awards,
    Order,
    Pot,
    PrizePlan,
    Prizes,
    awards_of,
    balance_of,
    bought_back,
    left_to_club,
    pot_of,
    prizes_of,
    those_of,
)

MANY = examples(40)
MAIN_AND_CONSOLATION = ((4000, 2500), (2500, 1000))
"""Columbus: main winner, main finalist and consolation winner, consolation finalist."""


def paid(awards: Awards) -> dict[int, int]:
    """Return the sum that each entrant gets."""
    sums: dict[int, int] = {}
    for award in awards.awards:
        sums[award.entrant] = sums.get(award.entrant, 0) + award.amount
    return sums


@pytest.mark.parametrize(
    ("pool", "plan", "expected"),
    [
        # columbusbg.org p=1187: 40/25/25/10 over main and consolation.
        (
            40_000,
            PrizePlan(shares=MAIN_AND_CONSOLATION),
            ((16000, 10000), (10000, 4000)),
        ),
        # tourneygeek.com/2020/02/24: 45/22/22/11.
        (
            50_000,
            PrizePlan(shares=((4500, 2200, 2200, 1100),)),
            ((22500, 11000, 11000, 5500),),
        ),
        # melbournebackgammonclub.com/events: $250/$100/$50/$50, as amounts.
        (
            45_000,
            PrizePlan(split=AMOUNT, shares=((25000, 10000, 5000, 5000),)),
            ((25000, 10000, 5000, 5000),),
        ),
        # A cent that a percentage leaves goes to the first prize.
        (1001, PrizePlan(shares=((5000, 3000, 2000),)), ((501, 300, 200),)),
        # Prizes in whole crowns: 333.33 each, the rest to the first.
        (
            100_000,
            PrizePlan(shares=((3334, 3333, 3333),), step=100),
            ((33400, 33300, 33300),),
        ),
        (0, PrizePlan(shares=((5000, 5000),)), ((0, 0),)),
    ],
)
def test_a_pool_is_split_as_published(
    pool: int, plan: PrizePlan, expected: tuple[tuple[int, ...], ...]
) -> None:
    prizes = prizes_of(pool, plan)
    assert prizes.by_event == expected
    assert prizes.total == pool


def test_what_is_not_split_is_counted() -> None:
    kept = prizes_of(1001, PrizePlan(shares=((5000, 3000),), to_first=False))
    assert kept == Prizes(((500, 300),), rest=0, unshared=201)
    rounded = prizes_of(
        1050, PrizePlan(shares=((5000, 5000),), step=100, to_first=False)
    )
    assert rounded == Prizes(((500, 500),), rest=50)
    much = prizes_of(900, PrizePlan(split=AMOUNT, shares=((500, 300), (300,))))
    assert much.short == 200
    little = prizes_of(900, PrizePlan(split=AMOUNT, shares=((500,),)))
    assert little.unshared == 400
    assert prizes_of(900, PrizePlan()) == Prizes((), unshared=900)


def test_shared_places_pool_their_prizes() -> None:
    # backgammon-hotspot.com/en/tournament-mode: prize money is always split.
    prizes = Prizes(((5000, 3000, 2000),))
    awards = awards_of(prizes, [[[3, 1, 2], [4]]])
    assert paid(awards) == {1: 3333, 2: 3333, 3: 3333}
    assert awards.rest == 1
    assert awards.awards[0] == Award(0, 1, 1, 3, 3, 3333)
    # Three in places 2 to 4 with two prizes left: they divide these two.
    awards = awards_of(prizes, [[[9], [4, 6, 5], [1]]])
    assert paid(awards) == {9: 5000, 4: 1666, 5: 1666, 6: 1666}
    assert awards.rest == 2
    assert [(one.first, one.last) for one in awards.awards] == [(1, 1), *[(2, 4)] * 3]


def test_prizes_without_a_winner_are_counted() -> None:
    awards = awards_of(Prizes(((50, 30, 20), (10,))), [[[1], [2]], []])
    assert paid(awards) == {1: 50, 2: 30}
    assert awards.unclaimed == (20, 10)


def test_dues_and_what_the_club_keeps() -> None:
    # backgammon.dk forum 941: Elite 5,100 with 600 for the registration.
    assert pot_of([510_000] * 12, kept_each=60_000) == Pot(6_120_000, 0, 720_000)
    # wbif.net: the prizes after a fee of 10 %.
    assert pot_of([2_500] * 8, kept_part=1_000).prizes == 18_000
    # Nobody gives more than was owed.
    assert pot_of([0, 300, 1_000], kept_each=500) == Pot(1_300, 0, 800)
    assert pot_of([], added=5_000).prizes == 5_000


def test_half_of_a_player_is_bought_back() -> None:
    assert bought_back(10_000, 50) == (5_000, 5_000)
    assert bought_back(10_001, 50) == (5_001, 5_000)
    assert bought_back(10_001, 0) == (10_001, 0)


def test_a_side_pool_knows_only_those_who_joined() -> None:
    assert those_of([[5], [1, 2], [3]], [3, 2, 9]) == [[2], [3]]


def test_the_sheet_of_an_evening() -> None:
    # Four pay 20.00, one too much, one owes; the winner has 48.00 of 60.00 so far.
    accounts = [
        Account(owed=2000, paid=2000, won=6000, paid_out=4800),
        Account(owed=2000, paid=2500, won=2000, paid_out=2100),
        Account(owed=2000),
        Account(owed=2000, paid=2000),
    ]
    balance = balance_of(accounts, added=1000, club=1000)
    assert balance.till == 1000 + 6500 - 6900
    assert (balance.to_come, balance.overpaid_fees) == (2000, 500)
    assert (balance.to_pay_out, balance.overpaid_prizes) == (1200, 100)
    assert balance.there == balance.wanted == 2700


AMOUNTS = st.integers(0, 10**9)
STEPS = st.sampled_from((1, 5, 100, 1000))


@st.composite
def plans(draw: st.DrawFn) -> PrizePlan:
    """Return a plan of one to three events; percentages add up to 100 % at most."""
    split = draw(st.sampled_from((PERCENT, AMOUNT)))
    lengths = draw(st.lists(st.integers(0, 5), min_size=1, max_size=3))
    shares, left = [], WHOLE
    for length in lengths:
        own = []
        for _place in range(length):
            own.append(draw(st.integers(0, left if split == PERCENT else 10**6)))
            left -= own[-1] if split == PERCENT else 0
        shares.append(tuple(own))
    return PrizePlan(
        split=split,
        shares=tuple(shares),
        step=draw(STEPS),
        to_first=draw(st.booleans()),
    )


@st.composite
def orders(draw: st.DrawFn, events: int) -> list[Order]:
    """Return an order of some of ten entrants for each event, with shared places."""
    found = []
    for _event in range(events):
        people = draw(st.lists(st.integers(1, 10), unique=True))
        order: list[list[int]] = []
        for one in people:
            if order and draw(st.booleans()):
                order[-1].append(one)
            else:
                order.append([one])
        found.append(order)
    return found


@MANY
@given(
    st.data(), st.lists(AMOUNTS, max_size=8), AMOUNTS, AMOUNTS, st.integers(0, WHOLE)
)
def test_nothing_is_lost_or_made(
    data: st.DataObject, dues: list[int], added: int, each: int, part: int
) -> None:
    plan = data.draw(plans())
    pot = pot_of(dues, added=added, kept_each=each, kept_part=part)
    assert 0 <= pot.kept <= pot.due == sum(dues)
    prizes = prizes_of(pot.prizes, plan)
    assert prizes.total + prizes.rest + prizes.unshared == pot.prizes + prizes.short
    assert min(prizes.rest, prizes.unshared, prizes.short) >= 0
    finishing = data.draw(orders(len(plan.shares)))
    awards = awards_of(prizes, finishing, step=plan.step)
    assert awards.total + awards.rest + sum(awards.unclaimed) == prizes.total
    undecided = sum(awards.unclaimed[:1])
    left = left_to_club(pot, prizes, awards, undecided=undecided)
    assert pot.due + pot.added == awards.total + undecided + left


@MANY
@given(st.data(), AMOUNTS)
def test_the_order_within_a_place_is_irrelevant(data: st.DataObject, pool: int) -> None:
    plan = data.draw(plans())
    prizes = prizes_of(pool, plan)
    finishing = data.draw(orders(len(plan.shares)))
    mixed = [
        [list(data.draw(st.permutations(group))) for group in one] for one in finishing
    ]
    assert awards_of(prizes, mixed) == awards_of(prizes, finishing)


@MANY
@given(st.data(), AMOUNTS)
def test_a_second_way_to_divide_agrees(data: st.DataObject, pool: int) -> None:
    """Place by place with fractions: each of a group has the mean of its prizes."""
    plan = data.draw(plans())
    prizes = prizes_of(pool, plan)
    finishing = data.draw(orders(len(plan.shares)))
    expected: dict[int, int] = {}
    for own, order in zip(prizes.by_event, finishing, strict=True):
        prize_at = dict(enumerate(own))
        seats = iter(range(1000))
        for group in order:
            together = [prize_at.get(next(seats), 0) for _one in group]
            mean = Fraction(sum(together), len(group))
            for one in group:
                if sum(together):
                    expected[one] = expected.get(one, 0) + int(mean)
    assert paid(awards_of(prizes, finishing)) == expected


@MANY
@given(st.lists(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS), max_size=8), AMOUNTS)
def test_both_sides_of_the_sheet_are_equal(
    rows: list[tuple[int, int, int, int]], added: int
) -> None:
    accounts = [Account(*row) for row in rows]
    club = added + sum(one.owed - one.won for one in accounts)
    balance = balance_of(accounts, added=added, club=club)
    assert balance.there == balance.wanted
    assert balance_of(reversed(accounts), added=added, club=club) == balance


@given(AMOUNTS, st.integers(0, 50), st.integers(1, 60))
def test_no_cent_of_a_lot_is_lost(amount: int, percent: int, players: int) -> None:
    owner, each = bought_back(amount, percent, players)
    assert owner + players * each == amount
    assert 0 <= each * players <= amount * percent // 100 < each * players + players
    assert owner >= each * players

"""PURE: the prizes that a pool pays, and the balance of a treasurer's sheet.

All amounts are whole numbers of the smallest unit of a currency, so that no amount is
lost by rounding: what cannot be divided is counted as a rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

WHOLE: Final = 10_000
"""All of a pool, in hundredths of a percent."""
PERCENT: Final = "percent"
AMOUNT: Final = "amount"
SPLITS: Final = (PERCENT, AMOUNT)
"""How prizes are stated: as parts of the pool, or as amounts."""
CLUB, WINNERS = "club", "winners"
"""Who gets the prizes that nobody can win: the club, or the first of their event."""
MOST_BOUGHT_BACK: Final = 50
"""The percentage of themselves that players can buy back in an auction."""

Shares = tuple[int, ...]
"""The prizes of the first, the second … place of one event."""
Order = Sequence[Sequence[int]]
"""Entrants by place, first to last; those who share a place are in one list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePlan:
    """How a pool is split.

    `shares` are those of each event, the main one first: hundredths of a percent for
    PERCENT, amounts for AMOUNT. Prizes are multiples of `step`. With `to_first` the
    first prize gets the rest that rounding leaves, otherwise the club keeps it.
    """

    split: str = PERCENT
    shares: tuple[Shares, ...] = ()
    step: int = 1
    to_first: bool = True

    @property
    def total(self) -> int:
        """The sum of all shares."""
        return sum(map(sum, self.shares))


class Pot(NamedTuple):
    """The money of a pool: `due` by the participants, `added` by the club.

    `kept` is what the club keeps of it for its work.
    """

    due: int
    added: int
    kept: int

    @property
    def prizes(self) -> int:
        """The amount for prizes."""
        return self.due + self.added - self.kept


class Prizes(NamedTuple):
    """The prizes of each event by place.

    `rest` is what rounding left, `unshared` what the plan does not share out, and
    `short` what the stated amounts need beyond the pool.
    """

    by_event: tuple[Shares, ...]
    rest: int = 0
    unshared: int = 0
    short: int = 0

    @property
    def total(self) -> int:
        """The sum of all prizes."""
        return sum(map(sum, self.by_event))


class Award(NamedTuple):
    """The prize of one entrant, for the places from `first` to `last` of an event.

    `sharing` is the number of those who divide the prizes of these places.
    """

    event: int
    entrant: int
    first: int
    last: int
    sharing: int
    amount: int


class Awards(NamedTuple):
    """The prizes of all entrants. `rest` could not be divided.

    `unclaimed` is the sum of the prizes of each event that have no winner.
    """

    awards: tuple[Award, ...]
    rest: int
    unclaimed: Shares

    @property
    def total(self) -> int:
        """The sum of all that is paid."""
        return sum(award.amount for award in self.awards)


class Account(NamedTuple):
    """The account of a payer or winner: amounts owed, and amounts paid."""

    owed: int = 0
    paid: int = 0
    won: int = 0
    paid_out: int = 0

    @property
    def open(self) -> int:
        """The amount still to be paid; negative if too much was paid."""
        return self.owed - self.paid

    @property
    def open_prize(self) -> int:
        """The amount still to be paid out; negative if too much was."""
        return self.won - self.paid_out


class Balance(NamedTuple):
    """The treasurer's sheet as seven numbers: both sides have the same sum.

    Assets: the till, amounts still owed, and prizes paid in excess. Liabilities:
    payments in excess, prizes still to be paid, prizes not won yet, and the club's part
    of the pools less what it owes them.
    """

    till: int
    to_come: int
    overpaid_prizes: int
    overpaid_fees: int
    to_pay_out: int
    undecided: int
    club: int

    @property
    def there(self) -> int:
        """The sum of the assets."""
        return self.till + self.to_come + self.overpaid_prizes

    @property
    def wanted(self) -> int:
        """The sum of the liabilities."""
        return self.overpaid_fees + self.to_pay_out + self.undecided + self.club


def pot_of(
    dues: Iterable[int], *, added: int = 0, kept_each: int = 0, kept_part: int = 0
) -> Pot:
    """Return what comes together in a pool.

    `dues` is what each owes; the club keeps `kept_each` of each of them, as far as it
    goes, and then `kept_part` (hundredths of a percent) of all the rest of the dues.
    """
    owed = tuple(dues)
    each = sum(min(due, kept_each) for due in owed)
    due = sum(owed)
    # Rounded down, in favour of the pool.
    return Pot(due, added, each + (due - each) * kept_part // WHOLE)


def prizes_of(pool: int, plan: PrizePlan) -> Prizes:
    """Return the prizes that a pool pays.

    >>> prizes_of(1001, PrizePlan(shares=((5000, 3000, 2000),)))
    Prizes(by_event=((501, 300, 200),), rest=0, unshared=0, short=0)
    """
    if plan.split == AMOUNT:
        left = pool - plan.total
        return Prizes(plan.shares, unshared=max(left, 0), short=max(-left, 0))
    pool = max(pool, 0)
    shared = pool * plan.total // WHOLE
    # Multiplied before it is divided: whole numbers lose nothing until the last step.
    by_event = [
        [_rounded(pool * share // WHOLE, plan.step) for share in shares]
        for shares in plan.shares
    ]
    rest = shared - sum(map(sum, by_event))
    first = next((event for event in by_event if event), None)
    if plan.to_first and first is not None:
        first[0] += rest
        rest = 0
    return Prizes(tuple(map(tuple, by_event)), rest, pool - shared)


def awards_of(prizes: Prizes, orders: Sequence[Order], *, step: int = 1) -> Awards:
    """Return the awards: the prizes of shared places are added and divided.

    `orders` has the order of each event of the prizes; an order may be empty.

    >>> awards_of(Prizes(((60, 30, 10),)), [[[7], [4, 9]]]).awards[1].amount
    20
    """
    awards: list[Award] = []
    rest, unclaimed = 0, []
    for event, (own, order) in enumerate(zip(prizes.by_event, orders, strict=True)):
        first = 1
        for group in order:
            last = first + len(group) - 1
            pooled = sum(own[first - 1 : last])
            if pooled:
                amount = _rounded(pooled // len(group), step)
                rest += pooled - amount * len(group)
                awards += [
                    Award(event, entrant, first, last, len(group), amount)
                    for entrant in sorted(group)
                ]
            first = last + 1
        # More places than entrants, or an event without finished entrants yet.
        unclaimed.append(sum(own[first - 1 :]))
    return Awards(tuple(awards), rest, tuple(unclaimed))


def passed_up(prizes: Prizes, orders: Sequence[Order]) -> Prizes:
    """Return the prizes, with those beyond the last entrant added to the first.

    >>> passed_up(Prizes(((60, 30, 10),)), [[[7], [4]]]).by_event
    ((70, 30),)
    """
    by_event = []
    for own, order in zip(prizes.by_event, orders, strict=True):
        last = sum(map(len, order))
        first, *others = own or (0,)
        won = (first + sum(own[last:]), *others[: last - 1])
        by_event.append(won if last and own[last:] else own)
    return prizes._replace(by_event=tuple(by_event))


def those_of(order: Order, numbers: Iterable[int]) -> Order:
    """Return an order among some only: places move up where others stood."""
    some = set(numbers)
    kept = ([one for one in group if one in some] for group in order)
    return [group for group in kept if group]


def bought_back(amount: int, percent: int, players: int = 1) -> tuple[int, int]:
    """Divide an amount between the owner of a lot and its players.

    These have so many percent together. Returns the part of the owner, who has what
    cannot be divided, and that of each player.

    >>> bought_back(25, 50), bought_back(100, 50, 3)
    ((13, 12), (52, 16))
    """
    each = amount * percent // 100 // players
    # The owner has the remainder, so both parts always add up to the amount.
    return amount - each * players, each


def balance_of(
    accounts: Iterable[Account], *, added: int = 0, undecided: int = 0, club: int = 0
) -> Balance:
    """Return the balance of a sheet.

    `added` is what the club put into the pools, `undecided` the prizes that are not won
    yet, `club` what the club keeps in the end. Both sides are equal if these two are
    all that the pools do not pay: `left_to_club`.
    """
    kept = tuple(accounts)
    return Balance(
        till=added + sum(one.paid - one.paid_out for one in kept),
        to_come=sum(max(one.open, 0) for one in kept),
        overpaid_prizes=sum(max(-one.open_prize, 0) for one in kept),
        overpaid_fees=sum(max(-one.open, 0) for one in kept),
        to_pay_out=sum(max(one.open_prize, 0) for one in kept),
        undecided=undecided,
        club=club,
    )


def left_to_club(pot: Pot, prizes: Prizes, awards: Awards, *, undecided: int) -> int:
    """Return what a pool leaves to the club; negative if the club has to add to it.

    `undecided` are the unclaimed prizes of events that are not over.
    """
    left = pot.kept + prizes.rest + prizes.unshared - prizes.short
    return left + awards.rest + sum(awards.unclaimed) - undecided


def _rounded(amount: int, step: int) -> int:
    return amount - amount % max(step, 1)

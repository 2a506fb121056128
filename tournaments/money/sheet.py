"""The present money of a tournament as values: pools, prizes, accounts, the balance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from tournaments.money.currencies import shown_amount
from tournaments.money.models import MoneyNote, Pool, PoolKind, Till
from tournaments.money.splitting import (
    Account,
    Award,
    Awards,
    Balance,
    Order,
    Pot,
    Prizes,
    balance_of,
    left_to_club,
)
from tournaments.structure.models import Tournament

Key = tuple[int, str]
"""The payer: the number of an entry, or 0 and the name of another person."""


class Payer(NamedTuple):
    """An entry that pays, or another person; `gone`: its entry was removed.

    `waits`: it has no place yet, so that nothing is owed for it. `first` is the first
    entry of the same person, whose account has what is owed for all of them.
    """

    number: int
    name: str
    division: int
    again: int
    gone: bool = False
    waits: bool = False
    first: int = 0

    @property
    def key(self) -> Key:
        """The key of this payer."""
        return payer_key(self.first or self.number, self.name)


@dataclass(frozen=True, slots=True)
class Due:
    """An amount that is owed to a pool; `about`: the entry that it is for."""

    pool: Pool
    key: Key
    amount: int
    about: int = 0


@dataclass(frozen=True, slots=True)
class PrizeEvent:
    """An event whose places decide prizes; `over`: its places are final."""

    number: int
    title: str
    order: Order
    over: bool


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """One prize, or the prizes that several divide; `winners` get `each` of it.

    `over`: the places are final, so that a prize without winners is not paid.
    """

    event: str
    first: int
    last: int
    amount: int
    each: int = 0
    winners: tuple[str, ...] = ()
    over: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether several divide it."""
        return len(self.winners) > 1

    @property
    def place(self) -> str:
        """The place, or the places that are shared."""
        return (
            str(self.first) if self.first == self.last else f"{self.first}–{self.last}"
        )


@dataclass(frozen=True, slots=True)
class PoolSheet:
    """A pool: its money, its prizes, and the winners.

    `able` are the entries of its division, `inside` those that play for its prizes.
    `sold` are the notes of its auction by the entries that were sold, those of one lot
    with the same note.
    """

    pool: Pool
    count: int
    pot: Pot
    prizes: Prizes
    awards: Awards
    events: tuple[PrizeEvent, ...]
    undecided: int
    able: frozenset[int]
    inside: frozenset[int]
    sold: Mapping[int, MoneyNote]
    names: Mapping[int, str]

    @property
    def left(self) -> int:
        """The amount that the pool leaves to the club."""
        return left_to_club(
            self.pot, self.prizes, self.awards, undecided=self.undecided
        )

    def lot_names(self, note: MoneyNote) -> str:
        """Return the names of those who were sold together."""
        return ", ".join(str(self.names.get(one, "–")) for one in note.lot)

    @property
    def bids(self) -> list[tuple[str, MoneyNote]]:
        """The names of each lot that was sold, with the note of it."""
        notes = {note.pk: note for note in self.sold.values()}
        return [(self.lot_names(note), note) for note in notes.values()]

    @property
    def unsold(self) -> int:
        """How many were not sold in its auction."""
        return len(self.able - self.sold.keys())

    @property
    def has_prizes(self) -> bool:
        """Whether the split of the pool is set."""
        return any(self.prizes.by_event)

    @property
    def plan(self) -> list[PrizeLine]:
        """The prizes by place, without names."""
        return [
            PrizeLine(event.title, place, place, amount)
            for event, own in zip(self.events, self.prizes.by_event, strict=True)
            for place, amount in enumerate(own, start=1)
        ]

    @property
    def lines(self) -> list[PrizeLine]:
        """The prizes, with those who got them where that is known."""
        return [line for number in range(len(self.events)) for line in self._of(number)]

    @property
    def unclaimed(self) -> list[PrizeLine]:
        """The prizes that nobody can win, until somebody decides who gets them."""
        if self.pool.unclaimed:
            return []
        return [line for line in self.lines if line.over and line.amount]

    def _of(self, number: int) -> Iterator[PrizeLine]:
        event, own = self.events[number], self.prizes.by_event[number]
        together: dict[tuple[int, int], list[Award]] = {}
        for award in self.awards.awards:
            if award.event == number:
                together.setdefault((award.first, award.last), []).append(award)
        place = 1
        for (first, last), awards in together.items():
            yield PrizeLine(
                event.title,
                first,
                last,
                sum(own[first - 1 : last]),
                awards[0].amount,
                tuple(self.names.get(award.entrant, "–") for award in awards),
            )
            place = last + 1
        for rest in range(place, len(own) + 1):
            yield PrizeLine(event.title, rest, rest, own[rest - 1], over=event.over)


@dataclass(frozen=True)
class AccountSheet:
    """A payer or winner, with all notes about them."""

    payer: Payer
    account: Account
    dues: tuple[Due, ...]
    notes: tuple[MoneyNote, ...]
    prizes: tuple[tuple[Pool, int], ...]

    @property
    def seen(self) -> int:
        """The number of notes; an outdated page has a smaller one."""
        return len(self.notes)

    @property
    def standing_notes(self) -> list[MoneyNote]:
        """The notes that were not taken back."""
        return [note for note in self.notes if note.voided_at is None]

    @property
    def noted_again(self) -> frozenset[int | None]:
        """The notes (primary keys) that were taken back and then noted again."""
        return frozenset(note.again_for_id for note in self.notes)


@dataclass
class MoneySheet:
    """Everything about the money of a tournament."""

    tournament: Tournament
    till: Till
    pools: tuple[PoolSheet, ...]
    accounts: tuple[AccountSheet, ...]
    payers: Mapping[int, Payer] = field(default_factory=dict)

    def money(self, units: int) -> str:
        """Return an amount in the currency of the tournament."""
        return shown_amount(units, self.till.currency)

    @cached_property
    def balance(self) -> Balance:
        """Both sides of the treasurer's sheet."""
        return balance_of(
            [account.account for account in self.accounts],
            added=sum(pool.pot.added for pool in self.pools),
            undecided=sum(pool.undecided for pool in self.pools),
            club=sum(pool.left for pool in self.pools),
        )

    @property
    def unpaid_accounts(self) -> list[AccountSheet]:
        """The accounts of those who still owe something."""
        return [one for one in self.accounts if one.account.open > 0]

    @property
    def unpaid(self) -> int:
        """How many still owe something."""
        return len(self.unpaid_accounts)

    def account_of(self, number: int, name: str = "") -> AccountSheet | None:
        """Return the account of an entry, or of another person by name."""
        payer = self.payers.get(number)
        key = payer_key(number, name) if payer is None else payer.key
        return next(
            (account for account in self.accounts if account.payer.key == key), None
        )

    def address_of(self, account: AccountSheet) -> str:
        """Return the address of an account."""
        number, name = account.payer.number, account.payer.name
        url = reverse("money_account", args=[self.tournament.slug, number])
        return url if number else f"{url}?{urlencode({'name': name})}"

    def side_pools_for(self, account: AccountSheet) -> list[tuple[Pool, Payer]]:
        """Return the side pools that a person can still join, each with the entry.

        A person joins once, and again with a re-entry.
        """
        own = [one for one in self.payers.values() if one.key == account.payer.key]
        again = {one.number: one.again for one in own}
        inside = {
            (due.pool.pk, again[due.about])
            for due in account.dues
            if due.about in again
        }
        found: dict[tuple[int, int], tuple[Pool, Payer]] = {}
        for pool in (one.pool for one in self.pools if one.pool.kind == PoolKind.SIDE):
            for one in own:
                key = pool.pk, one.again
                if key not in inside and pool.division in (0, one.division):
                    found.setdefault(key, (pool, one))
        return list(found.values())

    def outside(self, pool: Pool) -> list[Payer]:
        """Return the entries that could still join a side pool."""
        return [
            payer
            for account in self.accounts
            for own, payer in self.side_pools_for(account)
            if own == pool
        ]


def payer_key(number: int, name: str) -> Key:
    """Return the key of a payer."""
    return (number, "") if number else (0, " ".join(name.split()).casefold())

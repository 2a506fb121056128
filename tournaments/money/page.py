"""The pages of the money of a tournament as values."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from matches.documents.registry import Offer
from tournaments.money.forms import (
    BidForm,
    NoteForm,
    PoolForm,
    StartForm,
    TillForm,
)
from tournaments.money.models import MoneyNote, Pool, PoolKind
from tournaments.money.sheet import (
    AccountSheet,
    MoneySheet,
    PoolSheet,
)
from tournaments.rounds.public_page import PublicPage
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class NoMoneyPage(TournamentPage):
    """The page that explains the feature, with the button that switches it on."""

    template = "tournaments/money/start.html"

    form: StartForm


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyPage(TournamentPage):
    """The treasurer's sheet of a tournament."""

    template = "tournaments/money/money.html"

    sheet: MoneySheet
    paper: Offer

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of pools that can be added."""
        return [(kind.value, str(kind.label)) for kind in PoolKind]

    @property
    def unpaid(self) -> int:
        """How many still owe something."""
        return sum(account.account.open > 0 for account in self.sheet.accounts)

    @property
    def has_pools(self) -> bool:
        """Whether there is anything to pay."""
        return bool(self.sheet.pools)


@dataclass(frozen=True, slots=True, kw_only=True)
class TillPage(TournamentPage):
    """Currency and rounding; publishing prizes; keeping no money any more."""

    template = "tournaments/money/settings.html"

    form: TillForm


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPage(TournamentPage):
    """The form of a pool; `pool` is None for a new one."""

    template = "tournaments/money/pool.html"

    form: PoolForm
    title: str
    pool: Pool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionPage(TournamentPage):
    """The sales of an auction, and the form of the next one."""

    template = "tournaments/money/auction.html"

    sheet: MoneySheet
    pool: PoolSheet
    form: BidForm

    @property
    def unsold(self) -> int:
        """How many were not sold yet."""
        return len(self.sheet.payers.keys() - self.pool.sold.keys())

    @property
    def bids(self) -> list[tuple[str, MoneyNote]]:
        """The names of each lot that was sold, with the note of it."""
        found = {note.pk: note for note in self.pool.sold.values()}
        return [(self.pool.lot_names(note), note) for note in found.values()]

    @property
    def shows_lots(self) -> bool:
        """Whether the choice of several is open: one was made."""
        return bool(self.form.is_bound and self.form["others"].value())


@dataclass(frozen=True, slots=True, kw_only=True)
class PayerPage(TournamentPage):
    """The account of one person, and the form for a new note."""

    template = "tournaments/money/account.html"

    sheet: MoneySheet
    account: AccountSheet
    form: NoteForm

    @property
    def side_pools(self) -> list[Pool]:
        """The side pools in which this entry does not take part yet."""
        inside = {due.pool.pk for due in self.account.dues}
        own = self.account.payer
        return [
            pool.pool
            for pool in self.sheet.pools
            if pool.pool.kind == PoolKind.SIDE
            and pool.pool.pk not in inside
            and own.number
            and not own.gone
            and pool.pool.division in (0, own.division)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage(PublicPage):
    """The prizes of a tournament as everybody sees them."""

    template = "tournaments/money/prizes.html"
    fragment = "tournaments/money/_prizes.html"
    tab: ClassVar[str] = "now"

    sheet: MoneySheet

    @property
    def address(self) -> str:
        """The address of this page."""
        return reverse("prizes", args=[self.tournament.slug])

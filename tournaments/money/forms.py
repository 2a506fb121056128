"""Forms of the money of a tournament."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.web.forms import choice_field
from tournaments.money.currencies import (
    DECIMALS,
    decimals_of,
    plain_amount,
    shown_amount,
)
from tournaments.money.fields import (
    CurrencyField,
    PercentField,
    hundredths_in,
    shown_percent,
    units_in,
)
from tournaments.money.models import MoneyNote, NoteKind, Pool, PoolKind, Till
from tournaments.money.paying import SWISS, is_iban
from tournaments.money.sheet import AccountSheet, MoneySheet, PoolSheet
from tournaments.money.splitting import (
    AMOUNT,
    CLUB,
    MOST_BOUGHT_BACK,
    PERCENT,
    WHOLE,
    WINNERS,
)
from tournaments.structure.models import Division

MOST_SHARES: Final = 64
LONGEST_LIST: Final = 400
LONGEST_HOLDER: Final = 70
_MONEY: Final = ("fee", "fee_again", "kept_each", "kept_part", "added")
_AMOUNT: Final = re.compile(r"\d+(?:[.,]\d{1,2})?")
_APART: Final = re.compile(r"[\s;/]+")


class StartForm(forms.Form):
    """The currency, for switching the money on."""

    currency = forms.ChoiceField(
        label=_("Currency"), choices=[(code, code) for code in DECIMALS]
    )


class TillForm(StartForm):
    """The currency of a tournament, and how its prizes are rounded."""

    step = forms.TypedChoiceField(
        label=_("Round prizes to"),
        help_text=_("The rounding remainder is shown on the report."),
        coerce=int,
    )

    def __init__(self, *args: Any, till: Till, **options: Any) -> None:
        options["initial"] = {"currency": till.currency, "step": till.step}
        super().__init__(*args, **options)
        whole = 10 ** decimals_of(till.currency)
        steps = sorted({1, whole // 2 or 1, whole, 5 * whole, 10 * whole, till.step})
        choice_field(self, "step").choices = [
            (step, shown_amount(step, till.currency)) for step in steps
        ]


class WaysForm(forms.Form):
    """The ways in which players can pay before the event."""

    holder = forms.CharField(
        label=_("Account holder"), max_length=LONGEST_HOLDER, required=False
    )
    iban = forms.CharField(
        label=_("IBAN"),
        help_text=_("Banking apps read it as a code: in euros, or in Switzerland."),
        max_length=50,
        required=False,
    )
    street = forms.CharField(
        label=_("Street"), max_length=LONGEST_HOLDER, required=False
    )
    postcode = forms.CharField(label=_("Postcode"), max_length=16, required=False)
    town = forms.CharField(label=_("Town"), max_length=35, required=False)
    swish = forms.CharField(
        label=_("Swish number"),
        help_text=_("For kronor: the number of the club, ten digits."),
        max_length=20,
        required=False,
    )
    mobilepay = forms.CharField(
        label=_("MobilePay number"),
        help_text=_("For Danish kroner: five or six digits."),
        max_length=20,
        required=False,
    )
    link = forms.URLField(
        label=_("Payment link"),
        help_text=_("For example of PayPal. {amount} and {reference} are filled in."),
        max_length=300,
        required=False,
        assume_scheme="https",
    )
    note = forms.CharField(
        label=_("What else players should know"),
        help_text=_("For example: Vipps 12345, category Tournament."),
        max_length=300,
        required=False,
    )

    def __init__(self, *args: Any, till: Till, **options: Any) -> None:
        options["initial"] = till.ways
        super().__init__(*args, **options)

    def clean_iban(self) -> str:
        """Return the number without blanks, in capitals."""
        iban = "".join(str(self.cleaned_data["iban"]).split()).upper()
        if iban and not is_iban(iban):
            raise ValidationError(gettext("This is not an IBAN. Check its digits."))
        return iban

    def clean_swish(self) -> str:
        """Return the digits of the number."""
        return _digits(self.cleaned_data["swish"], 10, 10)

    def clean_mobilepay(self) -> str:
        """Return the digits of the number."""
        return _digits(self.cleaned_data["mobilepay"], 5, 6)

    def clean(self) -> dict[str, Any]:
        """Ask for what a code of a bank needs besides the account."""
        given = super().clean() or {}
        if given.get("iban"):
            is_swiss = given["iban"].startswith(SWISS)
            for name in ("holder", *(("postcode", "town") if is_swiss else ())):
                if not given.get(name):
                    self.add_error(
                        name, gettext("The code for this account needs this.")
                    )
        return given

    @property
    def ways(self) -> dict[str, str]:
        """The ways that were typed."""
        return {name: value for name, value in self.cleaned_data.items() if value}


class BankForm(forms.Form):
    """A statement of the bank."""

    file = forms.FileField(
        label=_("Statement"),
        help_text=_("CAMT.053, MT940 or CSV, as your bank offers it."),
        error_messages={"empty": _("This file is empty. Choose another file.")},
    )


def _digits(typed: str, least: int, most: int) -> str:
    digits = "".join(typed.split()).replace("-", "")
    if digits and not (
        digits.isascii() and digits.isdecimal() and least <= len(digits) <= most
    ):
        raise ValidationError(gettext("Enter the digits of the number."))
    return digits


class PoolForm(forms.Form):
    """The sources of a pool, and how it is split."""

    name = forms.CharField(label=_("Name"), max_length=60, required=False)
    division = forms.TypedChoiceField(label=_("Who pays"), coerce=int)
    split = forms.ChoiceField(
        label=_("Prizes as"),
        choices=((PERCENT, _("percentages of the pool")), (AMOUNT, _("fixed amounts"))),
        widget=forms.RadioSelect,
    )
    to_first = forms.BooleanField(
        label=_("Add the rounding remainder to first prize"),
        help_text=_("Otherwise the club keeps it."),
        required=False,
    )

    unclaimed = forms.ChoiceField(
        label=_("Prizes no one can win"),
        choices=(
            ("", _("Decide when it happens")),
            (WINNERS, _("Add to first prize")),
            (CLUB, _("Club keeps them")),
        ),
        required=False,
    )

    def __init__(
        self,
        *args: Any,
        kind: str,
        pool: Pool | None,
        till: Till,
        divisions: Sequence[Division],
        events: Sequence[tuple[int, str]],
        usual_fee: str = "",
        **options: Any,
    ) -> None:
        self.kind, self.currency, self.events = kind, till.currency, events
        options["initial"] = _initial(pool, till.currency)
        if pool is None and (typed := _AMOUNT.search(usual_fee)):
            options["initial"] |= {"fee": typed[0]}
        super().__init__(*args, **options)
        every: list[tuple[int, str]] = [(0, gettext("Everyone"))]
        every += [(division.number, str(division)) for division in divisions]
        choice_field(self, "division").choices = every
        if len(divisions) == 1:
            del self.fields["division"]
        elif kind == PoolKind.AUCTION:  # whose players are sold: anyone buys
            self.fields["division"].label = gettext("Division")
        self._add_money(till.currency)
        for number, title in events:
            self.fields[f"shares_{number}"] = forms.CharField(
                label=title,
                max_length=LONGEST_LIST,
                required=False,
            )
        shares = [f"shares_{number}" for number, _title in events]
        self.order_fields(["name", "division", *_MONEY, "split", *shares])

    def _add_money(self, currency: str) -> None:
        own: dict[str, forms.Field] = {}
        if self.kind != PoolKind.AUCTION:
            own["fee"] = CurrencyField(currency, label=_("Fee"))
            own["kept_each"] = CurrencyField(
                currency, empty=0, label=_("Club’s share per fee"), required=False
            )
        if self.kind == PoolKind.FEES:
            own["fee_again"] = CurrencyField(
                currency,
                label=_("Re-entry fee"),
                help_text=_("Leave empty for the same fee."),
                required=False,
            )
        own["kept_part"] = PercentField(label=_("Club’s share of the rest (%)"))
        own["added"] = CurrencyField(
            currency, empty=0, label=_("Added money from the club"), required=False
        )
        self.fields.update(own)

    @property
    def who_fields(self) -> list[forms.BoundField]:
        """The name of the pool, and who pays."""
        return [self[name] for name in ("name", "division") if name in self.fields]

    @property
    def money_fields(self) -> list[forms.BoundField]:
        """The amounts that come together, and what the club keeps."""
        return [self[name] for name in _MONEY if name in self.fields]

    @property
    def share_fields(self) -> list[forms.BoundField]:
        """The fields of the prizes, one for each event."""
        return [self[f"shares_{number}"] for number, _title in self.events]

    def clean(self) -> dict[str, object]:
        """Read the shares. All of them together are 100 % at most."""
        given = super().clean() or {}
        shares: dict[str, list[int]] = {}
        for number, _title in self.events:
            name = f"shares_{number}"
            try:
                own = self._shares(given.get(name, ""))
            except forms.ValidationError as error:
                self.add_error(name, error)
                continue
            if own:
                shares[str(number)] = own
        total = sum(map(sum, shares.values()))
        if given.get("split") == PERCENT and total > WHOLE:
            text = gettext(
                "The prizes add up to %(total)s%% of the pool. The maximum is 100%%."
            )
            last = [f"shares_{number}" for number, _title in self.events][-1]
            self.add_error(last, text % {"total": shown_percent(total)})
        given["shares"] = shares
        return given

    def _shares(self, typed: str) -> list[int]:
        parts = _parts(typed)
        if len(parts) > MOST_SHARES:
            raise forms.ValidationError(
                gettext("Too many values (maximum %(most)s).") % {"most": MOST_SHARES}
            )
        if self.cleaned_data.get("split") == AMOUNT:
            return [units_in(part, self.currency) for part in parts]
        return [hundredths_in(part) for part in parts]

    def values(self) -> dict[str, object]:
        """Return the columns of the pool that the valid form says."""
        absent = {"division": 0, "fee": 0, "fee_again": None, "kept_each": 0}
        given = self.cleaned_data.items()
        typed = {name: to for name, to in given if not name.startswith("shares_")}
        return {"kind": self.kind, **absent, **typed}


def _parts(typed: str) -> list[str]:
    """Split a list. A comma between two digits may be a decimal sign."""
    spaced = re.sub(r",\s", " ", typed)
    words = [word.strip(",%") for word in _APART.split(spaced)]
    has_comma = formats.get_format("DECIMAL_SEPARATOR") == ","
    parts: list[str] = []
    for word in words:
        alone = has_comma and word.count(",") <= 1
        parts += [word] if alone else word.split(",")
    return [part for part in parts if part]


def _initial(pool: Pool | None, currency: str) -> dict[str, object]:
    if pool is None:
        return {"split": PERCENT, "to_first": True, "division": 0}

    def listed(shares: Sequence[int]) -> str:
        if pool.split == AMOUNT:
            return " ".join(plain_amount(share, currency) for share in shares)
        return " ".join(shown_percent(share) for share in shares)

    shares = {f"shares_{number}": listed(own) for number, own in pool.shares.items()}
    return model_to_dict(pool) | shares


class NoteForm(forms.Form):
    """A payment, a refund, a prize or a fee that is waived."""

    what = forms.ChoiceField(label=_("What"))
    day = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
    )
    remark = forms.CharField(label=_("Remark"), max_length=120, required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(
        self, *args: Any, sheet: MoneySheet, account: AccountSheet, **options: Any
    ) -> None:
        self.account = account
        own = account.account
        is_winner = own.open <= 0 < own.open_prize
        options["initial"] = {
            "what": NoteKind.PRIZE if is_winner else NoteKind.PAID,
            "amount": max(own.open_prize if is_winner else own.open, 0),
            "day": timezone.localdate(),
            "seen": account.seen,
        }
        super().__init__(*args, **options)
        self.fields["amount"] = CurrencyField(
            sheet.till.currency, least=1, label=_("Amount")
        )
        self.pools = {
            f"{NoteKind.LESS}-{due.pool.pk}": due.pool
            for due in account.dues
            if due.pool.kind != PoolKind.AUCTION
        }
        choice_field(self, "what").choices = [
            *((one.value, one.label) for one in (NoteKind.PAID, NoteKind.BACK)),
            (NoteKind.PRIZE.value, NoteKind.PRIZE.label),
            *(
                (key, gettext("Discount: %(pool)s") % {"pool": pool})
                for key, pool in self.pools.items()
            ),
        ]
        self.order_fields(["what", "amount", "day", "remark", "seen"])

    def note(self) -> MoneyNote:
        """Return what the valid form says."""
        given = self.cleaned_data
        pool = self.pools.get(given["what"])
        return MoneyNote(
            kind=given["what"] if pool is None else NoteKind.LESS,
            payer=self.account.payer.number,
            name=self.account.payer.name,
            pool=pool,
            amount=given["amount"],
            remark=given["remark"],
            day=given["day"] or timezone.localdate(),
        )


THE_FIELD: Final = 0
"""The choice of all unsold entries as one lot."""


class BidForm(forms.Form):
    """A sale: one or several entries as one lot, the buyer, the price."""

    about = forms.TypedChoiceField(label=_("Player sold"), coerce=int)
    others = forms.TypedMultipleChoiceField(
        label=_("Sold together as one lot"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    payer = forms.TypedChoiceField(label=_("Buyer"), coerce=int)
    name = forms.CharField(
        label=_("Buyer who is not a player"), max_length=80, required=False
    )
    percent = forms.IntegerField(
        label=_("Share bought back by the player (%)"),
        help_text=_("Players in a lot share it equally."),
        min_value=0,
        max_value=MOST_BOUGHT_BACK,
        required=False,
    )

    def __init__(
        self, *args: Any, sheet: MoneySheet, pool: PoolSheet, **options: Any
    ) -> None:
        self.pool = pool.pool
        super().__init__(*args, **options)
        self.fields["amount"] = CurrencyField(
            sheet.till.currency, least=1, label=_("Bid")
        )
        unsold = [
            (number, name)
            for number, name in pool.names.items()
            if number in pool.able and number not in pool.sold
        ]
        every = (THE_FIELD, gettext("The field: all unsold players"))
        choice_field(self, "about").choices = [
            *unsold,
            *([every] if len(unsold) > 1 else []),
        ]
        choice_field(self, "others").choices = unsold
        self.unsold = [number for number, _name in unsold]
        choice_field(self, "payer").choices = [
            (0, gettext("A non-player")),
            *(
                (one.number, one.name)
                for one in sheet.payers.values()
                if one.number == one.first
            ),
        ]
        self.order_fields(["about", "others", "amount", "payer", "name", "percent"])

    def clean(self) -> dict[str, object]:
        """Ask for a name where the buyer does not play."""
        given = super().clean() or {}
        if given.get("payer") == 0 and not given.get("name"):
            self.add_error("name", gettext("Enter the name of the buyer."))
        return given

    def note(self) -> MoneyNote:
        """Return what the valid form says."""
        given = self.cleaned_data
        lot = [
            given["about"],
            *(one for one in given["others"] if one != given["about"]),
        ]
        if given["about"] == THE_FIELD:
            lot = self.unsold
        return MoneyNote(
            kind=NoteKind.SOLD,
            payer=given["payer"],
            name="" if given["payer"] else given["name"],
            pool=self.pool,
            about=lot[0],
            others=lot[1:],
            amount=given["amount"],
            percent=given["percent"] or 0,
        )

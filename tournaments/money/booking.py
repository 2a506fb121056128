"""Finds whose a payment in a bank's file is, and books what a director agrees to."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.crypto import salted_hmac

from matches.accounts.models import User
from matches.players.names import fold_words
from tournaments.money import services
from tournaments.money.bank import Payment, Statement
from tournaments.money.currencies import in_units
from tournaments.money.errors import OTHER_ACCOUNT
from tournaments.money.models import MoneyNote, NoteKind
from tournaments.money.paying import reference_of
from tournaments.money.sheet import AccountSheet, MoneySheet

_REFERENCE: Final = re.compile(r"CRW(\d{1,18})N(\d{1,9})[A-Z]")
_BETWEEN: Final = re.compile(r"[^0-9A-Z]")
_MARK: Final = "#"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A payment, and whose it may be.

    `digest` tells it from all others, also of later files; nothing else of the bank's
    is kept. It is sure by one reference and the amount that is due.
    """

    payment: Payment
    digest: str
    units: int
    account: AccountSheet | None
    is_sure: bool = False
    is_booked: bool = False


def proposals(sheet: MoneySheet, statement: Statement) -> list[Proposal]:
    """Return the payments of a statement, with whose they may be.

    Raises OTHER_ACCOUNT.
    """
    own = str(sheet.till.ways.get("iban", ""))
    if own and statement.account and own != statement.account:
        raise OTHER_ACCOUNT(account=statement.account)
    booked = _booked(sheet)
    return [
        _proposal(sheet, payment, digest, is_booked=digest in booked)
        for payment, digest in _digests(statement.payments)
        if payment.currency in {"", sheet.till.currency}
    ]


def book(
    sheet: MoneySheet, rows: Iterable[Proposal], *, by: User | None
) -> list[MoneyNote]:
    """Record payments; those that are recorded already are left out.

    Raises MONEY_NOT_KEPT, NOTED_MEANWHILE.
    """
    booked = _booked(sheet)
    made = []
    for row in rows:
        if row.account is None or row.digest in booked:
            continue
        note = MoneyNote(
            kind=NoteKind.PAID,
            payer=row.account.payer.number,
            name=row.account.payer.name,
            amount=row.units,
            day=row.payment.day,
            remark=f"{_MARK}{row.digest}",
        )
        made.append(services.note(sheet.tournament, note, by=by))
        booked.add(row.digest)
    return made


def _booked(sheet: MoneySheet) -> set[str]:
    remarks = MoneyNote.objects.valid().filter(
        tournament=sheet.tournament, remark__startswith=_MARK
    )
    return {
        remark.removeprefix(_MARK)
        for remark in remarks.values_list("remark", flat=True)
    }


def _digests(payments: Sequence[Payment]) -> Iterator[tuple[Payment, str]]:
    """Yield payments with their digests: two that are equal are two payments."""
    seen: Counter[Payment] = Counter()
    for payment in payments:
        seen[payment] += 1
        said = f"{payment.day}|{payment.amount}|{payment.text}|{seen[payment]}"
        yield payment, salted_hmac("tournaments.money.bank", said).hexdigest()[:16]


def _proposal(
    sheet: MoneySheet, payment: Payment, digest: str, *, is_booked: bool
) -> Proposal:
    try:
        units = in_units(payment.amount, sheet.till.currency)
    except ValueError:
        units = 0
    named = _by_reference(sheet, payment)
    account = named[0] if len(named) == 1 else None
    is_sure = account is not None and account.account.open == units
    if not named:
        account = _by_name(sheet, payment, units)
    return Proposal(payment, digest, units, account, is_sure, is_booked)


def _by_reference(sheet: MoneySheet, payment: Payment) -> list[AccountSheet]:
    text = _BETWEEN.sub("", payment.text.upper())
    numbers = {
        int(found[2])
        for found in _REFERENCE.finditer(text)
        if found[0] == reference_of(sheet.tournament.pk, int(found[2]))
    }
    return [one for one in sheet.accounts if one.payer.number in numbers]


def _by_name(sheet: MoneySheet, payment: Payment, units: int) -> AccountSheet | None:
    """Return the one who owes this amount and whose whole name is in the text."""
    words = set(fold_words(payment.text))
    found = [
        account
        for account in sheet.unpaid_accounts
        if account.account.open == units
        and words.issuperset(fold_words(account.payer.name))
    ]
    return found[0] if len(found) == 1 else None

"""Template tags of the money of a tournament."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext

from tournaments.money.currencies import bare, plain_amount
from tournaments.money.models import MoneyNote, NoteKind
from tournaments.money.queries import sheet_of
from tournaments.money.sheet import AccountSheet, MoneySheet, Payer, PoolSheet
from tournaments.money.tables import balance_rows, pool_rows
from tournaments.money.words import ACTS
from tournaments.structure.models import Tournament

register = template.Library()


@register.simple_tag
def units(sheet: MoneySheet, amount: int) -> str:
    """Return an amount in the currency of a sheet."""
    return sheet.money(amount)


@register.simple_tag
def bare_units(sheet: MoneySheet, amount: int) -> str:
    """Return an amount without its currency, a dash for nothing."""
    return bare(amount, sheet.till.currency) if amount else "–"


@register.simple_tag
def balance_sides(
    sheet: MoneySheet,
) -> list[tuple[str, list[tuple[str, str]], str]]:
    """Return both sides of the balance: title, lines without empty ones, sum."""
    titles = (gettext("Assets"), gettext("Allocated to"))
    return [
        (
            title,
            [(label, sheet.money(amount)) for label, amount in rows if amount],
            sheet.money(sum(amount for _label, amount in rows)),
        )
        for title, rows in zip(titles, balance_rows(sheet), strict=True)
    ]


@register.simple_tag
def pool_facts(sheet: MoneySheet, one: PoolSheet) -> list[tuple[str, str]]:
    """Return the money of a pool, and its use."""
    return [(label, sheet.money(amount)) for label, amount in pool_rows(one)]


@register.simple_tag
def outside_pool(sheet: MoneySheet, one: PoolSheet) -> list[Payer]:
    """Return the entries that could still join a side pool."""
    return sheet.outside(one.pool)


@register.simple_tag
def money_of(tournament: Tournament, may: Mapping[str, bool]) -> MoneySheet | None:
    """Return the money of a tournament, for those who may see it."""
    if not (tournament.keeps_money and may["event_money"]):
        return None
    return sheet_of(tournament, tournament.till)


@register.simple_tag
def account_of(sheet: MoneySheet | None, number: int) -> AccountSheet | None:
    """Return the account of an entry, if money is kept."""
    return None if sheet is None else sheet.account_of(number)


@register.simple_tag
def account_url(sheet: MoneySheet, one: AccountSheet) -> str:
    """Return the address of an account."""
    return sheet.address_of(one)


@register.simple_tag
def next_note(sheet: MoneySheet, one: AccountSheet) -> dict[str, str]:
    """Return the next note: an open payment, or the prize of an entry without debt.

    It is for one button: its `kind`, "" for none, the amount as typed, and words.
    """
    own = one.account
    if own.open > 0:
        kind, amount, words = NoteKind.PAID, own.open, gettext("Paid: %(amount)s")
    elif own.open_prize > 0:
        kind, amount = NoteKind.PRIZE, own.open_prize
        words = gettext("Received a prize of %(amount)s")
    else:
        return {"kind": ""}
    currency = sheet.till.currency
    return {
        "kind": kind.value,
        "typed": plain_amount(amount, currency),
        "words": words % {"amount": bare(amount, currency)},
    }


@register.simple_tag
def note_text(sheet: MoneySheet, note: MoneyNote) -> str:
    """Return a note as a sentence."""
    sold = [sheet.payers[one].name for one in note.lot if one in sheet.payers]
    return gettext(ACTS[f"money_{note.kind}"]) % {
        "name": note.name,
        "amount": sheet.money(note.amount),
        "pool": "" if note.pool is None else note.pool.title,
        "other": ", ".join(map(str, sold)) or "–",
    }

"""The treasurer's sheet as tables for files."""

from collections.abc import Iterator

from django.utils.translation import gettext

from matches.exports.tables import Column, Table, Value
from tournaments.money.currencies import from_units
from tournaments.money.models import NoteKind
from tournaments.money.sheet import AccountSheet, PoolSheet, Sheet
from tournaments.money.words import pool_title


def sheet_tables(sheet: Sheet) -> list[Table]:
    """Return the balance, the pools, the prizes, the accounts, and what was noted."""
    return [
        _balance(sheet),
        _pools(sheet),
        _prizes(sheet),
        _accounts(sheet),
        _notes(sheet),
    ]


def balance_rows(sheet: Sheet) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return both sides of the balance: what is there, and whose it is."""
    one = sheet.balance
    there = [
        (gettext("In the till"), one.till),
        (gettext("Still to be paid by players"), one.to_come),
        (gettext("Prizes paid out too much"), one.overpaid_prizes),
    ]
    wanted = [
        (gettext("Prizes still to be paid out"), one.to_pay_out),
        (gettext("Prizes that nobody has won yet"), one.undecided),
        (gettext("Paid too much, to be paid back"), one.overpaid_fees),
        (gettext("The club’s"), one.club),
    ]
    return there, wanted


def pool_rows(one: PoolSheet) -> list[tuple[str, int]]:
    """Return what came together in a pool, and where it goes."""
    rows = [
        (gettext("Owed by those who take part"), one.pot.due),
        (gettext("Added by the club"), one.pot.added),
        (gettext("Kept by the club"), -one.pot.kept),
        (gettext("For prizes"), one.pot.prizes),
        (gettext("Left by rounding"), one.prizes.rest + one.awards.rest),
        (gettext("Not split"), one.prizes.unshared),
        (gettext("The prizes need more"), one.prizes.short),
    ]
    always = {gettext("Owed by those who take part"), gettext("For prizes")}
    return [row for row in rows if row[1] or row[0] in always]


def _balance(sheet: Sheet) -> Table:
    there, wanted = balance_rows(sheet)
    one = sheet.balance
    rows: list[list[Value]] = [
        *([label, _money(sheet, units), None] for label, units in there),
        *([label, None, _money(sheet, units)] for label, units in wanted),
        [gettext("Total"), _money(sheet, one.there), _money(sheet, one.wanted)],
    ]
    columns = [
        Column("what", sheet.till.currency),
        Column("there", gettext("There")),
        Column("wanted", gettext("Whose it is")),
    ]
    return Table(gettext("Balance"), columns, rows)


def _pools(sheet: Sheet) -> Table:
    columns = [
        Column("pool", gettext("Pool")),
        Column("what", gettext("What")),
        Column("amount", gettext("Amount")),
    ]
    rows: list[list[Value]] = [
        [pool_title(one.pool), label, _money(sheet, units)]
        for one in sheet.pools
        for label, units in pool_rows(one)
    ]
    return Table(gettext("Pools"), columns, rows)


def _prizes(sheet: Sheet) -> Table:
    columns = [
        Column("pool", gettext("Pool")),
        Column("event", gettext("Event")),
        Column("place", gettext("Place")),
        Column("prize", gettext("Prize")),
        Column("name", gettext("Won by")),
        Column("each", gettext("Gets")),
    ]
    return Table(gettext("Prizes"), columns, list(_prize_rows(sheet)))


def _prize_rows(sheet: Sheet) -> Iterator[list[Value]]:
    for one in sheet.pools:
        for line in one.lines:
            head: list[Value] = [
                *(pool_title(one.pool), line.event, line.place),
                _money(sheet, line.amount),
            ]
            if not line.winners:
                yield [*head, None, None]
            for winner in line.winners:
                yield [*head, winner, _money(sheet, line.each)]


def _accounts(sheet: Sheet) -> Table:
    columns = [
        Column("number", gettext("No.")),
        Column("name", gettext("Name")),
        Column("owed", gettext("Owes")),
        Column("paid", gettext("Paid")),
        Column("open", gettext("Still open")),
        Column("won", gettext("Prizes")),
        Column("paid_out", gettext("Paid out")),
    ]
    return Table(
        gettext("Accounts"), columns, [_account(sheet, one) for one in sheet.accounts]
    )


def _account(sheet: Sheet, one: AccountSheet) -> list[Value]:
    own = one.account
    units = (own.owed, own.paid, own.open, own.won, own.paid_out)
    return [
        one.payer.number or None,
        one.payer.name,
        *(_money(sheet, amount) for amount in units),
    ]


def _notes(sheet: Sheet) -> Table:
    columns = [
        Column("day", gettext("Date")),
        Column("name", gettext("Name")),
        Column("what", gettext("What")),
        Column("pool", gettext("Pool")),
        Column("amount", gettext("Amount")),
        Column("remark", gettext("Remark")),
        Column("noted_by", gettext("Noted by")),
    ]
    notes = [note for one in sheet.accounts for note in one.standing_notes]
    rows: list[list[Value]] = [
        [
            note.day.isoformat(),
            note.name,
            str(NoteKind(note.kind).label),
            "" if note.pool is None else pool_title(note.pool),
            _money(sheet, note.amount),
            note.remark,
            "" if note.noted_by is None else note.noted_by.get_username(),
        ]
        for note in sorted(notes, key=lambda note: note.pk)
    ]
    return Table(gettext("What was noted"), columns, rows)


def _money(sheet: Sheet, units: int) -> float | int:
    amount = from_units(units, sheet.till.currency)
    return int(amount) if amount == int(amount) else float(amount)

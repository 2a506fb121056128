"""The treasurer's sheet as tables for files."""

from collections.abc import Iterator

from django.utils.translation import gettext

from matches.web.tables import ExportTable, TableColumn, Value
from tournaments.money.currencies import from_units
from tournaments.money.models import NoteKind
from tournaments.money.sheet import AccountSheet, MoneySheet, PoolSheet


def sheet_tables(sheet: MoneySheet) -> list[ExportTable]:
    """Return the balance, the pools, the prizes, the accounts, and what was noted."""
    return [
        _balance(sheet),
        _pools(sheet),
        _prizes(sheet),
        _accounts(sheet),
        _notes(sheet),
    ]


def balance_rows(
    sheet: MoneySheet,
) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Return both sides of the balance: assets and liabilities."""
    one = sheet.balance
    there = [
        (gettext("Cash in hand"), one.till),
        (gettext("Owed by players"), one.to_come),
        (gettext("Prizes overpaid"), one.overpaid_prizes),
    ]
    wanted = [
        (gettext("Prizes not yet paid out"), one.to_pay_out),
        (gettext("Prizes not yet won"), one.undecided),
        (gettext("Overpayments to refund"), one.overpaid_fees),
        (gettext("Club’s share"), one.club),
    ]
    return there, wanted


def pool_rows(one: PoolSheet) -> list[tuple[str, int]]:
    """Return the money of a pool, and its use."""
    rows = [
        (gettext("Owed by participants"), one.pot.due),
        (gettext("Added by the club"), one.pot.added),
        (gettext("Kept by the club"), -one.pot.kept),
        (gettext("Prize money"), one.pot.prizes),
        (gettext("Rounding remainder"), one.prizes.rest + one.awards.rest),
        (gettext("Not split"), one.prizes.unshared),
        (gettext("Prizes exceed the pool by"), one.prizes.short),
    ]
    always = {gettext("Owed by participants"), gettext("Prize money")}
    return [row for row in rows if row[1] or row[0] in always]


def _balance(sheet: MoneySheet) -> ExportTable:
    there, wanted = balance_rows(sheet)
    one = sheet.balance
    rows: list[list[Value]] = [
        *([label, _money(sheet, units), None] for label, units in there),
        *([label, None, _money(sheet, units)] for label, units in wanted),
        [gettext("Total"), _money(sheet, one.there), _money(sheet, one.wanted)],
    ]
    columns = [
        TableColumn("what", sheet.till.currency),
        TableColumn("there", gettext("Assets")),
        TableColumn("wanted", gettext("Allocated to")),
    ]
    return ExportTable(gettext("Balance"), columns, rows)


def _pools(sheet: MoneySheet) -> ExportTable:
    columns = [
        TableColumn("pool", gettext("Pool")),
        TableColumn("what", gettext("What")),
        TableColumn("amount", gettext("Amount")),
    ]
    rows: list[list[Value]] = [
        [pool.pool.title, label, _money(sheet, units)]
        for pool in sheet.pools
        for label, units in pool_rows(pool)
    ]
    return ExportTable(gettext("Pools"), columns, rows)


def _prizes(sheet: MoneySheet) -> ExportTable:
    columns = [
        TableColumn("pool", gettext("Pool")),
        TableColumn("event", gettext("Event")),
        TableColumn("place", gettext("Place")),
        TableColumn("prize", gettext("Prize")),
        TableColumn("name", gettext("Won by")),
        TableColumn("each", gettext("Gets")),
    ]
    return ExportTable(gettext("Prizes"), columns, list(_prize_rows(sheet)))


def _prize_rows(sheet: MoneySheet) -> Iterator[list[Value]]:
    for pool in sheet.pools:
        for line in pool.lines:
            head: list[Value] = [
                *(pool.pool.title, line.event, line.place),
                _money(sheet, line.amount),
            ]
            if not line.winners:
                yield [*head, None, None]
            for winner in line.winners:
                yield [*head, winner, _money(sheet, line.each)]


def _accounts(sheet: MoneySheet) -> ExportTable:
    columns = [
        TableColumn("number", gettext("No.")),
        TableColumn("name", gettext("Name")),
        TableColumn("owed", gettext("Owes")),
        TableColumn("paid", gettext("Paid")),
        TableColumn("open", gettext("Outstanding")),
        TableColumn("won", gettext("Prizes")),
        TableColumn("paid_out", gettext("Paid out")),
    ]
    return ExportTable(
        gettext("Accounts"),
        columns,
        [_account(sheet, account) for account in sheet.accounts],
    )


def _account(sheet: MoneySheet, one: AccountSheet) -> list[Value]:
    own = one.account
    units = (own.owed, own.paid, own.open, own.won, own.paid_out)
    return [
        one.payer.number or None,
        one.payer.name,
        *(_money(sheet, amount) for amount in units),
    ]


def _notes(sheet: MoneySheet) -> ExportTable:
    columns = [
        TableColumn("day", gettext("Date")),
        TableColumn("name", gettext("Name")),
        TableColumn("what", gettext("What")),
        TableColumn("pool", gettext("Pool")),
        TableColumn("amount", gettext("Amount")),
        TableColumn("remark", gettext("Remark")),
        TableColumn("noted_by", gettext("Recorded by")),
    ]
    notes = [note for account in sheet.accounts for note in account.standing_notes]
    rows: list[list[Value]] = [
        [
            note.day.isoformat(),
            note.name,
            str(NoteKind(note.kind).label),
            "" if note.pool is None else note.pool.title,
            _money(sheet, note.amount),
            note.remark,
            "" if note.noted_by is None else note.noted_by.get_username(),
        ]
        for note in sorted(notes, key=lambda note: note.pk)
    ]
    return ExportTable(gettext("What was recorded"), columns, rows)


def _money(sheet: MoneySheet, units: int) -> float | int:
    amount = from_units(units, sheet.till.currency)
    return int(amount) if amount == int(amount) else float(amount)

"""The treasurer's sheet on paper."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext

from matches.documents.languages import clean
from matches.documents.registry import Document, Scope
from matches.rules.game import gettext_noop
from tournaments.money.access import for_paper
from tournaments.money.currencies import bare
from tournaments.money.models import Till
from tournaments.money.queries import sheet_of
from tournaments.money.sheet import AccountSheet, MoneySheet, PoolSheet
from tournaments.money.tables import balance_rows, pool_rows
from tournaments.paper.lists import print_list
from tournaments.paper.values import (
    ListCells,
    ListColumn,
    ListGroup,
    PrintedList,
    basis,
    head_of,
)
from tournaments.structure.documents import event_of, two_languages_of
from tournaments.structure.models import Tournament

NAMES, AMOUNTS = 80.0, 22.0
_NOTHING: Final = ""


def printed_sheet(tournament: Tournament) -> PrintedList:
    """Return the treasurer's sheet as it is now. Raises Till.DoesNotExist."""
    till = Till.objects.get(tournament=tournament, tournament__keeps_money=True)
    sheet = sheet_of(tournament, till)
    return PrintedList(
        head=head_of(
            tournament,
            title=gettext("Treasurer’s report"),
            path=reverse("money", args=[tournament.slug]),
            where=[till.currency],
        ),
        columns=tuple(_columns()),
        groups=tuple(_groups(sheet)),
        notes=(
            gettext("Both sides total %(amount)s.")
            % {"amount": sheet.money(sheet.balance.there)},
        ),
    )


def _columns() -> Iterator[ListColumn]:
    yield ListColumn(gettext("Name"), NAMES, size=10)
    for title in (
        *(gettext("Owes"), gettext("Paid"), gettext("Outstanding")),
        *(gettext("Prizes"), gettext("Paid out")),
    ):
        yield ListColumn(title, AMOUNTS, "number", size=10)


def _groups(sheet: MoneySheet) -> Iterator[ListGroup]:
    there, wanted = balance_rows(sheet)
    for heading, rows in (
        (gettext("Assets"), there),
        (gettext("Allocated to"), wanted),
    ):
        total = (gettext("Total"), sum(amount for _label, amount in rows))
        yield ListGroup(heading, tuple(_row(sheet, *row) for row in (*rows, total)))
    for pool in sheet.pools:
        own = [_row(sheet, *row) for row in pool_rows(pool)]
        heading = clean(pool.pool.title)
        yield ListGroup(heading, (*own, *_prizes(sheet, pool)))
    yield ListGroup(
        gettext("Accounts"),
        tuple(_account(sheet, account) for account in sheet.accounts),
    )


def _row(sheet: MoneySheet, label: str, units: int) -> ListCells:
    return (clean(label), *(_NOTHING,) * 4, _money(sheet, units))


def _prizes(sheet: MoneySheet, one: PoolSheet) -> Iterator[ListCells]:
    for line in one.lines:
        place = gettext("%(event)s, place %(place)s") % {
            "event": line.event,
            "place": line.place,
        }
        yield _row(sheet, place, line.amount)
        for winner in line.winners:
            amount = _money(sheet, line.each)
            yield (f"– {clean(winner)}", *(_NOTHING,) * 3, amount, _NOTHING)


def _account(sheet: MoneySheet, one: AccountSheet) -> ListCells:
    own = one.account
    units: Sequence[int] = (own.owed, own.paid, own.open, own.won, own.paid_out)
    return (clean(one.payer.name), *(_money(sheet, amount) for amount in units))


def _money(sheet: MoneySheet, units: int) -> str:
    return bare(units, sheet.till.currency)


MONEY: Final[Scope[Tournament]] = Scope(
    kind="money",
    address=lambda tournament: tournament.slug,
    find=lambda address: Tournament.objects.get(slug=address, keeps_money=True),
    name=lambda tournament: tournament.name,
    url=lambda tournament: reverse("money", args=[tournament.slug]),
    event=event_of,
)
"""The money of a tournament, by its slug: "friday"."""

TREASURER_SHEET: Final[Document[Tournament, PrintedList]] = Document(
    key="treasurer-sheet",
    title=gettext_noop("Treasurer’s report"),
    scope=MONEY,
    access=for_paper,
    values=printed_sheet,
    basis=basis,
    build=print_list,
    language=two_languages_of,
    note=gettext_noop("PDF with the balance, prizes and accounts"),
)
"""The money of a tournament, for its treasurer."""

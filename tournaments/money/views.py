"""The pages of the money of a tournament, for its directors, and the public prizes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, Final

from django.core.signing import BadSignature, dumps, loads
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from matches.documents.registry import offer
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.tables import tables_as
from tournaments.entries.views import entries_url
from tournaments.money import access, services
from tournaments.money.bank import Payment, Statement, read_statement
from tournaments.money.booking import book, proposals
from tournaments.money.currencies import usual_currency
from tournaments.money.forms import (
    BankForm,
    BidForm,
    NoteForm,
    PoolForm,
    StartForm,
    TillForm,
    WaysForm,
)
from tournaments.money.models import MoneyNote, Pool, PoolKind
from tournaments.money.paying import reference_of
from tournaments.money.queries import divisions_and_events, sheet_of
from tournaments.money.sheet import MoneySheet
from tournaments.money.tables import sheet_tables
from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live
from tournaments.structure import access as structure_access
from tournaments.structure.access import DirectorVisit
from tournaments.structure.page import show as show_page

BANK: Final = "tournaments.money.bank"
BANK_SECONDS: Final = 3600
show = partial(show_page, tab="money")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage(PublicPage):
    """The prizes of a tournament as everybody sees them."""

    template = "tournaments/money/prizes.html"
    fragment = "tournaments/money/_prizes.html"
    tab = "now"

    sheet: MoneySheet

    @property
    def address(self) -> str:
        """The address of this page."""
        return reverse("prizes", args=[self.tournament.slug])


@answers.form_page
def money(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet, or switch the money of a tournament on."""
    keeping = access.money_for_director(request, slug)
    tournament = keeping.tournament
    if not tournament.keeps_money:
        return _start(request, keeping)
    sheet, unpaid = _sheet(keeping), "unpaid" in request.GET
    return show(
        request,
        "tournaments/money/money.html",
        tournament,
        sheet=sheet,
        accounts=sheet.unpaid_accounts if unpaid else sheet.accounts,
        unpaid=unpaid,
        paper=offer("treasurer-sheet", tournament),
        kinds=PoolKind.choices,
    )


def _start(request: HttpRequest, keeping: DirectorVisit) -> HttpResponse:
    tournament = keeping.tournament
    form = StartForm(
        answers.posted(request),
        initial={"currency": usual_currency(tournament.language)},
    )

    def start() -> None:
        services.keep_money(tournament, **form.cleaned_data, by=keeping.user)

    if answers.done_with(form, start, field="currency"):
        answers.tell(request, _("Money is now on. Add the entry fees."))
        return redirect("money", slug=tournament.slug)
    return show(request, "tournaments/money/start.html", tournament, form=form)


@answers.form_page
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change currency and rounding."""
    tournament, user = access.money_for_director(request, slug)
    form = TillForm(answers.posted(request), till=access.till_of(tournament))

    def save() -> None:
        services.change_till(tournament, form.cleaned_data, by=user)

    if answers.done_with(form, save, field="currency"):
        answers.tell(request, _("Saved."))
        return redirect("money", slug=slug)
    return show(request, "tournaments/money/settings.html", tournament, form=form)


@answers.form_page
def ways(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how players can pay before the event."""
    tournament, user = access.money_for_director(request, slug)
    form = WaysForm(answers.posted(request), till=access.till_of(tournament))

    def save() -> None:
        services.change_till(tournament, {"ways": form.ways}, by=user)

    if answers.done_with(form, save):
        answers.tell(request, _("Saved."))
        return redirect("money", slug=slug)
    return show(request, "tournaments/money/ways.html", tournament, form=form)


@answers.form_page
def bank(request: HttpRequest, slug: str) -> HttpResponse:
    """Show whose the payments of a statement are; book those that are ticked.

    The file is not kept: what it says is in the page, signed, until it is booked.
    """
    keeping = access.money_for_director(request, slug)
    sheet = _sheet(keeping)
    if "rows" in request.POST:
        return _book(request, keeping, sheet)
    form = BankForm(answers.posted(request), request.FILES or None)
    statement = answers.made_with(
        form, lambda: read_statement(form.cleaned_data["file"].read()), field="file"
    )
    rows = (
        answers.made_with(form, lambda: proposals(sheet, statement), field="file")
        if statement
        else None
    )
    return show(
        request,
        "tournaments/money/bank.html",
        keeping.tournament,
        form=form,
        sheet=sheet,
        rows=rows,
        sent="" if statement is None else dumps(_told(statement), salt=BANK),
    )


def _book(
    request: HttpRequest, keeping: DirectorVisit, sheet: MoneySheet
) -> HttpResponse:
    try:
        told = loads(request.POST["rows"], salt=BANK, max_age=BANK_SECONDS)
    except BadSignature:
        answers.refuse_text(request, _("Choose the statement again."))
        return redirect("money_bank", slug=keeping.tournament.slug)
    ticked = set(request.POST.getlist("book"))
    try:
        rows = proposals(sheet, _statement(told))
        chosen = [row for row in rows if row.digest in ticked]
        count = len(book(sheet, chosen, by=keeping.user))
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("money_bank", slug=keeping.tournament.slug)
    text = ngettext(
        "%(count)s payment recorded.", "%(count)s payments recorded.", count
    )
    answers.tell(request, text % {"count": count})
    return redirect("money", slug=keeping.tournament.slug)


def _told(statement: Statement) -> list[Any]:
    rows = [
        (payment.day.isoformat(), str(payment.amount), payment.text, payment.currency)
        for payment in statement.payments
    ]
    return [statement.account, rows]


def _statement(told: list[Any]) -> Statement:
    account, rows = told
    payments = tuple(
        Payment(date.fromisoformat(day), Decimal(amount), text, currency)
        for day, amount, text, currency in rows
    )
    return Statement(account, payments)


@require_POST
def off(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch the money off."""
    keeping = access.money_for_director(request, slug)
    services.stop_money(keeping.tournament, by=keeping.user)
    answers.tell(
        request, _("Money is now off. Turn it on again to get everything back.")
    )
    return redirect("settings", slug=slug)


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish the prizes, or take them back."""
    tournament, user = access.money_for_director(request, slug)
    shows = request.POST.get("shows") == "1"
    if answers.made(
        request, lambda: services.show_prizes(tournament, shows=shows, by=user)
    ):
        answers.tell(
            request,
            _("Prizes are public.") if shows else _("Prizes no longer published."),
        )
    return redirect("money", slug=slug)


@answers.form_page
def pool_new(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Add a pool."""
    keeping = access.money_for_director(request, slug)
    if kind not in PoolKind.values:
        raise Http404

    def make(values: dict[str, object]) -> Pool:
        return services.make_pool(keeping.tournament, values, by=keeping.user)

    return _pool_form(request, keeping, make, kind=kind)


@answers.form_page
def pool(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a pool."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk)

    def change(values: dict[str, object]) -> Pool:
        return services.change_pool(row, values, by=keeping.user)

    return _pool_form(request, keeping, change, kind=row.kind, pool=row)


def _pool_form(
    request: HttpRequest,
    keeping: DirectorVisit,
    save: Callable[[dict[str, object]], Pool],
    *,
    kind: str,
    pool: Pool | None = None,
) -> HttpResponse:
    tournament = keeping.tournament
    divisions, events = divisions_and_events(tournament)
    form = PoolForm(
        answers.posted(request),
        kind=kind,
        pool=pool,
        till=access.till_of(tournament),
        divisions=divisions,
        events=events,
        usual_fee=tournament.fee if kind == PoolKind.FEES else "",
    )
    row = answers.made_with(form, lambda: save(form.values()))
    if row is not None:
        _tell_pool(request, row, _("Saved."))
        return redirect("money", slug=tournament.slug)
    title = pool.title if pool else PoolKind(kind).label
    template = "tournaments/money/pool.html"
    return show(request, template, tournament, form=form, title=title, pool=pool)


@require_POST
def pool_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a pool."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk, gone=True)
    removed = answers.made(request, lambda: services.remove_pool(row, by=keeping.user))
    if removed is not None:
        _tell_pool(request, removed, _("Pool removed. Payments stay recorded."))
    return redirect("money", slug=slug)


@require_POST
def pool_back(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Undo the last change of a pool, or do it again."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk, gone=True)
    if answers.made(
        request, lambda: services.undo_pool_change(row, version, by=keeping.user)
    ):
        forth = reverse("pool_back", args=[slug, pk, version + 1])
        answers.tell(request, _("Undone."), redo_url=forth)
    return redirect("money", slug=slug)


@answers.form_page
def auction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record a sale of the auction."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk)
    sheet = _sheet(keeping)
    own = next((pool for pool in sheet.pools if pool.pool.pk == row.pk), None)
    if own is None or row.kind != PoolKind.AUCTION:
        raise Http404
    form = BidForm(answers.posted(request), sheet=sheet, pool=own)
    if _noted(request, keeping, form, field="about", text=_("Recorded.")):
        return redirect("pool_auction", slug=slug, pk=pk)
    template = "tournaments/money/auction.html"
    return show(request, template, keeping.tournament, sheet=sheet, pool=own, form=form)


@answers.form_page
def account(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the account of a person; POST records a note."""
    keeping = access.money_for_director(request, slug)
    sheet = _sheet(keeping)
    own = sheet.account_of(number, "" if number else request.GET.get("name", ""))
    if own is None:
        raise Http404
    form = NoteForm(answers.posted(request), sheet=sheet, account=own)
    if _noted(request, keeping, form, field="amount", text=_("Recorded.")):
        to = request.POST.get("to", "")
        if to == "money":
            return redirect("money", slug=slug)
        if to.isdecimal():
            entry = structure_access.entry_for_director(keeping.tournament, int(to))
            return redirect(entries_url(entry.division, at=[entry.number]))
        return redirect(sheet.address_of(own))
    return show(
        request,
        "tournaments/money/account.html",
        keeping.tournament,
        sheet=sheet,
        account=own,
        reference=reference_of(keeping.tournament.pk, number)
        if number and sheet.till.ways
        else "",
        side_pools=sheet.side_pools_for(own),
        form=form,
    )


def _noted(
    request: HttpRequest,
    keeping: DirectorVisit,
    form: BidForm | NoteForm,
    *,
    field: str,
    text: str,
) -> bool:
    """Record the note of a form; a refusal is an error of the field."""

    def note() -> MoneyNote:
        seen = form.cleaned_data.get("seen")
        return services.note(
            keeping.tournament, form.note(), seen=seen, by=keeping.user
        )

    made = answers.made_with(form, note, field=field)
    if made is not None:
        _tell_note(request, made, text)
    return made is not None


@require_POST
def join(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note that entries take part in a side pool."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk)
    if row.kind != PoolKind.SIDE:
        raise Http404
    ticked = request.POST.getlist("entry")
    numbers = [int(number) for number in ticked if number.isdecimal()]
    made = answers.made(
        request,
        lambda: services.join(keeping.tournament, row, numbers, by=keeping.user),
    )
    if made:
        undo = _undo_of(made[0]) if len(made) == 1 else ""
        answers.tell(request, _("Recorded."), undo_url=undo)
    return redirect(f"{reverse('money', args=[slug])}#pool-{pk}")


@require_POST
def note_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Void a note."""
    keeping = access.money_for_director(request, slug)
    row = access.note_of(keeping, pk)
    if answers.made(request, lambda: services.take_back(row, by=keeping.user)):
        url = reverse("money_note_again", args=[slug, pk])
        answers.tell(request, _("Cancelled."), redo_url=url)
    return redirect("money", slug=slug)


@require_POST
def note_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record a voided note again."""
    keeping = access.money_for_director(request, slug)
    row = access.note_of(keeping, pk)
    made = answers.made(request, lambda: services.note_again(row, by=keeping.user))
    if made is not None:
        _tell_note(request, made, _("Recorded again."))
    return redirect("money", slug=slug)


@require_safe
def sheet_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return the treasurer's sheet as a file."""
    sheet = _sheet(access.money_for_director(request, slug))
    return tables_as(kind, f"{slug}-money", lambda: sheet_tables(sheet))


@require_safe
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the prizes to everybody, if they were published."""
    mark, header = rounds_access.visit_for_public(request, slug)
    if header is None:
        return answers.unchanged()
    till = access.till_for_public(header.tournament)
    page = PrizesPage(header=header, mark=mark, sheet=sheet_of(header.tournament, till))
    return live(request, page)


def _sheet(keeping: DirectorVisit) -> MoneySheet:
    return sheet_of(keeping.tournament, access.till_of(keeping.tournament))


def _tell_pool(request: HttpRequest, row: Pool, text: str) -> None:
    url = reverse("pool_back", args=[row.tournament.slug, row.pk, row.version])
    answers.tell(request, text, undo_url=url)


def _tell_note(request: HttpRequest, row: MoneyNote, text: str) -> None:
    answers.tell(request, text, undo_url=_undo_of(row))


def _undo_of(row: MoneyNote) -> str:
    return reverse("money_note_back", args=[row.tournament.slug, row.pk])

"""The pages of the money of a tournament, for its directors, and the public prizes."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.documents.registry import offer
from matches.exports.answers import tables_as
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.money import access, services
from tournaments.money.currencies import usual_currency
from tournaments.money.forms import (
    BidForm,
    NoteForm,
    PoolForm,
    StartForm,
    TillForm,
)
from tournaments.money.models import MoneyNote, NoteKind, Pool, PoolKind, Till
from tournaments.money.page import (
    AuctionPage,
    MoneyPage,
    NoMoneyPage,
    PayerPage,
    PoolPage,
    PrizesPage,
    TillPage,
)
from tournaments.money.queries import divisions_and_events, sheet_of
from tournaments.money.services import NotePlan
from tournaments.money.sheet import MoneySheet
from tournaments.money.tables import sheet_tables
from tournaments.money.words import account_address, pool_title
from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import live
from tournaments.structure.access import DirectorVisit


@answers.form_page
def money(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sheet, or switch the money of a tournament on."""
    keeping = access.money_for_director(request, slug)
    tournament = keeping.tournament
    if not tournament.keeps_money:
        return _start(request, keeping)
    sheet = _sheet(keeping)
    page = MoneyPage(
        tournament=tournament, sheet=sheet, paper=offer("treasurer-sheet", tournament)
    )
    return answers.show_page(request, page)


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
    page = NoMoneyPage(tournament=tournament, form=form)
    return answers.show_page(request, page, status=answers.status_with(form))


@answers.form_page
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Change currency and rounding."""
    keeping = access.money_for_director(request, slug)
    form = TillForm(answers.posted(request), till=access.till_of(keeping.tournament))

    def save() -> None:
        services.change_till(keeping.tournament, form.cleaned_data, by=keeping.user)

    if answers.done_with(form, save, field="currency"):
        answers.tell(request, _("Saved."))
        return redirect("money", slug=slug)
    page = TillPage(tournament=keeping.tournament, form=form)
    return answers.show_page(request, page, status=answers.status_with(form))


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
    keeping = access.money_for_director(request, slug)
    shows = request.POST.get("shows") == "1"
    try:
        services.show_prizes(keeping.tournament, shows=shows, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        answers.tell(
            request,
            _("Prizes are now public.")
            if shows
            else _("Prizes are now visible to directors only."),
        )
    return redirect("money", slug=slug)


@answers.form_page
def pool_new(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Add a pool."""
    keeping = access.money_for_director(request, slug)
    if kind not in PoolKind.values:
        raise Http404
    form = _pool_form(request, keeping, kind=kind, pool=None)
    title = str(PoolKind(kind).label)

    def make(values: dict[str, object]) -> Pool:
        return services.make_pool(keeping.tournament, values, by=keeping.user)

    page = PoolPage(tournament=keeping.tournament, form=form, title=title)
    return _saved_pool(request, page, make)


@answers.form_page
def pool(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change a pool."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk)
    form = _pool_form(request, keeping, kind=row.kind, pool=row)

    def change(values: dict[str, object]) -> Pool:
        return services.change_pool(row, values, by=keeping.user)

    page = PoolPage(
        tournament=keeping.tournament, form=form, title=pool_title(row), pool=row
    )
    return _saved_pool(request, page, change)


def _pool_form(
    request: HttpRequest, keeping: DirectorVisit, *, kind: str, pool: Pool | None
) -> PoolForm:
    tournament = keeping.tournament
    divisions, events = divisions_and_events(tournament)
    return PoolForm(
        answers.posted(request),
        kind=kind,
        pool=pool,
        till=access.till_of(tournament),
        divisions=divisions,
        events=events,
    )


def _saved_pool(
    request: HttpRequest, page: PoolPage, save: Callable[[dict[str, object]], Pool]
) -> HttpResponse:
    row = answers.made_with(page.form, lambda: save(page.form.values()))
    if row is not None:
        return _told_pool(request, row, _("Pool saved."))
    return answers.show_page(request, page, status=answers.status_with(page.form))


@require_POST
def pool_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a pool."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk, gone=True)
    try:
        row = services.remove_pool(row, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("money", slug=slug)
    return _told_pool(request, row, _("Pool removed. Payments stay recorded."))


@require_POST
def pool_back(
    request: HttpRequest, slug: str, *, pk: int, version: int
) -> HttpResponse:
    """Undo the last change of a pool, or do it again."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk, gone=True)
    try:
        services.undo_pool_change(row, version, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        forth = reverse("pool_back", args=[slug, pk, version + 1])
        text = _("Undone.")
        answers.tell(request, text, redo_url=forth)
    return redirect("money", slug=slug)


@answers.form_page
def auction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record a sale of the auction."""
    keeping = access.money_for_director(request, slug)
    row = access.pool_of(keeping, pk)
    sheet = _sheet(keeping)
    found = next((pool for pool in sheet.pools if pool.pool.pk == row.pk), None)
    if found is None or row.kind != PoolKind.AUCTION:
        raise Http404
    form = BidForm(answers.posted(request), sheet=sheet, pool=found)
    made = _noted(keeping, form, field="about")
    if made is not None:
        _told_note(request, made, _("Sold."))
        return redirect("pool_auction", slug=slug, pk=pk)
    page = AuctionPage(
        tournament=keeping.tournament, sheet=sheet, pool=found, form=form
    )
    return answers.show_page(request, page, status=answers.status_with(form))


@answers.form_page
def account(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the account of a person; POST records a note."""
    keeping = access.money_for_director(request, slug)
    sheet = _sheet(keeping)
    name = "" if number else request.GET.get("name", "")
    found = sheet.account_of(number, name)
    if found is None:
        raise Http404
    form = NoteForm(answers.posted(request), sheet=sheet, account=found)
    made = _noted(keeping, form, field="amount")
    if made is not None:
        _told_note(request, made, _("Recorded."))
        if request.POST.get("to") == "money":
            return redirect("money", slug=slug)
        return redirect(account_address(slug, found))
    page = PayerPage(
        tournament=keeping.tournament, sheet=sheet, account=found, form=form
    )
    return answers.show_page(request, page, status=answers.status_with(form))


def _noted(
    keeping: DirectorVisit, form: BidForm | NoteForm, *, field: str
) -> MoneyNote | None:
    """Return the note that a form makes; a refusal is an error of the field."""

    def note() -> MoneyNote:
        return services.note(keeping.tournament, form.plan(), by=keeping.user)

    return answers.made_with(form, note, field=field)


@require_POST
def join(request: HttpRequest, slug: str, *, pk: int, number: int) -> HttpResponse:
    """Note that an entry takes part in a side pool."""
    keeping = access.money_for_director(request, slug)
    sheet = _sheet(keeping)
    row = access.pool_of(keeping, pk)
    found = sheet.account_of(number)
    if found is None or found.payer.gone or row.kind != PoolKind.SIDE:
        raise Http404
    plan = NotePlan(kind=NoteKind.JOINED, payer=number, pool=row)
    try:
        made = services.note(keeping.tournament, plan, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        _told_note(request, made, _("Recorded."))
    return redirect("money_account", slug=slug, number=number)


@require_POST
def note_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Void a note."""
    keeping = access.money_for_director(request, slug)
    row = access.note_of(keeping, pk)
    try:
        services.take_back(row, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        url = reverse("money_note_again", args=[slug, pk])
        answers.tell(request, _("Cancelled."), redo_url=url)
    return redirect("money", slug=slug)


@require_POST
def note_again(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Record a voided note again."""
    keeping = access.money_for_director(request, slug)
    row = access.note_of(keeping, pk)
    try:
        made = services.note_again(row, by=keeping.user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        _told_note(request, made, _("Recorded again."))
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
    till: Till = access.till_of(keeping.tournament)
    return sheet_of(keeping.tournament, till)


def _told_pool(request: HttpRequest, row: Pool, text: str) -> HttpResponse:
    slug = row.tournament.slug
    url = reverse("pool_back", args=[slug, row.pk, row.version])
    answers.tell(request, text, undo_url=url)
    return redirect("money", slug=slug)


def _told_note(request: HttpRequest, row: MoneyNote, text: str) -> None:
    url = reverse("money_note_back", args=[row.tournament.slug, row.pk])
    answers.tell(request, text, undo_url=url)

"""Pages and buttons of the hall: the tables, calling, moving."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.decisions.adjust import PointsDecision, adjust
from matches.decisions.forms import WalkoverForm
from matches.ledger.queries import newest_adjustment
from matches.rules import AdjustmentReason, Side
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.hall import services, settings
from tournaments.hall.commands import CallCommand, act_sentence, do, gone_text
from tournaments.hall.forms import CountForm, HallForm, TableForm
from tournaments.hall.matches import MatchAtTable, match_at_table
from tournaments.hall.panel import Misplaced, misplaced_in_hall
from tournaments.hall.services import HallAct
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import TournamentPage
from tournaments.tables.calls import hall_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesPage(TournamentPage):
    """The tables of a tournament, as a form.

    `shared` are the other tournaments that play there, `others` those of the day whose
    tables this one can use. `misplaced` are matches at tables that are gone or out of
    order.
    """

    template = "tournaments/hall/tables.html"

    form: HallForm
    shared: Sequence[str]
    others: Sequence[Tournament]
    misplaced: Sequence[Misplaced]


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTablePage(TournamentPage):
    """One match and its table, with everything that can be done about them."""

    template = "tournaments/hall/match.html"

    found: MatchAtTable
    error: str = ""
    typed: str = ""


@answers.form_page
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of a tournament, and save them."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    hall = hall_of(tournament)
    form = HallForm(
        answers.posted(request),
        hall=hall,
        tables=settings.tables_of(hall),
        stages=settings.stage_titles(tournament, hall),
    )

    def save() -> None:
        settings.set_hall(tournament, form.plan(), by=user)

    if answers.done_with(form, save, field="count"):
        answers.tell(request, _("Tables saved."))
        return redirect("tables", slug=slug)
    page = TablesPage(
        tournament=tournament,
        form=form,
        shared=settings.sharing(tournament, hall),
        others=settings.halls_to_share(tournament, by=user),
        misplaced=misplaced_in_hall(tournament),
    )
    return answers.show_page(request, page, status=answers.status_with(form))


@require_POST
def share(request: HttpRequest, slug: str) -> HttpResponse:
    """Play at the tables of another tournament of the day."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    asked = request.POST.get("with", "")
    for other in settings.halls_to_share(tournament, by=user):
        if str(other.pk) == asked:
            try:
                settings.share_hall(tournament, other, by=user)
            except RuleError as error:
                answers.refuse(request, error)
            else:
                text = _("The tables of %(name)s are now shared.")
                answers.tell(request, text % {"name": other.name})
    return redirect("tables", slug=slug)


@require_POST
def call_next(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the next matches to the free tables."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.CALL)
    form = CountForm(request.POST)
    if not form.is_valid():
        answers.refuse_text(request, _("Enter how many matches to call."))
        return redirect("tournament_desk", slug=slug)
    most = form.cleaned_data["most"]
    return _done(
        request, tournament, lambda: services.call_next(tournament, most, by=user)
    )


@require_POST
def all_sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Note that everybody who was called sits at the table."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.CALL)
    return _done(request, tournament, lambda: services.all_sit(tournament, by=user))


@require_POST
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop calling by itself, or go on."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.CALL)
    paused = request.POST.get("paused") == "1"
    try:
        services.set_pause(tournament, paused=paused, by=user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        messages.success(
            request,
            _("Calling is paused: resume calls first.")
            if paused
            else _("Calling resumed."),
        )
    return redirect("tournament_desk", slug=slug)


@answers.form_page
def match_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Call a match, move it, take its call back; or show what can be done."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.CALL)
    found = match_at_table(tournament, number)
    if found is None:
        raise Http404
    page = MatchTablePage(tournament=tournament, found=found)
    if request.method != "POST":
        return answers.show_page(request, page)
    form = TableForm(request.POST)
    if not form.is_valid() or _lacks_table(form):
        page = MatchTablePage(
            tournament=tournament,
            found=found,
            error=_("Enter the number of a table."),
            typed=request.POST.get("table", "")[:10],
        )
        return answers.show_page(request, page, status=answers.REFUSED)
    return _act(request, page, form, by=user)


@require_POST
def give_late(
    request: HttpRequest, slug: str, *, number: int, points: int
) -> HttpResponse:
    """Give a player the points that the desk proposed, as the opponent is late.

    Sent twice it gives them once: then the match has begun.
    """
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.DECIDE
    )
    found, form = match_at_table(tournament, number), WalkoverForm(request.POST)
    if found is None or not form.is_valid():
        raise Http404
    if found.late is None or not 0 < points <= found.late.points:
        text = _(
            "%(match)s: no points awarded. The match has started or has not been "
            "called."
        )
        answers.refuse_text(request, text % {"match": f"M{number}"})
        return redirect("tournament_desk", slug=slug)
    side = Side(form.cleaned_data["winner"])
    decision = PointsDecision(side=side, points=points, reason=AdjustmentReason.LATE)
    op = f"late-{found.code}-{found.revision}"
    try:
        given = adjust(match_id=found.match_id, decision=decision, op=op, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("tournament_desk", slug=slug)
    row = newest_adjustment(given.match)
    text = ngettext(
        "%(match)s: %(count)s point for %(name)s (opponent late).",
        "%(match)s: %(count)s points for %(name)s (opponent late).",
        points,
    )
    name = found.one if side is Side.ONE else found.two
    undo = reverse("remove_adjustment", args=[found.code, row.pk]) if row else ""
    answers.tell(
        request,
        text % {"match": f"M{number}", "count": points, "name": name},
        undo_url=f"{undo}?back=desk" if undo else "",
    )
    return redirect("tournament_desk", slug=slug)


def _lacks_table(form: TableForm) -> bool:
    given = form.cleaned_data
    return given["do"] in {"move", "line_up"} and given["table"] is None


def _act(
    request: HttpRequest, page: MatchTablePage, form: TableForm, *, by: User
) -> HttpResponse:
    given = form.cleaned_data
    command = (
        CallCommand(page.found.number, "line_up")
        if given["do"] == "leave"
        else CallCommand(page.found.number, given["do"], given["table"])
    )
    try:
        done = do(page.tournament, command, by=by)
    except RuleError as error:
        page = MatchTablePage(
            tournament=page.tournament,
            found=page.found,
            error=answers.sentence(error),
            typed="" if given["table"] is None else str(given["table"]),
        )
        return answers.show_page(request, page, status=answers.status_of(error))
    _tell(request, page.tournament, done)
    return redirect("tournament_desk", slug=page.tournament.slug)


def _done(
    request: HttpRequest, tournament: Tournament, act: Callable[[], HallAct]
) -> HttpResponse:
    try:
        _tell(request, tournament, act())
    except RuleError as error:
        answers.refuse(request, error)
    return redirect("tournament_desk", slug=tournament.slug)


def _tell(request: HttpRequest, tournament: Tournament, done: HallAct) -> None:
    if done.gone:
        messages.warning(request, gone_text(done))
    if done.undo is None:
        messages.info(request, act_sentence(done))
        return
    url = reverse("amendment_undo", args=[tournament.slug, done.undo])
    answers.tell(request, act_sentence(done), undo_url=url)

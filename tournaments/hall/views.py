"""Pages and buttons of the hall: the tables, calling, moving."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.ledger.adjust import PointsDecision, adjust
from matches.ledger.lists import state_tag
from matches.ledger.models.match import Match
from matches.ledger.queries import newest_adjustment
from matches.match_page.decision_forms import WalkoverForm
from matches.rules import AdjustmentReason, Side
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.hall import services, settings
from tournaments.hall.commands import CallCommand, act_sentence, do, gone_text
from tournaments.hall.forms import CountForm, HallForm, TableForm
from tournaments.hall.matches import lateness, match_at_table
from tournaments.hall.panel import misplaced_in_hall
from tournaments.hall.services import HallAct
from tournaments.rounds.models import Pairing
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show
from tournaments.tables.calls import hall_of
from tournaments.tables.people import AT_A_TABLE


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
        answers.tell(request, _("Saved."))
        return redirect("tables", slug=slug)
    return show(
        request,
        "tournaments/hall/tables.html",
        tournament,
        form=form,
        shared=settings.sharing(tournament, hall),
        others=settings.halls_to_share(tournament, by=user),
        misplaced=misplaced_in_hall(tournament),
    )


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
    pairing, match = match_at_table(tournament, number)
    if request.method != "POST":
        return _show_match(request, pairing, match)
    form = TableForm(request.POST)
    if not form.is_valid() or _lacks_table(form):
        text = _("Enter the number of a table.")
        return _show_match(request, pairing, match, error=text, status=answers.REFUSED)
    given = form.cleaned_data
    command = (
        CallCommand(number, "line_up")
        if given["do"] == "leave"
        else CallCommand(number, given["do"], given["table"])
    )
    try:
        _tell(request, tournament, do(tournament, command, by=user))
    except RuleError as error:
        text, status = answers.sentence(error), answers.status_of(error)
        return _show_match(request, pairing, match, error=text, status=status)
    return redirect("tournament_desk", slug=slug)


def _show_match(
    request: HttpRequest,
    pairing: Pairing,
    match: Match,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    is_open = match.state in AT_A_TABLE and not pairing.tournament.is_closed
    is_called = is_open and pairing.called_at is not None
    is_playing = pairing.playing_at is not None or match.state == Match.State.PLAYING
    tag = state_tag(
        match.state,
        match.how,
        is_called=pairing.called_at is not None,
        is_locked=pairing.tournament.is_closed,
    )
    return show(
        request,
        "tournaments/hall/match.html",
        pairing.tournament,
        pairing=pairing,
        match=match,
        tag=Match.State.PLAYING if is_called and is_playing else tag,
        is_open=is_open,
        is_called=is_called,
        is_playing=is_playing,
        late=lateness(pairing, match),
        error=error,
        typed=request.POST.get("table", "")[:10],
        status=status,
    )


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
    pairing, match = match_at_table(tournament, number)
    form, late = WalkoverForm(request.POST), lateness(pairing, match)
    if not form.is_valid():
        raise Http404
    if late is None or not 0 < points <= late.points:
        text = _(
            "%(match)s: no points awarded. The match has started or has not been "
            "called."
        )
        answers.refuse_text(request, text % {"match": f"M{number}"})
        return redirect("tournament_desk", slug=slug)
    side = Side(form.cleaned_data["winner"])
    decision = PointsDecision(side=side, points=points, reason=AdjustmentReason.LATE)
    op = f"late-{match.code}-{match.revision}"
    try:
        given = adjust(match_id=match.pk, decision=decision, op=op, by=user)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("tournament_desk", slug=slug)
    row = newest_adjustment(given.match)
    text = ngettext(
        "%(match)s: %(count)s point for %(name)s (opponent late).",
        "%(match)s: %(count)s points for %(name)s (opponent late).",
        points,
    )
    winner = match.player_1 if side is Side.ONE else match.player_2
    undo = reverse("remove_adjustment", args=[match.code, row.pk]) if row else ""
    answers.tell(
        request,
        text % {"match": f"M{number}", "count": points, "name": winner.name},
        undo_url=f"{undo}?back=desk" if undo else "",
    )
    return redirect("tournament_desk", slug=slug)


def _lacks_table(form: TableForm) -> bool:
    given = form.cleaned_data
    return given["do"] in {"move", "line_up"} and given["table"] is None


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

"""Drawing a round, looking at the draft, publishing it, printing its sheets."""

from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches import web
from matches.models import User
from matches.rules.errors import RuleError
from tournaments import access, engine, tasks
from tournaments.engine.record import shortened
from tournaments.forms import DrawForm, ReasonForm, SwapForm
from tournaments.models import Draw, Job, Stage
from tournaments.selectors.addresses import FIRST, stage_url
from tournaments.selectors.desk import desk_view
from tournaments.selectors.draws import Draft, draft_of
from tournaments.selectors.entries import entry_names
from tournaments.selectors.next_steps import next_step
from tournaments.selectors.rounds import Names, note_texts
from tournaments.selectors.tournaments import stages_of
from tournaments.services.draws import announce_draw, request_draw
from tournaments.services.draws import call_off as discard
from tournaments.services.making import is_current
from tournaments.services.printouts import current_sheets, request_sheets
from tournaments.services.rounds import publish_round, take_back_round
from tournaments.services.swaps import can_swap
from tournaments.services.swaps import swap as swap_entries

WAITING = {Draw.State.ANNOUNCED, Draw.State.DRAFT}
"""Of these a director has to know when the field has changed since."""
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@web.form_page
def draw(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """The draw of the next round: a button, its progress, the draft."""
    tournament, user = access.tournament_for_director(request, slug)
    chosen = access.stage_for_director(tournament, stage)
    if chosen.is_branch:
        return redirect(stage_url(chosen.root, "draw"))
    if request.method != "POST":
        return _show(request, chosen, form=DrawForm())
    form = DrawForm(request.POST)
    if not form.is_valid():
        return _show(request, chosen, form=form)
    try:
        asked = _ask(request, chosen, form=form, user=user)
    except RuleError as error:
        return _show(request, chosen, form=form, error=error)
    if asked.job_id is not None:
        tasks.ring(asked.job_id)
    return redirect(stage_url(chosen, "draw"))


def _ask(request: HttpRequest, stage: Stage, *, form: DrawForm, user: User) -> Draw:
    """Announce the draw, or have it made."""
    given = form.cleaned_data
    what: dict[str, Any] = {
        "tournament": stage.division.tournament,
        "stage": stage,
        "reason": given["reason"].strip(),
        "ahead": given["ahead"],
        "by": user,
    }
    if "announce" in request.POST:
        return announce_draw(**what)
    return request_draw(seed=form.chosen(), **what)


@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Discard an announced draw or a draft: it stays on record by its number."""
    tournament, user = access.tournament_for_director(request, slug)
    found = access.draw_for_director(tournament, pk)
    try:
        discard(draw_id=found.pk, tournament=tournament, by=user)
    except RuleError as error:
        return _show(request, found.stage, error=error)
    web.tell(request, _("The draw is called off."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let two players of the draft change places."""
    tournament, user = access.tournament_for_director(request, slug)
    found = access.draw_for_director(tournament, pk)
    form = SwapForm(request.POST, numbers=_numbers(found))
    pair = form.pair() if form.is_valid() else None
    try:
        swap_entries(
            draw_id=found.pk,
            tournament=tournament,
            first=pair[0] if pair else 0,
            second=pair[1] if pair else 0,
            by=user,
        )
    except RuleError as error:
        return _show(request, found.stage, error=error)
    web.tell(request, _("The two players have changed places."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def publish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make the draft public and start printing its score sheets."""
    tournament, user = access.tournament_for_director(request, slug)
    seen = request.POST.get("swaps", "")[:4]
    try:
        published = publish_round(
            draw_id=pk,
            tournament=tournament,
            swaps=int(seen) if seen.isdecimal() else 0,
            by=user,
        )
    except RuleError as error:
        return _show(request, access.stage_of_draw(tournament, pk), error=error)
    printout = request_sheets(published=published.round)
    tasks.ring(printout.job_id)
    values = {"number": published.round.number}
    if published.changed:
        web.tell(request, _("Round %(number)s is public.") % values)
    else:
        messages.info(request, _("Round %(number)s was already public.") % values)
    return redirect("tournament_desk", slug=slug)


@web.form_page
def take_back(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """Withdraw the last round while nothing of it was played, with a reason."""
    tournament, user = access.tournament_for_director(request, slug)
    chosen = access.stage_for_director(tournament, stage)
    access.round_for_public(chosen, number)
    form = ReasonForm(web.posted(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        try:
            take_back_round(
                round_number=number,
                tournament=tournament,
                stage=chosen,
                reason=reason,
                by=user,
            )
        except RuleError as error:
            form.add_error(None, web.sentence(error))
        else:
            web.tell(request, _("Round %(number)s is taken back.") % {"number": number})
            return redirect(stage_url(chosen, "draw"))
    context = {
        "tournament": tournament,
        "stage": chosen,
        "number": number,
        "form": form,
        "tab": "draw",
    }
    status = web.REFUSED if form.is_bound else 200
    return render(
        request, "tournaments/director/take_back.html", context, status=status
    )


@web.form_page
def sheets(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """The score sheets of a round: made in the background, then one click away."""
    tournament, _user = access.tournament_for_director(request, slug)
    chosen = access.stage_for_director(tournament, stage)
    published = access.round_for_public(chosen, number)
    again = request.method == "POST"
    printout = request_sheets(published=published, again=again)
    if printout.job.state == Job.State.QUEUED and not web.is_fragment(request):
        tasks.ring(printout.job_id)
    if again:
        return redirect(stage_url(chosen, "sheets", number))
    context = {
        "tournament": tournament,
        "stage": chosen,
        "number": number,
        "job": printout.job,
        "error": _job_error(printout.job),
        "only_here": urlsplit(settings.SITE_URL).hostname in LOOPBACK,
        "tab": "desk",
    }
    ended = web.is_fragment(request) and not printout.job.is_open
    return web.show(
        request,
        page="tournaments/director/sheets.html",
        fragment="tournaments/director/_sheets.html",
        context=context,
        status=web.OVER if ended else 200,
    )


@require_safe
def sheets_pdf(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """The PDF itself; while it is not ready, the page that waits for it."""
    tournament, _user = access.tournament_for_director(request, slug)
    chosen = access.stage_for_director(tournament, stage)
    published = access.round_for_public(chosen, number)
    printout = current_sheets(published)
    if printout is None or printout.made_at is None:
        return redirect(stage_url(chosen, "sheets", number))
    answer = HttpResponse(bytes(printout.content), content_type="application/pdf")
    name = f"{tournament.slug}-{number}.pdf"
    answer["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(name, safe='')}"
    answer["Cache-Control"] = "private, no-store"
    return answer


def _show(
    request: HttpRequest,
    stage: Stage,
    *,
    form: DrawForm | None = None,
    error: RuleError | None = None,
) -> HttpResponse:
    tournament = stage.division.tournament
    view = desk_view(tournament, stage)
    drawn = view.draw
    draft = draft_of(drawn) if drawn and drawn.is_draft else Draft()
    notes = drawn.record.get("notes", []) if drawn else []
    names = entry_names(stage) if notes else Names()
    stale = drawn is not None and drawn.state in WAITING and not is_current(drawn)
    context: dict[str, Any] = {
        "tournament": tournament,
        "stage": view.stage,
        "stages": stages_of(tournament),
        "step": next_step(view),
        "view": view,
        "draw": drawn,
        "draft": draft,
        "can_swap": drawn is not None and can_swap(drawn),
        "job": drawn.job if drawn else None,
        "notes": note_texts(notes, names),
        "stale": stale,
        "format": engine.format_named(view.stage.format),
        "job_error": _job_error(drawn.job) if drawn else "",
        "form": form or DrawForm(),
        "was_ahead": drawn is not None and _was_ahead(drawn),
        "announced": drawn is not None and drawn.state == Draw.State.ANNOUNCED,
        "short": shortened(drawn.fingerprint) if drawn else "",
        "may_ahead": engine.format_named(view.stage.format).can_draw_ahead,
        "error": web.sentence(error) if error else _reason_error(form),
        "reason": request.POST.get("reason", ""),
        "tab": "draw",
    }
    waiting = drawn is not None and drawn.job is not None and drawn.job.is_open
    settled = web.OVER if web.is_fragment(request) and not waiting else 200
    refused = form is not None and bool(form.errors)
    status = web.REFUSED if refused else web.status_of(error) if error else settled
    return web.show(
        request,
        page="tournaments/director/draw.html",
        fragment="tournaments/director/_draw.html",
        context=context,
        status=status,
    )


def _was_ahead(drawn: Draw) -> bool:
    return bool(drawn.record.get("state", {}).get("ahead"))


def _reason_error(form: DrawForm | None) -> str:
    """Return what is wrong with the reason: its field stands in several places."""
    found = form.errors.get("reason") if form is not None else None
    return str(found[0]) if found else ""


def _job_error(job: Job | None) -> str:
    if job is None or job.state != Job.State.FAILED:
        return ""
    return web.sentence(RuleError(job.error, **job.error_params))


def _numbers(drawn: Draw) -> list[int]:
    rows = drawn.pairings.values_list("entry_1__number", "entry_2__number")
    return [number for pair in rows for number in pair if number is not None]

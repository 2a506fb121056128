"""The draw of the next round: asking for it, changing and publishing the draft."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.documents import services as documents_services
from matches.jobs import tasks
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments import engine
from tournaments.draws.forms import DrawForm, RedrawReasonForm, SwapForm
from tournaments.draws.page import show_draw
from tournaments.draws.publish import (
    first_unplayed,
    last_together,
    publish_round,
    rounds_to_take_back,
    take_back_round,
)
from tournaments.draws.publish_schedule import publish_schedule
from tournaments.draws.queries import numbers_in
from tournaments.draws.request import announce_draw, pair_at_once, request_draw
from tournaments.draws.request import call_off as discard
from tournaments.draws.settings import DrawSettingsForm
from tournaments.draws.swap import swap as swap_entries
from tournaments.engine import has_schedule
from tournaments.rounds import access as rounds_access
from tournaments.rounds.models import Draw
from tournaments.structure import access as structure_access
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.models import Stage
from tournaments.structure.page import show
from tournaments.structure.queries import FIRST, stage_url


@answers.form_page
def draw(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Show the draw of the next round: a button, its progress, or the draft."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    chosen = structure_access.stage_for_director(tournament, stage)
    if chosen.is_branch:
        return redirect(stage_url(chosen.root, "draw"))
    if request.method != "POST":
        return show_draw(request, chosen)
    form = DrawForm(request.POST)
    if not form.is_valid():
        return show_draw(request, chosen, form=form)
    if "whole" in request.POST:
        reason = form.cleaned_data["reason"].strip()
        return _publish_whole(request, chosen, reason=reason, user=user)
    try:
        asked = _ask(request, chosen, form=form, user=user)
    except RuleError as error:
        return show_draw(request, chosen, form=form, error=error)
    if form.cleaned_data["call"] and engine.format_named(chosen.format).is_endless:
        response = _call_at_once(request, chosen, asked, user=user)
    else:
        if asked.job_id is not None:
            tasks.send_on_commit(asked.job_id)
        response = redirect(stage_url(chosen, "draw"))
    return response


def _call_at_once(
    request: HttpRequest, stage: Stage, draw: Draw, *, user: User
) -> HttpResponse:
    """Make a requested draw in this request and publish it without showing a draft.

    If it fails, or a worker has taken it, its page is shown.
    """
    tournament = stage.division.tournament
    if draw.job_id is not None:
        tasks.run_job(draw.job_id)
    draw.refresh_from_db(fields=["state"])
    if not draw.is_draft:
        return redirect(stage_url(stage, "draw"))
    try:
        published = publish_round(draw_id=draw.pk, tournament=tournament, by=user)
    except RuleError as error:
        return show_draw(request, stage, error=error)
    documents_services.prepare("score-sheets", published.round)
    answers.tell(request, _("The new pairings are public."))
    return redirect("tournament_desk", slug=tournament.slug)


def _ask(request: HttpRequest, stage: Stage, *, form: DrawForm, user: User) -> Draw:
    """Announce a draw, or request it."""
    given, tournament = form.cleaned_data, stage.division.tournament
    reason, ahead = given["reason"].strip(), given["ahead"]
    if given["announce"]:
        return announce_draw(
            tournament=tournament, stage=stage, reason=reason, ahead=ahead, by=user
        )
    if given["at_once"] or "at_once" in request.GET:
        return pair_at_once(tournament=tournament, stage=stage, reason=reason, by=user)
    return request_draw(
        tournament=tournament,
        stage=stage,
        reason=reason,
        ahead=ahead,
        dice=given["dice"],
        by=user,
    )


@require_POST
def change_settings(
    request: HttpRequest, slug: str, stage: int = FIRST
) -> HttpResponse:
    """Change the seeds, the byes and who is kept apart in the next draw."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    chosen = structure_access.stage_for_director(tournament, stage).root
    form = DrawSettingsForm(chosen, request.POST)
    if not form.is_valid():
        return show_draw(request, chosen, settings=form)
    try:
        form.save(by=user)
    except RuleError as error:
        return show_draw(request, chosen, error=error)
    answers.tell(request, _("Saved."))
    return redirect(stage_url(chosen, "draw"))


@require_POST
def call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Discard an announced draw or a draft. Its number stays on record."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    found = rounds_access.draw_for_director(tournament, pk)
    try:
        discard(draw_id=found.pk, tournament=tournament, by=user)
    except RuleError as error:
        return show_draw(request, found.stage, error=error)
    answers.tell(request, _("Draw cancelled."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def swap(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Swap two players of the draft."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    found = rounds_access.draw_for_director(tournament, pk)
    form = SwapForm(request.POST, numbers=numbers_in(found))
    first, second = form.pair()
    try:
        swap_entries(
            draw_id=found.pk,
            tournament=tournament,
            first=first,
            second=second,
            reason=form.cleaned_data.get("swap_reason", "").strip(),
            by=user,
        )
    except RuleError as error:
        return show_draw(request, found.stage, error=error)
    answers.tell(request, _("The two players have been swapped."))
    return redirect(stage_url(found.stage, "draw"))


@require_POST
def publish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Publish the draft, and start printing its score sheets."""
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    seen = request.POST.get("swaps", "")[:4]
    swaps = int(seen) if seen.isdecimal() else 0
    if "whole" in request.POST:
        chosen = rounds_access.stage_of_draw(tournament, pk)
        reason = request.POST.get("reason", "").strip()[:200]
        return _publish_whole(
            request, chosen, draft=pk, swaps=swaps, reason=reason, user=user
        )
    try:
        published = publish_round(
            draw_id=pk, tournament=tournament, swaps=swaps, by=user
        )
    except RuleError as error:
        return show_draw(
            request, rounds_access.stage_of_draw(tournament, pk), error=error
        )
    documents_services.prepare("score-sheets", published.round)
    values = {"number": published.round.number}
    if published.round.stage.is_endless:
        answers.tell(request, _("The new pairings are public."))
    elif published.changed:
        answers.tell(request, _("Round %(number)s published.") % values)
    else:
        messages.info(request, _("Round %(number)s was already published.") % values)
    return redirect("tournament_desk", slug=slug)


def _publish_whole(
    request: HttpRequest,
    stage: Stage,
    *,
    draft: int | None = None,
    swaps: int = 0,
    reason: str,
    user: User,
) -> HttpResponse:
    """Publish all rounds that are known beforehand, with one undo for them."""
    tournament = stage.division.tournament
    try:
        made = publish_schedule(
            tournament=tournament,
            stage=stage,
            draft=draft,
            swaps=swaps,
            reason=reason,
            by=user,
        )
    except RuleError as error:
        return show_draw(request, stage, error=error)
    if not made:
        messages.info(request, _("All these rounds were already published."))
        return redirect("tournament_desk", slug=tournament.slug)
    documents_services.prepare("score-sheets", made[0])
    first = made[0].number
    answers.tell(
        request,
        _("Rounds %(round)s to %(last)s published.")
        % {"round": first, "last": made[-1].number},
        undo_url=f"{stage_url(stage, 'take_back', first)}?{UNDO}=1",
    )
    return redirect("tournament_desk", slug=tournament.slug)


UNDO = "undo"
"""The parameter by which the undo of publishing says that it is one."""


@answers.form_page
def take_back(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """Take back the last round, with a reason, while no match of it has begun.

    Of a schedule several rounds are taken back together, from this one on. The undo of
    publishing has its own reason.
    """
    tournament, user = structure_access.tournament_for_director(request, slug, Act.DRAW)
    chosen = structure_access.stage_for_director(tournament, stage)
    rounds_access.round_for_public(chosen, number)
    form = RedrawReasonForm(answers.posted(request))
    last = last_together(chosen, number)
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"].strip()
        if UNDO in request.GET:
            reason = reason or _("Published by mistake.")
        try:
            done = take_back_round(
                round_number=number,
                tournament=tournament,
                stage=chosen,
                reason=reason,
                by=user,
            )
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
        else:
            text = _("Round %(number)s unpublished.")
            if chosen.is_endless:
                text = _("The latest pairings were unpublished.")
            elif last > number:
                text = _("Rounds %(number)s to %(last)s unpublished.")
            answers.tell(
                request,
                text % {"number": number, "last": last},
                undo_url=reverse("amendment_undo", args=[slug, done.pk]),
            )
            return redirect(stage_url(chosen, "draw"))
    # What was typed stays on the page that answers it.
    refusal = None if form.is_bound else _refusal(chosen, number)
    first = first_unplayed(chosen) if has_schedule(chosen.format) else number
    return show(
        request,
        "tournaments/draws/take_back.html",
        tournament,
        tab="draw",
        status=answers.REFUSED if form.is_bound else 200,
        number=number,
        last=last,
        first=first,
        more_url=stage_url(chosen, "take_back", first) if first < number else "",
        form=form,
        refusal=refusal,
        is_endless=chosen.is_endless,
    )


def _refusal(stage: Stage, number: int) -> RuleError | None:
    """Return why a round cannot be taken back now, None if it can."""
    if stage.division.tournament.is_closed:
        return TOURNAMENT_CLOSED()
    try:
        rounds_to_take_back(stage, number)
    except RuleError as error:
        return error
    return None

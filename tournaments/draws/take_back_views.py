"""Taking a round back, or the last rounds of a schedule together."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.draws.forms import RedrawReasonForm
from tournaments.draws.publish import (
    first_unplayed,
    last_together,
    rounds_to_take_back,
    take_back_round,
)
from tournaments.engine.schedule import has_schedule
from tournaments.rounds import access as rounds_access
from tournaments.structure import access as structure_access
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.models import Stage
from tournaments.structure.page import show
from tournaments.structure.queries import FIRST, stage_url

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

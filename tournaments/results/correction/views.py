"""Correcting a result: what it changes, a choice, and one undo."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.ledger.amendments import drops_games
from matches.ledger.models.match import Match
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.results.correction.effects import shown
from tournaments.results.correction.forms import CorrectionForm
from tournaments.results.correction.plan import Effects
from tournaments.results.correction.queries import (
    correction_for_director,
    opened_by,
    redraws,
)
from tournaments.results.correction.services import correct as correct_result
from tournaments.results.correction.services import preview
from tournaments.results.errors import NOT_CORRECTABLE
from tournaments.rounds import access as rounds_access
from tournaments.rounds.models import Pairing
from tournaments.structure import access as structure_access
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.page import show
from tournaments.structure.queries import stage_url
from tournaments.tables.next_steps import NextStep


@answers.form_page
def correct(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the form of a correction and its effects; POST previews or applies it."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.CORRECT
    )
    pairing = rounds_access.pairing_for_director(tournament, code)
    # The result box sends here what was typed there; nothing is saved by that.
    asked = request.GET if request.GET.get("step") == "preview" else None
    posted = answers.posted(request)
    given = asked if posted is None else posted
    form = CorrectionForm(given, match=_match(pairing))
    refusal = _refusal(tournament, pairing)
    if refusal is not None or not form.is_valid():
        status = answers.REFUSED if form.is_bound else 200
        return _show(request, pairing, form, error=refusal, status=status)
    if request.POST.get("step") != "apply":
        return _preview(request, pairing, form)
    try:
        made = correct_result(
            tournament=tournament, match=_match(pairing), chosen=form.chosen(), by=user
        )
    except RuleError as error:
        return _preview(
            request,
            rounds_access.pairing_for_director(tournament, code),
            form,
            error=error,
        )
    answers.tell(
        request,
        _("%(label)s is corrected.") % {"label": f"M{pairing.match_number}"},
        undo_url=reverse("amendment_undo", args=[slug, made.amendment_id]),
    )
    return redirect("correction", slug=slug, pk=made.pk)


@require_safe
def correction(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.CORRECT
    )
    made = correction_for_director(tournament, pk)
    again = redraws(made)
    return show(
        request,
        "tournaments/results/correction/corrected.html",
        tournament,
        correction=made,
        label=f"M{made.match.pairing.match_number}",
        lines=shown(made.effects),
        opened=opened_by(made),
        step=_next_step(again) if again else None,
    )


def _preview(
    request: HttpRequest,
    pairing: Pairing,
    form: CorrectionForm,
    *,
    error: RuleError | None = None,
) -> HttpResponse:
    """Show what would change; `error` says why it was not applied."""
    try:
        effects = preview(match=_match(pairing), wanted=form.wanted())
    except RuleError as refusal:
        form.add_error(None, answers.sentence(refusal))
        return _show(request, pairing, form, status=answers.status_of(refusal))
    if error is not None:
        form.add_error(None, answers.sentence(error))
    status = 200 if error is None else answers.status_of(error)
    return _show(request, pairing, form, effects=effects, status=status)


def _show(
    request: HttpRequest,
    pairing: Pairing,
    form: CorrectionForm,
    *,
    effects: Effects | None = None,
    error: RuleError | None = None,
    status: int = 200,
) -> HttpResponse:
    match = _match(pairing)
    return show(
        request,
        "tournaments/results/correction/correct.html",
        pairing.tournament,
        status=status,
        match=match,
        label=f"M{pairing.match_number}",
        form=form,
        effects=effects,
        # The suggested way is chosen until another is.
        mode=form["mode"].value() or (effects.suggestion.mode if effects else ""),
        drops_games=effects and drops_games(match, effects.case.result),
        error="" if error is None else answers.sentence(error),
    )


def _next_step(stage: Stage) -> NextStep:
    return NextStep(
        strong=_("Rounds were unpublished."),
        text=_("Draw them again when you are ready."),
        url=stage_url(stage, "draw"),
        action=_("Draw"),
    )


def _refusal(tournament: Tournament, pairing: Pairing) -> RuleError | None:
    """Return the reason why nothing can be corrected here, None if something can."""
    if tournament.is_closed:
        return TOURNAMENT_CLOSED()
    if _match(pairing).state != Match.State.DONE:
        return NOT_CORRECTABLE()
    return None


def _match(pairing: Pairing) -> Match:
    if pairing.match is None:
        raise Http404
    return pairing.match

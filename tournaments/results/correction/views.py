"""Correcting a result: what it changes, a choice, and one undo."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.accounts.roles import Act
from matches.ledger.models.match import Match
from matches.ledger.replace_result import drops_games
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.results.amendments.models import Correction
from tournaments.results.correction.forms import CorrectionForm
from tournaments.results.correction.plan import Effects
from tournaments.results.correction.queries import (
    CorrectionView,
    correction_for_director,
    correction_view,
)
from tournaments.results.correction.services import correct as correct_result
from tournaments.results.correction.services import preview
from tournaments.results.errors import NOT_CORRECTABLE
from tournaments.rounds import access as rounds_access
from tournaments.rounds.models import Pairing
from tournaments.structure import access as structure_access
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.models import Tournament
from tournaments.structure.page import TournamentPage
from tournaments.structure.queries import stage_url
from tournaments.tables.next_steps import NextStep


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPage(TournamentPage):
    """The form of a correction, and what it would change.

    `error` says why nothing can be corrected here at all.
    """

    template = "tournaments/results/correction/correct.html"

    match: Match
    label: str
    form: CorrectionForm
    effects: Effects | None
    error: str

    @property
    def mode(self) -> str:
        """The way that is chosen: the suggested one, until another is."""
        suggested = self.effects.suggestion.mode if self.effects else ""
        return str(self.form["mode"].value() or suggested)

    @property
    def drops_games(self) -> bool:
        """Whether the games of the match would not count any more."""
        if self.effects is None:
            return False
        return drops_games(self.match, self.effects.case.result)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectedPage(TournamentPage):
    """The page of the effects of a correction."""

    template = "tournaments/results/correction/corrected.html"

    view: CorrectionView

    @property
    def step(self) -> NextStep | None:
        """The next step after a correction that took rounds back."""
        return _next_step(self.view)


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
    """Show the effects of a correction, the players to inform, and its undo."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.CORRECT
    )
    return _show_correction(
        request, tournament, correction_for_director(tournament, pk)
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
    page = CorrectPage(
        tournament=pairing.tournament,
        match=_match(pairing),
        label=f"M{pairing.match_number}",
        form=form,
        effects=effects,
        error="" if error is None else answers.sentence(error),
    )
    return answers.show_page(request, page, status=status)


def _show_correction(
    request: HttpRequest, tournament: Tournament, found: Correction
) -> HttpResponse:
    page = CorrectedPage(tournament=tournament, view=correction_view(found))
    return answers.show_page(request, page)


def _next_step(view: CorrectionView) -> NextStep | None:
    """Return the step after a correction that took rounds back."""
    if view.redraws is None:
        return None
    return NextStep(
        strong=_("Rounds were unpublished."),
        text=_("Draw them again when you are ready."),
        url=stage_url(view.redraws, "draw"),
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

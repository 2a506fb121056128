"""Correcting a game, after showing what else that changes."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger import recording
from matches.ledger.queries import (
    GameLine,
    MatchView,
    SessionGame,
    SessionView,
    correction_changes,
)
from matches.ledger.reporter import Reporter
from matches.match_page import pad as pads
from matches.match_page.forms import GameForm
from matches.match_page.games import Reader, reasons_for, remark_of
from matches.match_page.pad import counting_before
from matches.match_page.page import GAMES, Sent, view_of
from matches.match_page.views import as_stored, game_form_of, show_match, stored_words
from matches.rules import Ledger
from matches.rules.refusals import RuleError
from matches.web import answers


@answers.form_page
def edit_game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct an earlier game; other effects of the correction are shown first."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    view = view_of(match)
    line = _line(view, number)
    if line is None:
        messages.error(request, _("That game no longer exists."))
        if request.method == "POST":
            return show_match(
                request, match, reporter, sent=Sent(GAMES), status=answers.CONFLICT
            )
        return redirect("match", code=match.code)
    if request.method != "POST":
        seen = _seen_remark(request, line, reporter)
        form = GameForm(initial=pads.as_typed(line, seen or ""))
        return _show_edit(request, view, line=line, form=form)
    form = game_form_of(request.POST, match)
    if not form.is_valid():
        return _show_edit(request, view, line=line, form=form, status=answers.REFUSED)
    return _correct(request, view, line=line, form=form, reporter=reporter)


def _line(view: MatchView | SessionView, number: int) -> GameLine | SessionGame | None:
    return next((line for line in view.lines if line.game.number == number), None)


def _seen_remark(
    request: HttpRequest, line: GameLine | SessionGame, reporter: Reporter
) -> str | None:
    """Return the remark on a game, None if the reporter may not see it."""
    match = line.game.match
    is_private = ledger_access.may_here(request, match, Act.SEE_PRIVATE)
    seen = remark_of(line.game, Reader(is_private, side=reporter.side))
    return None if seen is None else seen.text


def _correct(
    request: HttpRequest,
    view: MatchView | SessionView,
    *,
    line: GameLine | SessionGame,
    form: GameForm,
    reporter: Reporter,
) -> HttpResponse:
    """Save a correction, after showing its other effects."""
    match, number, typed = view.match, line.game.number, form.result()
    result = as_stored(match, typed)
    remark: str | None = form.cleaned_data["remark"]
    if not remark and _seen_remark(request, line, reporter) is None:
        remark = None  # an empty field does not remove what its reader cannot see
    try:
        if isinstance(view, MatchView) and request.POST.get("seen") != repr(result):
            notes = correction_changes(view, number=number, result=result)
            if notes:
                return _show_edit(request, view, line=line, form=form, notes=notes)
        recording.correct_game(
            match_id=match.pk,
            number=number,
            result=result,
            replaces=form.cleaned_data["replaces"] or 0,
            by=reporter,
            remark=remark,
        )
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return _show_edit(
            request, view, line=line, form=form, status=answers.status_of(error)
        )
    sentences = [_("Game %(number)s corrected.") % {"number": number}]
    sentences.append(stored_words(typed, result))
    answers.tell(request, " ".join(filter(None, sentences)))
    return redirect(f"{reverse('match', args=[match.code])}?pad=games")


def _show_edit(
    request: HttpRequest,
    view: MatchView | SessionView,
    *,
    line: GameLine | SessionGame,
    form: GameForm,
    notes: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    """Show the form. With `notes`, the effects, sending it again saves the input."""
    match = view.match
    if isinstance(view, SessionView):
        counting = counting_before(view, line.game.number)
        grid = pads.money_grid(view.session.rules, counting, also=(line.game.cube,))
        before: Ledger | None = None
    else:
        before = view.ledger_before(line.game.number)
        grid = pads.grid_of(before, also=(line.game.cube,))
    page = {
        "match": match,
        "line": line,
        "before": before,
        "game_form": form,
        "sides": pads.sides_of(match),
        "grid": grid,
        "reasons": reasons_for(is_money=match.is_money),
        "is_director": ledger_access.may_here(request, match, Act.DECIDE),
        "notes": notes,
        "seen": repr(as_stored(match, form.result())) if notes else "",
    }
    context = {"page": page, "form": form}
    template = "matches/match_page/edit_game.html"
    return render(request, template, context, status=status)

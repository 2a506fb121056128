"""The match page: the score for all visitors, the pad for those who may record."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.ledger import access as ledger_access
from matches.ledger import recording
from matches.ledger.book import Recorded
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import (
    GameLine,
    MatchView,
    SessionGame,
    SessionView,
    correction_changes,
    final_of,
)
from matches.ledger.reporter import SHEET, Reporter
from matches.match_page import pad as pads
from matches.match_page.forms import FinalScoreForm, GameForm
from matches.match_page.game_counts import counting_before
from matches.match_page.games import reasons_for
from matches.match_page.page import contents_of, page_of, view_of
from matches.match_page.panels import MatchPage
from matches.match_page.sentences import removal_sentence, score_sentence
from matches.players.codes import SHEET_CODE_LENGTH, normalised
from matches.rulebook.profiles import Reporting
from matches.rulebook.switches.scoring import SCORING
from matches.rules import (
    GameResult,
    Ledger,
    Scoring,
    without_refused_beaver,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.throttle import count_wrong_code, slow_wrong_code


@require_safe
def find_match(request: HttpRequest) -> HttpResponse:
    """Redirect from a typed code to its match or score sheet; else show an error."""
    code = normalised(request.GET.get("code", ""))[:20]
    if len(code) == SHEET_CODE_LENGTH and ledger_access.is_sheet_code(code):
        return redirect("sheet", code=code)
    if code and ledger_access.is_match_for_viewer(request, code):
        return redirect("match", code=code)
    if code:
        sentence = _(
            "No match has the code %(code)s. Look again: it is next to the QR "
            "code on the score sheet."
        ) % {"code": code}
        return answer_wrong_code(request, code, sentence)
    return render(request, "matches/match_page/find.html", {"code": code})


def answer_wrong_code(request: HttpRequest, code: str, sentence: str) -> HttpResponse:
    """Count a code that does not exist, say so, and offer to type another.

    After many from one address the answer comes late. A right code is still answered at
    once: the whole hall is behind that address.
    """
    if is_many := count_wrong_code(request):
        sentence = _("Many wrong codes came from here. Look at yours again.")
    messages.error(request, sentence)
    status = HTTPStatus.TOO_MANY_REQUESTS if is_many else HTTPStatus.NOT_FOUND
    answer = render(
        request, "matches/match_page/find.html", {"code": code}, status=status
    )
    return slow_wrong_code(request, answer)


@require_safe
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match; polled with the revision that the page has."""
    match = ledger_access.match_for_viewer(request, code)
    seen = answers.is_fragment(request) and request.GET.get("f") == str(match.revision)
    if seen and match.locked_at is None:
        return HttpResponse(status=answers.UNCHANGED)
    answer = show_match(request, match)
    if answers.is_fragment(request) and match.locked_at:
        answer.status_code = answers.OVER
    return answer


@require_POST
def save_final(request: HttpRequest, code: str) -> HttpResponse:
    """Record a quick report."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = FinalScoreForm(request.POST)
    if not form.is_valid():
        return show_match(
            request, match, pad="final", final_form=form, status=answers.REFUSED
        )
    try:
        recorded = _record_final(match, form, reporter)
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        match.refresh_from_db()
        return show_match(
            request,
            match,
            pad="final",
            final_form=form,
            status=answers.status_of(error),
        )
    # No undo for a correction: it would not restore the first score. Correct it again.
    is_correction = form.cleaned_data["corrects"] is not None
    return answer_saved(request, recorded, undoable=not is_correction)


@require_POST
def save_game(request: HttpRequest, code: str) -> HttpResponse:
    """Record the next game."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = _game_form(request.POST, match)
    if form.is_valid():
        typed = form.result()
        result = _as_stored(match, typed)
        try:
            recorded = recording.record_game(
                match_id=match.pk,
                result=result,
                after=form.cleaned_data["after"] or 0,
                remark=form.cleaned_data["remark"],
                by=reporter,
            )
        except RuleError as error:
            form.add_error(None, answers.sentence(error))
            match.refresh_from_db()
            return show_match(
                request,
                match,
                pad="games",
                game_form=form,
                status=answers.status_of(error),
            )
        note = _stored_words(typed, result)
        return answer_saved(request, recorded, pad="games", note=note)
    return show_match(
        request, match, pad="games", game_form=form, status=answers.REFUSED
    )


def _as_stored(match: Match, typed: GameResult) -> GameResult:
    rules = match.money_rules if match.is_money else match.rules
    return without_refused_beaver(rules, typed)


def _stored_words(typed: GameResult, stored: GameResult) -> str:
    """Return how a game is stored if that differs from the input, else ""."""
    if typed == stored:
        return ""
    return _(
        "The refused beaver is stored as a dropped double at %(cube)s, without that "
        "beaver."
    ) % {"cube": stored.cube}


@require_safe
def game_counts(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Say what a game of this number would count; for the script of the pad."""
    match, _reporter = ledger_access.match_for_scorer(request, code)
    view = view_of(match)
    if not 1 <= number <= view.game_number:
        raise Http404
    form = _game_form(request.GET, match)
    if not form.is_valid():
        return JsonResponse({}, status=answers.REFUSED)
    result = _as_stored(match, form.result())
    counts = counting_before(view, number)(result)
    if counts is None:
        return JsonResponse({}, status=answers.REFUSED)
    checkers = result.checkers and str(result.checkers.points)
    return JsonResponse({**asdict(counts), "checkers": checkers or ""})


@answers.form_page
def edit_game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct an earlier game; other effects of the correction are shown first."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    view = view_of(match)
    line = _line(view, number)
    if line is None:
        messages.error(request, _("That game is no longer there."))
        if request.method == "POST":
            return show_match(request, match, pad="games", status=answers.CONFLICT)
        return redirect("match", code=match.code)
    if request.method != "POST":
        form = GameForm(initial=pads.as_typed(line))
        return _show_edit(request, view, line=line, form=form)
    form = _game_form(request.POST, match)
    if not form.is_valid():
        return _show_edit(request, view, line=line, form=form, status=answers.REFUSED)
    return _correct(request, view, line=line, form=form, reporter=reporter)


@require_POST
def undo(request: HttpRequest, code: str, revision: int) -> HttpResponse:
    """Void the newest fact: the reported result, or else the last game."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    has_final = final_of(match) is not None
    pad = "final" if has_final and not match.is_money else "games"
    remove = recording.remove_final if has_final else recording.remove_last_game
    try:
        recorded = remove(match_id=match.pk, revision=revision, by=reporter)
    except RuleError as error:
        match.refresh_from_db()
        return show_match(request, match, status=answers.refuse(request, error))
    match = recorded.match
    answers.tell(
        request,
        removal_sentence(match),
        redo_url=reverse("redo", args=[match.code, match.revision]),
    )
    return _back(request, match, pad=pad)


@require_POST
def redo(request: HttpRequest, code: str, revision: int) -> HttpResponse:
    """Restore what was just removed."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    try:
        recorded = recording.redo(match_id=match.pk, revision=revision, by=reporter)
    except RuleError as error:
        match.refresh_from_db()
        return show_match(request, match, status=answers.refuse(request, error))
    return answer_saved(request, recorded, pad="games")


def _game_form(sent: QueryDict, match: Match) -> GameForm:
    """Return the submitted game form, with the fields for the rules of this match."""
    scoring = match.profile.profile[SCORING]
    return GameForm(sent, by_checkers=scoring == Scoring.CHECKERS)


def show_match(
    request: HttpRequest,
    match: Match,
    *,
    pad: str = "",
    final_form: FinalScoreForm | None = None,
    game_form: GameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """Show the match page, or its fragment for a script that requests it."""
    page = page_of(request, match)
    view, reporter = page.view, page.reporter
    context: dict[str, Any] = {
        "view": view,
        "match": match,
        "occasion": page.occasion,
        "reporter": reporter,
        "may_score": ledger_access.may_report(reporter, match),
        "is_director": page.is_director,
        # The input stays on the page even if the match no longer accepts input.
        "refused": final_form is not None or game_form is not None,
        "pad": pad or _pad(request, view),
        "final_form": final_form or FinalScoreForm(),
        "game_form": game_form or pads.new_game_form(),
        "loser_points": pads.offered(range(match.length), final_form, "points"),
        "sides": pads.sides_of(match),
        "grid": _grid(view),
        "may_correct": _may_correct(page),
        "may_edit": _may_edit(page),
        **pads.phase_words(view),
        **contents_of(request, page, refused=game_form is not None),
    }
    context |= _decisions(page, context)
    return answers.show(
        request,
        page="matches/match_page/match.html",
        fragment="matches/match_page/_update.html",
        context=context,
        status=status,
    )


def _decisions(page: MatchPage, context: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of its parts."""
    match, view, reporter = page.match, page.view, page.reporter
    may_score, refused = context["may_score"], context["refused"]
    corrects = context["final_form"]["corrects"].value()
    is_open = not match.is_over and not match.claimed
    correct_url = page.occasion.correct_url if page.occasion else ""
    leads_to_correction = page.is_director and bool(correct_url)
    is_rested = page.occasion is not None and page.occasion.is_rested
    enters = may_score and is_open and match.state != Match.State.DISPUTED
    may_correct_final = not match.is_money and not refused
    tells = ("answer", "own_answer", "versions")
    return {
        "shows_pad": (refused and not corrects) or enters,
        "may_undo": may_score and bool(view.lines) and is_open,
        "leads_to_correction": leads_to_correction,
        "correct_url": correct_url,
        "must_correct_elsewhere": leads_to_correction and is_rested and not refused,
        "corrects_final": bool(view.final) and bool(may_correct_final or corrects),
        "tells_reports": any(context.get(name) for name in tells),
        "shows_needs": is_open and not match.is_money and match.shows_score,
        "invites_players": reporter is None
        and not match.is_over
        and match.reporting != Reporting.DIRECTOR,
        "identity_url": _identity_url(match, reporter),
        "score_label": _score_label(match),
    }


def _identity_url(match: Match, reporter: Reporter | None) -> str:
    """Return where a player says who they are, "" for others."""
    if reporter is None or reporter.side is None:
        return ""
    if reporter.via == SHEET:
        return reverse("sheet", args=[match.sheet_code])
    return reverse("personal", args=[match.player(reporter.side).link_key])


def _score_label(match: Match) -> str:
    """Return what the score says to those who do not see it."""
    if match.winner is None or not match.shows_score:
        return _("Score")
    return _("%(name)s wins the match") % {"name": match.player(match.winner).name}


def _may_correct(page: MatchPage) -> bool:
    """Return True if the visitor may remove the result: directors and its reporter."""
    match, reporter = page.match, page.reporter
    if not ledger_access.may_report(reporter, match) or reporter is None:
        return False
    if not match.is_over and not match.claimed:
        return False
    if page.is_disputed:
        return False  # a director must decide first
    return not reporter.is_player or page.own_report is not None


def _may_edit(page: MatchPage) -> bool:
    """Return True if the visitor may correct games.

    Directors may. Players may until the match has a result or a dispute, and after it
    while they may remove the result.
    """
    match, reporter = page.match, page.reporter
    if not ledger_access.may_report(reporter, match) or reporter is None:
        return False
    is_open = not match.is_over and not match.claimed
    is_open = is_open and match.state != Match.State.DISPUTED
    return not reporter.is_player or is_open or _may_correct(page)


def _grid(view: MatchView | SessionView) -> pads.Grid:
    if isinstance(view, SessionView):
        counting = counting_before(view, view.game_number)
        return pads.money_grid(view.session.rules, counting)
    return pads.grid_of(view.ledger)


def _line(view: MatchView | SessionView, number: int) -> GameLine | SessionGame | None:
    return next((line for line in view.lines if line.game.number == number), None)


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
    result = _as_stored(match, typed)
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
            remark=form.cleaned_data["remark"],
        )
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        return _show_edit(
            request, view, line=line, form=form, status=answers.status_of(error)
        )
    sentences = [_("Game %(number)s corrected.") % {"number": number}]
    sentences.append(_stored_words(typed, result))
    answers.tell(request, " ".join(filter(None, sentences)))
    return redirect(f"{_url(match)}?pad=games")


def _record_final(match: Match, form: FinalScoreForm, reporter: Reporter) -> Recorded:
    one, two = form.scores(match.length)
    corrects = form.cleaned_data["corrects"]
    if corrects is None:
        return recording.record_final(
            match_id=match.pk, score_1=one, score_2=two, by=reporter
        )
    return recording.correct_final(
        match_id=match.pk, score_1=one, score_2=two, revision=corrects, by=reporter
    )


def answer_saved(
    request: HttpRequest,
    recorded: Recorded,
    *,
    pad: str = "final",
    undoable: bool = True,
    note: str = "",
) -> HttpResponse:
    """Answer an act that was saved; `note` says how it is stored."""
    match = recorded.match
    text = " ".join(filter(None, [score_sentence(match), note]))
    if recorded.changed:
        undo_url = reverse("undo", args=[match.code, match.revision])
        answers.tell(request, text, undo_url=undo_url if undoable else "")
    else:
        answers.tell(request, _("Already recorded: %(score)s") % {"score": text})
    if answers.is_fragment(request):
        return show_match(request, match, pad=pad)
    return redirect(f"{_url(match)}?pad={pad}" if not match.is_over else _url(match))


def _back(request: HttpRequest, match: Match, *, pad: str) -> HttpResponse:
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url)
    if answers.is_fragment(request):
        return show_match(request, match, pad=pad)
    return redirect(f"{_url(match)}?pad={pad}")


def _url(match: Match) -> str:
    return reverse("match", args=[match.code])


def _pad(request: HttpRequest, view: MatchView | SessionView) -> str:
    if isinstance(view, SessionView):
        return "games"
    asked = request.GET.get("pad", "")
    if asked in {"final", "games"}:
        return asked
    return "games" if view.lines else "final"


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
    context = {
        "view": view,
        "match": view.match,
        "line": line,
        "before": before,
        "game_form": form,
        "occasion": occasion_of(view.match),
        "sides": pads.sides_of(view.match),
        "grid": grid,
        "reasons": reasons_for(is_money=view.match.is_money),
        "notes": notes,
        "seen": repr(_as_stored(match, form.result())) if notes else "",
    }
    return render(request, "matches/match_page/edit_game.html", context, status=status)

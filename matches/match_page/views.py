"""The match page: the score for all visitors, the pad for users who may record.

It is found by a typed code, too.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.roles import Act
from matches.ledger import access as ledger_access
from matches.ledger import recording
from matches.ledger.book import Recorded
from matches.ledger.models.facts import Game
from matches.ledger.models.match import Match
from matches.ledger.occasions import keep_occasion, occasion_of
from matches.ledger.queries import (
    GameLine,
    MatchView,
    SessionGame,
    SessionView,
    correction_changes,
    final_score_of,
)
from matches.ledger.reporter import Reporter
from matches.match_page import pad as pads
from matches.match_page.forms import FinalScoreForm, GameForm
from matches.match_page.games import Reader, reasons_for, remark_of
from matches.match_page.pad import counting_before
from matches.match_page.page import (
    FINAL,
    GAMES,
    NOTHING_SENT,
    Sent,
    mark_of,
    nexts_for,
    page_of,
    view_of,
    visit_of,
)
from matches.match_page.words import removal_sentence, score_sentence
from matches.players.codes import SHEET_CODE_LENGTH, normalised
from matches.rules import GameResult, Ledger, Scoring, without_refused_beaver
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.throttle import count_wrong_code, slow_wrong_code

SAVED_FINAL: Final = Sent(FINAL)
FIND: Final = "matches/match_page/find.html"
"""The box for the code of a match."""


ActView = Callable[..., HttpResponse]
Finder = Callable[[HttpRequest, str], tuple[Match, Reporter]]


def _acting(find: Finder) -> Callable[[ActView], ActView]:
    """Return a decorator of views that answer a button on the page of a match.

    They get the match and who acts. A refusal is told on the page as it is now.
    """

    def decorated(view: ActView) -> ActView:
        @require_POST
        @wraps(view)
        def answered(request: HttpRequest, code: str, **named: Any) -> HttpResponse:
            match, reporter = find(request, code)
            try:
                return view(request, match, reporter, **named)
            except RuleError as error:
                match.refresh_from_db()
                status = answers.refuse(request, error)
                return show_match(request, match, reporter, status=status)

        return answered

    return decorated


by_scorer = _acting(ledger_access.match_for_scorer)
by_director = _acting(ledger_access.match_for_director)


@require_safe
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match; polled with the revision that the page has."""
    match = ledger_access.match_for_viewer(request, code)
    reporter = ledger_access.reporter_in(request, match)
    mark = mark_of(match, nexts_for(match, reporter))
    if match.locked_at is None and answers.polled_mark(request) == mark:
        return answers.unchanged()
    answer = show_match(request, match, reporter)
    if answers.is_fragment(request) and match.locked_at:
        answer.status_code = answers.OVER
    return answer


@require_POST
def save_final(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = FinalScoreForm(request.POST)
    recorded = answers.made_with(form, lambda: _record_final(match, form, reporter))
    if recorded is None:
        return _show_refused(request, match, reporter, sent=Sent(FINAL, form))
    # No undo for a correction: it would not restore the first score. Correct it again.
    is_correction = form.cleaned_data["corrects"] is not None
    return answer_saved(request, recorded, reporter, undoable=not is_correction)


@require_POST
def save_game(request: HttpRequest, code: str) -> HttpResponse:
    match, reporter = ledger_access.match_for_scorer(request, code)
    form = game_form_of(request.POST, match)
    recorded = answers.made_with(
        form,
        lambda: recording.record_game(
            match_id=match.pk,
            result=as_stored(match, form.result()),
            after=form.cleaned_data["after"] or 0,
            remark=form.cleaned_data["remark"],
            by=reporter,
        ),
    )
    if recorded is None:
        return _show_refused(request, match, reporter, sent=Sent(GAMES, game_form=form))
    typed = form.result()
    note = stored_words(typed, as_stored(match, typed))
    keep_occasion(match, recorded.match)
    return answer_saved(request, recorded, reporter, sent=Sent(GAMES), note=note)


def _show_refused(
    request: HttpRequest, match: Match, reporter: Reporter, *, sent: Sent
) -> HttpResponse:
    """Show the match as it is now, with a form that was refused."""
    form = sent.final_form or sent.game_form
    match.refresh_from_db()
    status = answers.REFUSED if form is None else answers.status_with(form)
    return show_match(request, match, reporter, sent=sent, status=status)


def as_stored(match: Match, typed: GameResult) -> GameResult:
    return without_refused_beaver(match.game_rules, typed)


def stored_words(typed: GameResult, stored: GameResult) -> str:
    """Return how a game is stored if that differs from the input, else ""."""
    if typed == stored:
        return ""
    return _(
        "The dropped beaver is recorded as a dropped double at %(cube)s, without the "
        "beaver."
    ) % {"cube": stored.cube}


@require_safe
def game_counts(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Return what a game of this number would count, for the script of the pad."""
    match, _reporter = ledger_access.match_for_scorer(request, code)
    view = view_of(match)
    if not 1 <= number <= view.game_number:
        raise Http404
    form = game_form_of(request.GET, match)
    if not form.is_valid():
        return JsonResponse({}, status=answers.REFUSED)
    result = as_stored(match, form.result())
    counts = counting_before(view, number)(result)
    if counts is None:
        return JsonResponse({}, status=answers.REFUSED)
    checkers = result.checkers and str(result.checkers.points)
    return JsonResponse({**counts, "checkers": checkers or ""})


@by_scorer
def undo(
    request: HttpRequest, match: Match, reporter: Reporter, *, revision: int
) -> HttpResponse:
    """Void the newest fact: the reported result, or else the last game."""
    has_final = final_score_of(match) is not None
    pad = FINAL if has_final and not match.is_money else GAMES
    remove = recording.remove_final if has_final else recording.remove_last_game
    match = remove(match_id=match.pk, revision=revision, by=reporter).match
    answers.tell(
        request,
        removal_sentence(match),
        redo_url=reverse("redo", args=[match.code, match.revision]),
    )
    return _back(request, match, reporter, pad=pad)


@by_scorer
def redo(
    request: HttpRequest, match: Match, reporter: Reporter, *, revision: int
) -> HttpResponse:
    recorded = recording.redo(match_id=match.pk, revision=revision, by=reporter)
    return answer_saved(request, recorded, reporter, sent=Sent(GAMES))


def game_form_of(sent: QueryDict, match: Match) -> GameForm:
    return GameForm(sent, by_checkers=match.game_rules.scoring == Scoring.CHECKERS)


def show_match(
    request: HttpRequest,
    match: Match,
    reporter: Reporter | None,
    *,
    sent: Sent = NOTHING_SENT,
    status: int = 200,
    games: Sequence[Game] | None = None,
) -> HttpResponse:
    """Show the match page, or its fragment for a script that requests it.

    `games` are known to be all that is recorded, None if that must be read.
    """
    acts = ledger_access.acts_at(request, match)
    visit = visit_of(match, reporter, acts, games=games)
    page = page_of(request, visit, sent)
    return answers.show_page(request, page, status=status)


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
    reporter: Reporter,
    *,
    sent: Sent = SAVED_FINAL,
    undoable: bool = True,
    note: str = "",
) -> HttpResponse:
    """Answer an act that was saved; `note` says how it is stored."""
    match = recorded.match
    text = " ".join(filter(None, [score_sentence(match), note]))
    from_desk = occasion_of(match) if request.GET.get("back") == "desk" else None
    if recorded.changed:
        undo_url = reverse("undo", args=[match.code, match.revision])
        undo_url += "?back=desk" if from_desk else ""
        answers.tell(request, text, undo_url=undo_url if undoable else "")
    else:
        answers.tell(request, _("Already recorded: %(score)s") % {"score": text})
    if from_desk:
        return redirect(from_desk.desk_url())
    if answers.is_fragment(request):
        return show_match(request, match, reporter, sent=sent, games=recorded.games)
    pad = "" if match.is_over else f"?pad={sent.pad}"
    return redirect(f"{_url(match)}{pad}")


def _back(
    request: HttpRequest, match: Match, reporter: Reporter, *, pad: str
) -> HttpResponse:
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url())
    if answers.is_fragment(request):
        return show_match(request, match, reporter, sent=Sent(pad))
    return redirect(f"{_url(match)}?pad={pad}")


def _url(match: Match) -> str:
    return reverse("match", args=[match.code])


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
            "No match has the code %(code)s. Check it again: it is next to the QR code "
            "on the score sheet."
        ) % {"code": code}
        return answer_wrong_code(request, sentence)
    return render(request, FIND)


def answer_wrong_code(request: HttpRequest, sentence: str) -> HttpResponse:
    """Count a code that does not exist, say so, and offer to type another.

    After many from one address the answer comes late. A right code is still answered at
    once: the whole hall is behind that address.
    """
    if is_many := count_wrong_code(request):
        sentence = _(
            "Too many wrong codes have been entered from here. Check your code."
        )
    messages.error(request, sentence)
    status = HTTPStatus.TOO_MANY_REQUESTS if is_many else HTTPStatus.NOT_FOUND
    answer = render(request, FIND, status=status)
    return slow_wrong_code(request, answer)


def answer_replaced_code(request: HttpRequest) -> HttpResponse:
    """Say that a director has replaced the code of a score sheet. Counts no guess."""
    sentence = _(
        "This score sheet’s code has been replaced. Ask a director for the new sheet."
    )
    messages.error(request, sentence)
    return render(request, FIND, status=HTTPStatus.GONE)


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

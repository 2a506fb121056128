"""The match page: the score for everybody, the pad for those who may record."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches import access, web
from matches.codes import normalised
from matches.forms import FinalScoreForm, GameForm, WalkoverForm
from matches.models import Match, User
from matches.occasions import occasion_of
from matches.rules import Phase, Side, cube_values
from matches.rules.errors import RuleError
from matches.selectors import GameLine, MatchView, match_view
from matches.services import recording
from matches.services.recording import Recorded


@require_safe
def find_match(request: HttpRequest) -> HttpResponse:
    """Take a typed code to its match, or say that there is none."""
    code = normalised(request.GET.get("code", ""))[:20]
    if code and access.is_match_for_viewer(request, code):
        return redirect("match", code=code)
    if code:
        messages.error(
            request,
            _(
                "No match has the code %(code)s. Look again: it stands next to the "
                "square pattern on the score sheet."
            )
            % {"code": code},
        )
    return render(
        request, "matches/find.html", {"code": code}, status=404 if code else 200
    )


@require_safe
def match_page(request: HttpRequest, code: str) -> HttpResponse:
    """Show a match; polled with the revision that the page has."""
    match = access.match_for_viewer(request, code)
    seen = web.is_fragment(request) and request.GET.get("f") == str(match.revision)
    if seen and match.locked_at is None:
        return HttpResponse(status=web.UNCHANGED)
    answer = _show(request, match)
    if web.is_fragment(request) and match.locked_at:
        answer.status_code = web.OVER
    return answer


@require_POST
def save_final(request: HttpRequest, code: str) -> HttpResponse:
    """Record a quick report."""
    match, user = access.match_for_scorer(request, code)
    form = FinalScoreForm(request.POST)
    if not form.is_valid():
        return _show(request, match, pad="final", final_form=form, status=web.REFUSED)
    try:
        recorded = _record_final(match, form, user)
    except RuleError as error:
        form.add_error(None, web.sentence(error))
        match.refresh_from_db()
        return _show(
            request,
            match,
            pad="final",
            final_form=form,
            status=web.status_of(error),
        )
    # Undoing a correction would not bring the first score back: correct it again.
    is_correction = form.cleaned_data["corrects"] is not None
    return _saved(request, recorded, undoable=not is_correction)


@require_POST
def save_walkover(request: HttpRequest, code: str) -> HttpResponse:
    """Record a walk-over."""
    match, user = access.match_for_scorer(request, code)
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose who gets the walk-over."))
        return _show(request, match, pad="final", status=web.REFUSED)
    try:
        recorded = recording.record_walkover(
            match_id=match.pk, winner=Side(form.cleaned_data["winner"]), by=user
        )
    except RuleError as error:
        match.refresh_from_db()
        return _show(request, match, status=web.refuse(request, error))
    return _saved(request, recorded)


@require_POST
def save_game(request: HttpRequest, code: str) -> HttpResponse:
    """Record the next game."""
    match, user = access.match_for_scorer(request, code)
    form = GameForm(request.POST)
    if form.is_valid():
        try:
            recorded = recording.record_game(
                match_id=match.pk,
                result=form.result(),
                after=form.cleaned_data["after"] or 0,
                by=user,
            )
        except RuleError as error:
            form.add_error(None, web.sentence(error))
            match.refresh_from_db()
            return _show(
                request, match, pad="games", game_form=form, status=web.status_of(error)
            )
        return _saved(request, recorded, pad="games")
    return _show(request, match, pad="games", game_form=form, status=web.REFUSED)


@web.form_page
def edit_game(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Correct an earlier game."""
    match, user = access.match_for_scorer(request, code)
    view = match_view(match)
    line = next((each for each in view.lines if each.game.number == number), None)
    if line is None:
        messages.error(request, _("That game is no longer there."))
        if request.method == "POST":
            return _show(request, match, pad="games", status=web.CONFLICT)
        return redirect("match", code=match.code)
    if request.method != "POST":
        return _show_edit(
            request, view, line=line, form=GameForm(initial=_as_typed(line))
        )
    form = GameForm(request.POST)
    if not form.is_valid():
        return _show_edit(request, view, line=line, form=form, status=web.REFUSED)
    try:
        recording.correct_game(
            match_id=match.pk,
            number=number,
            result=form.result(),
            replaces=form.cleaned_data["replaces"] or 0,
            by=user,
        )
    except RuleError as error:
        form.add_error(None, web.sentence(error))
        return _show_edit(
            request, view, line=line, form=form, status=web.status_of(error)
        )
    web.tell(request, _("Game %(number)s corrected.") % {"number": number})
    return redirect(f"{_url(match)}?pad=games")


@require_POST
def undo(request: HttpRequest, code: str, revision: int) -> HttpResponse:
    """Take back the newest fact: the reported result, or else the last game."""
    match, user = access.match_for_scorer(request, code)
    view = match_view(match)
    pad = "final" if view.final else "games"
    try:
        _take_back(view, revision=revision, user=user)
    except RuleError as error:
        match.refresh_from_db()
        return _show(request, match, status=web.refuse(request, error))
    match.refresh_from_db()
    web.tell(
        request,
        _("Removed. The score of %(match)s is %(one)s–%(two)s.")
        % {"match": _label(match), "one": match.score_1, "two": match.score_2},
    )
    if request.GET.get("back") == "desk" and (occasion := occasion_of(match)):
        return redirect(occasion.desk_url)
    return redirect(f"{_url(match)}?pad={pad}")


def _record_final(match: Match, form: FinalScoreForm, user: User) -> Recorded:
    one, two = form.scores(match.length)
    corrects = form.cleaned_data["corrects"]
    if corrects is None:
        return recording.record_final(
            match_id=match.pk, score_1=one, score_2=two, by=user
        )
    return recording.correct_final(
        match_id=match.pk, score_1=one, score_2=two, revision=corrects, by=user
    )


def _take_back(view: MatchView, *, revision: int, user: User) -> Recorded:
    if view.final is not None:
        return recording.remove_final(
            match_id=view.match.pk, revision=revision, by=user
        )
    return recording.remove_last_game(
        match_id=view.match.pk, revision=revision, by=user
    )


def _saved(
    request: HttpRequest,
    recorded: Recorded,
    *,
    pad: str = "final",
    undoable: bool = True,
) -> HttpResponse:
    match = recorded.match
    text = score_sentence(match)
    if recorded.changed:
        undo_url = reverse("undo", args=[match.code, match.revision])
        web.tell(request, text, undo_url=undo_url if undoable else "")
    else:
        web.tell(request, _("Already recorded: %(score)s") % {"score": text})
    return redirect(f"{_url(match)}?pad={pad}" if not match.is_over else _url(match))


def score_sentence(match: Match) -> str:
    """Say the score of a match in one sentence."""
    values = {
        "match": _label(match),
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": match.score_1,
        "score_2": match.score_2,
        "winner": (match.player_1 if match.winner == 1 else match.player_2).name,
    }
    if match.walkover:
        return _("%(match)s: walk-over for %(winner)s.") % values
    if match.is_over:
        return _("%(match)s saved: %(one)s %(score_1)s–%(score_2)s %(two)s.") % values
    return (
        _("%(match)s saved, still playing: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        % values
    )


def _label(match: Match) -> str:
    occasion = occasion_of(match)
    return occasion.label if occasion else match.code


def _url(match: Match) -> str:
    return reverse("match", args=[match.code])


def _show(
    request: HttpRequest,
    match: Match,
    *,
    pad: str = "",
    final_form: FinalScoreForm | None = None,
    game_form: GameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    view = match_view(match)
    may_score = access.is_director(request) and match.locked_at is None
    context: dict[str, Any] = {
        "view": view,
        "match": match,
        "occasion": occasion_of(match),
        "may_score": may_score and match.state != Match.State.VOID,
        # What was typed stays on the page, also where nothing can be typed any more.
        "refused": final_form is not None or game_form is not None,
        "pad": pad or _pad(request, view),
        "final_form": final_form or FinalScoreForm(),
        "game_form": game_form or GameForm(initial={"cube": 1, "kind": "single"}),
        "sides": _sides(view),
        **_cube_context(view),
    }
    context["loser_points"] = _offered(range(match.length), final_form, "points")
    context["cubes"] = _offered(context["cubes"], game_form, "cube")
    return web.show(
        request,
        page="matches/match.html",
        fragment="matches/_match.html",
        context=context,
        status=status,
    )


def _pad(request: HttpRequest, view: MatchView) -> str:
    asked = request.GET.get("pad", "")
    if asked in {"final", "games"}:
        return asked
    return "games" if view.lines else "final"


def _cube_context(view: MatchView) -> dict[str, Any]:
    phase = view.ledger.phase
    values = cube_values(view.ledger) if phase is not Phase.OVER else (1,)
    return {
        "cubes": values,
        "is_crawford": phase is Phase.CRAWFORD,
        "is_post_crawford": phase is Phase.POST_CRAWFORD,
        "no_cube": values == (1,),
    }


def _offered(
    values: Iterable[int], form: forms.Form | None, field: str
) -> tuple[int | str, ...]:
    """The values of the buttons, and what was typed if it is none of them."""
    known = tuple(values)
    typed = form[field].value() if form else None
    return known if typed in {None, "", *map(str, known)} else (*known, str(typed))


def _sides(view: MatchView) -> list[dict[str, Any]]:
    match = view.match
    scores = (match.score_1, match.score_2)
    players = (match.player_1, match.player_2)
    return [
        {
            "number": int(side),
            "css": "one" if side is Side.ONE else "two",
            "player": player,
            "points": points,
            "needs": max(match.length - points, 0),
            "won": match.winner == side,
        }
        for side, player, points in zip(Side, players, scores, strict=True)
    ]


def _as_typed(line: GameLine) -> dict[str, Any]:
    game = line.game
    return {
        "winner": game.winner,
        "kind": game.kind,
        "cube": game.cube,
        "dropped": game.ending == "dropped",
    }


def _show_edit(
    request: HttpRequest,
    view: MatchView,
    *,
    line: GameLine,
    form: GameForm,
    status: int = 200,
) -> HttpResponse:
    before = view.ledger_before(line.game.number)
    values = cube_values(before)
    context = {
        "view": view,
        "match": view.match,
        "line": line,
        "game_form": form,
        "occasion": occasion_of(view.match),
        "sides": _sides(view),
        "cubes": _offered(
            sorted({*values, line.game.cube}), form if form.is_bound else None, "cube"
        ),
        "is_crawford": before.phase is Phase.CRAWFORD,
        "no_cube": values == (1,) and line.game.cube == 1,
    }
    return render(request, "matches/edit_game.html", context, status=status)

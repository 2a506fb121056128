"""The desk: result box, open matches and next steps; and the log."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from matches.ledger.errors import ALREADY_REPORTED, PLAYERS_REPORTED
from matches.ledger.recording import Recorded
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.notices import notices
from tournaments.desk.log import log_of
from tournaments.progress.next_steps import next_steps
from tournaments.progress.queries import (
    Desk,
    DeskView,
    desk_mark,
    desk_of,
    matches_data,
)
from tournaments.results.box import PATTERNS, final_scores
from tournaments.results.services import RecordedLine, match_in_line, record_line
from tournaments.rounds.rows import RoundView, is_endless, published_rounds, round_view
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.tables.running import played_rows


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk of one tournament; a poll gets its live part."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    is_poll = answers.is_fragment(request)
    if is_poll and request.GET.get("f") == desk_mark(tournament):
        return HttpResponse(status=answers.UNCHANGED)
    context = desk_context(tournament, request.GET.get("round", ""))
    context |= _played(context["desk"], request.GET.get("played", ""))
    if "played" in context:
        context["poll_url"] += f"&played={context['played']}"
    if is_poll and "empty" in request.GET and context["round"]:
        return HttpResponseClientRefresh()  # the page has no result box yet
    return answers.show(
        request,
        page="tournaments/desk/desk.html",
        fragment="tournaments/desk/_desk.html",
        context=context,
        status=answers.OVER if is_poll and tournament.is_closed else 200,
    )


@require_POST
def save_result(request: HttpRequest, slug: str) -> HttpResponse:
    """Record the line typed into the result box."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    typed = request.POST.get("line", "")
    try:
        result = record_line(tournament=tournament, typed=typed, by=user)
    except RuleError as error:
        context = desk_context(tournament, "") | {
            "line": typed,
            "error": answers.sentence(error),
            "error_url": _known_at(tournament, typed, error),
        }
        return answers.show(
            request,
            page="tournaments/desk/desk.html",
            fragment="tournaments/results/_box.html",
            context=context,
            status=answers.status_of(error),
        )
    return _saved(request, tournament, result)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that happened, the newest first."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    page, lines = log_of(tournament, request.GET.get("page"))
    context = {"tournament": tournament, "page": page, "lines": lines, "tab": "log"}
    return render(request, "tournaments/desk/log.html", context)


def desk_context(tournament: Tournament, round_asked: str) -> dict[str, Any]:
    """Return the context of the desk and its fragments.

    `round_asked` is the number of a round to show, as text; others than published ones
    are ignored.
    """
    view = desk_of(tournament)
    first = view.views[0]
    shown = first.round
    single = len(view.views) == 1
    in_rounds = single and not first.stage.is_plan and not is_endless(first.stage)
    rounds = published_rounds(first.stage) if in_rounds else []
    if round_asked.isdecimal():
        chosen = next(
            (published for published in rounds if str(published.number) == round_asked),
            None,
        )
        shown = round_view(chosen) if chosen else shown
    return {
        "tournament": tournament,
        "stage": first.stage,
        "desk": view,
        "view": first,
        "steps": next_steps(view),
        "round": shown if single else view.shown,
        "single": single,
        "rounds": rounds,
        "matches_data": matches_data(tournament, view.rows),
        "final_scores": final_scores(row.length for row in view.rows if row.two),
        "line_patterns": PATTERNS,
        "poll_url": _poll_url(view, shown if single else view.shown),
        "tab": "desk",
        **notices(),
    }


def _poll_url(view: Desk, shown: RoundView | tuple[DeskView, ...] | None) -> str:
    """Return the URL with which the page asks whether anything changed."""
    asked: dict[str, object] = {"f": view.mark}
    if not shown:
        asked["empty"] = 1
    if isinstance(shown, RoundView):
        number = shown.round.number
        asked |= {} if number == view.views[0].round_number else {"round": number}
    address = reverse("tournament_desk", args=[view.tournament.slug])
    return f"{address}?{urlencode(asked)}"


def _played(view: Desk, stage_asked: str) -> dict[str, Any]:
    """Return the decided matches of the stage that was asked for, as context."""
    for shown in view.shown:
        if str(shown.stage.number) == stage_asked:
            return {
                "played": shown.stage.number,
                "played_rows": played_rows(shown.stage),
            }
    return {}


def _saved(
    request: HttpRequest, tournament: Tournament, result: RecordedLine
) -> HttpResponse:
    text = _sentence(result)
    undo_url = _undo_url(result.recorded)
    if not answers.is_fragment(request):
        answers.tell(request, text, undo_url=undo_url)
        return redirect("tournament_desk", slug=tournament.slug)
    context = desk_context(tournament, "") | {"echo": text, "echo_undo": undo_url}
    answer = render(request, "tournaments/results/_box_saved.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _known_at(tournament: Tournament, typed: str, error: RuleError) -> str:
    """Return the address of the match whose known result contradicts the typed one.

    Empty for any other error.
    """
    if error.refusal not in (ALREADY_REPORTED, PLAYERS_REPORTED):
        return ""
    match = match_in_line(tournament=tournament, typed=typed)
    return reverse("match", args=[match.code]) if match else ""


def _sentence(result: RecordedLine) -> str:
    match = result.recorded.match
    values = {
        "label": f"M{result.pairing.match_number}",
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": match.score_1,
        "score_2": match.score_2,
    }
    if result.recorded.changed:
        return _("%(label)s saved: %(one)s %(score_1)s–%(score_2)s %(two)s.") % values
    return (
        _("%(label)s was already recorded: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        % values
    )


def _undo_url(recorded: Recorded) -> str:
    if not recorded.changed:
        return ""
    match = recorded.match
    return f"{reverse('undo', args=[match.code, match.revision])}?back=desk"

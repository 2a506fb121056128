"""Pages for everybody: no sign-in, nothing of a draft, refreshed while it is live."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches import access as match_access
from matches import web
from matches.equity import TABLES
from matches.printing import PrintingUnavailableError
from matches.profile_words import origin, sections
from matches.rulebook import chapters
from matches.rules_paper import pdf_answer, rules_paper
from tournaments import access
from tournaments.models import Stage, Tournament
from tournaments.selectors.addresses import FIRST
from tournaments.selectors.draws import public_draws
from tournaments.selectors.entries import division_lists, entry_rows
from tournaments.selectors.rounds import round_view
from tournaments.selectors.running import now_playing
from tournaments.selectors.standings import standings_table
from tournaments.selectors.tournaments import (
    Mark,
    tournament_lines,
)
from tournaments.selectors.whereabouts import whereabouts

HOME_LISTED = 12
PODIUM_PLACES = 3
UNAVAILABLE = 503


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is on now, what comes next, what was played last."""
    lines = tournament_lines(limit=HOME_LISTED)
    context = {
        "live": [line for line in lines if line.phase == "live"],
        "before": [line for line in lines if line.phase == "before"],
        "after": [line for line in lines if line.phase == "after"],
        "is_director": match_access.is_director(request),
    }
    return render(request, "tournaments/public/home.html", context)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """All tournaments, newest first."""
    context = {"lines": tournament_lines()}
    return render(request, "tournaments/public/list.html", context)


@require_safe
def hub(request: HttpRequest, slug: str) -> HttpResponse:
    """A tournament's front page: who plays where now, or who won."""
    mark = access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="now")
    stages = context["stages"]
    nows, places = whereabouts(stages, now_playing(stages))
    context |= {
        "nows": nows,
        "places": places,
        "entries": entry_rows(context["stage"]),
        "finals": _finals(context["tournament"], stages, mark),
    }
    return live(request, page="hub", context=context)


@require_safe
def entry_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Who takes part."""
    mark = access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="entries")
    lists = division_lists(context["stages"])
    context["lists"] = lists
    context["entries"] = [row for each in lists for row in each.rows]
    context["has_lots"] = any(row.lot for row in context["entries"])
    return live(request, page="entries", context=context)


@require_safe
def round_page(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """One published round: pairings, tables, results."""
    mark = access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="rounds", stage=stage)
    context["round"] = round_view(access.round_for_public(context["stage"], number))
    return live(request, page="round", context=context)


@require_safe
def standings(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """Who is where, and why."""
    mark = access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="standings", stage=stage)
    context["table"] = standings_table(context["stage"], mark.fingerprint)
    return live(request, page="standings", context=context)


@require_safe
def draw_list(request: HttpRequest, slug: str, stage: int = FIRST) -> HttpResponse:
    """The record of every draw that was public: seed, method, reasons."""
    context = frame_of(access.mark_for_public(slug), tab="rounds", stage=stage)
    context["draws"] = public_draws(context["stage"].root)
    return render(request, "tournaments/public/draws.html", context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """What is played by, in sentences: for reading before entering, and for paper."""
    context = frame_of(access.mark_for_public(slug), tab="rules")
    stage = context["stage"]
    profile = stage.division.profile.profile
    context |= {
        "rules": sections(profile, reporting=stage.division.reporting),
        "origin": origin(profile),
        "equity": dict(TABLES).get(stage.division.equity_table),
        "lengths": list(enumerate(stage.lengths, start=1)),
    }
    return render(request, "tournaments/public/rules.html", context)


@require_safe
def rules_of_play(request: HttpRequest, slug: str) -> HttpResponse:
    """How backgammon is played here, for whoever is learning it."""
    return _rules_of_play(request, frame_of(access.mark_for_public(slug), tab="rules"))


@require_safe
def rules_of_play_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The same on two pages of A4, with what was changed for this tournament."""
    context = frame_of(access.mark_for_public(slug), tab="rules")
    tournament: Tournament = context["tournament"]
    html = rules_paper(
        context["stage"].division.profile.profile,
        path=reverse("rules_of_play", args=[tournament.slug]),
        tournament=tournament.name,
    )
    try:
        return pdf_answer(html, name=f"{tournament.slug}-{get_language()}.pdf")
    except PrintingUnavailableError as error:
        web.refuse(request, error)
        return _rules_of_play(request, context, status=UNAVAILABLE)


def unchanged(request: HttpRequest, mark: Mark) -> HttpResponse | None:
    """Answer a poll that already has the newest state."""
    if web.is_fragment(request) and request.GET.get("f") == str(mark.fingerprint):
        return HttpResponse(status=web.UNCHANGED)
    return None


def frame_of(mark: Mark, *, tab: str, stage: int = FIRST) -> dict[str, Any]:
    """What every public page of a tournament shows around its content."""
    around = access.frame_for_public(mark, stage)
    return {
        "tournament": around.tournament,
        "stages": around.stages,
        "stage": around.stage,
        "rounds": around.rounds,
        "rounds_planned": around.rounds_planned,
        "is_endless": around.is_endless,
        "phase": around.phase,
        "fingerprint": mark.fingerprint,
        "tab": tab,
    }


def _rules_of_play(
    request: HttpRequest, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    profile = context["stage"].division.profile.profile
    context |= {"origin": origin(profile), "chapters": chapters(profile)}
    page = "tournaments/public/rules_of_play.html"
    return render(request, page, context, status=status)


def _finals(
    tournament: Tournament, stages: Sequence[Stage], mark: Mark
) -> list[dict[str, Any]]:
    """The standings of every stage and their first places, once they are final."""
    if not tournament.is_closed:
        return []
    found = []
    for stage in stages:
        table = standings_table(stage, mark.fingerprint)
        podium = [row for row in table.rows if row.place <= PODIUM_PLACES]
        if podium:
            found.append({"stage": stage, "table": table, "podium": podium})
    return found


def live(
    request: HttpRequest,
    *,
    page: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Render a page or its fragment; a closed tournament stops the polling."""
    stop = web.is_fragment(request) and context["phase"] == "after"
    return web.show(
        request,
        page=f"tournaments/public/{page}.html",
        fragment=f"tournaments/public/_{page}.html",
        context=context,
        status=web.OVER if stop else 200,
    )

"""Public pages: no sign-in, nothing of a draft, polled while a tournament is live."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.documents.registry import offer
from matches.rulebook import chapters
from matches.rulebook.equity import TABLES
from matches.rulebook.profile_words import origin, sections
from tournaments.entries.queries import entry_rows, numbers_of
from tournaments.progress.free_players import whereabouts
from tournaments.rounds.public_page import frame_of, live, unchanged
from tournaments.rounds.tournament_list import listing
from tournaments.standings.views import final_tables
from tournaments.structure import access as structure_access
from tournaments.tables.running import now_playing

HOME_PAGE = 12
LIST_PAGE = 30


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tournaments that are on now, the next ones and the last ones."""
    context = listing(request, per_page=HOME_PAGE)
    coming = [line for line in context["lines"] if line.phase == "before"]
    context |= {
        "coming": coming,
        "played": [line for line in context["lines"] if line not in coming],
        "is_director": accounts_access.is_director(request),
    }
    return render(request, "tournaments/public/home.html", context)


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Show all tournaments, the newest first."""
    context = listing(request, per_page=LIST_PAGE)
    return render(request, "tournaments/public/list.html", context)


@require_safe
def hub(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament's front page: who plays where now, or who has won."""
    mark = structure_access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="now")
    stages = context["stages"]
    nows, places = whereabouts(stages, now_playing(stages))
    context |= {
        "nows": nows,
        "places": places,
        "entered": len(numbers_of(context["stage"].division)),
        "entries": [] if nows else entry_rows(context["stage"]),
        "finals": final_tables(context["tournament"], stages, mark),
    }
    return live(request, room="public", page="hub", context=context)


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a tournament in sentences, for the screen and for paper."""
    context = frame_of(structure_access.mark_for_public(slug), tab="rules")
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
    """Explain how backgammon is played by these rules, for beginners."""
    context = frame_of(structure_access.mark_for_public(slug), tab="rules")
    profile = context["stage"].division.profile.profile
    context |= {
        "origin": origin(profile),
        "chapters": chapters(profile),
        "offer": offer("rules-of-play", context["tournament"]),
    }
    return render(request, "tournaments/public/rules_of_play.html", context)

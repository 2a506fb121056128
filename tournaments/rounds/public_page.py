"""Header, fragment and polling of the public pages of a stage."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.web import answers
from tournaments.rounds import access as rounds_access
from tournaments.rounds.rows import round_view
from tournaments.structure import access as structure_access
from tournaments.structure.queries import FIRST, Mark


@require_safe
def round_page(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """Show a published round: pairings, tables and results."""
    mark = structure_access.mark_for_public(slug)
    if kept := unchanged(request, mark):
        return kept
    context = frame_of(mark, tab="rounds", stage=stage)
    context["round"] = round_view(
        rounds_access.round_for_public(context["stage"], number)
    )
    return live(request, room="rounds", page="round", context=context)


def unchanged(request: HttpRequest, mark: Mark) -> HttpResponse | None:
    """Return the answer to a poll whose page is up to date, else None."""
    if answers.is_fragment(request) and request.GET.get("f") == mark.text:
        return HttpResponse(status=answers.UNCHANGED)
    return None


def frame_of(mark: Mark, *, tab: str, stage: int = FIRST) -> dict[str, Any]:
    """Return the part of the context that every public page of a tournament needs."""
    around = rounds_access.frame_for_public(mark, stage)
    return {
        "tournament": around.tournament,
        "stages": around.stages,
        "stage": around.stage,
        "rounds": around.rounds,
        "rounds_planned": around.rounds_planned,
        "is_endless": around.is_endless,
        "is_alone": around.is_alone,
        "counts_rounds": around.counts_rounds,
        "has_results": around.has_results,
        "phase": around.phase,
        "fingerprint": mark.text,
        "tab": tab,
    }


def live(
    request: HttpRequest,
    *,
    room: str,
    page: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Return a page, or its fragment for a poll.

    `room` and `page` name the templates. The poll of a closed tournament gets the
    status that ends polling.
    """
    stop = answers.is_fragment(request) and context["phase"] == "after"
    return answers.show(
        request,
        page=f"tournaments/{room}/{page}.html",
        fragment=f"tournaments/{room}/_{page}.html",
        context=context,
        status=answers.OVER if stop else 200,
    )

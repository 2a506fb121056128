"""A tournament in a frame of another site: sign-up, or the first of the standings.

Only sites that the administrator names may show it. It has no cookies and no forms: a
browser sends no cookie out of such a frame, so every link opens a page of its own.
"""

from typing import Any, Final

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.web.shown import public_names
from tournaments.rounds import access as rounds_access
from tournaments.signups.queries import public_numbers
from tournaments.standings.queries import standings_table
from tournaments.structure import access as structure_access

ROWS: Final = 16


@require_safe
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a tournament to the sites that may frame it, if there are any."""
    sites = settings.EMBED_SITES
    if not sites:
        raise Http404
    may_frame: Any = csp_replace({"frame-ancestors": sites})
    answer: HttpResponse = may_frame(xframe_options_exempt(_embed))(request, slug)
    return answer


def _embed(request: HttpRequest, slug: str) -> HttpResponse:
    mark = structure_access.mark_for_public(request, slug)
    with public_names():
        header = rounds_access.header_for_public(mark)
        context = {
            "tournament": header.tournament,
            "numbers": public_numbers(header.tournament),
            "rows": standings_table(header.stage, mark.text).rows[:ROWS],
        }
        answer = render(request, "tournaments/public/embed.html", context)
    answer["Cache-Control"] = "public, max-age=30"
    return answer

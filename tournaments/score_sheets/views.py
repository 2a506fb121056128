"""The page that makes the score sheets, and the PDF."""

from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from matches.jobs import tasks
from matches.jobs.models import Job
from matches.jobs.queue import _job_error
from matches.web import answers
from tournaments.rounds import access as rounds_access
from tournaments.score_sheets.services import current_sheets, request_sheets
from tournaments.structure import access as structure_access
from tournaments.structure.queries import FIRST, stage_url

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


@answers.form_page
def sheets(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """The score sheets of a round: made in the background, then one click away."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    chosen = structure_access.stage_for_director(tournament, stage)
    published = rounds_access.round_for_public(chosen, number)
    again = request.method == "POST"
    printout = request_sheets(published=published, again=again)
    if printout.job.state == Job.State.QUEUED and not answers.is_fragment(request):
        tasks.ring(printout.job_id)
    if again:
        return redirect(stage_url(chosen, "sheets", number))
    context = {
        "tournament": tournament,
        "stage": chosen,
        "number": number,
        "job": printout.job,
        "error": _job_error(printout.job),
        "only_here": urlsplit(settings.SITE_URL).hostname in LOOPBACK,
        "tab": "desk",
    }
    ended = answers.is_fragment(request) and not printout.job.is_open
    return answers.show(
        request,
        page="tournaments/score_sheets/sheets.html",
        fragment="tournaments/score_sheets/_sheets.html",
        context=context,
        status=answers.OVER if ended else 200,
    )


@require_safe
def sheets_pdf(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """The PDF itself; while it is not ready, the page that waits for it."""
    tournament, _user = structure_access.tournament_for_director(request, slug)
    chosen = structure_access.stage_for_director(tournament, stage)
    published = rounds_access.round_for_public(chosen, number)
    printout = current_sheets(published)
    if printout is None or printout.made_at is None:
        return redirect(stage_url(chosen, "sheets", number))
    answer = HttpResponse(bytes(printout.content), content_type="application/pdf")
    name = f"{tournament.slug}-{number}.pdf"
    answer["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(name, safe='')}"
    answer["Cache-Control"] = "private, no-store"
    return answer

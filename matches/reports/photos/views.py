"""Photos of the score sheet: only the players and directors add and see them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.ledger.models.match import Match
from matches.ledger.reporter import Reporter
from matches.match_page.views import by_scorer, show_match
from matches.reports import services as reports_access
from matches.reports import services as reports_services
from matches.reports.forms import PhotoForm
from matches.web import answers


@by_scorer
def add_photo(request: HttpRequest, match: Match, reporter: Reporter) -> HttpResponse:
    form = PhotoForm(request.POST, request.FILES)
    if not form.is_valid():
        return show_match(
            request,
            match,
            reporter,
            status=answers.refuse_text(
                request, " ".join(map(str, form.errors["photo"]))
            ),
        )
    content = form.cleaned_data["photo"].read()
    recorded = reports_services.add_photo(
        match_id=match.pk, content=content, by=reporter
    )
    known = _("This photo is already attached.")
    answers.tell(request, _("Photo added.") if recorded.changed else known)
    return redirect("match", code=match.code)


@by_scorer
def remove_photo(
    request: HttpRequest, match: Match, reporter: Reporter, *, pk: int
) -> HttpResponse:
    reports_services.remove_photo(match_id=match.pk, row=pk, by=reporter)
    answers.tell(request, _("Photo removed."))
    return redirect("match", code=match.code)


@require_safe
def show_photo(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    photo = reports_access.photo_for_reporter(request, code, pk)
    answer = HttpResponse(bytes(photo.content), content_type="image/jpeg")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = f'inline; filename="{photo.match.code}.jpg"'
    return answer

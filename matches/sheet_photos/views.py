"""Pages for photos of score sheets: send one, wait, look over its games, save them."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.jobs.queue import job_error
from matches.ledger import access as ledger_access
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.ledger.queries import match_view
from matches.match_page.page import GAMES, Sent
from matches.match_page.views import answer_saved
from matches.reports.forms import PhotoForm
from matches.rules import Ledger, apply
from matches.rules.refusals import RuleError
from matches.sheet_photos import services
from matches.sheet_photos.forms import RowForm, row_forms
from matches.web import answers
from matches.web.decorators import heavy


@heavy
@answers.form_page
def match_photo(request: HttpRequest, code: str) -> HttpResponse:
    match, _reporter = ledger_access.match_for_scorer(request, code)
    return take(
        request,
        match,
        back_url=reverse("match", args=[match.code]),
        read_url=lambda key: reverse("sheet_photo_read", args=[match.code, key]),
    )


def read_at_desk(request: HttpRequest, key: str, *, again_url: str) -> HttpResponse:
    """Show how far a photo of any sheet is read; then lead to the match of the sheet.

    Raises Http404 and PermissionDenied, also if the visitor may not record this match.
    """
    sent = _sent_or_404(key)
    if sent.job.state == Job.State.DONE and not answers.is_fragment(request):
        code = Match.objects.get(pk=sent.found["match"]).code
        match, _reporter = ledger_access.match_for_scorer(request, code)
        return redirect("sheet_photo_read", code=match.code, key=key)
    return _wait(request, sent, None, again_url=again_url)


@answers.form_page
def photo_read(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Show the games of a sheet beside its rows; POST saves them."""
    match, reporter = ledger_access.match_for_scorer(request, code)
    sent = _sent_or_404(key, match)
    if sent.job.state != Job.State.DONE or answers.is_fragment(request):
        again_url = reverse("sheet_photo", args=[match.code])
        return _wait(request, sent, match, again_url=again_url)
    before = _games_before(match, sent.found["on_page"])
    forms = row_forms(match, sent.found["rows"], answers.posted(request))
    status = 200
    if request.method == "POST":
        status = answers.REFUSED
        if all(form.is_valid() for form in forms):
            games = list(filter(None, (form.game() for form in forms)))
            try:
                recorded = services.save_games(
                    match_id=match.pk, before=before, games=games, by=reporter
                )
                return answer_saved(request, recorded, reporter, sent=Sent(GAMES))
            except RuleError as error:
                status = answers.refuse(request, error)
    context = {
        "match": match,
        "occasion": occasion_of(match),
        "rows": _scored(match, before, forms),
        "asks": sum(bool(form.row["doubts"]) for form in forms),
    }
    return render(request, "matches/sheet_photos/review.html", context, status=status)


def _sent_or_404(key: str, match: Match | None = None) -> SentFile:
    sent = services.photo_sent(key.replace("\x00", ""), match)
    if sent is None:
        raise Http404
    return sent


def take(
    request: HttpRequest,
    match: Match | None,
    *,
    back_url: str,
    read_url: Callable[[str], str],
) -> HttpResponse:
    """Take a photo of the sheet of a match, or of any; then lead to `read_url`."""
    form = PhotoForm(answers.posted(request), request.FILES or None)
    status = 200
    if form.is_valid():
        try:
            key = services.queue_photo(form.cleaned_data["photo"].read(), match)
            return redirect(read_url(key))
        except RuleError as error:
            form.add_error("photo", answers.sentence(error))
            status = answers.status_of(error)
    elif form.is_bound:
        status = answers.REFUSED
    context = {
        "form": form,
        "match": match,
        "occasion": match and occasion_of(match),
        "back_url": back_url,
    }
    return render(request, "matches/sheet_photos/take.html", context, status=status)


def _wait(
    request: HttpRequest, sent: SentFile, match: Match | None, *, again_url: str
) -> HttpResponse:
    job, asks_part = sent.job, answers.is_fragment(request)
    seen = sent_files.seen(job)
    if asks_part and job.is_open and request.GET.get("seen") == seen:
        return answers.unchanged()
    context = {
        "match": match,
        "occasion": match and occasion_of(match),
        "job": job,
        "poll_url": f"{request.path}?seen={seen}",
        "url": request.path,
        "error": job_error(job),
        "again": again_url,
    }
    status = 200 if job.is_open or not asks_part else answers.OVER
    page, part = "matches/sheet_photos/wait.html", "matches/sheet_photos/_wait.html"
    answer = answers.show(request, page, context, fragment=part, status=status)
    if asks_part and job.state == Job.State.DONE:
        answer["HX-Redirect"] = request.path
    return answer


def _games_before(match: Match, on_page: int) -> int:
    """Return how many games stand on the pages before: those that are full."""
    recorded = match.games.valid().count()
    return recorded // on_page * on_page if recorded < 2 * match.length - 1 else 0


def _scored(
    match: Match, before: int, forms: Sequence[RowForm]
) -> list[tuple[int, RowForm, str, str]]:
    """Return each row with the score after it, or why the ledger refuses its game.

    After a game that is to be asked, no score is known.
    """
    ledger: Ledger | None = match_view(match).ledger_before(before + 1)
    rows = []
    for number, form in enumerate(forms, before + 1):
        refusal = ""
        game = form.game() if form.is_valid() else None
        if not form.is_valid():
            ledger = None
        elif ledger is not None and game is not None:
            try:
                ledger = apply(ledger, game)
            except RuleError as error:
                ledger, refusal = None, answers.sentence(error)
        score = f"{ledger.shown.one}–{ledger.shown.two}" if ledger else ""
        rows.append((number, form, score, refusal))
    return rows

"""Pages for saving a tournament as a file, and for opening a saved one."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.access import password_to_read
from matches.accounts.roles import Act
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.jobs.queue import job_error
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.decorators import heavy
from matches.web.tables import file_answer
from tournaments.entries.queries import players_by_key
from tournaments.structure import access as structure_access
from tournaments.tournament_file import jobs
from tournaments.tournament_file.jobs import opened_at
from tournaments.tournament_file.opening import NEW
from tournaments.tournament_file.reading import LARGEST
from tournaments.tournament_file.writing import file_of

MEGABYTES: Final = LARGEST // (1024 * 1024)
TOO_LARGE: Final = gettext_lazy("This file is larger than %(megabytes)s MB.")


@heavy
@require_safe
@password_to_read
def save(request: HttpRequest, slug: str) -> HttpResponse:
    tournament, _user = structure_access.tournament_for_director(request, slug)
    try:
        content = file_of(tournament)
    except RuleError as error:
        answers.refuse(request, error)
        return redirect("settings", slug=slug)
    return file_answer(content, f"{slug}.crawford.json", "application/json")


# Sending -------------------------------------------------------------------


class SendForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("The file"),
        help_text=gettext_lazy("Its name ends in .crawford.json."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def __init__(self, *data: Any, is_too_large: bool = False) -> None:
        super().__init__(*data)
        self._is_too_large = is_too_large

    def clean_file(self) -> "UploadedFile[Any]":
        if self._is_too_large:
            raise ValidationError(TOO_LARGE % {"megabytes": MEGABYTES}, code="large")
        sent: UploadedFile[Any] | None = self.cleaned_data["file"]
        if not sent:
            raise ValidationError(_("Choose a file."), code="none")
        return sent


@answers.form_page
def send(request: HttpRequest) -> HttpResponse:
    """Take a file; a worker reads it."""
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    form = SendForm()
    if request.method == "POST":
        length = int(request.META.get("CONTENT_LENGTH") or "0")
        # Django drops larger files while they arrive.
        is_too_large = length > settings.FILE_UPLOAD_MAX_MEMORY_SIZE
        form = SendForm(request.POST, request.FILES, is_too_large=is_too_large)
        if form.is_valid():
            if sent_files.is_queue_full(jobs.READ):
                form.add_error(None, _("The server is busy. Try again in a minute."))
            else:
                sent = form.cleaned_data["file"]
                key = jobs.queue_reading(sent.read(), name=sent.name, by=user)
                return redirect("file_look", key=key)
    return answers.show(
        request, "tournaments/tournament_file/send.html", {"form": form}
    )


# Looking at it --------------------------------------------------------------


@answers.form_page
def look(request: HttpRequest, key: str) -> HttpResponse:
    user = accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    sent = _sent(key, jobs.READ)
    if request.method != "POST" or sent.job.state != Job.State.DONE:
        return _shown(request, sent)
    players = sent.found["players"]
    typed = {
        player["id"]: request.POST.get(f"player-{player['id']}", "")
        for player in players
    }
    allowed = {player["id"]: {*player["like"], NEW} for player in players}
    choices = {pk: key for pk, key in typed.items() if key in allowed[pk]}
    if len(choices) < len(players):
        error = _("For each player, choose an existing player or “new”.")
        return _shown(request, sent, typed=typed, error=error)
    taken = [choice for choice in choices.values() if choice != NEW]
    if len(set(taken)) < len(taken):
        error = _(
            "Two lines refer to the same person. Choose someone else for one of "
            "them, or skip it."
        )
        return _shown(request, sent, typed=typed, error=error)
    opening = jobs.queue_opening(sent, choices, by=user)
    return redirect("file_opened", key=opening)


@require_safe
def opened(request: HttpRequest, key: str) -> HttpResponse:
    accounts_access.allowed(request, Act.NEW_TOURNAMENT)
    sent = _sent(key, jobs.OPEN)
    made = opened_at(sent.found.get("tournament"))
    if made is None or made.deleted_at:
        return _shown(request, sent)
    url = reverse("tournament_desk", args=[made.slug])
    if answers.is_fragment(request):
        answer = HttpResponse(status=answers.OVER)
        answer["HX-Redirect"] = url
        return answer
    answers.tell(request, _("%(name)s is opened.") % {"name": made.name})
    return redirect(url)


def _sent(key: str, kind: str) -> SentFile:
    sent = sent_files.sent_file(kind, key.replace("\x00", ""))
    if sent is None:
        raise Http404
    return sent


def _shown(
    request: HttpRequest,
    sent: SentFile,
    *,
    typed: Mapping[int, str] | None = None,
    error: str = "",
) -> HttpResponse:
    job, asks_part = sent.job, answers.is_fragment(request)
    seen = sent_files.seen(job)
    if asks_part and job.is_open and request.GET.get("seen") == seen:
        return answers.unchanged()
    found = sent.found if job.state == Job.State.DONE else {}
    day = found.get("date")
    context = {
        "job": job,
        "found": found,
        "day": date.fromisoformat(day) if day else None,
        "rows": _rows(found.get("players", ()), typed or {}),
        "here": opened_at(found.get("here") or found.get("tournament")),
        "error": error or job_error(job),
        "path": request.path,
        "seen": seen,
    }
    status = answers.OVER if asks_part and not job.is_open else 200
    return answers.show(
        request,
        "tournaments/tournament_file/look.html",
        context,
        fragment="tournaments/tournament_file/_look.html",
        status=answers.REFUSED if error else status,
    )


def _rows(
    players: Sequence[Mapping[str, Any]], typed: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return the players of a file with the players they may be, who is chosen of them.

    `is_open`: whoever opens the file has to choose. One query.
    """
    known = players_by_key(key for player in players for key in player["like"])
    rows = []
    for player in players:
        chosen = typed.get(player["id"], player["chosen"])
        choices = [known[key] for key in player["like"] if key in known]
        is_open = chosen not in {NEW, *(choice.key for choice in choices)}
        row = {"field": f"player-{player['id']}", "is_open": is_open}
        rows.append({**player, **row, "chosen": chosen, "choices": choices})
    return rows

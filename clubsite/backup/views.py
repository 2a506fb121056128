"""The page of backups for administrators: listing, making, downloading."""

import time
from typing import Final

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubsite.backup.jobs import KIND, open_job, request_backup
from clubsite.backup.make import DAYS, MONTHS, backups_in
from clubsite.backup.state import state
from matches.accounts import access as accounts_access
from matches.accounts.access import password_again
from matches.accounts.roles import Act
from matches.jobs.queue import job_error, newest_of_kind
from matches.web import answers

CONFIRMED: Final = "password_confirmed_at"
CONFIRMED_SECONDS: Final = 10 * 60


@answers.form_page
def backups(request: HttpRequest) -> HttpResponseBase:
    """List the backups; POST makes one, or shows the links to download them."""
    accounts_access.allowed(request, Act.BACKUPS)
    if "show" in request.POST:
        return _show_downloads(request)
    job = open_job()
    if request.method == "POST":
        if job is None:
            request_backup(answers.op_of(request) or answers.new_op())
        return redirect("backups")
    is_fragment = answers.is_fragment(request)
    seen = f"{job.pk}-{job.state}-{job.step}" if job else ""
    if is_fragment and job and seen == request.GET.get("seen"):
        return answers.unchanged()
    context = {
        "op": answers.new_op(),
        "job": job,
        "poll_url": f"{reverse('backups')}?seen={seen}",
        "error": job_error(newest_of_kind(KIND)),
        "state": state(timezone.now()),
        "rows": backups_in(settings.BACKUP_DIR),
        "folder": settings.BACKUP_DIR,
        "second": settings.BACKUP_SECOND_DIR,
        "is_confirmed": _is_confirmed(request),
        "days": DAYS,
        "months": MONTHS,
    }
    status = answers.OVER if is_fragment and job is None else 200
    template = "clubsite/backup/backups.html"
    fragment = "clubsite/backup/_backups.html"
    return answers.show(request, template, context, fragment=fragment, status=status)


@password_again
def _show_downloads(request: HttpRequest) -> HttpResponse:
    request.session[CONFIRMED] = int(time.time())
    return redirect("backups")


@require_safe
def backup_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a backup to a director who has typed the password a short time ago."""
    accounts_access.allowed(request, Act.BACKUPS)
    files = {row.file.name: row.file for row in backups_in(settings.BACKUP_DIR)}
    if name not in files:
        raise Http404
    if not _is_confirmed(request):
        return redirect(f"{reverse('backups')}#take")
    answer = FileResponse(files[name].open("rb"), as_attachment=True, filename=name)
    answer["Content-Encoding"] = "identity"  # it is compressed already
    return answer


def _is_confirmed(request: HttpRequest) -> bool:
    at = int(request.session.get(CONFIRMED, 0))
    return 0 <= int(time.time()) - at < CONFIRMED_SECONDS

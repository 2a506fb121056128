"""The page of backups: their age, making one, downloading one."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from pathlib import Path
from typing import Final

from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clubsite.backup.jobs import KIND, open_job, request_backup
from clubsite.backup.names import Reason
from clubsite.backup.rotation import DAYS, MONTHS
from clubsite.backup.services import (
    Backup,
    backup_named,
    backups_in,
    own_folder,
    second_folder,
)
from clubsite.backup.state import BackupState, ago_text, state
from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.jobs.models import Job
from matches.jobs.queue import job_error, newest_of_kind
from matches.web import answers
from matches.web.answers import Page

CONFIRMED: Final = "password_confirmed_at"
CONFIRMED_SECONDS: Final = 10 * 60


class BackupPasswordForm(forms.Form):
    """The director's password once more: a backup contains everything."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        help_text=_(
            "A backup contains everything, passwords and personal links too. So you "
            "are asked once more who you are."
        ),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self._user = user

    def clean_password(self) -> str:
        """Compare it, with the same limit as signing in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self._user, password):
            raise ValidationError(_("This is not your password. Type it again."))
        return password


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup of the list."""

    backup: Backup

    @property
    def why(self) -> str:
        """Why it was made."""
        return _reason_text(self.backup.name.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupsPage(Page):
    """The backups, and one that is being made (`job`).

    `second` is the folder of the copies. `is_confirmed`: the password was typed a short
    time ago, so backups can be downloaded.
    """

    template = "clubsite/backup/backups.html"
    fragment = "clubsite/backup/_backups.html"

    form: BackupPasswordForm
    op: str
    job: Job | None
    error: str
    found: BackupState
    now: datetime
    rows: Sequence[BackupRow]
    folder: Path
    second: Path | None
    is_confirmed: bool
    days: int = DAYS
    months: int = MONTHS

    @property
    def poll_url(self) -> str:
        """The address that the page polls for progress."""
        seen = _seen(self.job) if self.job else ""
        return f"{reverse('backups')}?seen={seen}"

    @property
    def last(self) -> datetime | None:
        """When the last backup was made."""
        return self.found.last

    @property
    def last_ago(self) -> str:
        """How long ago that was."""
        return ago_text(self.found, self.now)

    @property
    def is_old(self) -> bool:
        """Whether the last backup is too old."""
        return self.found.is_old(self.now)

    @property
    def is_elsewhere(self) -> bool:
        """Whether the last one lies on another machine, and is not in the list."""
        return self.found.is_elsewhere

    @property
    def second_last(self) -> datetime | None:
        """When the last copy was made."""
        return self.found.second

    @property
    def asks_password(self) -> bool:
        """Whether there is something to download, and the password is asked first.

        Also while a backup is made: what is typed stays when the list is renewed.
        """
        return bool(self.rows) and not self.is_confirmed


@answers.form_page
def backups(request: HttpRequest) -> HttpResponse:
    """List the backups; POST makes one, or confirms the password for downloads."""
    user = accounts_access.allowed(request, Act.BACKUPS)
    job = open_job()
    if answers.is_fragment(request) and job and _seen(job) == request.GET.get("seen"):
        return answers.unchanged()
    asks_password = "password" in request.POST
    form = BackupPasswordForm(user, request.POST if asks_password else None)
    status = HTTPStatus.OK
    if request.method == "POST" and not asks_password:
        if job is None:
            request_backup(answers.op_of(request) or answers.new_op())
        return redirect("backups")
    if asks_password:
        if form.is_valid():
            request.session[CONFIRMED] = int(time.time())
            return redirect("backups")
        status = HTTPStatus(answers.REFUSED)
    return _page(request, form, status=status)


@require_safe
def backup_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a backup to a director who has typed the password a short time ago."""
    accounts_access.allowed(request, Act.BACKUPS)
    backup = backup_named(name)
    if backup is None:
        raise Http404
    if not _is_confirmed(request):
        return redirect(f"{reverse('backups')}#field_password")
    answer = FileResponse(
        backup.file.open("rb"), as_attachment=True, filename=backup.file.name
    )
    answer["Cache-Control"] = "private, no-store"
    answer["Content-Encoding"] = "identity"  # it is compressed already
    return answer


def _page(
    request: HttpRequest, form: BackupPasswordForm, *, status: HTTPStatus
) -> HttpResponse:
    now = timezone.now()
    page = BackupsPage(
        form=form,
        op=answers.new_op(),
        job=open_job(),
        error=job_error(newest_of_kind(KIND)),
        found=state(now),
        now=now,
        rows=[BackupRow(backup) for backup in backups_in(own_folder())],
        folder=own_folder(),
        second=second_folder(),
        is_confirmed=_is_confirmed(request),
    )
    ended = answers.is_fragment(request) and page.job is None
    return answers.show_page(request, page, status=answers.OVER if ended else status)


def _reason_text(reason: Reason) -> str:
    """Say why a backup was made."""
    return {
        Reason.DAY: gettext("daily"),
        Reason.ROUND: gettext("after a round was published"),
        Reason.UPDATE: gettext("before an update"),
        Reason.HAND: gettext("made by hand"),
        Reason.RESTORE: gettext("before a restore"),
    }[reason]


def _seen(job: Job) -> str:
    """Return what a page shows of a job under way."""
    return f"{job.pk}-{job.state}-{job.step}"


def _is_confirmed(request: HttpRequest) -> bool:
    at = int(request.session.get(CONFIRMED, 0))
    return 0 <= int(time.time()) - at < CONFIRMED_SECONDS

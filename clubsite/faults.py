"""Pages for a failing database or disk: what is wrong, and what to do."""

import errno
import sys
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

from django.db.utils import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error

from matches.api.core import ROOT as API_ROOT
from matches.api.core import problem
from matches.web.middleware import FAULT_HEADER

RETRY_SECONDS: Final = 10

DISK_FULL = _("The disk of the Crawford server is full. Free up space, then try again.")
NOT_WRITABLE = _(
    "Crawford cannot write to its data folder. Check the folder and its permissions on "
    "the server, then send again."
)
DAMAGED = _(
    "The database is damaged. Stop Crawford and restore the last backup: "
    "./run restore FILE"
)
BUSY = _("The database is busy. Try again in a moment.")
UNREACHABLE = _(
    "The database is not responding. If it does not recover within a minute, restart "
    "it; Crawford reconnects by itself."
)

_SIGNS: Final = (
    (("disk is full", "no space left"), DISK_FULL),
    (
        ("readonly database", "unable to open database", "attempt to write"),
        NOT_WRITABLE,
    ),
    (("malformed", "not a database", "disk i/o error", "corrupt"), DAMAGED),
    (("database is locked", "table is locked"), BUSY),
)


def fault_of(error: BaseException | None) -> str:
    """Return the sentence for an error of the database or the disk, else ""."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and cause.errno in {errno.ENOSPC, errno.EDQUOT}:
            return str(DISK_FULL)
        if isinstance(cause, DatabaseError | InterfaceError):
            text = str(cause).lower()
            for signs, sentence in _SIGNS:
                if any(sign in text for sign in signs):
                    return str(sentence)
        if isinstance(cause, OperationalError | InterfaceError):
            return str(UNREACHABLE)
    return ""


def server_fault(request: HttpRequest) -> HttpResponse:
    """Answer an error: 503 with what to do if the data cannot be reached, else 500."""
    fault = fault_of(sys.exception())
    if not fault:
        return server_error(request)
    if request.path_info.startswith(f"/{API_ROOT}"):
        answer = problem(request, "api.unavailable", fault)
    else:
        body = loader.render_to_string("503.html", {"fault": fault})
        answer = HttpResponse(body, status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    answer[FAULT_HEADER] = quote(fault)
    answer["Cache-Control"] = "no-store"
    return answer


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__

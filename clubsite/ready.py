"""Whether everything works: `/readyz` for programs that watch servers; on desks."""

import shutil
import time
from collections.abc import Iterator
from typing import Any, Final

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.backup.make import MEGABYTE
from clubsite.backup.state import state
from matches.accounts.services import has_owner
from matches.jobs.queue import is_nobody_working, oldest_waiting
from matches.web.models import write_again
from matches.web.panels import Notice

KEPT_SECONDS: Final = 5.0
JOB_LATE_SECONDS: Final = 300.0
LEAST_FREE: Final = 300 * MEGABYTE
_last: dict[str, Any] = {}


@require_safe
@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    """Answer what works; 503 if anything does not. Checks at most every few seconds."""
    now = time.monotonic()
    # Without a lock: two requests at once check twice, which does no harm.
    if not _last or now - _last["at"] > KEPT_SECONDS:
        _last.update(at=now, checks=checks())
    found = _last["checks"]
    is_ready = all(check["ok"] for check in found.values())
    return JsonResponse({"ready": is_ready, **found}, status=200 if is_ready else 503)


def checks() -> dict[str, dict[str, object]]:
    """Check everything, with a real write to the database."""
    now = timezone.now()
    free = free_bytes()
    found: dict[str, dict[str, object]] = {
        "disk": {"ok": free >= LEAST_FREE, "free_mb": free // MEGABYTE}
    }
    try:
        backup = state(now)
        write_again()
        is_used = has_owner()
        oldest = oldest_waiting()
        is_silent = is_nobody_working(now)
    except DatabaseError:
        return {"database": {"ok": False}, **found}
    waited = (now - oldest).total_seconds() if oldest else 0.0
    return {
        "database": {"ok": True},
        **found,
        "worker": {"ok": not is_silent},
        "jobs": {"ok": waited < JOB_LATE_SECONDS, "oldest_seconds": round(waited)},
        "backup": {
            "ok": backup.failure is None and not (is_used and backup.is_old),
            "hours": None
            if backup.last is None
            else round((now - backup.last).total_seconds() / 3600, 1),
        },
    }


def free_bytes() -> int:
    """Return the bytes that are free in the data folder."""
    return shutil.disk_usage(settings.DATA_DIR).free


def desk_notices() -> Iterator[Notice]:
    """Yield warnings of a disk that is nearly full and of a worker that is silent."""
    free = free_bytes()
    if free < LEAST_FREE:
        text = _(
            "The disk is almost full: %(free)s MB free. Free up space before results "
            "can no longer be saved."
        )
        yield Notice(text % {"free": free // MEGABYTE}, is_warning=True)
    if is_nobody_working():
        text = _(
            "The background worker is not responding, so draws, PDFs and backups are "
            "waiting. Stop Crawford (Ctrl-C) and start it again; nothing is lost."
        )
        yield Notice(text, is_warning=True)

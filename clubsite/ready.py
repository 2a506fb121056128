"""`/readyz`: whether everything works, for programs that watch servers."""

import time
from typing import Any, Final

from django.db import Error as DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from clubsite.backup import state as backup_state
from clubsite.backup.errors import MEGABYTE
from matches.accounts.services import has_owner
from matches.jobs.queue import is_nobody_working, oldest_waiting
from matches.web.cache_generation import write_again

KEPT_SECONDS: Final = 5.0
JOB_LATE_SECONDS: Final = 300.0
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
    free = backup_state.free_bytes()
    found: dict[str, dict[str, object]] = {
        "disk": {"ok": not backup_state.is_full(free), "free_mb": free // MEGABYTE},
    }
    try:
        data = backup_state.state(now)
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
            "ok": data.failure is None and not (is_used and data.is_old(now)),
            "hours": None
            if data.last is None
            else round((now - data.last).total_seconds() / 3600, 1),
        },
    }

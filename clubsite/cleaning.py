"""Deletes rows and folders that are out of date, once a day before the backup.

Results, the log, files and photos are kept. docs/running.md lists what is deleted.
"""

import logging
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from clubsite.backup.make import backups_in, delete_old
from clubsite.backup.restore import ASIDE
from matches.accounts.models import Invitation
from matches.documents.services import forget_old
from matches.jobs import sent_files
from matches.jobs.models import Job
from matches.outgoing.services import forget_old as forget_messages
from matches.web.models import FormKey
from tournaments.news.watching import forget_recipients
from tournaments.setup.bin import empty_bin

KEPT_DAYS: Final = 30
BACKUP_KIND: Final = "backup"

logger = logging.getLogger(__name__)


def clean(now: datetime) -> None:
    """Delete what is too old. Each step is logged and skipped if it fails."""
    for part in (
        _sessions,
        _links,
        _backup_jobs,
        _form_keys,
        empty_bin,
        forget_old,
        sent_files.forget_old,
        forget_messages,
        forget_recipients,
        delete_old,
        _set_aside,
        _optimize,
    ):
        try:
            part(now)
        except Exception:  # a backup follows, which is more important
            logger.exception("Could not clean up")


def _sessions(_now: datetime) -> None:
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def _links(now: datetime) -> None:
    """Delete one-time links a day after they stopped working."""
    Invitation.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()


def _backup_jobs(now: datetime) -> None:
    """Delete old backup jobs, not the newest, whose key names the last saved round."""
    jobs = Job.objects.filter(kind=BACKUP_KIND)
    newest = jobs.order_by("-pk").values_list("pk", flat=True)[:KEPT_DAYS]
    ended = now - timedelta(days=KEPT_DAYS)
    jobs.filter(finished_at__lt=ended).exclude(pk__in=list(newest)).delete()


def _form_keys(now: datetime) -> None:
    """Delete the keys of forms that no open page can still have."""
    FormKey.objects.filter(used_at__lt=now - timedelta(days=KEPT_DAYS)).delete()


def _set_aside(now: datetime) -> None:
    """Delete damaged databases that a restore replaced, if there are backups since."""
    since = now - timedelta(days=KEPT_DAYS)
    if not any(
        since < backup.name.made_at for backup in backups_in(settings.BACKUP_DIR)
    ):
        return
    for file in Path(settings.DATA_DIR).glob(f"{ASIDE}*"):
        if file.stat().st_mtime < since.timestamp():
            file.unlink()


def _optimize(_now: datetime) -> None:
    """Update SQLite's statistics for query plans; PostgreSQL does this by itself."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA optimize")

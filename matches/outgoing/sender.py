"""Whether this site sends messages, and by what.

A restored or copied database must not write to anybody: it sends nothing until an
administrator says that this is the site that sends. That is kept with the identity of
the installation, which a copy of the data does not have.
"""

import hashlib
import uuid
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, transaction

from matches.accounts.models import User
from matches.outgoing.models import SendingSite
from matches.web import journal

_MACHINE: Final = Path("/etc/machine-id")


@cache
def identity() -> str:
    """Return what tells this installation from a copy of its data.

    On PostgreSQL it is that of the database, which all machines share; on SQLite that
    of the machine and the folder.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT system_identifier, oid FROM pg_control_system(), pg_database"
                " WHERE datname = current_database()"
            )
            parts = cursor.fetchone()
    else:
        machine = _MACHINE.read_text("ascii").strip() if _MACHINE.exists() else ""
        parts = (machine or uuid.getnode(), Path(settings.DATA_DIR).resolve())
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def has_mail() -> bool:
    """Return whether there is a mail server."""
    return bool(settings.EMAIL_HOST)


def has_push() -> bool:
    """Return whether browsers take messages from this address: https, as it is set."""
    return bool(settings.HTTPS)


def may_send() -> bool:
    """Return whether messages leave this site. One query."""
    if settings.DEMO:
        return False
    return SendingSite.objects.filter(identity=identity()).exists()


def begin(*, by: User | None) -> None:
    """Let this site send messages, and no other with a copy of its data."""
    with transaction.atomic():
        SendingSite.objects.all().delete()
        SendingSite.objects.create(identity=identity(), by=by)
        journal.record_act(act="sending_on", by=by)


def end(*, by: User | None) -> None:
    with transaction.atomic():
        SendingSite.objects.all().delete()
        journal.record_act(act="sending_off", by=by)

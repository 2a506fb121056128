#!/usr/bin/env python3
"""Command line of the product: `manage.py club` runs it, all else is Django's."""

import atexit
import contextlib
import gc
import os
import secrets
import sys

from clubsite.environment import PASSING_SECRET
from clubsite.run import starter

# Modules are never thrown away: looking for rubbish while they load is a sixth of every
# start. The web server sets its own limits once it has loaded everything.
COLLECTED_AFTER = (50_000, 20, 100)

# These open no database, or are asked for while the data cannot be used.
WITHOUT_DATA = frozenset(
    {
        "",
        "--help",
        "--version",
        "check",
        "compile_catalogues",
        "help",
        "makemigrations",
        "makemessages",
        "restore",
        "settings",
        "verify",
        "verify_draw",
        "version",
        "web",  # answers 503 with the reason
        "worker",  # refuses by itself
    }
)
WITHOUT_SECRET = frozenset(
    {
        "compile_catalogues",
        "makemessages",
        "makemigrations",
        "restore",
        "settings",
        "verify",
        "verify_draw",
    }
)


def main() -> int:
    """Run one command and return its exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    if sys.argv[1:2] == ["club"]:
        # The supervisor makes the secret that the settings insist on, and stays
        # small: it never loads Django itself.
        return starter.main(sys.argv[2:])
    gc.set_threshold(*COLLECTED_AFTER)
    atexit.register(end)
    os.umask(0o077)  # new files are readable only for this user
    if "".join(sys.argv[1:2]) in WITHOUT_SECRET:
        # Nothing is signed, and strangers, translators or a new computer have none.
        passing = f"{PASSING_SECRET}{secrets.token_urlsafe(48)}"
        os.environ.setdefault("CRAWFORD_SECRET_KEY", passing)
    # Django costs 20 MB, which the supervisor must not pay.
    from django.core.exceptions import (  # noqa: PLC0415 - see above
        ImproperlyConfigured,
    )
    from django.core.management import (  # noqa: PLC0415 - see above
        execute_from_command_line,
    )

    if "".join(sys.argv[1:2]) not in WITHOUT_DATA:
        refusal = data_refusal()
        if refusal:
            sys.stderr.write(f"{refusal}\n")
            return os.EX_CONFIG
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"{error}\n")
        return os.EX_CONFIG
    return 0


def end() -> None:
    """Close the database, and leave the rest of the memory to the operating system.

    Python would look through all of it three times more before it ends: a third of the
    time of a short command.
    """
    if "django.db" in sys.modules:
        from django.core.exceptions import (  # noqa: PLC0415 - as the next line
            ImproperlyConfigured,
        )
        from django.db import connections  # noqa: PLC0415 - loaded by then

        with contextlib.suppress(ImproperlyConfigured):
            connections.close_all()
    gc.collect()
    gc.freeze()


def data_refusal() -> str:
    """Say why the data cannot be used by this version; empty where they can."""
    import django  # noqa: PLC0415 - as above
    from django.core.exceptions import (  # noqa: PLC0415 - as the next line
        ImproperlyConfigured,
    )

    from clubsite.run.data_version import (  # noqa: PLC0415 - as above
        DataVersionError,
        check_data_version,
    )

    try:
        django.setup()
        check_data_version()
    except (DataVersionError, ImproperlyConfigured) as error:
        return str(error)
    return ""


if __name__ == "__main__":
    sys.exit(main())

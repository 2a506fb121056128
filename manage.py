#!/usr/bin/env python3
"""Command line of the product: `manage.py club` runs it, all else is Django's."""

import gc
import os
import secrets
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from clubsite.environment import PASSING_SECRET
from clubsite.run import starter
from clubsite.run.preparation import DataVersionError, check_data_version

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
        # It makes the secret and the addresses that the settings insist on.
        return starter.main(sys.argv[2:])
    gc.set_threshold(50_000)  # looking for garbage among modules is a fifth of a start
    os.umask(0o077)  # new files are readable only for this user
    if "".join(sys.argv[1:2]) in WITHOUT_SECRET:
        # Nothing is signed, and strangers, translators or a new computer have none.
        passing = f"{PASSING_SECRET}{secrets.token_urlsafe(48)}"
        os.environ.setdefault("CRAWFORD_SECRET_KEY", passing)
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


def data_refusal() -> str:
    """Say why the data cannot be used by this version; empty where they can."""
    try:
        django.setup()
        check_data_version()
    except (DataVersionError, ImproperlyConfigured) as error:
        return str(error)
    return ""


if __name__ == "__main__":
    sys.exit(main())

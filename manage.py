#!/usr/bin/env python3
"""Command line of the product: `manage.py club` runs it, all else is Django's."""

import os
import secrets
import sys

from clubsite.run import supervisor


def main() -> int:
    """Run one command and return its exit status."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
    if sys.argv[1:2] == ["club"]:
        # The supervisor makes the secret that the settings insist on, and stays
        # small: it never loads Django itself.
        return supervisor.main(sys.argv[2:])
    if sys.argv[1:2] == ["verify_draw"]:
        # A stranger has no club: nothing is signed, the database is not even opened.
        os.environ.setdefault("CRAWFORD_SECRET_KEY", secrets.token_urlsafe(48))
    # Django costs 20 MB, which the supervisor must not pay.
    from django.core.management import (  # noqa: PLC0415 - see above
        execute_from_command_line,
    )

    execute_from_command_line(sys.argv)
    return 0


if __name__ == "__main__":
    sys.exit(main())

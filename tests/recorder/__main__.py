"""`python -m tests.recorder FOLDER`: write down everything that a large club shows.

A file for each address and role: its status, the text that a person reads, its fields
and its links; the text of each PDF; the answers to programs; the files of tournaments.
Two commits are compared with `diff -r` of their folders. Codes and keys are replaced by
the names of their rows, because they are different at each run.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str]) -> int:
    """Write the folder; return 2 if none is named."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django  # noqa: PLC0415 - the settings come first

    django.setup()
    from tests.recorder.recording import record  # noqa: PLC0415 - needs Django set up

    record(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

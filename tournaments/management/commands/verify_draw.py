"""Check a draw record offline: one file in, one sentence a line out."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from tournaments.engine.record.checking import check_text

MARKS: Final = {"ok": "ok     ", "wrong": "WRONG  ", "remark": "       "}
RESULTS: Final = {
    "same": "SAME: this is the draw that entries and seed make.",
    "changed": "CHANGED: as drawn, then changed by hand; places: %s.",
    "different": "DIFFERENT: this is not the draw that entries and seed make.",
    "announced": "ANNOUNCED: the entries are fixed, and nothing is drawn yet.",
    "chain": "WHOLE: every announcement follows the one before it.",
    "unreadable": "NOT CHECKED: this is no record of a draw that can be checked here.",
}
FEWEST_DIGITS: Final = 16
STATUSES: Final = {
    "same": 0,
    "announced": 0,
    "chain": 0,
    "different": 1,
    "unreadable": 2,
    "changed": 3,
}


class Command(BaseCommand):
    """Make the draw again from the file alone, without a database.

    The exit status is 0 if the draw is the same or not made yet, 1 if it differs, 2 if
    the file is no record of a draw, 3 if it was changed by hand after it was drawn. The
    list of all announcements of a tournament is checked, too.
    """

    help = "Check a published draw from its record: draw.json, or - for standard input."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the file."""
        parser.add_argument("file", help="the record as the page of the draw offers it")
        parser.add_argument(
            "--fingerprint",
            default="",
            help="the digits that were seen before the draw: 16, or all 64",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the steps of the check and end with the status."""
        verdict = check_text(_text(options["file"]))
        for step in verdict.steps:
            self.stdout.write(MARKS[step.mark] + verdict.english(step))
        outcome, seen = verdict.outcome, options["fingerprint"]
        if seen and outcome != "unreadable" and not _is_seen(seen, verdict.digest):
            self.stdout.write(f"{MARKS['wrong']}The fingerprint that was seen differs.")
            outcome = "different"
        result = RESULTS[outcome]
        self.stdout.write(result % verdict.places if "%" in result else result)
        if STATUSES[outcome]:
            sys.exit(STATUSES[outcome])


def _is_seen(seen: str, digest: str) -> bool:
    """Return True if at least 16 digits were seen, and all are those of the digest."""
    digits = "".join(filter(str.isalnum, seen)).lower()
    return len(digits) >= FEWEST_DIGITS and digest.startswith(digits)


def _text(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        text = f"{name} cannot be read: {error.strerror}."
        raise CommandError(text, returncode=2) from None
    return data.decode("utf-8-sig", errors="replace")

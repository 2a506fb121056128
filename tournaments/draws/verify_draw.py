"""Check a draw from its record alone, without the site.

    python verify_draw.pyz draw.json

`verifier_file` packs this module with the engine into the one file that the page of a
draw offers. It needs nothing but Python 3.11. The exit status is 0 if the draw is the
same or not made yet, 1 if something differs, 2 if the file is no record that can be
checked here, 3 if it was changed by hand, or players renamed, after it was made.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any, Final

from matches.rules.refusals import RuleError
from tournaments.engine.record.announcement import digest_of
from tournaments.engine.record.checking import (
    CheckResult,
    check_document,
    check_text,
    told_pair,
)
from tournaments.engine.record.reading import parse

MARKS: Final = {"ok": "ok     ", "wrong": "WRONG  ", "remark": "       "}
RESULTS: Final = {
    "same": "SAME: this is the draw that entries and seed make.",
    "changed": "CHANGED: as drawn, then changed by hand; places: {places}.",
    "renamed": "RENAMED: as drawn, but players have other names than were announced.",
    "different": "DIFFERENT: this is not the draw that entries and seed make.",
    "announced": "ANNOUNCED: the entries are fixed, and nothing is drawn yet.",
    "chain": "WHOLE: every announcement follows the one before it.",
    "unreadable": "NOT CHECKED: this is no record of a draw that can be checked here.",
}
STATUSES: Final = {
    "same": 0,
    "announced": 0,
    "chain": 0,
    "different": 1,
    "unreadable": 2,
    "changed": 3,
    "renamed": 3,
}
FEWEST_DIGITS: Final = 16
OUTSIDE: Final = (
    "Outside of the proof: that names are people, that results were entered as they "
    "were played, the reasons for changes by hand, and when something was published."
)


def main(arguments: Sequence[str]) -> int:
    """Check the record that is named, print what is found, return the exit status."""
    parser = ArgumentParser(
        prog="verify_draw", description="Make a published draw again, and compare."
    )
    add_arguments(parser)
    return run(**vars(parser.parse_args(arguments)))


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of `run`."""
    parser.add_argument(
        "file",
        help="the record as the page of the draw offers it, - for standard input; or "
        "the file of all announcements of a tournament",
    )
    parser.add_argument(
        "--fingerprint",
        default="",
        help="the digits that were seen before the draw: 16, or all 64",
    )
    parser.add_argument(
        "--chain", default="", help="the file of all announcements, to find this one in"
    )


def run(file: str, fingerprint: str = "", chain: str = "") -> int:
    """Check a file, print what is found, return the exit status."""
    try:
        text = _text(file)
        announcements = _text(chain) if chain else ""
    except OSError as error:
        sys.stderr.write(f"{error.filename} cannot be read: {error.strerror}.\n")
        return STATUSES["unreadable"]
    verdict = check_text(text)
    for step in verdict.steps:
        print(MARKS[step.mark] + verdict.english(step))
    for number, pair in enumerate(verdict.pairs, start=1):
        found = "the same"
        if not pair.is_same:
            found = f"WRONG, drawn again {told_pair(pair.again)}"
        print(f"{number:6} {told_pair(pair.published)}: {found}")
    outcome = verdict.outcome
    if outcome != "unreadable":
        if fingerprint and not _is_seen(fingerprint, verdict.digest):
            print(f"{MARKS['wrong']}The fingerprint that was seen differs.")
            outcome = "different"
        if chain and not _is_in_chain(announcements, verdict):
            print(f"{MARKS['wrong']}It is not in the list of all announcements.")
            outcome = "different"
    if outcome in {"same", "changed", "renamed"}:
        print(MARKS["remark"] + OUTSIDE)
    print(RESULTS[outcome].format(places=verdict.places))
    return STATUSES[outcome]


def _is_seen(seen: str, digest: str) -> bool:
    """Return True if at least 16 digits were seen, and all are those of the digest."""
    digits = "".join(filter(str.isalnum, seen)).lower()
    return len(digits) >= FEWEST_DIGITS and digest.startswith(digits)


def _is_in_chain(text: str, verdict: CheckResult) -> bool:
    """Return True if a sound list of announcements has the one of a record."""
    try:
        document: Any = parse(text)
    except RuleError:
        return False
    return check_document(document).outcome == "chain" and verdict.digest in map(
        digest_of, document["announcements"]
    )


def _text(name: str) -> str:
    if name == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(name, "rb") as file:
            data = file.read()
    return data.decode("utf-8-sig", errors="replace")

"""`./run bench`: all parts, or those named, in one table."""

import argparse
import io
import os
import secrets
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command

from benchmarks.measure import HEAD, SMALLEST_NAME, WIDTH, Line, Row, printed
from tests.live import environment, fill_folder

PRINTING = ("pairing", "standings", "printing")
READING = ("transcripts",)
STORING = (
    *("pages", "phones", "job", "start", "ledger", "brackets"),
    *("big_event", "club_of_ten_years", "players", "ratings", "seasons", "cluster"),
    "desk",
)
PARTS = (*PRINTING, *READING, *STORING)


def main(arguments: list[str]) -> int:
    """Print the table, and under it how many goals were met."""
    parsed = _parsed(arguments)
    if parsed.club:
        _store_club(parsed.club)
        return 0
    started = time.monotonic()
    rows: list[Row] = []
    print(HEAD)
    for line in _lines(_chosen(parsed.part)):
        if isinstance(line, Row):
            rows.append(line)
            print(line, flush=True)
        else:
            print(textwrap.fill(line, WIDTH, subsequent_indent="    "), flush=True)
    print(f"\n{_summary(rows)} ({time.monotonic() - started:.0f} s)")
    return 0


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    parser.add_argument(
        "--smallest",
        action="store_true",
        help="every part once, as small as it can be: to see that it runs",
    )
    parser.add_argument(
        "--club",
        type=Path,
        metavar="FOLDER",
        help="measure nothing: store a club of ten years in a new data folder",
    )
    parsed = parser.parse_args(arguments)
    if parsed.smallest:
        # Set before the parts are imported, and inherited by their processes.
        os.environ[SMALLEST_NAME] = "1"
    # With hyphens as well, as the documents write them.
    parsed.part = [part.replace("-", "_") for part in parsed.part]
    for part in parsed.part:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; write some of {', '.join(PARTS)}")
    if parsed.club and parsed.club.exists():
        parser.error(f"{parsed.club} is there already; name a new folder")
    return parsed


def _chosen(parts: Sequence[str]) -> list[str]:
    return [part for part in PARTS if part in parts or not parts]


def _store_club(folder: Path) -> None:
    """Store a club of ten years in a new data folder, and say how to see it."""
    folder.mkdir(parents=True)
    _prepare(folder)
    club = import_module("benchmarks.club")
    size = club.SMALLEST if os.environ.get(SMALLEST_NAME) else club.TEN_YEARS
    club.store(size)
    print(f"{size}\nCRAWFORD_DATA={folder} ./run   shows it")


def _lines(chosen: Iterable[str]) -> Iterator[Line]:
    for part in (part for part in chosen if part in PRINTING):
        yield ""
        yield from printed(part)
    for part in (part for part in chosen if part in READING):
        yield ""
        yield from import_module(f"benchmarks.{part}").run()
    storing = [part for part in chosen if part in STORING]
    if storing:
        with tempfile.TemporaryDirectory(prefix="crawford-bench-") as folder:
            _prepare(Path(folder))
            for part in storing:
                yield ""
                # Its models can only be imported once the settings are known.
                yield from import_module(f"benchmarks.{part}").run()


def _prepare(data: Path) -> None:
    """Make this process one of the product's, with an empty database of its own."""
    ours = environment(
        data,
        CRAWFORD_SECRET_KEY=secrets.token_urlsafe(),
        CRAWFORD_LOG_LEVEL="WARNING",
        DJANGO_SETTINGS_MODULE="clubsite.settings",
    )
    os.environ.clear()
    os.environ.update(ours)
    django.setup()
    if os.environ.get(SMALLEST_NAME):
        fill_folder(data)
    call_command("prepare", stdout=io.StringIO())


def _summary(rows: list[Row]) -> str:
    judged = [row for row in rows if row.met is not None]
    missed = [row.goal or row.what for row in judged if not row.met]
    text = f"{len(judged) - len(missed)} of {len(judged)} goals met"
    return f"{text}; missed: {', '.join(missed)}" if missed else text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

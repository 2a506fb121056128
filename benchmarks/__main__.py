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

from benchmarks.measure import HEAD, SMALLEST_NAME, Line, Row, note
from tests.live import environment, fill_folder

PURE = ("pairing", "standings", "ratings", "transcripts")
STORING = ("pages", "years", "hall", "machines", "start")
PARTS = (*PURE, *STORING)


def main(arguments: Sequence[str]) -> int:
    """Print the table, and under it how many goals were met."""
    parsed = _parsed(arguments)
    started = time.monotonic()
    rows: list[Row] = []
    print(HEAD)
    chosen = [part for part in PARTS if part in parsed.part or not parsed.part]
    for line in _beside(parsed.beside) if parsed.beside else _lines(chosen):
        if isinstance(line, Row):
            rows.append(line)
            print(line, flush=True)
        else:
            print(textwrap.fill(line, 100, subsequent_indent="    "), flush=True)
    print(f"\n{_summary(rows)} ({time.monotonic() - started:.0f} s)")
    return 0


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("part", nargs="*", help=", ".join(PARTS))
    parser.add_argument(
        "--smallest",
        action="store_true",
        help="every part once, as small as it can be: to see that it runs",
    )
    parser.add_argument(
        "--beside",
        type=Path,
        metavar="CHECKOUT",
        help="pages and jobs beside those of another checkout, whose .venv is used",
    )
    parsed = parser.parse_args(arguments)
    for part in parsed.part:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; write some of {', '.join(PARTS)}")
    if parsed.smallest:
        # Set before the parts are imported, and inherited by their processes.
        os.environ[SMALLEST_NAME] = "1"
    return parsed


def _lines(chosen: Iterable[str]) -> Iterator[Line]:
    for part in (part for part in chosen if part in PURE):
        yield from _part(part)
    storing = [part for part in chosen if part in STORING]
    if storing:
        with tempfile.TemporaryDirectory(prefix="crawford-bench-") as folder:
            _prepare(Path(folder))
            for part in storing:
                yield from _part(part)


def _part(name: str) -> Iterator[Line]:
    """Yield the lines of a part, and how long it took."""
    began = time.monotonic()
    yield ""
    # Models can only be imported once the settings are known.
    yield from import_module(f"benchmarks.{name}").run()
    yield note(f"{name}: {time.monotonic() - began:.0f} s")


def _beside(checkout: Path) -> Iterator[Line]:
    from benchmarks import pages  # noqa: PLC0415 - it reads how much it is to do

    return pages.beside(checkout)


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


def _summary(rows: Sequence[Row]) -> str:
    judged = [row for row in rows if row.met is not None]
    missed = [row.goal or row.what for row in judged if not row.met]
    text = f"{len(judged) - len(missed)} of {len(judged)} goals met"
    return f"{text}; missed: {', '.join(missed)}" if missed else text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

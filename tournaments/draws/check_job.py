"""Checks of large draw records by a worker."""

import io
import json
import zipfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from matches.jobs import queue as jobs_queue
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.rules.refusals import Message
from tournaments.engine.record.checking import (
    CheckResult,
    CheckStep,
    ComparedPair,
    check_text,
)
from tournaments.structure.columns import notes_of

KIND: Final = "draw-check"
LARGEST_AT_ONCE: Final = 100_000
"""The most characters of a record that a web process checks itself.

Such a check takes at most a fifth of a second: 512 entrants in eight rounds need that
much. A crafted record of several megabytes takes ten seconds and more.
"""
MOST_ENTRANTS: Final = 1024
"""The most entrants; larger fields take minutes and are for the command."""
STEP: Final = Message("check.step_drawing", "Redrawing and comparing")


def queue_check(text: str) -> str:
    """Queue the check of a record; return the digest that identifies it."""
    content = text.encode("utf-8", errors="replace")
    digest = sha256(content).hexdigest()
    sent_files.send_file(KIND, digest, content=content, about={})
    return digest


def check_record(job: Job) -> None:
    """Check the record of `job` and store the steps. Raises LostClaimError."""
    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=STEP)
    text = sent_files.content_of(sent).decode()
    sent_files.finish(job, _stored(check_text(text, most=MOST_ENTRANTS)))


def found_in(sent: SentFile) -> CheckResult:
    """Return the result that a worker stored."""
    found: dict[str, Any] = sent.found
    notes = notes_of(
        {"code": code, "params": params} for _mark, code, params in found["steps"]
    )
    marks = (mark for mark, _code, _params in found["steps"])
    steps = tuple(map(CheckStep, marks, notes))
    pairs = tuple(ComparedPair(*pair) for pair in found["pairs"])
    return CheckResult(found["outcome"], steps, {}, pairs, found["places"])


def _stored(result: CheckResult) -> dict[str, object]:
    """Return a result as JSON: codes, and values with names in place of numbers."""
    steps = [
        [step.mark, step.note.message.code, step.note.named(result.names)]
        for step in result.steps
    ]
    stored = json.dumps(
        {
            "outcome": result.outcome,
            "steps": steps,
            "pairs": result.pairs,
            "places": result.places,
        },
        default=str,
    )
    plain: dict[str, object] = json.loads(stored)
    return plain


ROOT: Final = Path(__file__).resolve().parents[2]
SOURCES: Final = (
    "matches/__init__.py",
    "matches/rules/*.py",
    "tournaments/__init__.py",
    "tournaments/engine/**/*.py",
)
"""The pure engine, and the rules that it imports."""
MAIN: Final = """\
import sys

if sys.version_info < (3, 11):
    sys.exit("verify_draw needs Python 3.11 or newer.")
sys.stdout.reconfigure(encoding="utf-8", errors="replace")

from verify_draw import main

sys.exit(main(sys.argv[1:]))
"""
THE_SAME_DAY: Final = (1980, 1, 1, 0, 0, 0)


@cache
def verifier_file() -> bytes:
    """Return the file; the same sources make the same bytes."""
    paths = sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)})
    texts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}
    texts["__main__.py"] = MAIN.encode()
    texts["verify_draw.py"] = Path(__file__).with_name("verify_draw.py").read_bytes()
    packed = io.BytesIO(b"#!/usr/bin/env python3\n")
    packed.seek(0, io.SEEK_END)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            entry = zipfile.ZipInfo(name, THE_SAME_DAY)
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()

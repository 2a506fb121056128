"""`./run test`: every check and every test, and one summary at the end.

Several jobs run at a time, so that both cores of a small machine are always busy: the
checks, the tests in the browser, those on SQLite in four parts, those on PostgreSQL,
those of the scripts. What a job printed is shown when it ends.
`./run test --nightly` adds the long runs.

The last line is in pytest's own form, summed over all runs, because that is what
readers of continuous integration look for.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(sys.executable).parent
HTTPS = {
    "CRAWFORD_URL": "https://club.example",
    "CRAWFORD_SECRET_KEY": "kX3-tests-only-9fQz7LwR2vB8nM4cD6sH1jT5gY0pA-uE_iOo",
    "DJANGO_SETTINGS_MODULE": "clubsite.settings",
}
REPORTS = ROOT / ".pytest_cache" / "reports"
"""The reports of the last runs, with the seconds of every test."""
CORES = os.cpu_count() or 1
BEHIND = ("nice", "-n", "5")
"""What runs in this way leaves the processors to the tests in the browser.

These are one after the other and take longest: when all else has ended, a processor
would have nothing to do.
"""
SMALL = 3
"""With so many cores or fewer every run of pytest is one process."""
JOBS = 4 if CORES <= SMALL else 3
"""So many at a time: two more than two cores, because the browser, and tests of
processes that are killed, wait now and then.
"""

MOST_LINES = 100  # of a failed check
NO_TESTS = 5  # pytest's exit status when nothing was chosen


@dataclass(frozen=True)
class Check:
    """A command that must succeed."""

    name: str
    arguments: tuple[str, ...]
    environ: dict[str, str] = field(default_factory=dict)
    is_told: bool = False
    """Whether what it printed is shown when it is well, too."""


CHECKS = (
    Check(
        "deployment",
        ("python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"),
        HTTPS,
    ),
    Check("format", ("ruff", "format", "--check", ".")),
    Check("style", ("ruff", "check", ".")),
    Check("types", ("mypy",)),
    Check("types of scripts", ("python", "-m", "tests.scripts", "--types")),
    Check("import contracts", ("lint-imports",)),
    Check("templates", ("djlint", "--lint", "--quiet", "templates")),
    Check(
        "migrations",
        ("python", "manage.py", "makemigrations", "--check", "--dry-run"),
        {"DJANGO_SETTINGS_MODULE": "tests.settings"},
    ),
    Check("known vulnerabilities", ("python", "-m", "tests.audit"), is_told=True),
)


@dataclass(frozen=True)
class Run:
    """One run of tests, by a program that writes a report as pytest does."""

    name: str
    arguments: tuple[str, ...]
    environ: dict[str, str] = field(default_factory=dict)
    program: str = "pytest"
    before: tuple[str, ...] = BEHIND
    """The program that starts it, with its options."""


def parallel(*more: str) -> tuple[str, ...]:
    """Return pytest's options for a share of the cores."""
    return ("-n", str(CORES // 2), *more) if CORES > SMALL else ()


def on_sqlite(*chosen: str) -> tuple[str, ...]:
    """Return pytest's options for a part of the tests without the browser.

    A file stays in one process, for the sake of the worlds that its tests share.
    """
    return (*parallel("--dist=loadfile"), "-q", "-m", "not browser", *chosen)


POSTGRESQL = {"CRAWFORD_TEST_DATABASE": "postgresql"}
PARTS = (("tournaments",), ("clubsite", "fault"), ("matches",))
"""The folders of `tests` that have a run of their own; one more has all others."""
_OTHERS = (f"--ignore=tests/{name}" for part in (*PARTS, ("browser",)) for name in part)
_TOURNAMENTS, _CLUBSITE, _MATCHES = (
    Run(
        f"tests on SQLite: {', '.join(part)}",
        on_sqlite(*(f"tests/{name}" for name in part)),
    )
    for part in PARTS
)
# In the order in which they begin: the longest first. The tests on SQLite are in parts,
# because processes that share one list would each collect all of it.
RUNS = (
    # One at a time to whoever is free: a single test may take a minute.
    Run(
        "tests in the browser",
        (*parallel("--maxschedchunk=1"), "-q", "-m", "browser", "tests/browser"),
        before=(),
    ),
    _TOURNAMENTS,
    _CLUBSITE,
    Run("tests on SQLite: the others", on_sqlite("tests", *_OTHERS)),
    _MATCHES,
    Run(
        "tests on PostgreSQL",
        (*parallel(), "-q", "-m", "database and not browser"),
        POSTGRESQL,
    ),
    Run("tests of scripts", (), program="tests.scripts"),
)
NIGHTLY = {"CRAWFORD_TEST_NIGHTLY": "1"}
NIGHTS = (
    Check("simulations", ("python", "-m", "tests.simulate", "20000")),
    Check("lots", ("python", "-m", "tests.uniformity")),
    Check(
        "axe on every page",
        ("python", "-m", "tests.engines", ".pytest_cache", "--axe", "--measured"),
    ),
    Check("damaged files", ("python", "-m", "tests.file_fuzz", "200000")),
)


def main(chosen: Sequence[str]) -> int:
    """Run everything, or only the tests chosen, and sum it up."""
    started = time.monotonic()
    is_night = "--nightly" in chosen
    chosen = [each for each in chosen if each != "--nightly"]
    if is_night:
        os.environ.update(NIGHTLY)
    if chosen:
        print("Only the tests chosen, on SQLite; no checks.", flush=True)
        results, failed = [run_tests(Run("chosen tests", tuple(chosen), before=()))], []
    else:
        results, failed = run_all((*CHECKS, *NIGHTS) if is_night else CHECKS)
    return summary(failed, results, time.monotonic() - started)


def run_all(checks: Sequence[Check]) -> tuple[list["Result"], list[str]]:
    """Run the tests and the checks; return how the tests ended, and failed checks.

    The first check imports all of the product: in a new checkout the others then find
    it compiled, and none compiles it once more beside the others. The long runs of a
    night come last.
    """
    with ThreadPoolExecutor(JOBS) as pool:
        early = [pool.submit(_run_check, check) for check in checks if check in CHECKS]
        early[0].result()
        tests = [pool.submit(run_tests, run, shown=False) for run in RUNS]
        late = [pool.submit(_run_check, check) for check in checks if check in NIGHTS]
        good = [each.result() for each in (*early, *late)]
        results = [each.result() for each in tests]
    return results, [
        check.name for check, is_good in zip(checks, good, strict=True) if not is_good
    ]


def _run_check(check: Check) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        [str(PROGRAMS / check.arguments[0]), *check.arguments[1:]],
        cwd=ROOT,
        env={**os.environ, **check.environ},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - started
    is_good = done.returncode == 0
    verdict = "ok" if is_good else "FAILED"
    is_shown = check.is_told or not is_good
    report = f"\n{shortened(done.stdout)}" if is_shown else ""
    print(f"{check.name}: {verdict} ({seconds:.1f} s){report}", flush=True)
    return is_good


def shortened(output: str) -> str:
    """Return the first and last lines of a long output."""
    lines = output.rstrip().splitlines()
    if len(lines) <= MOST_LINES:
        return "\n".join(lines)
    half = MOST_LINES // 2
    left_out = f"… {len(lines) - 2 * half} lines left out …"
    return "\n".join([*lines[:half], left_out, *lines[-half:]])


@dataclass(frozen=True)
class Result:
    """What one run of tests came to."""

    name: str
    good: bool
    counts: Counter[str]
    skips: Counter[str]
    seconds: float
    processor: float = 0.0
    """Seconds of a processor that it and what it started used, but for what goes on
    when it has ended, and a server of PostgreSQL.
    """


def run_tests(run: Run, *, shown: bool = True) -> Result:
    """Run tests and read their report; the words are shown at once, or at the end."""
    print(f"{run.name}: begun", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        program = (*run.before, sys.executable, "-m", run.program)
        process = subprocess.Popen(
            [*program, f"--junitxml={report}", *run.arguments],
            cwd=ROOT,
            env={**os.environ, **run.environ},
            stdout=None if shown else subprocess.PIPE,
            stderr=None if shown else subprocess.STDOUT,
            text=True,
        )
        with process:
            printed = process.stdout.read() if process.stdout else ""
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        counts, skips = read_report(report)
        if not shown and report.exists():
            REPORTS.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(report, REPORTS / f"{run.name.replace(':', ',')}.xml")
    if not shown:
        print(f"\n{run.name}\n{printed}", flush=True)
    good = process.returncode in (0, NO_TESTS)
    if not good and not counts["failed"] + counts["error"]:
        counts["error"] += 1  # the program itself did not come to its end
    seconds = time.monotonic() - started
    processor = used.ru_utime + used.ru_stime
    return Result(run.name, good, counts, skips, seconds, processor)


def read_report(file: Path) -> tuple[Counter[str], Counter[str]]:
    """Return how many tests ended how, and how often each reason to skip was given."""
    counts: Counter[str] = Counter()
    skips: Counter[str] = Counter()
    if not file.exists():
        return counts, skips
    for case in ET.parse(file).iter("testcase"):  # noqa: S314 - we have just written it
        ended = {child.tag: child for child in case}
        if "failure" in ended:
            counts["failed"] += 1
        elif "error" in ended:
            counts["error"] += 1
        elif "skipped" in ended:
            counts["skipped"] += 1
            skips[ended["skipped"].get("message") or "no reason given"] += 1
        else:
            counts["passed"] += 1
    return counts, skips


def summary(failed: list[str], results: list[Result], seconds: float) -> int:
    """Print what happened, and return the exit status."""
    print("\nSummary")
    for result in results:
        took = f"{result.seconds:.0f} s, {result.processor:.0f} s of a processor"
        print(f"  {result.name}: {in_words(result.counts)} ({took})")
        for reason, times in result.skips.most_common():
            print(f"    skipped {times}: {reason}")
    for name in failed:
        print(f"  check failed: {name}")
    total = sum((result.counts for result in results), Counter[str]())
    total["failed"] += len(failed)
    busy = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = busy.ru_utime + busy.ru_stime
    print(f"  processors: {used:.0f} s in use, of {CORES} times {seconds:.0f} s")
    print(f"\n{f' {in_words(total)} in {seconds:.2f}s ':=^78}")
    return int(bool(failed) or not all(result.good for result in results))


def in_words(counts: Counter[str]) -> str:
    """Return counts as pytest writes them."""
    kinds = ("failed", "passed", "skipped", "error")
    parts = [f"{counts[kind]} {kind}" for kind in kinds if counts[kind]]
    return ", ".join(parts) or "no tests ran"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

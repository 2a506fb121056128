"""The shell script everybody starts with."""

import os
import re
import shutil
import subprocess
from collections import Counter

import pytest

from tests import __main__ as everything
from tests.live import ROOT

SHELLS = [shell for shell in ("dash", "sh", "bash") if shutil.which(shell)]


def script(*arguments, shell="sh"):
    return subprocess.run(
        [shell, str(ROOT / "run"), *arguments],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("ask", ["help", "--help", "-h"])
def test_help(shell, ask):
    done = script(ask, shell=shell)
    assert done.returncode == 0
    assert done.stderr == ""
    for word in ("test", "bench", "messages", "manage", "--bind", "--lan", "--demo"):
        assert re.search(rf"(^|\s|\[){word}\b", done.stdout), word


def test_an_unknown_command():
    done = script("tset")
    assert done.returncode == 2
    assert "There is no command 'tset'." in done.stderr
    assert "./run test" in done.stderr


def test_continuous_integration_runs_the_same_command():
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'exec "$(dirname -- "$0")/../run" test' in text


REPORT = """<?xml version="1.0"?><testsuites><testsuite>
<testcase name="a"/><testcase name="b"/>
<testcase name="c"><failure message="no"/></testcase>
<testcase name="d"><error message="set-up"/></testcase>
<testcase name="e"><skipped message="chromium is not installed"/></testcase>
</testsuite></testsuites>"""


GOOD = everything.Result("tests", True, Counter(passed=1), Counter(), 1.0)


def result(good=True, **counts):
    return everything.Result("tests", good, Counter(counts), Counter(), 1.0)


def last_line(capsys):
    return capsys.readouterr().out.splitlines()[-1].strip("= ")


def test_a_report_is_counted(tmp_path):
    file = tmp_path / "report.xml"
    file.write_text(REPORT, encoding="utf-8")
    counts, skips = everything.read_report(file)
    assert counts == Counter(passed=2, failed=1, error=1, skipped=1)
    assert skips == Counter({"chromium is not installed": 1})


def test_a_report_that_was_not_written_counts_nothing(tmp_path):
    assert everything.read_report(tmp_path / "none.xml") == (Counter(), Counter())


def test_all_runs_are_summed_in_the_last_line(capsys):
    results = [result(passed=3, skipped=1), result(passed=4)]
    assert everything.summary([], results, 2.5) == 0
    assert last_line(capsys) == "7 passed, 1 skipped in 2.50s"


def test_a_failed_check_fails_it_all(capsys):
    assert everything.summary(["types"], [result(passed=3)], 2.5) == 1
    assert last_line(capsys) == "1 failed, 3 passed in 2.50s"


def test_a_failed_test_fails_it_all(capsys):
    assert everything.summary([], [result(good=False, failed=1)], 2.5) == 1
    assert last_line(capsys) == "1 failed in 2.50s"


def test_a_run_that_broke_off_fails_it_all(tmp_path, capsys):
    broken = everything.run_tests(everything.Run("x", ("--no-such-option",)))
    assert not broken.good
    assert broken.counts["error"] == 1
    assert everything.summary([], [broken], 2.5) == 1


def test_the_report_of_a_part_is_kept_and_what_it_used(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(everything, "REPORTS", tmp_path / "reports")
    file = tmp_path / "test_one.py"
    file.write_text("def test_one(): print('seen')", encoding="utf-8")
    alone = ("-s", "-p", "no:django", "-c", os.devnull, "--noconftest", str(file))
    ended = everything.run_tests(everything.Run("a part: one", alone), shown=False)
    assert (ended.good, ended.counts) == (True, Counter(passed=1))
    assert 0 < ended.processor < ended.seconds * everything.CORES
    (kept,) = (tmp_path / "reports").iterdir()
    assert everything.read_report(kept) == (Counter(passed=1), Counter())
    assert "seen" in capsys.readouterr().out


def test_what_was_asked_for_at_night_is_run_at_night(monkeypatch, capsys):
    runs = []
    monkeypatch.setattr(everything, "run_tests", lambda run: runs.append(run) or GOOD)
    monkeypatch.setattr(everything.os, "environ", {})
    assert everything.main(["--nightly", "tests/x.py"]) == 0
    assert [run.arguments for run in runs] == [("tests/x.py",)]
    assert everything.os.environ == everything.NIGHTLY


def test_everything_runs_and_one_failure_is_told(monkeypatch, capsys):
    good = everything.Run("good", ("--version",))
    bad = everything.Check("bad", ("python", "-c", "raise SystemExit('no more paper')"))
    monkeypatch.setattr(everything, "RUNS", (good,))
    monkeypatch.setattr(everything, "CHECKS", (bad,))
    assert everything.main([]) == 1
    told = capsys.readouterr().out
    assert "no more paper" in told
    assert "pytest 9" in told
    assert "check failed: bad" in told


def test_a_long_output_is_shortened_in_the_middle():
    lines = [str(number) for number in range(500)]
    short = everything.shortened("\n".join(lines)).splitlines()
    assert len(short) == everything.MOST_LINES + 1
    assert (short[0], short[-1]) == ("0", "499")
    assert everything.shortened("one\ntwo\n") == "one\ntwo"

"""The shell script everybody starts with."""

import re
import shutil
import subprocess

import pytest

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

"""GNU Backgammon as the judge of our rules: one process for thousands of questions.

It is asked by a Python script that it runs itself, where the module `gnubg` exists.
"""

import json
import os
import shutil
import subprocess
import tempfile
import textwrap
from pathlib import Path
from typing import Final

import pytest

PROGRAM: Final = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")

SECONDS: Final = 120

# Where the tests of the project are run for good, its silence would hide a mistake.
needs_gnubg = pytest.mark.skipif(
    PROGRAM is None and "CI" not in os.environ, reason="GNU Backgammon is not installed"
)

_DRIVER: Final = """\
import contextlib, json, runpy
import gnubg
with open("questions.json", encoding="utf-8") as file:
    questions = json.load(file)
with open("answers.txt", "w", encoding="utf-8") as file:
    with contextlib.redirect_stdout(file):
        runpy.run_path("asked.py", {"questions": questions, "gnubg": gnubg})
open("done", "w").close()
"""


class OracleError(AssertionError):
    """GNU Backgammon is missing, or did not finish the script."""


def ask(script: str, questions: object = None) -> str:
    """Run a Python script inside GNU Backgammon and return what it printed.

    The script finds the module `gnubg` and, under the name `questions`, what it is
    asked, which has to be JSON. What GNU Backgammon itself prints is left out:
    `gnubg.show(…)` returns it. Raises OracleError.
    """
    if PROGRAM is None:
        raise OracleError("GNU Backgammon is not installed.")
    with tempfile.TemporaryDirectory(prefix="gnubg-") as folder:
        home = Path(folder)
        (home / "questions.json").write_text(json.dumps(questions), encoding="utf-8")
        (home / "asked.py").write_text(textwrap.dedent(script), encoding="utf-8")
        (home / "driver.py").write_text(_DRIVER, encoding="utf-8")
        said = _run(home)
        # GNU Backgammon tells nobody by its exit status that a script failed.
        if not (home / "done").exists():
            raise OracleError(f"GNU Backgammon did not finish the script:\n{said}")
        return (home / "answers.txt").read_text(encoding="utf-8")


def _run(home: Path) -> str:
    """Return what it said itself, for the message if it fails."""
    ran = subprocess.run(
        [str(PROGRAM), "-t", "-q", "-p", str(home / "driver.py")],
        cwd=home,
        env={**os.environ, "HOME": str(home), "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    return ran.stdout.decode("utf-8", errors="replace")

"""`./run` on a new machine: what it installs, and only once.

Nothing is asked of the network: a program that would ask it is replaced by a small one
that notes how it was called.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.live import ROOT

REQUIREMENTS = "parcel==1.0 --hash=sha256:0000\n"
MANAGE = "import sys, parcel\nprint(parcel.SAID, *sys.argv[1:])\n"
INSTALLED = "installed"
"""What the packages of the system are said to be."""
PYTHON = """#!/bin/sh
case "$*" in
"-m venv "*)
    shift 2
    "{python}" -m venv --without-pip "$@"
    site=$(echo .venv/lib/python*/site-packages)
    mkdir "$site/pip"
    : >"$site/pip/__init__.py"
    cp "{pip}" "$site/pip/__main__.py"
    ;;
*) exec "{python}" "$@" ;;
esac
"""
PIP = """
import sys, sysconfig
from pathlib import Path
if sys.argv[1] == "install":
    Path("pip-was-called").write_text("\\n".join(sys.argv[1:]))
    folder = Path(sysconfig.get_path("purelib"))
    (folder / "parcel.py").write_text("SAID = 'unpacked by pip'")
"""
OPTIONS = {"install", "--only-binary=:all:", "--require-hashes", "--no-deps"}


@dataclass
class Machine:
    """A folder as it was cloned, and the variables with which `./run` is started."""

    folder: Path
    environ: dict[str, str]

    def start(self, *arguments, **more):
        """Run `./run manage` with arguments."""
        return subprocess.run(
            ["./run", "manage", *arguments],
            cwd=self.folder,
            env={**self.environ, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self, program):
        """Return the arguments of the call of a program, nothing if there was none."""
        note = self.folder / f"{program}-was-called"
        return note.read_text(encoding="utf-8").splitlines() if note.exists() else []


@pytest.fixture
def machine(tmp_path):
    """A machine with Python and all packages of the system, and nothing else."""
    folder, programs = tmp_path / "crawford", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    pip = tmp_path / "pip.py"
    pip.write_text(PIP, encoding="utf-8")
    told = f"#!/bin/sh\necho {INSTALLED}\n"
    acts = dict.fromkeys(("dpkg-query", "apt-get", "sudo"), told)
    acts["python3"] = PYTHON.format(python=sys.executable, pip=pip)
    for name, act in acts.items():
        (programs / name).write_text(act, encoding="utf-8")
        (programs / name).chmod(0o700)
    (folder / "run").write_bytes((ROOT / "run").read_bytes())
    (folder / "run").chmod(0o700)
    (folder / "requirements.txt").write_text(REQUIREMENTS, encoding="utf-8")
    (folder / "manage.py").write_text(MANAGE, encoding="utf-8")
    path = f"{programs}:{os.environ['PATH']}"
    return Machine(folder, {"PATH": path, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"})


def test_a_first_start_installs_and_a_second_only_what_has_changed(machine):
    first = machine.start("greet", "--warmly")
    assert (first.returncode, first.stdout) == (0, "unpacked by pip greet --warmly\n")
    asked = machine.called("pip")
    assert set(asked) >= OPTIONS
    assert asked[-2:] == ["-r", "requirements.txt"]
    (machine.folder / "pip-was-called").unlink()
    second = machine.start("greet")
    assert (second.returncode, second.stdout) == (0, "unpacked by pip greet\n")
    assert second.stderr == ""
    assert machine.called("pip") == []
    (machine.folder / "requirements.txt").write_text("parcel==1.1\n", encoding="utf-8")
    assert machine.start().returncode == 0
    assert set(machine.called("pip")) >= OPTIONS


def test_an_environment_without_pip_is_made_again(machine):
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", machine.folder / ".venv"],
        check=True,
    )
    assert machine.start().stdout == "unpacked by pip\n"

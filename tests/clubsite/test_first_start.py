"""`./run` on a new machine: what it fetches, what it installs with, and only once.

Nothing is asked of the network: programs that would ask it are replaced by small ones
that note how they were called. The nights install with the real uv.
"""

import hashlib
import http.server
import io
import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from clubsite.run import fetch_uv
from tests.conftest import missing
from tests.live import ROOT

REQUIREMENTS: Final = "parcel==1.0 --hash=sha256:0000\n"
MANAGE: Final = "import sys, parcel\nprint(parcel.SAID, *sys.argv[1:])\n"
INSTALLED: Final = "installed"
"""What the packages of the system are said to be."""
UV: Final = """#!/bin/sh
{ printf '%s\\n' "$@"; echo "cache $UV_CACHE_DIR"; } >uv-was-called
[ ! -e uv-fails ] || exit 1
echo "SAID = 'unpacked by uv'" >"$(echo .venv/lib/python*/site-packages)/parcel.py"
"""
PIP: Final = """
import sys, sysconfig
from pathlib import Path
if sys.argv[1] == "install":
    Path("pip-was-called").write_text("\\n".join(sys.argv[1:]))
    folder = Path(sysconfig.get_path("purelib"))
    (folder / "parcel.py").write_text("SAID = 'unpacked by pip'")
"""
OPTIONS: Final = {"--only-binary", "--require-hashes", "--no-deps", "-r"}


@cache
def wheel_of_uv() -> bytes:
    """Return the wheel, always the same: an archive holds the time of its making."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"uv-{fetch_uv.VERSION}.data/scripts/uv", UV)
    return file.getvalue()


@dataclass
class Machine:
    """A folder as it was cloned, and the variables with which `./run` is started."""

    folder: Path
    environ: dict[str, str]

    def start(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run `./run manage` with arguments."""
        return subprocess.run(
            ["./run", "manage", *arguments],
            cwd=self.folder,
            env={**self.environ, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self, program: str) -> list[str]:
        """Return the arguments of the call of a program, nothing if there was none."""
        note = self.folder / f"{program}-was-called"
        return note.read_text(encoding="utf-8").splitlines() if note.exists() else []

    def give_pip(self) -> None:
        """Make the environment beforehand, with the program that stands for pip."""
        subprocess.run(
            ["python3", "-m", "venv", "--without-pip", ".venv"],
            cwd=self.folder,
            env=self.environ,
            check=True,
        )
        (packages,) = self.folder.glob(".venv/lib/python*/site-packages")
        (packages / "pip").mkdir()
        (packages / "pip/__main__.py").write_text(PIP, encoding="utf-8")


@pytest.fixture(scope="module")
def index() -> Iterator[str]:
    """The address of what stands for the index of packages: it has one file."""
    content = wheel_of_uv()

    class Index(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Print nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def machine(tmp_path: Path, index: str) -> Machine:
    """A machine with Python and all packages of the system, and nothing else."""
    folder, programs = tmp_path / "crawford", tmp_path / "bin"
    (folder / "clubsite/run").mkdir(parents=True)
    programs.mkdir()
    for name in ("dpkg-query", "apt-get", "sudo"):
        (programs / name).write_text(f"#!/bin/sh\necho {INSTALLED}\n", encoding="utf-8")
        (programs / name).chmod(0o700)
    script = (ROOT / "run").read_text(encoding="utf-8")
    assert "/etc/pip.conf /etc/xdg/pip/pip.conf" in script
    # What this machine says to pip is not what a new one says.
    script = script.replace("/etc/pip.conf /etc/xdg/pip/pip.conf", "")
    (folder / "run").write_text(script, encoding="utf-8")
    (folder / "run").chmod(0o700)
    source = Path(fetch_uv.__file__).read_text(encoding="utf-8")
    digest = hashlib.sha256(wheel_of_uv()).hexdigest()
    for _place, _tag, meant in fetch_uv.WHEELS.values():
        source = source.replace(meant, digest)
    assert "https://files.pythonhosted.org" in source
    source = source.replace("https://files.pythonhosted.org", index)
    (folder / "clubsite/run/fetch_uv.py").write_text(source, encoding="utf-8")
    (folder / "requirements.txt").write_text(REQUIREMENTS, encoding="utf-8")
    (folder / "manage.py").write_text(MANAGE, encoding="utf-8")
    path = f"{programs}:{os.environ['PATH']}"
    return Machine(folder, {"PATH": path, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"})


def test_a_first_start_installs_with_uv_and_a_second_only_what_has_changed(
    machine: Machine,
) -> None:
    first = machine.start("greet", "--warmly")
    assert (first.returncode, first.stdout) == (0, "unpacked by uv greet --warmly\n")
    asked = machine.called("uv")
    assert asked[:2] == ["pip", "install"]
    assert set(asked) >= {*OPTIONS, "--no-config", ".venv/bin/python"}
    assert asked[-2:] == ["requirements.txt", "cache .venv/cache"]
    (machine.folder / "uv-was-called").unlink()
    second = machine.start("greet")
    assert (second.returncode, second.stdout) == (0, "unpacked by uv greet\n")
    assert second.stderr == ""
    assert machine.called("uv") == []
    (machine.folder / "requirements.txt").write_text("parcel==1.1\n", encoding="utf-8")
    assert machine.start().returncode == 0
    assert machine.called("uv")[:2] == ["pip", "install"]


@pytest.mark.parametrize(
    ("system", "is_good", "asked"),
    [("Linux", True, True), ("Linux", False, True), ("Darwin", True, False)],
)
def test_the_python_of_a_distribution_is_taken_before_another(
    machine: Machine, *, system: str, is_good: bool, asked: bool
) -> None:
    programs = Path(machine.environ["PATH"].partition(":")[0])
    act = f'exec "{sys.executable}" "$@"' if is_good else "exit 1"
    acts = {"own": f"touch own-was-called\n{act}", "uname": f"echo {system}"}
    for program, text in acts.items():
        (programs / program).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (programs / program).chmod(0o700)
    script = machine.folder / "run"
    text = script.read_text(encoding="utf-8")
    assert "own=/usr/bin/python3" in text
    own = text.replace("own=/usr/bin/python3", f"own={programs}/own")
    script.write_text(own, encoding="utf-8")
    assert machine.start("greet").stdout == "unpacked by uv greet\n"
    assert (machine.folder / "own-was-called").exists() is asked


@pytest.mark.parametrize(
    "why", ["it fails", "its wheel is another one", "pip is told where to ask"]
)
def test_pip_installs_where_uv_cannot(machine: Machine, why: str) -> None:
    machine.give_pip()
    more = {}
    if why == "it fails":
        (machine.folder / "uv-fails").touch()
    elif why == "its wheel is another one":
        program = machine.folder / "clubsite/run/fetch_uv.py"
        text = program.read_text(encoding="utf-8")
        digest = hashlib.sha256(wheel_of_uv()).hexdigest()
        program.write_text(text.replace(digest, "0" * 64), encoding="utf-8")
    else:
        more = {"PIP_INDEX_URL": "https://packages.club.example/simple"}
    done = machine.start("greet", **more)
    assert (done.returncode, done.stdout) == (0, "unpacked by pip greet\n")
    assert bool(machine.called("uv")) is (why == "it fails")
    assert set(machine.called("pip")) >= {"install", "--require-hashes", "--no-deps"}


def test_settings_of_pip_are_read_where_pip_reads_them(machine: Machine) -> None:
    machine.give_pip()
    settings = Path(machine.environ["HOME"], ".config/pip/pip.conf")
    settings.parent.mkdir(parents=True)
    settings.write_text("[global]\nextra-index-url = file:///srv/packages\n")
    assert machine.start().stdout == "unpacked by pip\n"
    assert machine.called("uv") == []


@pytest.mark.nightly
def test_the_real_uv_installs_all_packages(tmp_path: Path) -> None:
    if fetch_uv.main(tmp_path / "uv"):
        missing("uv")
    folder = tmp_path / "crawford"
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    path = os.environ["PATH"]
    machine = Machine(folder, {"PATH": path, "HOME": str(tmp_path)})
    done = machine.start("settings")
    assert done.returncode == 0, done.stderr
    assert "Installing Python packages from requirements.txt" in done.stderr
    assert not [*folder.glob(".venv/lib/python*/site-packages/pip")]
    assert "Installing" not in machine.start("settings").stderr

"""The program that installs packages: only the one that is meant, or none."""

import hashlib
import io
import platform
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clubsite.run import fetch_uv
from tests.live import ROOT


def wheel(program: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("uv/__init__.py", b"")
        archive.writestr(f"uv-{fetch_uv.VERSION}.data/scripts/uv", program)
    return file.getvalue()


def test_the_program_of_the_wheel_that_is_meant() -> None:
    content = wheel(b"a program")
    digest = hashlib.sha256(content).hexdigest()
    assert fetch_uv.program_in(content, digest) == b"a program"


def test_another_wheel_is_refused() -> None:
    digest = hashlib.sha256(wheel(b"a program")).hexdigest()
    with pytest.raises(ValueError, match=r"^$"):
        fetch_uv.program_in(wheel(b"another"), digest)


@pytest.mark.parametrize("machine", fetch_uv.WHEELS)
def test_an_address_names_version_and_machine(machine: str) -> None:
    address = fetch_uv.address_of(machine)
    assert address.startswith("https://")
    assert f"uv-{fetch_uv.VERSION}-" in address
    assert machine in address


def test_no_wheel_for_a_machine_means_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    assert fetch_uv.main(tmp_path / "uv") == 1
    assert not list(tmp_path.iterdir())


def test_no_network_means_pip_without_a_traceback(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        proxy = f"http://127.0.0.1:{taken.getsockname()[1]}"
    done = subprocess.run(
        # Bare as on a new machine: nothing but the standard library.
        [sys.executable, "-I", "-S", fetch_uv.__file__, str(tmp_path / "uv")],
        cwd=ROOT,
        env={"https_proxy": proxy},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    assert not list(tmp_path.iterdir())

"""`python3 fetch_uv.py FILE`: fetches uv, which installs packages in seconds.

pip takes a quarter of a minute for them on a new machine, and its own installation five
seconds more. Run by `./run` before anything is installed, so it needs nothing but
Python. If uv cannot be had, this ends with status 1 and `./run` takes pip.
"""

import hashlib
import http.client
import io
import platform
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import Final

VERSION: Final = "0.9.9"
WHEELS: Final = {
    "x86_64": (
        "4c/4a/d5357825bb47ff73762d247b1a553a966fef6802e3ab829fe60934cbf339",
        "manylinux_2_17_x86_64.manylinux2014_x86_64",
        "afdd00ddc25e12ed756e069090011ca55f127753e1192e51f45fa288a024f3df",
    ),
    "aarch64": (
        "3a/97/9925ec558b9b7435d8646e74f8831aa10165e8768b6d9b0c702655b164fb",
        "manylinux_2_28_aarch64",
        "4f2e2a818ce64b917aada5a752a92bc5665ed90f3ac1348689c4d92abe4af3f5",
    ),
}
"""By machine: where the index keeps the wheel, its tag, and its SHA-256."""
GLIBC: Final = (2, 28)
SECONDS: Final = 5.0
"""How long the index may be silent."""


def address_of(machine: str) -> str:
    """Return the address of the wheel for a machine."""
    folder, tag, _digest = WHEELS[machine]
    return (
        f"https://files.pythonhosted.org/packages/{folder}/"
        f"uv-{VERSION}-py3-none-{tag}.whl"
    )


def program_in(wheel: bytes, digest: str) -> bytes:
    """Return the program in a wheel. Raises ValueError if it is not the one meant."""
    if hashlib.sha256(wheel).hexdigest() != digest:
        raise ValueError
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        return archive.read(f"uv-{VERSION}.data/scripts/uv")


def main(target: Path) -> int:
    """Write uv to `target`; return 1 if there is none for this machine, or no way."""
    machine, (library, version) = platform.machine(), platform.libc_ver()
    is_new = library == "glibc" and tuple(map(int, version.split("."))) >= GLIBC
    if machine not in WHEELS or not is_new:
        return 1
    try:
        # The address is a constant, and what comes from it is compared with a digest.
        with urllib.request.urlopen(address_of(machine), timeout=SECONDS) as answer:  # noqa: S310
            program = program_in(answer.read(), WHEELS[machine][2])
    except (OSError, http.client.HTTPException, ValueError):
        return 1
    target.write_bytes(program)
    target.chmod(0o700)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""Known holes in what the product is made of: `python -m tests.audit`.

pip-audit asks an index of holes about every pinned dependency. By day a hole is told in
the check, which goes on: it was found in a package, and not brought by the change that
is checked. A night fails. Where no index can be reached the check says so, and passes.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.examples import NIGHTLY

ROOT = Path(__file__).resolve().parent.parent
COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--requirement", "requirements.txt"),
    *("--require-hashes", "--disable-pip", "--format", "json"),
    *("--progress-spinner", "off", "--timeout", "5"),
)


@dataclass(frozen=True)
class Audit:
    """What an index of holes said.

    `asked`: how many dependencies it knew; `holes`: a line for each hole, with the
    package, its version, the name of the hole and the versions without it.
    """

    asked: int
    holes: tuple[str, ...] = ()


def audit_of(report: str) -> Audit:
    """Return what a report of pip-audit says; nothing was asked if there is none."""
    try:
        rows = json.loads(report)["dependencies"]
    except (ValueError, KeyError):
        return Audit(0)
    known = [row for row in rows if "vulns" in row]
    return Audit(
        len(known),
        tuple(
            f"{row['name']} {row['version']}: {hole['id']}, "
            f"mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
            for row in known
            for hole in row["vulns"]
        ),
    )


def main(command: Sequence[str] = COMMAND, *, strict: bool = NIGHTLY) -> int:
    """Print what is known; 1 if a hole is known and `strict`."""
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    found = audit_of(done.stdout)
    if not found.asked:
        print("Nobody was asked: no index of known holes can be reached.")
    else:
        print(f"{found.asked} dependencies, known holes: {len(found.holes)}")
    for hole in found.holes:
        print(f"  {hole}")
    return int(strict and bool(found.holes))


if __name__ == "__main__":
    sys.exit(main())

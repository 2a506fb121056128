"""Commands of the product, each in a process of its own, without a start of Python.

Half of what a short command takes is the import of libraries. So one process, the
stock, imports them once and forks for each command, which then reads its settings from
its own environment and loads the product as `manage.py` does. Nothing that depends on
settings is loaded before: no model, no view.
"""

import atexit
import contextlib
import gc
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PURE = ("matches.rules", "matches.transcripts", "tournaments.engine")
"""Packages of ours that know no settings: see the contracts in `pyproject.toml`."""
LIBRARIES = (
    *("celery", "celery.app.base", "celery.app.task", "celery.signals", "csp"),
    *("dateutil.parser", "django.contrib.auth", "django.contrib.sessions", "yaml"),
    *("django.contrib.staticfiles", "django.core.cache", "django.core.handlers.wsgi"),
    *("django.core.management", "django.core.management.commands.check"),
    *("django.db.backends.sqlite3.base", "django.db.migrations.executor"),
    *("django.db.models", "django.forms", "django.http", "django.shortcuts"),
    *("django.template.defaulttags", "django.template.loader_tags", "django.urls"),
    *("django.utils.translation.trans_real", "django.views.decorators.csrf"),
    *("django_htmx", "kombu", "multiprocessing.pool", "rapidfuzz", "segno", "tzlocal"),
)
SECONDS = 300
"""No command of a test takes so long: it is killed then."""

_lock = threading.Lock()
_stock: list["subprocess.Popen[str]"] = []


def run(
    *arguments: str, environ: Mapping[str, str], stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run `manage.py` with these arguments, and nothing else in its environment."""
    command = [sys.executable, "manage.py", *arguments]
    if any(name.startswith("COVERAGE_") for name in os.environ):
        # Figures are written at the end of a process that began as one.
        return subprocess.run(
            command,
            cwd=ROOT,
            env=environ,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "0").write_text(stdin, encoding="utf-8")
        wanted = {"arguments": arguments, "environ": dict(environ), "folder": name}
        with _lock:
            status = _asked(json.dumps(wanted))
        out, errors = (
            (folder / number).read_text(encoding="utf-8") for number in ("1", "2")
        )
    return subprocess.CompletedProcess(command, status, out, errors)


def _asked(request: str) -> int:
    if not _stock:
        _stock.append(
            subprocess.Popen(
                [sys.executable, "-m", "tests.commands"],
                cwd=ROOT,
                env={"PATH": os.defpath, **os.environ, "PYTHONUTF8": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        atexit.register(_stop)
    stdin, stdout = _stock[0].stdin, _stock[0].stdout
    assert stdin is not None
    assert stdout is not None
    stdin.write(f"{request}\n")
    stdin.flush()
    return int(stdout.readline())


def _stop() -> None:
    stock = _stock.pop()
    stock.communicate()


def serve() -> None:
    """Import what every command imports, and fork for each line of the input."""
    for name in LIBRARIES:
        import_module(name)
    for name in PURE:
        package = import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    # A command neither looks through these for rubbish nor takes them apart at its end:
    # that was a third of its time.
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        if child := os.fork():
            _, status = os.waitpid(child, 0)
            print(os.waitstatus_to_exitcode(status), flush=True)
            continue
        become(json.loads(line))
        return


def become(wanted: Mapping[str, Any]) -> None:
    """Be `manage.py` in this process, with the environment and files asked for."""
    signal.alarm(SECONDS)
    folder = Path(wanted["folder"])
    for number, flags in enumerate(
        (os.O_RDONLY, os.O_WRONLY | os.O_CREAT, os.O_WRONLY | os.O_CREAT)
    ):
        opened = os.open(folder / str(number), flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - to the end
    os.environ.clear()
    os.environ.update(wanted["environ"])
    sys.argv = ["manage.py", *wanted["arguments"]]
    runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        serve()

"""`manage.py club`: starts the web server and the worker and keeps them running.

It locks and prepares the data folder, listens, and starts both as child processes. It
does not load Django, to save memory: `manage.py prepare` does the work that needs
Django in a process that ends.
"""

import argparse
import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from django.core.exceptions import ImproperlyConfigured

from clubsite.environment import data_folder, env_count, env_text, env_url
from clubsite.run.lock import StartError, check_no_restore, locked
from clubsite.run.network import (
    Bind,
    BindError,
    listen,
    machine_addresses,
    machine_names,
    parse_bind,
)
from clubsite.run.processes import STOP_SIGNALS, Child, SignalWaiter, say
from clubsite.run.watchdog import Watchdog, answers

BASE_DIR = Path(__file__).resolve().parents[2]
GRACE_SECONDS = 10.0
FIRST_ANSWER_SECONDS = 60.0
HOPELESS_DEATHS = 4


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The options of the command line."""

    bind: Bind
    lan: bool = False
    demo: bool = False


def main(arguments: Sequence[str]) -> int:
    """Run the site until a stop signal, and return the exit status."""
    options = parse(arguments)
    try:
        return _run(options)
    except (StartError, BindError, ImproperlyConfigured) as error:
        if str(error):
            sys.stderr.write(f"{error}\n")
        return 1


def parse(arguments: Sequence[str]) -> CommandLine:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="./run", description="Runs Crawford: the web server and the worker."
    )
    parser.add_argument(
        "--bind", type=parse_bind, metavar="HOST:PORT", help="default 127.0.0.1:8000"
    )
    parser.add_argument(
        "--lan", action="store_true", help="let the phones of this network in"
    )
    parser.add_argument(
        "--demo", action="store_true", help="invented players, in a folder apart"
    )
    asked = parser.parse_args(arguments)
    bind = asked.bind or Bind()
    if asked.lan:
        bind = Bind("0.0.0.0", bind.port)  # noqa: S104 - asked for with --lan
    return CommandLine(bind=bind, lan=bind.is_everywhere, demo=asked.demo)


def _run(options: CommandLine) -> int:
    # Before any file is made, and inherited by all children.
    os.umask(0o077)  # new files are readable only for this user
    if options.demo:
        _use_demo_folder()
    data = data_folder(BASE_DIR)
    # The order matters: first the lock, so that a second copy changes no data; then the
    # socket, so that a port in use is reported before the slow preparation.
    with locked(data, say) as lock:
        check_no_restore(data)
        listener = listen(options.bind)
        bind = Bind(options.bind.host, listener.getsockname()[1])
        _set_addresses(bind, options)
        address = os.environ["CRAWFORD_URL"]
        lock.write_address(address)
        ensure_secret(data / "secret_key")
        setup = _prepare(options)
        say(f"Starting Crawford at {address}/")
        return Supervisor(listener.fileno(), bind, lock.for_children).run(
            lambda: _announce(address, setup, options)
        )


def _use_demo_folder() -> None:
    """Use a separate data folder for the demonstration, never the club's database."""
    os.environ["CRAWFORD_DATA"] = env_text("CRAWFORD_DATA", "var").rstrip("/") + "-demo"
    os.environ["CRAWFORD_DEMO"] = "1"
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)


def _set_addresses(bind: Bind, options: CommandLine) -> None:
    """Set the allowed host names and the site's URL for the child processes."""
    addresses = machine_addresses() if bind.is_everywhere else []
    hosts = [env_text("CRAWFORD_HOSTS"), *addresses]
    if bind.is_everywhere:
        hosts += machine_names()
    else:
        hosts.append(f"[{bind.host}]" if ":" in bind.host else bind.host)
    os.environ["CRAWFORD_HOSTS"] = ",".join(host for host in hosts if host)
    if options.demo or not env_url("CRAWFORD_URL"):
        shown = addresses[0] if addresses else "127.0.0.1"
        here = Bind(shown, bind.port) if bind.is_everywhere else bind
        os.environ["CRAWFORD_URL"] = f"http://{here}"


def ensure_secret(file: Path) -> None:
    """Create the secret key if it is missing.

    If two processes start at the same time, both use the same complete file: each
    writes a private file, and `os.link` fails if the other one was first.
    """
    if env_text("CRAWFORD_SECRET_KEY") or file.exists():
        return
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secrets.token_urlsafe(64) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.link(part, file)
    except FileExistsError:
        pass
    finally:
        part.unlink()


def _prepare(options: CommandLine) -> str | None:
    """Update the database, catalogues and static files.

    Returns the path of the set-up link, None if there is a director already.
    """
    command = [sys.executable, str(BASE_DIR / "manage.py"), "prepare"]
    done = subprocess.run(  # noqa: S603 - our own command line
        [*command, "--demo"] if options.demo else command,
        stdout=subprocess.PIPE,
        check=False,
    )
    if done.returncode == os.EX_CONFIG:
        raise StartError
    if done.returncode:
        raise StartError("Crawford could not be prepared; the lines above say why.")
    answer: dict[str, str | None] = json.loads(done.stdout.splitlines()[-1])
    return answer["setup"]


def _announce(address: str, setup: str | None, options: CommandLine) -> None:
    say("")
    say(f"  Crawford is running:   {address}/")
    if setup:
        say(f"  Become the director:   {urljoin(address, setup)}")
        say("                         (works once, for one hour)")
    if options.lan and not address.startswith("https"):
        say("  Not encrypted: for your own network only.")
        if os.geteuid() == 0:
            say("  Running as root: an ordinary user is safer on a network.")
    if address.startswith("https") and not env_count("CRAWFORD_PROXY"):
        say("  CRAWFORD_URL is https: set CRAWFORD_PROXY=1 once the proxy in front")
        say("  of this server sets X-Forwarded-Proto.")
    say("  Stop with Ctrl-C.")
    say("")
    if options.lan:
        _show_code(f"{address}/")


def _show_code(address: str) -> None:
    import segno  # noqa: PLC0415 - only --lan pays for it

    try:
        segno.make(address, micro=False).terminal(compact=True)
    except UnicodeEncodeError:
        return  # a terminal without block characters: the address is above


class Supervisor:
    """The web servers, the worker, and the loop that watches them."""

    def __init__(self, listener: int, bind: Bind, lock: int) -> None:
        self._signals = SignalWaiter()
        self._bind = bind
        self._watchdog = Watchdog(bind)
        self._stopping = False
        environ = {"DJANGO_SETTINGS_MODULE": "clubsite.settings", **os.environ}
        # All web servers accept from one socket: a free one takes the connection.
        self.webs = [
            Child(
                "web server",
                _web_command(listener),
                environ=environ,
                keep=[listener, lock],
            )
            for _number in range(env_count("CRAWFORD_WEB_PROCESSES") or 1)
        ]
        self.worker = Child("worker", _worker_command(), environ=environ, keep=[lock])
        self._children = (*self.webs, self.worker)

    def run(self, announce: Callable[[], None]) -> int:
        """Start both, call `announce` after the first answer, watch until a signal."""
        for child in self._children:
            child.start()
        try:
            if not self._wait_for_answer():
                return 0 if self._stopping else 1
            announce()
            while not self._stop_requested(self._watch()):
                pass
            return 0
        finally:
            self._stop()

    def _wait_for_answer(self) -> bool:
        # There is no time limit, for slow machines; only a server that keeps dying is
        # given up.
        told = time.monotonic()
        while self.webs[0].deaths < HOPELESS_DEATHS:
            if self._stop_requested(min(self._watch(), 0.1)):
                return False
            if answers(self._bind):
                return True
            if time.monotonic() - told > FIRST_ANSWER_SECONDS:
                told = time.monotonic()
                say("The web server is still starting; this machine is slow or busy.")
        say("The web server does not answer; the lines above say why.")
        return False

    def _watch(self) -> float:
        now = time.monotonic()
        if self._watchdog.look(self.webs[0].pid, now):
            say("The web server no longer answers; starting it again.")
            for web in self.webs:
                web.kill()
        seconds = [child.restart_if_due(now) for child in self._children]
        return min(*seconds, self._watchdog.seconds(now))

    def _stop_requested(self, seconds: float) -> bool:
        if self._signals.wait(seconds) & STOP_SIGNALS:
            self._stopping = True
        return self._stopping

    def _stop(self) -> None:
        """Stop the web server first: its last requests may still queue jobs."""
        say("Stopping …")

        def hurry(seconds: float) -> bool:
            return bool(self._signals.wait(seconds) & STOP_SIGNALS)

        for web in self.webs:
            web.stop(GRACE_SECONDS, hurry)
        self.worker.stop(GRACE_SECONDS, hurry)


def _web_command(listener: int) -> list[str]:
    """Return the command of the web server.

    It inherits the listening socket from the supervisor. While the web server restarts,
    new connections wait in the socket's backlog instead of being refused.
    """
    return [sys.executable, str(BASE_DIR / "manage.py"), "web", "--fd", str(listener)]


def _worker_command() -> list[str]:
    return [sys.executable, str(BASE_DIR / "manage.py"), "worker"]

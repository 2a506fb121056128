"""`manage.py club`: starts the web server and the worker, and starts again what dies.

For a laptop: on a server systemd or containers do this. It locks and prepares the data
folder, listens, and starts both as processes. Django is prepared by one that ends,
for its settings need the secret and the addresses that are found here.
"""

import argparse
import ctypes
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn
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

BASE_DIR: Final = Path(__file__).resolve().parents[2]
LOOK_SECONDS: Final = 0.2
GRACE_SECONDS: Final = 10.0
STEADY_SECONDS: Final = 10.0
LONGEST_PAUSE_SECONDS: Final = 30.0
MOST_DEATHS: Final = 4
"""Of the web server before its first answer, after which the start is given up."""
_PR_SET_PDEATHSIG: Final = 1


def main(arguments: Sequence[str]) -> int:
    """Run the site until a stop signal, and return the exit status."""
    options = parse(arguments)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # `nohup` ignores SIGHUP, so that the program survives its terminal.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt)
    try:
        return _run(options)
    except KeyboardInterrupt:
        return 0
    except (StartError, BindError, ImproperlyConfigured) as error:
        if str(error):
            sys.stderr.write(f"{error}\n")
        return 1


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return `bind`, `lan` and `demo` of the command line."""
    parser = argparse.ArgumentParser(
        prog="./run", description="Runs Crawford: the web server and the worker."
    )
    parser.add_argument(
        "--bind",
        type=parse_bind,
        default=Bind(),
        metavar="HOST:PORT",
        help="default 127.0.0.1:8000",
    )
    parser.add_argument(
        "--lan", action="store_true", help="let the phones of this network in"
    )
    parser.add_argument(
        "--demo", action="store_true", help="invented players, in a folder apart"
    )
    options = parser.parse_args(arguments)
    if options.lan:
        options.bind = Bind("0.0.0.0", options.bind.port)  # noqa: S104 - asked for
    options.lan = options.bind.is_everywhere
    return options


def _run(options: argparse.Namespace) -> int:
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
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
        socket_, held = listener.fileno(), lock.for_children
        # All web servers accept from one socket: a free one takes the connection, and
        # while one is started again, connections wait instead of being refused.
        web = ("web server", "web", "--fd", str(socket_))
        webs = env_count("CRAWFORD_WEB_PROCESSES") or 1
        children = [Child(*web, keep=[socket_, held]) for _number in range(webs)]
        children.append(Child("worker", "worker", keep=[held]))
        return keep_running(children, bind, lambda: _announce(address, setup, options))


def _use_demo_folder() -> None:
    """Use a separate data folder for the demonstration, never the club's database."""
    os.environ["CRAWFORD_DATA"] = env_text("CRAWFORD_DATA", "var").rstrip("/") + "-demo"
    os.environ["CRAWFORD_DEMO"] = "1"
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)


def _set_addresses(bind: Bind, options: argparse.Namespace) -> None:
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


def _prepare(options: argparse.Namespace) -> str | None:
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


def _announce(address: str, setup: str | None, options: argparse.Namespace) -> None:
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


class Child:
    """A process that is started again when it dies."""

    def __init__(self, name: str, *arguments: str, keep: Sequence[int]) -> None:
        """`keep` are the open files that it inherits."""
        self.name, self._keep = name, keep
        self._command = [sys.executable, str(BASE_DIR / "manage.py"), *arguments]
        self.deaths = 0  # in a row, without STEADY_SECONDS between them
        self._process: subprocess.Popen[bytes] | None = None
        self._started = self._due = 0.0

    def look(self) -> None:
        """Start it if it does not run; one that dies at once, later and later."""
        now = time.monotonic()
        if self._process is not None and self._process.poll() is not None:
            is_steady = now - self._started > STEADY_SECONDS
            self.deaths = 1 if is_steady else self.deaths + 1
            self._due = now + min((self.deaths - 1) ** 2, LONGEST_PAUSE_SECONDS)
            meaning = _meaning(self._process.returncode)
            say(f"The {self.name} ended ({meaning}); starting it again.")
            self.kill()  # what it started must not survive it
        if self._process is None and now >= self._due:
            self._process = subprocess.Popen(  # noqa: S603 - our own command line
                self._command,
                pass_fds=self._keep,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in the terminal is for the starter
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - no threads here
            )
            self._started = now

    def end(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def kill(self, after: float = 0.0) -> None:
        """Wait so many seconds for its end, then kill it and all that it started."""
        if self._process is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(after)
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None


def keep_running(
    children: Sequence[Child], bind: Bind, say_so: Callable[[], None]
) -> int:
    """Keep the processes running until a signal; call `say_so` after the first answer.

    Returns the exit status.
    """
    is_answering = False
    try:
        while True:
            for child in children:
                child.look()
            if not is_answering:
                if is_answering := answers(bind):
                    say_so()
                elif children[0].deaths >= MOST_DEATHS:
                    say("The web server does not answer; the lines above say why.")
                    return 1
            time.sleep(LOOK_SECONDS)
    except KeyboardInterrupt:
        return 0
    finally:
        say("Stopping …")
        with suppress(KeyboardInterrupt):  # the second time, at once
            for child in children:
                child.end()
            for child in children:
                child.kill(after=GRACE_SECONDS)
        for child in children:
            child.kill()


def answers(bind: Bind) -> bool:
    """Return whether the web server answers."""
    connection = HTTPConnection(bind.local_host, bind.port, timeout=1)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def say(text: str) -> None:
    """Write a line to the terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _meaning(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _end_with_parent() -> None:
    """Have Linux end this process when its parent is killed, which cannot do so."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt

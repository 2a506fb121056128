"""Child processes that are started again when they die, and end with their parent."""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence

DELAYS_SECONDS = (0.0, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
STEADY_SECONDS = 10.0
STOP_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
_PR_SET_PDEATHSIG = 1


class Bell:
    """Wakes a waiting loop at a signal, so that it need not look all the time."""

    def __init__(self) -> None:
        self._read, write = os.pipe()
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            # nohup asks to live on when the terminal closes. A script's background
            # jobs are born deaf to Ctrl-C too, but there nobody asked for that.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, lambda _number, _frame: None)

    def wait(self, seconds: float) -> set[int]:
        """Return the signals that arrived, after the given time at the latest."""
        ready, _, _ = select.select([self._read], [], [], max(seconds, 0))
        return set(os.read(self._read, 512)) if ready else set()


class Child:
    """One supervised process and everything it starts."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environ: Mapping[str, str],
        keep: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.deaths = 0  # in a row, without a steady run between
        self._command = list(command)
        self._environ = dict(environ)
        self._keep = tuple(keep)
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        """The process id while there is a process, dead or alive."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process in a session of its own."""
        self._process = subprocess.Popen(  # noqa: S603 - our own command line
            self._command,
            env=self._environ,
            pass_fds=self._keep,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509 - no threads here
        )
        self._started = time.monotonic()

    def look(self, now: float) -> float:
        """Start the process again if it died and its delay is over.

        Returns the seconds after which to look again.
        """
        if self._process is not None:
            if self._process.poll() is None:
                return STEADY_SECONDS
            self._note_death(now)
        if now >= self._due:
            self.start()
        return max(self._due - now, 0.05)

    def _note_death(self, now: float) -> None:
        if now - self._started >= STEADY_SECONDS:
            self.deaths = 0
        delay = DELAYS_SECONDS[min(self.deaths, len(DELAYS_SECONDS) - 1)]
        self.deaths += 1
        self._due = now + delay
        code = self._process.returncode if self._process else 0
        say(f"The {self.name} ended ({_meaning(code)}); starting it again.")
        self.kill()  # what it had started itself must not outlive it

    def stop(self, grace_seconds: float, hurry: Callable[[float], bool]) -> None:
        """Ask the process to finish, and kill it when it does not in time.

        `hurry` waits at most the seconds given and returns True to cut it short.
        """
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
        deadline = time.monotonic() + grace_seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if hurry(min(0.2, deadline - time.monotonic())):
                break
        self.kill()

    def kill(self) -> None:
        """End the process and its group at once."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None


def say(text: str) -> None:
    """Write a line to the terminal now."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _meaning(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _end_with_parent(parent: int) -> Callable[[], None]:
    if not sys.platform.startswith("linux"):
        return lambda: None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before we asked
            os._exit(1)

    return prepare

"""Child processes: restarted when they die, and ended together with their parent."""

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


class SignalWaiter:
    """Wakes a waiting loop when a signal arrives, so that the loop need not poll.

    Python writes the number of each signal into a pipe (`set_wakeup_fd`). A signal that
    arrives just before `wait` is then not lost, unlike with a flag and `sleep`.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            # `nohup` ignores SIGHUP so that the program survives its terminal: respect
            # that. A shell also starts background jobs of scripts with SIGINT ignored;
            # the user did not choose that, so SIGINT is always handled.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, lambda _number, _frame: None)

    def wait(self, seconds: float) -> set[int]:
        """Wait for signals, at most `seconds`; return their numbers, maybe none."""
        ready, _, _ = select.select([self._read], [], [], max(seconds, 0))
        return set(os.read(self._read, 512)) if ready else set()


class Child:
    """One supervised process, with all processes that it starts."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        *,
        environ: Mapping[str, str],
        keep: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.deaths = 0  # in a row, without a run of STEADY_SECONDS between them
        self._command = list(command)
        self._environ = dict(environ)
        self._keep = tuple(keep)
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        """The process id; None before the start and after the process was reaped."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process in a new session.

        Ctrl-C in the terminal then reaches only the supervisor, which stops the
        children in order; and `kill` can end the whole process group.
        """
        self._process = subprocess.Popen(  # noqa: S603 - our own command line
            self._command,
            env=self._environ,
            pass_fds=self._keep,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509 - no threads here
        )
        self._started = time.monotonic()

    def restart_if_due(self, now: float) -> float:
        """Restart the process if it died and its delay has passed.

        `now` is monotonic time. Returns the seconds until the next call is due.
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
        # A process that keeps dying is restarted after longer and longer delays.
        delay = DELAYS_SECONDS[min(self.deaths, len(DELAYS_SECONDS) - 1)]
        self.deaths += 1
        self._due = now + delay
        code = self._process.returncode if self._process else 0
        say(f"The {self.name} ended ({_meaning(code)}); starting it again.")
        self.kill()  # processes that it started must not survive it

    def stop(self, grace_seconds: float, hurry: Callable[[float], bool]) -> None:
        """Ask the process to end, and kill it after `grace_seconds`.

        `hurry` waits at most the given seconds and returns True to kill it at once.
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
        """Kill the process and its process group."""
        if self._process is None:
            return
        # `poll` may have reaped the process already. Its number is safe all the same:
        # while a process of its group lives, the kernel gives it to no other process.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None


def say(text: str) -> None:
    """Write a line to the terminal and flush it."""
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
    """Return a function for the child: the kernel ends it if its parent dies.

    Without this, a killed supervisor would leave a web server that keeps the port. Only
    Linux supports it.
    """
    if not sys.platform.startswith("linux"):
        return lambda: None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def prepare() -> None:
        prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        # The parent may have died between fork and prctl; then no signal would come.
        if os.getppid() != parent:
            os._exit(1)

    return prepare

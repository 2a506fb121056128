"""What workers do: the function for each kind of job, and chores.

Packages register theirs at start-up.
"""

from collections.abc import Callable, Iterable

from matches.jobs.models import Job

Work = Callable[[Job], None]
ChoreWork = Callable[[], Iterable[int] | None]
"""What each worker does again and again; it may return ids of jobs to send."""


_work: dict[str, Work] = {}
_chores: list[tuple[float, ChoreWork]] = []
"""Chores with the seconds between two times."""


def register(kind: str, work: Work) -> None:
    if _work.get(kind, work) is not work:
        message = f"two kinds of jobs are called {kind!r}"
        raise ValueError(message)
    _work[kind] = work


def work_for(kind: str) -> Work:
    """Return the function for a kind of job. Raises KeyError: the kind is unknown."""
    return _work[kind]


def register_chore(seconds: float, work: ChoreWork) -> None:
    """Have every worker call `work` again and again, between jobs."""
    _chores.append((seconds, work))


def chores() -> list[tuple[float, ChoreWork]]:
    return list(_chores)

"""The function for each kind of job; packages register their kinds at start-up."""

from collections.abc import Callable

from matches.jobs.models import Job

Work = Callable[[Job], None]

_work: dict[str, Work] = {}


def register(kind: str, work: Work) -> None:
    """Use `work` for jobs of this `kind`. Raises ValueError: the kind is taken."""
    if _work.get(kind, work) is not work:
        message = f"two kinds of jobs are called {kind!r}"
        raise ValueError(message)
    _work[kind] = work


def work_for(kind: str) -> Work:
    """Return the function for a kind of job. Raises KeyError: the kind is unknown."""
    return _work[kind]

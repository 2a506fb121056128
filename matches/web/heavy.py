"""Marks the views whose requests may take seconds of computing.

The web server answers them one after the other in a thread of their own and refuses
more than a few that wait, so that they never hold up pages and results.
"""

from collections.abc import Callable
from typing import TypeVar

from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., object])
_MARK = "is_heavy"


def heavy(view: View) -> View:
    """Mark a view; the outermost decorator."""
    setattr(view, _MARK, True)
    return view


def is_heavy(path: str) -> bool:
    """Return True if a request of this path is answered by a marked view."""
    try:
        return getattr(resolve(path).func, _MARK, False) is True
    except Resolver404:
        return False

"""Whether the visitor of a page sees people by their full names."""

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from matches.accounts.access import acts_at, acts_at_page
from matches.accounts.roles import Act
from matches.web.shown import for_viewer

SEES: Final = frozenset({Act.SEE, Act.PLAYERS})
_FOR_EVERYBODY: Final = re.compile(
    r"/|/tournaments(?:\.ics|/.*)|/scoreboard/.*"
    r"|/(?:players|ratings/[^/]+/list|seasons/[^/]+/table)\.\w+"
)
"""Paths of what is the same for all visitors: pages of tournaments are shared, a
scoreboard is shown in the hall, and files with full names have addresses of desks."""


class Viewer:
    """The visitor of one request, who is looked up when the first name is read."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    def sees_full_names(self) -> bool:
        """Return True on pages of desks and players, to those who may use them."""
        if self._is_for_everybody:
            return False
        return bool(SEES & acts_at_page(self._request)) or self._sees_club

    @cached_property
    def _is_for_everybody(self) -> bool:
        return bool(_FOR_EVERYBODY.fullmatch(self._request.path_info))

    @cached_property
    def _sees_club(self) -> bool:
        return bool(SEES & acts_at(getattr(self._request, "user", None)))


def names_for_viewer(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Read names as the visitor may see them, also while a long file is being sent."""

    def answered(request: HttpRequest) -> HttpResponseBase:
        viewer = Viewer(request)
        with for_viewer(viewer.sees_full_names):
            answer = get_response(request)
        if answer.streaming:
            parts = iter(answer)
            answer.streaming_content = _read_for(viewer, parts)  # type: ignore[attr-defined]
        return answer

    return answered


def _read_for(viewer: Viewer, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the parts of an answer; the server asks for each outside of the request."""
    while True:
        # Set anew for each part: the server asks for it in another thread, perhaps
        # after another request has used that one.
        with for_viewer(viewer.sees_full_names):
            part = next(parts, None)
        if part is None:
            return
        yield part

"""Panels: parts of a page that packages above the page's own package contribute."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

PageT = TypeVar("PageT")


class Panels(Generic[PageT]):
    """The panels of one page, registered at start-up.

    A page cannot import the packages above it. They register a function that takes the
    page as a value and returns template variables. Two panels must not return the same
    variable.
    """

    def __init__(self) -> None:
        self._panels: list[Callable[[PageT], Mapping[str, Any]]] = []

    def register(self, panel: Callable[[PageT], Mapping[str, Any]]) -> None:
        """Call `panel` whenever the page is shown; a second call changes nothing."""
        if panel not in self._panels:
            self._panels.append(panel)

    def context(self, page: PageT) -> dict[str, Any]:
        """Return the variables of all panels. Raises ValueError: a name is repeated."""
        context: dict[str, Any] = {}
        for panel in self._panels:
            given = panel(page)
            if twice := context.keys() & given.keys():
                message = f"two panels give {sorted(twice)}"
                raise ValueError(message)
            context |= given
        return context

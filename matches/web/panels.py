"""Panels: parts of a page that rooms above the page's own room contribute."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

PageT = TypeVar("PageT")


class Panels(Generic[PageT]):
    """The panels of one page, registered when the product starts.

    A page cannot import the rooms above it. They register a function that takes the
    page as a value and returns names for the template; no two may give the same name.
    """

    def __init__(self) -> None:
        self._panels: list[Callable[[PageT], Mapping[str, Any]]] = []

    def register(self, panel: Callable[[PageT], Mapping[str, Any]]) -> None:
        """Ask `panel` whenever the page is shown; registering twice changes nothing."""
        if panel not in self._panels:
            self._panels.append(panel)

    def context(self, page: PageT) -> dict[str, Any]:
        """Return what all panels say about a page. Raises ValueError: a name twice."""
        context: dict[str, Any] = {}
        for panel in self._panels:
            given = panel(page)
            if twice := context.keys() & given.keys():
                message = f"two panels give {sorted(twice)}"
                raise ValueError(message)
            context |= given
        return context

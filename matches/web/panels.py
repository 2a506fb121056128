"""Panels: parts of a page that packages above the page's own package contribute."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

PageT = TypeVar("PageT")


class Panels(Generic[PageT]):
    """The panels of one page, registered at start-up.

    A page cannot import the packages above it. They register a function that takes the
    page as a value and returns another value, which templates find under its name.
    """

    def __init__(self) -> None:
        self._panels: dict[str, Callable[[PageT], object]] = {}

    def register(self, name: str, panel: Callable[[PageT], object]) -> None:
        """Call `panel` whenever the page is shown. Raises ValueError: name taken."""
        if self._panels.get(name, panel) != panel:
            message = f"two panels are called {name}"
            raise ValueError(message)
        self._panels[name] = panel

    def of(self, page: PageT, *only: str) -> dict[str, Any]:
        """Return the values of all panels by name, or of some."""
        names = only or self._panels
        return {name: self._panels[name](page) for name in names}

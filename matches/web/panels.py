"""Panels: parts of a page that packages above the page's own package contribute."""

from collections.abc import Callable
from typing import Generic, TypeVar

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

    def of(self, page: PageT) -> dict[str, object]:
        """Return the values of all panels by name."""
        return {name: panel(page) for name, panel in self._panels.items()}

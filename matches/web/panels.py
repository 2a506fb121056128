"""What rooms above contribute: panels of a page, notices for directors."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
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
        names = only or self._panels
        return {name: self._panels[name](page) for name in names}


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence in the reader's language, and the page that helps."""

    text: str
    url: str = ""
    link: str = ""
    is_warning: bool = False
    """A warning is shown above everything; another notice among the links."""


_sources: list[Callable[[], Iterable[Notice]]] = []


def register_notices(source: Callable[[], Iterable[Notice]]) -> None:
    """Register a function that returns notices; a second call changes nothing."""
    if source not in _sources:
        _sources.append(source)


def notices() -> dict[str, list[Notice]]:
    """Return the warnings and the other notices of all sources, for a template."""
    found = [notice for source in _sources for notice in source()]
    return {
        "warnings": [notice for notice in found if notice.is_warning],
        "notices": [notice for notice in found if not notice.is_warning],
    }

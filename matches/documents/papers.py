"""The sizes of paper on which documents are printed."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from django.utils.translation import gettext

from matches.rules.text import gettext_noop


class Paper(NamedTuple):
    """A size of paper in millimetres, in portrait format."""

    key: str
    message: str
    """Its name in English, as a message."""
    width: float
    height: float
    family: str
    """The family of sizes used in one country: "a" or "letter"."""

    @property
    def name(self) -> str:
        return gettext(self.message)

    @property
    def css(self) -> str:
        return f"{self.width}mm {self.height}mm"

    @property
    def landscape(self) -> str:
        return f"{self.height}mm {self.width}mm"

    @property
    def half(self) -> int:
        """Half its height, in whole millimetres: two halves fit on a page."""
        return int(self.height / 2)

    def zoomed(self, zoom: float) -> "Paper":
        """Return what fits on this paper when it is made larger by `zoom`."""
        return self._replace(
            width=round(self.width / zoom, 1), height=round(self.height / zoom, 1)
        )

    @property
    def is_letter(self) -> bool:
        return self.key == "letter"

    @property
    def is_small(self) -> bool:
        return self.key in {"a5", "half-letter"}


A3: Final = Paper("a3", "A3", 297.0, 420.0, "a")
A4: Final = Paper("a4", "A4", 210.0, 297.0, "a")
A5: Final = Paper("a5", "A5", 148.0, 210.0, "a")
LETTER: Final = Paper("letter", gettext_noop("US Letter"), 215.9, 279.4, "letter")
HALF_LETTER: Final = Paper(
    "half-letter", gettext_noop("Half Letter"), 139.7, 215.9, "letter"
)
PAPERS: Final = {paper.key: paper for paper in (A4, A3, A5, LETTER, HALF_LETTER)}

# Not an argument: the paper concerns the style of every document and none of the
# builders before it.
_printed_on: ContextVar[Paper] = ContextVar("printed_on", default=A4)


@contextmanager
def printing_on(paper: Paper) -> Iterator[None]:
    """Set the paper of the documents that are made within the block."""
    token = _printed_on.set(paper)
    try:
        yield
    finally:
        _printed_on.reset(token)


def paper_now() -> Paper:
    """Return the paper of the document that is being made, A4 by default."""
    return _printed_on.get()

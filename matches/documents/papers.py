"""The sizes of paper on which documents are printed."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from django.utils.translation import gettext

from matches.rules.refusals import Refusal
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
        """Its name in the reader's language."""
        return gettext(self.message)


A3: Final = Paper("a3", "A3", 297.0, 420.0, "a")
A4: Final = Paper("a4", "A4", 210.0, 297.0, "a")
A5: Final = Paper("a5", "A5", 148.0, 210.0, "a")
LETTER: Final = Paper("letter", gettext_noop("US Letter"), 215.9, 279.4, "letter")
HALF_LETTER: Final = Paper(
    "half-letter", gettext_noop("Half Letter"), 139.7, 215.9, "letter"
)
PAPERS: Final = {paper.key: paper for paper in (A4, A3, A5, LETTER, HALF_LETTER)}
SMALL: Final = frozenset({A5, HALF_LETTER})
"""The papers of half the usual size, for which some documents have a layout."""

PAPER_UNKNOWN = Refusal(
    "document.paper_unknown",
    gettext_noop(
        "“%(paper)s” is no size of paper for this document. Choose one of these: "
        "%(papers)s"
    ),
)
"""The document cannot be printed on the requested size of paper."""
LONGEST_KEY: Final = 20
"""The width of columns that hold the key of a paper, in characters."""

# Not an argument: the paper concerns the last step of every document and none of the
# builders in between.
_printed_on: ContextVar["Print | None"] = ContextVar("printed_on", default=None)


class Print(NamedTuple):
    """The paper of the document that is being made.

    `keeps_size`: its margins are so wide that it fits on US Letter in its own size.
    """

    paper: Paper
    keeps_size: bool


@contextmanager
def printing_on(paper: Paper, *, keeps_size: bool = False) -> Iterator[None]:
    """Set the paper of the documents that are made within the block."""
    token = _printed_on.set(Print(paper, keeps_size))
    try:
        yield
    finally:
        _printed_on.reset(token)


def print_now() -> Print | None:
    """Return the paper set by `printing_on`, None outside of it."""
    return _printed_on.get()


def page_size() -> str:
    """Return the size of pages for a style sheet: US Letter for that, else A4."""
    return "letter" if paper_now() == LETTER else "A4"


def paper_now() -> Paper:
    """Return the paper of the document that is being made, A4 by default."""
    now = _printed_on.get()
    return A4 if now is None else now.paper

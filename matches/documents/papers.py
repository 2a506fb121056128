"""The sizes of paper on which documents are printed."""

from typing import Final, NamedTuple

from matches.rules.text import gettext_noop


class Paper(NamedTuple):
    """A size of paper, in millimetres, upright."""

    key: str
    name: str
    """English, as a message."""
    width: float
    height: float
    family: str
    """What is in the same printer: "a" or "letter"."""


A3: Final = Paper("a3", "A3", 297.0, 420.0, "a")
A4: Final = Paper("a4", "A4", 210.0, 297.0, "a")
A5: Final = Paper("a5", "A5", 148.0, 210.0, "a")
LETTER: Final = Paper("letter", gettext_noop("US Letter"), 215.9, 279.4, "letter")
HALF_LETTER: Final = Paper(
    "half-letter", gettext_noop("Half Letter"), 139.7, 215.9, "letter"
)
PAPERS: Final = {paper.key: paper for paper in (A4, A3, A5, LETTER, HALF_LETTER)}

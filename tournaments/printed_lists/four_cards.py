"""The places of four cards on a page, with lines between them to cut along."""

from typing import Final, NamedTuple

from matches.documents.papers import A4, LETTER, Paper, paper_now

WIDTH: Final = 91.0
"""The printed width of a card in millimetres."""


class FourCards(NamedTuple):
    """A page with four cards; lengths are millimetres."""

    css: str
    paper: Paper
    top: float
    """The free space above the printed area of a card, and below it."""

    @property
    def left(self) -> float:
        """The free space beside the printed area of a card."""
        return round(self.paper.width / 4 - WIDTH / 2, 2)

    @property
    def height(self) -> float:
        """The height of the printed area of a card."""
        return round(self.paper.height / 2 - 2 * self.top, 2)

    @property
    def lower(self) -> float:
        """By how much it is lower than on A4: the room for writing by hand."""
        return round(ON_A4.height - self.height, 2)

    @property
    def middle(self) -> tuple[float, float]:
        """The place of the cuts, in millimetres from the left and from the top."""
        return self.paper.width / 2, self.paper.height / 2


ON_A4: Final = FourCards("A4", A4, 7.0)
ON_LETTER: Final = FourCards("letter", LETTER, 5.6)


def four_cards() -> FourCards:
    """Return the places of cards on the paper that is being printed on."""
    return ON_LETTER if paper_now() == LETTER else ON_A4

"""Pages of which every text has a place of its own: diplomas, badges, cards.

All lengths are millimetres from the upper left corner of the paper.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from django.template.loader import render_to_string

from matches.documents.fitting import MM_PER_POINT, SMALLEST_LABEL, fitted
from matches.documents.pdf import render_pdf
from matches.documents.text import FONT_FAMILY

Align = Literal["left", "center", "right"]
LINE: Final = 1.22
"""The height of a line, in heights of its type."""


class FixedText(NamedTuple):
    """A text: its room, its lines, the size of its type in points."""

    left: float
    top: float
    width: float
    lines: tuple[str, ...]
    size: float
    align: Align
    is_bold: bool
    colour: str

    @property
    def line(self) -> float:
        """The height of a line."""
        return round(self.size * MM_PER_POINT * LINE, 2)

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self.line * len(self.lines)


class FixedImage(NamedTuple):
    """A picture, as a data URL, and what it says to those who do not see it."""

    left: float
    top: float
    width: float
    source: str
    alt: str


class FixedPath(NamedTuple):
    """Lines or areas, as the path of an SVG."""

    path: str
    width: float = 0.25
    colour: str = "#000"
    fill: str = "none"
    dashes: str = ""


@dataclass(slots=True)
class FixedPage:
    """A page while it is drawn: texts, pictures and lines."""

    width: float
    height: float
    texts: list[FixedText] = field(default_factory=list)
    images: list[FixedImage] = field(default_factory=list)
    paths: list[FixedPath] = field(default_factory=list)

    def text(  # noqa: PLR0913 - a text has a place, a room and a type
        self,
        text: str,
        at: tuple[float, float, float],
        *,
        height: float = 0.0,
        size: int = 11,
        smallest: int = 0,
        lines: int = 1,
        align: Align = "left",
        is_bold: bool = False,
        colour: str = "#000",
    ) -> None:
        """Write a text: smaller, then on more lines, until it fits into its width.

        `at` is where it begins, from the left and from the top, and its width. With a
        height it stands in the middle of it.
        """
        if not text:
            return
        left, top, width = at
        fit = fitted(
            text,
            width,
            size=size,
            smallest=smallest or max(SMALLEST_LABEL, size // 2),
            lines=lines,
            is_bold=is_bold,
        )
        shown = FixedText(
            left, top, width, fit.lines, min(fit.size, size), align, is_bold, colour
        )
        above = max(0.0, (height - shown.height) / 2)
        self.texts.append(shown._replace(top=round(top + above, 2)))

    def image(self, source: str, at: tuple[float, float, float], *, alt: str) -> None:
        """Show a square picture. `at` is from the left, from the top, and its width."""
        self.images.append(FixedImage(*at, source, alt))

    def draw(self, path: str, **style: object) -> None:
        """Draw lines or areas; `style` are the fields of a `FixedPath`."""
        self.paths.append(FixedPath(path, **style))  # type: ignore[arg-type]


def print_fixed_pages(
    pages: Sequence[FixedPage], *, title: str, language: str
) -> bytes:
    """Return the PDF of pages of one size.

    Raises PRINTING_UNAVAILABLE where the libraries are missing.
    """
    first = pages[0]
    html = render_to_string(
        "tournaments/printed_lists/fixed_pages.html",
        {"title": title, "language": language, "pages": pages},
    )
    style = render_to_string(
        "tournaments/printed_lists/fixed_pages.css",
        {"font": FONT_FAMILY, "width": first.width, "height": first.height},
    )
    return render_pdf(html, stylesheet=style)

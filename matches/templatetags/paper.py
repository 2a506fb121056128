"""Tags of printed documents."""

from django import template

from matches.documents.fitting import SMALLEST, type_size
from matches.web.qr import qr_address

register = template.Library()


@register.simple_tag
def fit(
    text: str,
    *,
    width: float,
    size: int,
    smallest: int = SMALLEST,
    lines: int = 1,
    bold: bool = False,
) -> int:
    """Return the size of type in points, see `type_size`; `width` is in millimetres."""
    return type_size(
        str(text), width, size=size, smallest=smallest, lines=lines, bold=bold
    )


@register.simple_tag
def qr(url: str, *, in_capitals: bool = False, error: str = "m") -> str:
    """Return the QR code of an address as a `data:` URL."""
    return qr_address(url, in_capitals=in_capitals, error=error)

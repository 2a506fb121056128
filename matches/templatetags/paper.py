"""Tags of printed documents."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

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
    return qr_address(url, in_capitals=in_capitals, error=error)


@register.simple_tag
def page_counters() -> tuple[SafeString, SafeString]:
    """Return what stands for the number of a page, and for that of all pages."""
    one, two = (format_html('<b class="{}"></b>', name) for name in ("page", "count"))
    return one, two

"""Pages without the line breaks of their templates.

Tests say what is on a page, not on which line of a template it stands. What a browser
shows is the same: HTML takes a line break for a space, and for nothing at the edge of
a block.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from django.http import HttpRequest, HttpResponse

BLOCKS = (
    "article|aside|blockquote|body|br|button|caption|dd|details|dialog|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|g|h[1-6]|head|header|hr|html|label|legend|"
    "li|link|main|meta|nav|ol|optgroup|option|p|path|rect|section|select|summary|svg|"
    "table|tbody|td|tfoot|th|thead|title|tr|ul|use"
)
AS_TYPED = re.compile(r"(<(script|style|textarea|pre)\b.*?</\2>)", re.DOTALL)
TAG = re.compile(r"<[a-zA-Z/](?:[^<>\"']|\"[^\"]*\"|'[^']*')*>")
SPACES = re.compile(r"""("[^"]*"|'[^']*')|\s+""")
"""Values, which stay as they are, or the white space between attributes."""
EDGES = " \t\r\f\v"
OPENING = re.compile(r"<[a-zA-Z][^<>]*>\Z")
END_OF_BLOCK = re.compile(rf"</(?:{BLOCKS})>\Z")
CLOSING_OR_BLOCK = re.compile(rf"</|<(?:{BLOCKS})\b")


def without_layout(html: str) -> str:
    """Return HTML with the spaces that count and without the breaks that do not."""
    parts = AS_TYPED.split(html)
    # Each whole element with typed text is followed by its name, which split() adds.
    return "".join(
        _squeezed(part) if place % 3 == 0 else part
        for place, part in enumerate(parts)
        if place % 3 != 2
    )


def _squeezed(html: str) -> str:
    first, *others = TAG.sub(lambda tag: _tag(tag[0]), html).split("\n")
    if not others:
        return first
    joined = [before := first.rstrip(EDGES)]
    for place, other in enumerate(others, start=1):
        is_last = place == len(others)
        line = other.lstrip(EDGES) if is_last else other.strip(EDGES)
        if line or is_last:
            joined += (_between(before, line), line)
            before = line
    return "".join(joined)


def _between(before: str, after: str) -> str:
    """Return what a break between two lines shows: a space, or nothing."""
    tag = before[before.rfind("<") :] if before.endswith(">") else ""
    is_edge = tag and (OPENING.match(tag) or END_OF_BLOCK.match(tag))
    return "" if is_edge or CLOSING_OR_BLOCK.match(after) else " "


@lru_cache(maxsize=1 << 15)
def _tag(text: str) -> str:
    """Return a tag without breaks; the same tags stand on page after page."""
    text = re.sub(r'class="\s*([^"]*?)\s*"', _classes, text)
    text = SPACES.sub(lambda found: found[1] or " ", text)
    return text.replace(" >", ">")


def _classes(found: re.Match[str]) -> str:
    return f'class="{" ".join(found[1].split())}"'


class WithoutLayout:
    """Middleware of tests: answers with pages without layout."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        is_html = answer.get("Content-Type", "").startswith("text/html")
        is_plain = not answer.streaming and not answer.has_header("Content-Encoding")
        if is_html and is_plain:
            answer.content = without_layout(answer.content.decode()).encode()
        return answer

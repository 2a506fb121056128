"""Pages without the line breaks of their templates.

Tests say what is on a page, not on which line of a template it stands. What a browser
shows is the same: HTML takes a line break for a space, and for nothing at the edge of
a block.
"""

import re
from collections.abc import Callable

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
BREAK = r"[ \t]*\n\s*"


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
    html = TAG.sub(lambda tag: _tag(tag[0]), html)
    html = re.sub(rf"(<[a-zA-Z][^<>]*>){BREAK}", r"\1", html)
    html = re.sub(rf"{BREAK}(?=</)", "", html)
    html = re.sub(rf"{BREAK}(?=</?(?:{BLOCKS})\b)", "", html)
    html = re.sub(rf"(</(?:{BLOCKS})>){BREAK}", r"\1", html)
    return re.sub(BREAK, " ", html)


def _tag(text: str) -> str:
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

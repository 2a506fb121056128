"""Names that run from right to left turn nothing around them.

Between two Arabic names a score of 9–2 is displayed as 2–9, unless the names are
isolated (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates). Sentences
with names are composed in many places, so whole answers are isolated here, at the end.
"""

import re
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse

FIRST_STRONG_ISOLATE, POP = "\u2068", "\u2069"
_LETTER: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]"
_BETWEEN: Final = r"(?:[ \u00a0]|[ \u00a0]?(?:['’\".,\-]|&\#x27;|&quot;)[ \u00a0]?)"
_WORDS: Final = (
    f"{FIRST_STRONG_ISOLATE}[^{POP}]*{POP}"
    rf"|(?P<words>{_LETTER}+(?:{_BETWEEN}{_LETTER}+)*)"
)
"""Words from right to left, with what may stand between the words of a name."""
_ANY: Final = re.compile(_LETTER)
_IN_TEXT: Final = re.compile(_WORDS)
_IN_HTML: Final = re.compile(
    r"<(script|style|textarea)\b.*?</\1>"
    r"|\s(?:value|href|action|hx-get|hx-vals)=(?:\"[^\"]*\"|'[^']*')"
    rf"|{_WORDS}",
    re.DOTALL,
)
"""What a person or a program reads again comes first, and stays as it is."""


def isolated(text: str) -> str:
    """Return a text in which words from right to left are isolated."""
    return _IN_TEXT.sub(_isolated_words, text)


def isolated_html(html: str) -> str:
    """Return HTML in which words from right to left are isolated for its readers."""
    if not _ANY.search(html):
        return html
    return _IN_HTML.sub(_isolated_words, html)


def _isolated_words(found: re.Match[str]) -> str:
    if found["words"] is None:
        return found[0]
    return f"{FIRST_STRONG_ISOLATE}{found[0]}{POP}"


def isolating_names(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Isolate the names of each page and of each part of one."""

    def answered(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_html = response.get("Content-Type", "").startswith("text/html")
        if is_html and not response.streaming:
            response.content = isolated_html(response.text)
        return response

    return answered

"""Places as readers see them."""

from typing import Final

from django.conf import settings
from django.utils.translation import get_language_bidi

_LEFT_TO_RIGHT: Final = "\u2066"
_POP: Final = "\u2069"


def marked_place(place: int, *, shared: bool) -> str:
    """Return a place as text, marked where it is shared: =4.

    The mark stands before the number in every language: from right to left the text is
    isolated, or it would read 4=.
    """
    if not shared:
        return str(place)
    if settings.LANGUAGES_BIDI and get_language_bidi():
        return f"{_LEFT_TO_RIGHT}={place}{_POP}"
    return f"={place}"

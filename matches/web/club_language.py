"""Sets the club's time zone, and its language where a visitor requests none."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import (
    language_code_re,
    parse_accept_lang_header,
)

from matches.web.club import CLUB

UNASKED: Final = frozenset({"/healthz"})
"""Paths that are answered without a query."""
NOT_INDEXED: Final = "X-Robots-Tag"


def asked_language(chosen: str, accepted: str) -> str:
    """Return the language that a visitor has chosen or requests, "" for an unknown one.

    `chosen` is that of the cookie, `accepted` the header of the browser.
    """
    wanted = [code for code, _quality in parse_accept_lang_header(accepted)]
    for code in (chosen, *wanted):
        if code == "*":
            break
        if not language_code_re.search(code):
            continue
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def club_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer in the visitor's language, or else the club's, and in the club's zone.

    Files such as lists and records name people, so a header forbids indexing them
    unless the club allows it. Pages have this header of their own.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        club = CLUB.latest if request.path_info in UNASKED else CLUB.now()
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        accepted = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
        translation.activate(asked_language(chosen, accepted) or club.usual_language)
        language = translation.get_language()
        request.LANGUAGE_CODE = language
        with timezone.override(club.zone):
            answer = get_response(request)
        patch_vary_headers(answer, ("Accept-Language",))
        answer.headers.setdefault("Content-Language", language)
        is_page = answer.get("Content-Type", "").startswith("text/html")
        if not (is_page or club.is_indexed) and answer.status_code == HTTPStatus.OK:
            answer.headers.setdefault(NOT_INDEXED, "noindex")
        return answer

    return answered

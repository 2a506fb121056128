"""Converts the exceptions of access functions to responses."""

import json
from collections.abc import Callable
from typing import Final, cast
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class SignInNeededError(Exception):
    """The page needs an account and the visitor has not signed in."""


STOP_POLLING = 286
FAULT_HEADER: Final = "Crawford-Fault"
"""The header with the sentence that says what failed and what to do."""
_HIDDEN: Final = {"csrfmiddlewaretoken", "op", "do", "next", "revision", "after", "f"}


def _sentence(*, has_ended: bool) -> str:
    if has_ended:
        return gettext(
            "You are no longer logged in on this device. Nothing was saved: copy your "
            "text, then log in again."
        )
    return gettext("You no longer have permission. Nothing was saved: copy your text.")


def _told(sentence: str, *, status: int) -> HttpResponse:
    """Return a refusal for htmx, which keeps the page with all typed values."""
    answer = HttpResponse(status=status)
    answer[FAULT_HEADER] = quote(sentence)
    if status == STOP_POLLING:
        answer["HX-Trigger"] = json.dumps({"alarm": sentence})
        answer["HX-Reswap"] = "none"
    return answer


def _why(exception: Exception) -> str:
    """Return the sentence of a refusal that has one, else ""."""
    return str(exception) if isinstance(exception, RefusedError) else ""


def _form_refused(request: HttpRequest, *, has_ended: bool, why: str) -> HttpResponse:
    """Return why a form was not carried out, with all that was typed."""
    sentence = why or _sentence(has_ended=has_ended)
    if getattr(request, "htmx", False):
        return _told(sentence, status=403)
    page = {"sentence": sentence, "typed": _typed(request)}
    return render(request, "403_form.html", {"page": page}, status=403)


def _form_lost(request: HttpRequest) -> HttpResponse | None:
    """Return what was typed: a private tournament is gone with the role at it."""
    if request.method != "POST" or getattr(request, "htmx", False):
        return None  # a script says so, and the form stays
    page = {"sentence": _sentence(has_ended=False), "typed": _typed(request)}
    return render(request, "404_form.html", {"page": page}, status=404)


def _typed(request: HttpRequest) -> tuple[str, ...]:
    return tuple(
        text
        for name, texts in request.POST.lists()
        for text in map(str, texts)
        if text and name not in _HIDDEN and "password" not in name
    )


class RefusedError(PermissionDenied):
    """A refused permission with a sentence of its own."""


def is_gone(request: HttpRequest) -> bool:
    """Return True if the browser has sent a session that is over or was ended."""
    has_sent = settings.SESSION_COOKIE_NAME in request.COOKIES
    return has_sent and request.session.session_key is None


class SignInMiddleware:
    """Send visitors who need an account to the sign-in page, and back afterwards."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if "HX-Request" in request.headers and is_gone(request):
            # Else Django deletes the cookie: the next poll would have no session, and
            # a redirect takes to the login page, away from what was typed.
            del request.COOKIES[settings.SESSION_COOKIE_NAME]
        return answer

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """Answer SignInNeededError, and every form that is refused or finds nothing."""
        if isinstance(exception, Http404):
            return _form_lost(request)
        if isinstance(exception, PermissionDenied | SignInNeededError):
            return self._refused(request, exception)
        return None

    def _refused(
        self, request: HttpRequest, exception: PermissionDenied | SignInNeededError
    ) -> HttpResponse | None:
        is_refused = isinstance(exception, PermissionDenied)
        htmx = cast("HtmxDetails", request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
        has_ended = is_gone(request)
        is_form = request.method == "POST"
        if is_form and (is_refused or has_ended):
            return _form_refused(
                request, has_ended=has_ended and not is_refused, why=_why(exception)
            )
        if is_refused:
            return None
        if htmx and (has_ended or is_form):
            return _told(
                _sentence(has_ended=True), status=403 if is_form else STOP_POLLING
            )
        back = request.get_full_path() if request.method == "GET" else reverse("desk")
        if not htmx:
            return redirect_to_login(back, resolve_url(settings.LOGIN_URL))
        answer = HttpResponseClientRedirect(
            redirect_to_login(htmx.current_url_abs_path or reverse("desk")).url
        )
        answer.status_code = STOP_POLLING
        return answer

"""Converts the exceptions of access functions to responses."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class SignInNeededError(Exception):
    """The page needs an account and the visitor has not signed in."""


STOP_POLLING = 286


class SignInMiddleware:
    """Send visitors who need an account to the sign-in page, and back afterwards."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """Answer SignInNeededError; leave everything else alone."""
        if not isinstance(exception, SignInNeededError):
            return None
        htmx = cast("HtmxDetails", request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
        back = request.get_full_path() if request.method == "GET" else "/desk/"
        if not htmx:
            return redirect_to_login(back, resolve_url(settings.LOGIN_URL))
        answer = HttpResponseClientRedirect(
            redirect_to_login(htmx.current_url_abs_path or "/desk/").url
        )
        answer.status_code = STOP_POLLING
        return answer

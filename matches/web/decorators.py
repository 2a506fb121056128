"""Decorators of views: forms without a token; requests that compute for seconds."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt, csrf_protect

View = Callable[..., HttpResponseBase]


def same_origin(view: View) -> View:
    """Accept a form without its token if the browser says that it is from this site.

    For choices of one browser (language, colours): a shared page cannot contain a
    secret token. If the browser does not name the origin, the token is needed.
    """
    with_token = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def checked(
        request: HttpRequest, *args: object, **values: object
    ) -> HttpResponseBase:
        answer = view if is_from_here(request) else with_token
        return answer(request, *args, **values)

    return checked


def is_from_here(request: HttpRequest) -> bool:
    """Return True if the browser says that a page of this site sent the request."""
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched is not None:  # sent over https, and by this machine to itself
        return fetched == "same-origin"
    said = request.headers.get("Origin")
    if said is None:
        said = _origin(request.headers.get("Referer", ""))
    here = f"{request.scheme}://{request.get_host()}"
    return said in {here, *settings.CSRF_TRUSTED_ORIGINS}


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


ViewT = TypeVar("ViewT", bound=Callable[..., object])
_MARK = "is_heavy"


def heavy(view: ViewT) -> ViewT:
    """Mark a view; the outermost decorator."""
    setattr(view, _MARK, True)
    return view


def is_heavy(path: str) -> bool:
    """Return True if a request of this path is answered by a marked view."""
    try:
        return getattr(resolve(path).func, _MARK, False) is True
    except Resolver404:
        return False

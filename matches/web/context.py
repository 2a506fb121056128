"""What every page gets: the site, and the theme that a visitor may choose."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from matches.web.answers import links_told
from matches.web.decorators import same_origin

THEMES = {"light", "dark"}
A_YEAR = 365 * 24 * 3600
SHARED = "crawford.shared"
"""The key in the request of shared pages, which contain nothing of one visitor."""
QUERY = "crawford.query"
"""The key of what `depends_on` was given."""
LOOPBACK = {"", "127.0.0.1", "localhost", "[::1]", "testserver"}


def depends_on(request: HttpRequest, **said: object) -> None:
    """Say which values of its query a page depends on, those that exist alone.

    A page that is asked for with any others is not kept for everybody.
    """
    request.META[QUERY] = {name: [str(value)] for name, value in said.items() if value}


def site(request: HttpRequest) -> dict[str, object]:
    """Return theme, origin, the target of the language form, and the links for undo."""
    theme = request.COOKIES.get("theme", "auto")
    links = links_told(request)
    return {
        "site": {
            "theme": theme if theme in THEMES else "auto",
            "next_url": request.get_full_path() if request.method == "GET" else "/",
            "origin": settings.SITE_URL,
            "demo": settings.DEMO,
            "shared": SHARED in request.META,
            "insecure": not settings.HTTPS and _host(request) not in LOOPBACK,
        },
        **links,
    }


def _host(request: HttpRequest) -> str:
    """Return the requested host, unchecked: pages for a wrong host use it too."""
    asked = str(request.META.get("HTTP_HOST", ""))
    host, colon, port = asked.rpartition(":")
    return host if colon and port.isdigit() else asked


@same_origin
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    answer = HttpResponseRedirect(_safe_next(request))
    theme = request.POST.get("theme", "auto")
    if theme in {"auto", *THEMES}:
        answer.set_cookie(
            "theme",
            theme,
            max_age=A_YEAR,
            path=settings.SESSION_COOKIE_PATH,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return answer


def _safe_next(request: HttpRequest) -> str:
    home = reverse("home")
    asked = request.POST.get("next", home)
    allowed = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if allowed and asked.startswith("/") else home

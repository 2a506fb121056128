"""What every visitor may use: the theme of a browser."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from matches.web.same_origin import same_origin

THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 3600


@same_origin
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    answer = HttpResponseRedirect(_safe_next(request))
    theme = request.POST.get("theme", "auto")
    if theme in THEMES:
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

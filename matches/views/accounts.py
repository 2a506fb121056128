"""Becoming a director, and what a visitor chooses for this browser."""

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches import access, web
from matches.errors import LinkUsedUpError, NameTakenError
from matches.forms import AccountForm
from matches.models import User
from matches.services.accounts import (
    accept_invitation,
    invitation_for,
    new_invitation_path,
)

THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 3600


@web.form_page
def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Turn a one-time link into a director's account. Looking does not use it up."""
    form = AccountForm(web.posted(request))
    try:
        invitation_for(token)
        if request.method == "POST" and form.is_valid():
            user = accept_invitation(token=token, **form.cleaned_data)
            login(request, user)
            web.tell(request, _("Welcome, %(name)s.") % {"name": user.username})
            return redirect("desk")
    except NameTakenError as error:
        form.add_error("username", web.sentence(error))
    except LinkUsedUpError as error:
        return _private(
            render(request, "matches/setup_over.html", {"error": error}, status=410)
        )
    status = web.REFUSED if form.is_bound else 200
    return _private(
        render(request, "matches/setup.html", {"form": form}, status=status)
    )


@web.form_page
def directors(request: HttpRequest) -> HttpResponse:
    """Who the directors are, and a link that makes another one."""
    user = access.director(request)
    context: dict[str, Any] = {
        "directors": User.objects.filter(is_director=True).order_by("username")
    }
    if request.method == "POST":
        path = new_invitation_path(by=user)
        context["link"] = request.build_absolute_uri(path)
    return _private(render(request, "matches/directors.html", context))


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or automatic for this browser."""
    answer = HttpResponseRedirect(_safe_next(request))
    theme = request.POST.get("theme", "auto")
    if theme in THEMES:
        answer.set_cookie(
            "theme", theme, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
        )
    return answer


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How an evening runs, and the keys of the desk."""
    return render(request, "matches/help.html")


def _safe_next(request: HttpRequest) -> str:
    asked = request.POST.get("next", "/")
    allowed = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if allowed and asked.startswith("/") else "/"


def _private(answer: HttpResponse) -> HttpResponse:
    add_never_cache_headers(answer)
    return answer

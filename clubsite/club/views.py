"""The page of the club's settings, its logo, and files that browsers request."""

import re
from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubsite.backup import make
from clubsite.club.forms import ClubForm
from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.documents.registry import A4, PAPERS
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.club import (
    ClubFacts,
    bring_back,
    change_club,
    club,
    former_club,
    logo_content,
    read,
)
from tournaments.setup import bin as bin_of_tournaments

A_YEAR = 365 * 24 * 3600
_SECURITY_KEPT = timedelta(days=180)
_MAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
ICON_SIDES = (192, 512)
_NOT_FOR_ROBOTS = (
    *("/account/", "/desk/", "/directors/", "/login/", "/p/", "/s/", "/setup/"),
    *("/door/", "/language/"),
)


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what is stored about people, why, and for how long."""
    context = {
        "bin_days": bin_of_tournaments.KEPT_DAYS,
        "backup_days": make.DAYS,
        "backup_months": make.MONTHS,
    }
    return render(request, "clubsite/club/privacy.html", context)


@answers.form_page
def club_settings(request: HttpRequest) -> HttpResponse:
    """Show and change the settings of the club."""
    user = accounts_access.allowed(request, Act.CLUB)
    now = read()
    status = 200
    if request.method == "POST":
        length = request.META.get("CONTENT_LENGTH") or "0"
        form = ClubForm(
            request.POST,
            request.FILES,
            club=now,
            # Django drops larger files while they arrive.
            is_too_large=int(length) > settings.FILE_UPLOAD_MAX_MEMORY_SIZE,
        )
        status = answers.REFUSED
        if form.is_valid():
            try:
                return _saved(
                    request,
                    change_club(
                        wanted=form.facts(), seen=form.cleaned_data["seen"], by=user
                    ),
                )
            except RuleError as error:
                form.show_as_of(now)
                form.add_error(None, answers.sentence(error))
                status = answers.status_of(error)
    else:
        form = ClubForm(club=now)
    context = {"form": form, "former": _former(now), "number": now.number}
    return render(request, "clubsite/club/settings.html", context, status=status)


def _saved(request: HttpRequest, is_news: bool) -> HttpResponse:
    if is_news:
        back = reverse("club_back", args=[read().number])
        answers.tell(request, _("Saved."), undo_url=back)
    else:
        answers.tell(request, _("Nothing was changed."))
    return redirect("club_settings")


@require_POST
def club_back(request: HttpRequest, number: int) -> HttpResponse:
    """Restore the settings before the last change, which has this `number`."""
    user = accounts_access.allowed(request, Act.CLUB)
    if number > read().number:
        raise Http404
    try:
        bring_back(seen=number, by=user)
    except RuleError as error:
        answers.refuse(request, error)
    else:
        back = reverse("club_back", args=[read().number])
        answers.tell(
            request, _("The previous settings have been restored."), redo_url=back
        )
    return redirect("club_settings")


@require_safe
def club_logo(request: HttpRequest, digest: str, *, icon: bool = False) -> HttpResponse:
    """Send a logo. Another picture has another address, so browsers keep it."""
    content = logo_content(digest.replace("\0", ""), icon=icon)
    if content is None:
        raise Http404
    answer = HttpResponse(content, content_type="image/png")
    answer["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Send the web app manifest: the name, icons and colours of the site on a phone."""
    now = club()
    icons = [
        {"src": static(f"img/icon-{side}.png"), "sizes": f"{side}x{side}"}
        for side in ICON_SIDES
    ]
    if now.logo:
        icons = [{"src": reverse("club_icon", args=[now.logo]), "sizes": "512x512"}]
    told = {
        "name": str(now.title),
        "short_name": str(now.title)[:30],
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": "#faf8f3",
        "theme_color": "#0b5f59",
        "icons": [{**icon, "type": "image/png"} for icon in icons],
    }
    answer = JsonResponse(told, content_type="application/manifest+json")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Send robots.txt: the addresses that search engines should not read.

    Pages with names are not listed here: they forbid indexing by a header, which search
    engines must read.
    """
    paths = [f"{settings.SITE_PATH}{path}" for path in _NOT_FOR_ROBOTS]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in paths)]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Send security.txt (RFC 9116) with the club's contact."""
    address = settings.SITE_URL + request.path
    until = timezone.now() + _SECURITY_KEPT
    lines = [
        f"Contact: {_contact_of(club().contact)}",
        f"Expires: {until.strftime('%Y-%m-%dT%H:%M:%SZ')}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
        f"Canonical: {address}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")


def _contact_of(contact: str) -> str:
    """Return the first https or e-mail address of the contact, else its page."""
    for word in contact.replace(",", " ").split():
        if word.startswith("https://"):
            return word
        if _MAIL.fullmatch(word):
            return f"mailto:{word}"
    return settings.SITE_URL + reverse("privacy")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect /favicon.ico to the icon."""
    now = club()
    icon = static(f"img/icon-{ICON_SIDES[0]}.png")
    return redirect(reverse("club_icon", args=[now.logo]) if now.logo else icon)


def _former(now: ClubFacts) -> list[tuple[str, str, str]]:
    """Return the fields that were different before the last change.

    Each is its label, the value as text, and the digest of a logo.
    """
    former = former_club()
    if former is None:
        return []
    fields = ClubForm.base_fields
    languages = dict(settings.LANGUAGES)

    def shown(name: str) -> str:
        value = getattr(former, name)
        if isinstance(value, bool):
            return _("Yes") if value else _("No")
        usual = {
            "language": languages[former.usual_language],
            "paper": PAPERS.get(former.paper, A4).name,
        }
        return str(usual.get(name, value))

    names = (
        *("name", "town", "contact", "text", "language", "time_zone"),
        *("paper", "is_indexed"),
    )
    changed = [
        (str(fields[name].label), shown(name), "")
        for name in names
        if getattr(former, name) != getattr(now, name)
    ]
    if former.logo != now.logo:
        changed.append((str(fields["logo"].label), "", former.logo))
    return changed

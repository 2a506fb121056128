"""The URL patterns of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from clubsite import offline
from clubsite.backup import views as backup_views
from clubsite.club import views as club_views
from clubsite.ready import readyz
from matches.api.core import ROOT as API
from matches.api.core import api, not_there
from matches.api.operations import router as matches_api
from matches.web.decorators import same_origin
from tournaments.api.operations import router as tournaments_api


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer without a query: a slow database must not cause a restart of the site."""
    return HttpResponse("ok\n", content_type="text/plain")


api.add_router("", matches_api)
api.add_router("tournaments/", tournaments_api)

handler500 = "clubsite.faults.server_fault"
urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("worker.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("language/", same_origin(set_language), name="set_language"),
    path("directors/backups/", backup_views.backups, name="backups"),
    path("directors/backups/<str:name>", backup_views.backup_file, name="backup_file"),
    path("directors/club-settings/", club_views.club_settings, name="club_settings"),
    path(
        "directors/club-settings/<int:number>/back/",
        club_views.club_back,
        name="club_back",
    ),
    path("club/logo/<str:digest>.png", club_views.club_logo, name="club_logo"),
    path(
        "club/icon/<str:digest>.png",
        club_views.club_logo,
        {"icon": True},
        name="club_icon",
    ),
    path("manifest.webmanifest", club_views.manifest, name="manifest"),
    path("privacy/", club_views.privacy, name="privacy"),
    path(".well-known/security.txt", club_views.security_txt, name="security_txt"),
    path("robots.txt", club_views.robots, name="robots"),
    path("favicon.ico", club_views.favicon, name="favicon"),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
    path(API, api.urls),
    path("api/<path:rest>", not_there, name="api_not_there"),
]

"""The URL patterns of the whole site."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from clubsite.backup import views as backup_views
from clubsite.ready import readyz
from matches.web.same_origin import same_origin


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer without a query: a slow database must not cause a restart of the site."""
    return HttpResponse("ok\n", content_type="text/plain")


handler500 = "clubsite.faults.server_fault"
urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("language/", same_origin(set_language), name="set_language"),
    path("directors/backups/", backup_views.backups, name="backups"),
    path("directors/backups/<str:name>", backup_views.backup_file, name="backup_file"),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
]

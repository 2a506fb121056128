"""Tells a supervisor or a proxy that the web process answers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer without the database: a slow disk is no reason to restart the site."""
    return HttpResponse("ok\n", content_type="text/plain")

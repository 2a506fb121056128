"""What phones keep for a time without a network: the service worker and its page."""

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Send the service worker, from an address above all pages that it may answer."""
    script = Path(str(finders.find("js/worker.js"))).read_text(encoding="utf-8")
    answer = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show what a phone shows in place of a page that it has not kept."""
    return render(request, "clubsite/offline.html")

"""What every page knows of the site and of this visitor's choices."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

THEMES = {"light", "dark"}
LOOPBACK = {"", "127.0.0.1", "localhost", "[::1]", "testserver"}


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the theme, where language and theme forms come back to, and the undo."""
    theme = request.COOKIES.get("theme", "auto")
    undo_url = redo_url = ""
    # A fragment that refreshes itself must not eat the undo of the page around it.
    session = getattr(request, "session", {})
    if not getattr(request, "htmx", False):
        undo_url = session.pop("undo_url", "") if "undo_url" in session else ""
        redo_url = session.pop("redo_url", "") if "redo_url" in session else ""
    return {
        "site": {
            "theme": theme if theme in THEMES else "auto",
            "next_url": request.get_full_path() if request.method == "GET" else "/",
            "demo": settings.DEMO,
            "insecure": not settings.HTTPS and _host(request) not in LOOPBACK,
        },
        "undo_url": undo_url,
        "redo_url": redo_url,
    }


def _host(request: HttpRequest) -> str:
    """The name asked for, unchecked: error pages are shown for wrong ones too."""
    asked = str(request.META.get("HTTP_HOST", ""))
    host, colon, port = asked.rpartition(":")
    return host if colon and port.isdigit() else asked

"""Addresses of the whole site."""

from django.urls import include, path
from django.views.i18n import set_language

from clubsite.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("language/", set_language, name="set_language"),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
]

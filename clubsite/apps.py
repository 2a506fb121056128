"""Registers the project package as an app and loads the Celery app."""

from django.apps import AppConfig


class ClubsiteConfig(AppConfig):
    """The project package as an app, for its commands and the Celery app."""

    name = "clubsite"
    verbose_name = "Crawford"

    def ready(self) -> None:
        """Load the Celery app, so that shared tasks find its broker."""
        from clubsite import celery  # noqa: F401, PLC0415 - needs the app registry

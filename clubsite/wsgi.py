"""The WSGI entry point of the web server."""

import os

from django.core.wsgi import get_wsgi_application

from clubsite.run.data_version import guarded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")
site = get_wsgi_application()

from clubsite.shared_pages.server import SharedPages  # noqa: E402 - after the settings

application = guarded(SharedPages(site))

"""The WSGI entry point of the web server."""

import os

from django.core.wsgi import get_wsgi_application

from clubsite.run.preparation import guarded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubsite.settings")

application = guarded(get_wsgi_application())

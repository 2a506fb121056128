"""The Django project: settings, URLs, start, worker. No app imports it."""

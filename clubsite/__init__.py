"""The Django project: settings, URLs, supervisor, worker. No app imports it."""

"""Time that passes while the demonstration is made, which takes seconds."""

from datetime import timedelta
from typing import Final

from django.apps import apps
from django.db import models
from django.db.models import F

from matches.jobs.models import Job
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.models import Draw

STAYS: Final = (Job, Draw, DrawAnnouncement)
"""The worker goes by the time of a job. A draw was announced at a time that its record
names: it cannot be another one, else no reader could prove the draw."""


def backdate(time: timedelta) -> None:
    """Move everything that has happened so far so much further into the past.

    Days of tournaments are no moments: they stay.
    """
    for app in ("matches", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            if model in STAYS:
                continue
            moments = [
                field.name
                for field in model._meta.concrete_fields
                if isinstance(field, models.DateTimeField)
            ]
            if moments:
                rows = model._base_manager.all()
                rows.update(**{name: F(name) - time for name in moments})

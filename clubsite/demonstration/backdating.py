"""Moves stored times into the past, so that the demonstration seems to take weeks."""

from datetime import timedelta
from typing import Final

from django.apps import apps
from django.db import models
from django.db.models import F

from matches.jobs.models import Job
from tournaments.rounds.draw_announcements import DrawAnnouncement
from tournaments.rounds.models import Draw

STAYS: Final = (Job, Draw, DrawAnnouncement)
"""Times that stay: the worker depends on those of jobs, and the record of a draw
contains the time of its announcement, so a changed time could not be verified."""


def backdate(time: timedelta) -> None:
    """Move all stored times this much further into the past.

    Dates of tournaments are not changed.
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

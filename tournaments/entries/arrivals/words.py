"""The check-in by phone, in sentences."""

from datetime import datetime

from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _

from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.rounds.announcements.services import moment_text


def time_text(moment: datetime) -> str:
    """Return a time as text, without the day if it is today."""
    local = localtime(moment)
    return f"{local:%H:%M}" if local.date() == localdate() else moment_text(moment)


def window_words(window: ArrivalWindow | None) -> str:
    """Return whether phones can check in, in a sentence."""
    phase = WindowPhase.SHUT if window is None else window.phase
    if window is None or window.opens_at is None or window.closes_at is None:
        return _("Phone check-in is closed.")
    if phase == WindowPhase.BEFORE:
        times = {
            "from": time_text(window.opens_at),
            "until": time_text(window.closes_at),
        }
        return _("Phone check-in is open from %(from)s to %(until)s.") % times
    until = {"time": time_text(window.closes_at)}
    if phase == WindowPhase.OPEN:
        return _("Phone check-in is open until %(time)s.") % until
    return _("Phone check-in closed at %(time)s.") % until

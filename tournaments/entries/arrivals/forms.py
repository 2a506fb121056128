"""The form of the window in which players check in by phone."""

from datetime import datetime, time, timedelta
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.entries.arrivals.models import ArrivalWindow, WindowPhase
from tournaments.rounds.announcements.bulletin import MomentField
from tournaments.structure.models import Tournament

USUAL: Final = timedelta(hours=1)
LONGEST_BEFORE: Final = timedelta(hours=12)


class ArrivalsForm(forms.Form):
    """From when until when phones can check in; from now on without a beginning."""

    opens_at = MomentField(label=_("From"))
    closes_at = MomentField(label=_("Until"), required=True)

    def __init__(
        self,
        sent: QueryDict | None = None,
        *,
        of: Tournament,
        window: ArrivalWindow | None,
    ) -> None:
        super().__init__(sent, initial=_initial(of, window))
        self.fields["opens_at"].help_text = _("Leave empty to start now.")


def _initial(of: Tournament, window: ArrivalWindow | None) -> dict[str, object]:
    if window and window.phase in {WindowPhase.BEFORE, WindowPhase.OPEN}:
        local = timezone.localtime
        return {
            "opens_at": local(window.opens_at),
            "closes_at": local(window.closes_at),
        }
    return {"closes_at": usual_end(of, timezone.localtime())}


def usual_end(of: Tournament, now: datetime) -> datetime:
    """Return the beginning of the tournament if that is soon, else in an hour."""
    start = datetime.combine(of.date, of.start_time or time(), tzinfo=now.tzinfo)
    if of.start_time is not None and now < start <= now + LONGEST_BEFORE:
        return start
    later = now + USUAL
    return later.replace(minute=later.minute // 5 * 5, second=0, microsecond=0)

"""The form that makes an invitation: which role, how long, until when."""

from datetime import datetime, time, timedelta
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.accounts.roles import Role
from matches.accounts.services import new_invitation_path

LIFETIMES: Final = {
    "hour": (timedelta(hours=1), _("An hour")),
    "day": (timedelta(days=1), _("A day")),
    "week": (timedelta(days=7), _("A week")),
}
"""How long a link works."""

TONIGHT: Final = "tonight"
ENDS: Final = {
    TONIGHT: _("Tomorrow at 6:00"),
    "week": _("In a week"),
    "never": _("When someone removes it"),
}
_MORNING: Final = time(6)


def next_morning(now: datetime) -> datetime:
    """Return the next six o'clock in the morning, in the club's time zone."""
    local = timezone.localtime(now)
    days = timedelta(days=local.time() >= _MORNING)
    return timezone.make_aware(datetime.combine(local.date() + days, _MORNING))


class InviteForm(forms.Form):
    lifetime = forms.ChoiceField(
        label=_("Link valid for"),
        choices=[(key, words) for key, (_time, words) in LIFETIMES.items()],
    )

    def __init__(
        self, data: QueryDict | None = None, *, roles: tuple[Role, ...]
    ) -> None:
        super().__init__(data)
        choices = [(role.value, role.label) for role in roles]
        self.fields["role"] = forms.ChoiceField(label=_("Role"), choices=choices)
        self.initial["role"] = roles[0].value

    def path(self, *, by: User, op: str) -> str:
        """Make the invitation; return the path of its link."""
        lifetime, _words = LIFETIMES[self.cleaned_data["lifetime"]]
        return new_invitation_path(by=by, op=op, lifetime=lifetime, **self.offer())

    def offer(self) -> dict[str, Any]:
        return {"role": Role(self.cleaned_data["role"])}


class HelperForm(InviteForm):
    ends = forms.ChoiceField(label=_("Role ends"), choices=list(ENDS.items()))

    def __init__(
        self, data: QueryDict | None = None, *, roles: tuple[Role, ...], event: int
    ) -> None:
        super().__init__(data, roles=roles)
        self._event = event

    def offer(self) -> dict[str, Any]:
        """Return what the link gives; the role for results always ends tonight."""
        role, ends = Role(self.cleaned_data["role"]), self.cleaned_data["ends"]
        now = timezone.now()
        ends_at = now + timedelta(days=7) if ends == "week" else None
        if ends == TONIGHT or role == Role.RESULTS:
            ends_at = next_morning(now)
        return {"role": role, "event": self._event, "ends_at": ends_at}

"""Forms that do not replace what another user saved after they were shown.

A page is left open for an hour, and two directors correct the same row. Saved without a
look, the older form would take back the change of the other one.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from django import forms
from django.utils.encoding import force_str
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SEEN: Final = "seen"
_DIGITS: Final = 8


class SeenField(forms.CharField):
    """A hidden field with a digest of each value that the form showed."""

    widget = forms.HiddenInput

    def __init__(self, now: Mapping[str, str]) -> None:
        super().__init__(required=False, initial=json.dumps(now))
        self._now = now

    def bound_data(self, _data: object, initial: object) -> object:
        """Return what is there now: sent once more, the form replaces the change."""
        return initial

    def changed(self, seen: str) -> list[str]:
        """Return the names of the fields whose values are others than the form showed.

        A request that does not say what it was shown replaces what is there.
        """
        try:
            shown = json.loads(seen or "{}")
        except ValueError:
            shown = {}
        if not isinstance(shown, dict):
            return []
        return [name for name, now in self._now.items() if shown.get(name, now) != now]


class SeenForm(forms.Form):
    """A form of which `show_seen` stores what it shows.

    If a value was changed meanwhile, nothing is saved: each such field says what is
    there now, and what was typed stays. Saved once more, it replaces the change.
    """

    def show_seen(self, sent: "SeenForm | None" = None) -> None:
        """Refuse from now on to replace values that this form did not show.

        Called once the form has its first values. `sent` is the form whose values it
        takes over without saving them: that one knows what was shown.
        """
        now = {
            name: sha256(repr(value).encode()).hexdigest()[:_DIGITS]
            for name, value in self.stored_values().items()
        }
        self.fields[SEEN] = SeenField(now)
        if sent is not None:
            self.initial[SEEN] = sent.data.get(SEEN, "")

    def stored_values(self) -> Mapping[str, object]:
        """Return what is stored now, by the names of the fields."""
        return {name: self._first(name) for name in self.fields if name != SEEN}

    def full_clean(self) -> None:
        """Read what was typed, and compare what is stored with what was shown."""
        super().full_clean()
        field = self.fields.get(SEEN)
        # Last, because an error takes the value away from the checks of the form.
        if not (self.is_bound and isinstance(field, SeenField)):
            return
        changed = field.changed(str(self.cleaned_data.pop(SEEN, "")))
        if not changed:
            return
        self.add_error(
            None,
            _(
                "Someone else has changed this. Your input is still here: check it, "
                "then save again."
            ),
        )
        text = gettext("Now saved: %(value)s")
        for name in filter(self.fields.__contains__, changed):
            self.add_error(name, text % {"value": self._words(name)})

    def _first(self, name: str) -> object:
        value = self.get_initial_for_field(self.fields[name], name)
        return self.fields[name].prepare_value(value)

    def _words(self, name: str) -> str:
        """Return the value that a field has now, as people read it."""
        value = self._first(name)
        if isinstance(value, bool):
            return gettext("Yes") if value else gettext("No")
        choices = dict(getattr(self.fields[name], "choices", ()))
        values = value if isinstance(value, list | tuple) else [value]
        words = [
            force_str(choices.get(one, "" if one is None else one)) for one in values
        ]
        return ", ".join(words) or "–"

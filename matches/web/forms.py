"""Forms that replace nothing unseen, forms with a preview, fields with choices.

A page is left open for an hour, and two directors correct the same row. Saved without a
look, the older form would take back the change of the other one.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Generic, Protocol, Self, TypeVar

from django import forms
from django.forms import BaseForm, ChoiceField
from django.http import HttpRequest
from django.utils.encoding import force_str
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.rules.refusals import RuleError
from matches.web import answers

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


def choice_field(form: BaseForm, name: str) -> ChoiceField:
    """Return a field of a form that offers choices.

    Raises TypeError: the field is of another kind.
    """
    field = form.fields[name]
    if not isinstance(field, ChoiceField):
        message = f"{name} offers no choices"
        raise TypeError(message)
    return field


DIGEST_LENGTH: Final = 64
Effects = TypeVar("Effects")


class CheckedRules(Protocol):
    """The result of such a form: values that can be refused and compared."""

    @property
    def name(self) -> str:
        """The name of what the rules are about."""

    @property
    def digest(self) -> str:
        """A short text that identifies these values."""

    def check(self) -> None:
        """Raise a RuleError for values that contradict each other."""


class PreviewedForm(forms.Form):
    """The hidden fields of such a form, and its check.

    `op` is the key of the form. `known` is the digest of the values with which it
    began, and `seen` that of the values whose effects were shown.
    """

    op = forms.CharField(
        required=False, max_length=answers.OP_LENGTH, widget=forms.HiddenInput
    )
    known = forms.CharField(
        required=False, max_length=DIGEST_LENGTH, widget=forms.HiddenInput
    )
    seen = forms.CharField(
        required=False, max_length=DIGEST_LENGTH, widget=forms.HiddenInput
    )

    def clean(self) -> dict[str, object]:
        """Refuse values that contradict each other."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                self.rules().check()
            except RuleError as error:
                self.add_error(None, answers.sentence(error))
        return cleaned

    def rules(self) -> CheckedRules:
        """Return the values that were typed in a valid form."""
        raise NotImplementedError

    @property
    def is_confirmed(self) -> bool:
        """Whether this valid form saves the values whose effects were shown."""
        return "save" in self.data and self.cleaned_data["seen"] == self.rules().digest

    def with_seen(self) -> Self:
        """Return the valid form again, with the mark that its effects were shown."""
        data = {
            **{name: self.data[name] for name in self.data},
            "seen": self.rules().digest,
        }
        again = type(self)(data, initial=self.initial)
        again.is_valid()
        return again


SentForm = TypeVar("SentForm", bound=PreviewedForm)


@dataclass(frozen=True, slots=True)
class Previewed(Generic[SentForm, Effects]):
    """The state of a form that was sent.

    `said` is the sentence about values that were saved, "" if they were not; then the
    page shows the form, with the `effects` of a valid one.
    """

    form: SentForm
    status: int = 200
    effects: Effects | None = None
    said: str = ""


def saved_or_shown(
    request: HttpRequest,
    form: SentForm,
    *,
    save: Callable[[], bool],
    effects: Callable[[], Effects],
) -> Previewed[SentForm, Effects]:
    """Save a confirmed form, or return the effects of a valid one.

    `save` returns False if nothing changed; a refusal becomes an error of the form.
    """
    if request.method != "POST":
        return Previewed(form)
    if not form.is_valid():
        return Previewed(form, answers.REFUSED)
    if not form.is_confirmed:
        return Previewed(form.with_seen(), effects=effects())
    changed = answers.made_with(form, save)
    if changed is None:
        return Previewed(form, answers.status_with(form))
    return Previewed(form, said=_said(form.rules().name, changed=changed))


def _said(name: str, *, changed: bool) -> str:
    if not changed:
        return gettext("Nothing was changed.")
    return gettext("%(name)s is being recalculated with the new rules.") % {
        "name": name
    }

"""A form whose effects are shown before they are saved.

The first post shows what would change. The second one saves, but only what was shown:
it carries the digest of the values whose effects the reader has seen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, Self, TypeVar

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from matches.rules.refusals import RuleError
from matches.web import answers

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
        return _("Nothing was changed.")
    return _("%(name)s is being recalculated with the new rules.") % {"name": name}

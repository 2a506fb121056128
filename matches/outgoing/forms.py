"""Forms of messages: what a person wants, a phone, a test."""

from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from matches.outgoing import push
from matches.outgoing.kinds import chosen_kinds
from matches.outgoing.models import LONGEST_EMAIL, LONGEST_ENDPOINT, Recipient
from matches.outgoing.sender import has_mail
from matches.web.forms import choice_field

PUSH_SCHEME: Final = "https://"


class ChoicesForm(forms.Form):
    """Where messages go, and which."""

    email = forms.EmailField(label=_("Email"), max_length=LONGEST_EMAIL, required=False)
    kinds = forms.MultipleChoiceField(
        label=_("Tell me"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, sent: QueryDict | None, *, recipient: Recipient) -> None:
        kinds = chosen_kinds()
        wanted = [
            kind.key for kind in kinds if recipient.chosen.get(kind.key, kind.is_usual)
        ]
        super().__init__(sent, initial={"email": recipient.email, "kinds": wanted})
        choice_field(self, "kinds").choices = [(kind.key, kind.label) for kind in kinds]
        if not has_mail():
            del self.fields["email"]


class PhoneForm(forms.Form):
    """What a browser says of the push service that brings its messages."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        """Refuse what is no address of a push service."""
        endpoint = str(self.cleaned_data["endpoint"])
        if not (endpoint.startswith(PUSH_SCHEME) and endpoint.isascii()):
            raise ValidationError("https")
        return endpoint

    def clean(self) -> dict[str, object]:
        """Refuse keys for which nothing can be encrypted."""
        given = super().clean() or {}
        if not self.errors and not push.is_key(given["p256dh"], given["auth"]):
            raise ValidationError("keys")
        return given


class TestForm(forms.Form):
    """Where a test message goes."""

    __test__ = False
    email = forms.EmailField(label=_("Email"), max_length=LONGEST_EMAIL)


def email_in(typed: str) -> str:
    """Return the e-mail address that somebody typed as their contact, or ""."""
    try:
        validate_email(typed)
    except ValidationError:
        return ""
    return typed

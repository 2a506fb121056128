"""The form that adds a webhook."""

from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class WebhookForm(forms.Form):
    """An address that gets messages about rounds and results."""

    address = forms.URLField(
        label=_("Address"),
        max_length=300,
        assume_scheme="https",
        help_text=_("It may be on the network of the hall: http://192.168.1.20:8080/"),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )

    def clean_address(self) -> str:
        """Accept web addresses without a password."""
        address: str = self.cleaned_data["address"]
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or parts.username is not None:
            raise ValidationError(
                _("Enter a web address that begins with http:// or https://."),
                code="not_web",
            )
        return address

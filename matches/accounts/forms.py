"""Forms for signing in and for a new account."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.web import throttle

LONGEST_USERNAME = 150


class LoginForm(AuthenticationForm):
    """Name and password, with a limit for wrong passwords."""

    def clean(self) -> dict[str, Any]:
        """Check the password, unless this name has to wait."""
        if self.request is None:
            return super().clean()
        username = self.cleaned_data.get("username", "")
        seconds = throttle.seconds_to_wait(self.request, username)
        if seconds:
            raise ValidationError(
                ngettext(
                    "Too many wrong passwords for this name. Wait %(seconds)s second, "
                    "then try again.",
                    "Too many wrong passwords for this name. Wait %(seconds)s seconds, "
                    "then try again.",
                    seconds,
                )
                % {"seconds": seconds},
                code="wait",
            )
        try:
            return super().clean()
        except ValidationError:
            throttle.count_wrong_password(self.request, username)
            raise


class AccountForm(forms.Form):
    """The account of a new director."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("You sign in with this name, and the log shows it."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters; a few words in a row are good."),
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password"}, render_value=True
        ),
    )

    def clean_username(self) -> str:
        """Refuse a name that is taken."""
        username = str(User.normalize_username(self.cleaned_data["username"].strip()))
        if len(username) > LONGEST_USERNAME:
            raise ValidationError(_("This name is too long. Choose a shorter one."))
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(
                _("This name is taken. Add your surname or choose another.")
            )
        return username

    def clean_password(self) -> str:
        """Refuse passwords that are easy to guess."""
        password: str = self.cleaned_data["password"]
        validate_password(password)
        return password

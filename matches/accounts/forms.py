"""Forms for signing in, for a new account and for one's own."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.accounts.models import User
from matches.accounts.usernames import has_unseen, mixes_alphabets
from matches.web import throttle

LONGEST_USERNAME = 150
LONGEST_CLUB = 80


def refuse_while_waiting(request: HttpRequest, username: str) -> None:
    """Raise ValidationError while a name is delayed after wrong passwords."""
    seconds = throttle.seconds_to_wait(request, username)
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


class LoginForm(AuthenticationForm):
    """Name and password, with a limit for wrong passwords."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": _(
            "The name or the password is wrong, or this access has ended. Capital "
            "letters matter in the password, not in the name."
        ),
    }

    def __init__(self, *given: Any, **named: Any) -> None:
        """Call the name as the form does that creates an account."""
        super().__init__(*given, **named)
        self.fields["username"].label = _("Your name")

    def clean(self) -> dict[str, object]:
        """Check the password, unless this name is delayed."""
        if self.request is None:
            return super().clean()
        username = self.cleaned_data.get("username", "")
        refuse_while_waiting(self.request, username)
        try:
            return super().clean()
        except ValidationError:
            throttle.count_wrong_password(self.request, username)
            raise


def free_username(typed: str, *, owner: User | None = None) -> str:
    """Return a sign-in name as it is stored. Raises ValidationError.

    Refused: too long, or the name of an account other than `owner`, compared without
    regard to case.
    """
    username = str(User.normalize_username(typed.strip()))
    if len(username) > LONGEST_USERNAME:
        raise ValidationError(_("This name is too long. Choose a shorter one."))
    if has_unseen(username):
        raise ValidationError(
            _("This name has characters that nobody can see. Type it again."),
            code="unseen",
        )
    if mixes_alphabets(username):
        raise ValidationError(
            _("A word of this name mixes letters of two alphabets. Type it in one."),
            code="mixed",
        )
    alike = User.objects.looking_like(username)
    found = User.objects.named(username)
    if alike is not None and alike not in {found, owner}:
        raise ValidationError(
            _("This name looks like that of somebody else. Add your surname."),
            code="alike",
        )
    if found is not None and found != owner:
        raise ValidationError(
            _("This name is taken. Add your surname or choose another.")
        )
    return username


class AccountForm(forms.Form):
    """A new account, or a new password for the `owner` of one."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("You log in with this name, and the log shows it."),
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

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        owner: User | None = None,
        needs_password: bool = True,
    ) -> None:
        super().__init__(data)
        self._owner = owner
        if owner is not None:
            del self.fields["username"]
        if not needs_password:
            del self.fields["password"]
            if owner is None:
                self.fields["username"].help_text = _("The log shows this name.")

    def clean_username(self) -> str:
        """Refuse a name that is taken."""
        return free_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, object]:
        """Refuse passwords that are easy to guess, or like the name."""
        given = self.cleaned_data
        if "password" in given:
            owner = self._owner or User(username=given.get("username", ""))
            check_password_of(self, "password", owner)
        return given


class FirstAccountForm(AccountForm):
    """The account of the first director, with the name of the club."""

    club = forms.CharField(
        label=_("Name of your club"),
        max_length=LONGEST_CLUB,
        required=False,
        help_text=_(
            "On every page and every sheet. Town, logo and time zone can be set later: "
            "The club, on the desk."
        ),
        widget=forms.TextInput(attrs={"autofocus": True}),
        error_messages={
            "max_length": _(
                "This is too long. Write at most %(limit_value)d characters."
            )
        },
    )

    def __init__(self, data: QueryDict | None = None, **about: Any) -> None:
        super().__init__(data, **about)
        del self.fields["username"].widget.attrs["autofocus"]

    def clean_club(self) -> str:
        """Return the name with single spaces."""
        return " ".join(self.cleaned_data["club"].split())


def check_password_of(form: forms.Form, name: str, owner: User) -> None:
    """Add an error to the field of a new password that is easy to guess."""
    try:
        validate_password(form.cleaned_data[name], owner)
    except ValidationError as error:
        form.add_error(name, error)


class NameForm(forms.Form):
    """The name of an account; with a password it is what its owner signs in with."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("You log in with this name, and the log shows it."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )

    def __init__(self, data: QueryDict | None = None, *, owner: User) -> None:
        super().__init__(data)
        self.initial["username"] = owner.username
        self._owner = owner
        if not owner.has_usable_password():
            self.fields["username"].help_text = _("The log shows this name.")

    def clean_username(self) -> str:
        """Refuse the name of another account."""
        return free_username(self.cleaned_data["username"], owner=self._owner)


class PasswordForm(forms.Form):
    """A new password; without one only the other browsers are logged out."""

    current = forms.CharField(
        label=_("Your password now"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = forms.CharField(
        label=_("New password"),
        strip=False,
        required=False,
        help_text=_(
            "At least ten characters; a few words in a row are good. Leave it empty to "
            "keep your password and only log out all your other browsers."
        ),
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password"}, render_value=True
        ),
    )

    def __init__(
        self, data: QueryDict | None = None, *, request: HttpRequest, owner: User
    ) -> None:
        super().__init__(data)
        self._request, self._owner = request, owner

    def clean_current(self) -> str:
        """Refuse a wrong password, and every password while this name is delayed."""
        typed: str = self.cleaned_data["current"]
        username = self._owner.username
        refuse_while_waiting(self._request, username)
        if not self._owner.check_password(typed):
            throttle.count_wrong_password(self._request, username)
            raise ValidationError(_("This is not your password."), code="wrong")
        return typed

    def clean(self) -> dict[str, object]:
        """Refuse a new password that is easy to guess, or like the name."""
        if self.cleaned_data.get("password"):
            check_password_of(self, "password", self._owner)
        return self.cleaned_data

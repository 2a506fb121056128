"""Forms for signing in, the second factor, a new account, one's own, an invitation."""

from datetime import datetime, time, timedelta
from typing import Any, Final

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import Invitation, User
from matches.accounts.roles import Role
from matches.accounts.services import new_invitation_path
from matches.accounts.signing_in import note, record
from matches.accounts.usernames import has_unseen, mixes_alphabets
from matches.web import answers

LONGEST_USERNAME = 150
LONGEST_CLUB = 80
LONGEST_CODE = 40
CODE_ATTRIBUTES = {"autocomplete": "one-time-code", "inputmode": "numeric"}
LONGEST_PASSKEY_NAME = 60
LONGEST_ANSWER = 20_000
"""The most characters of a browser's answer; those of known keys are below 4,000."""


# Logging in ----------------------------------------------------------------


class LoginForm(account.LoginForm):
    """Name and password; the name is called as where the account is created."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        name = self.fields["login"]
        name.label = _("Your name")
        name.widget.attrs = {"autocomplete": "username", "autofocus": True}
        del self.fields["password"].widget.attrs["placeholder"]


class CodeForm(mfa.AuthenticateForm):
    code = forms.CharField(
        label=_("Code from your app"),
        max_length=LONGEST_CODE,
        help_text=_(
            "Six digits that change every half minute, or one of your recovery codes."
        ),
        widget=forms.TextInput(attrs=CODE_ATTRIBUTES | {"autofocus": True}),
    )


class FirstCodeForm(totp.ActivateTOTPForm):
    """The first code of an app, which shows that it has read the QR code."""

    code = forms.CharField(
        label=_("Current code in the app"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs=CODE_ATTRIBUTES),
    )


def passkey_name() -> forms.CharField:
    return forms.CharField(
        label=_("Passkey name"),
        max_length=LONGEST_PASSKEY_NAME,
        help_text=_("To recognise it later, for example: blue key."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


def refused(error: Exception, sentence: Promise) -> ValidationError:
    """Return the refusal of a browser's answer.

    A browser can send anything, and the library raises many kinds of errors for it: of
    values, types, keys, encodings and signatures.
    """
    if isinstance(error, ValidationError) and error.code != "incorrect_code":
        return error
    return ValidationError(str(sentence), code="passkey")


class AnswerField(forms.JSONField):
    """What a browser answered about a passkey, in a field that the script fills."""

    widget = forms.HiddenInput

    def __init__(self, sentence: Promise) -> None:
        super().__init__(error_messages={"required": sentence, "invalid": sentence})

    def to_python(self, value: Any) -> Any:
        """Refuse what is too long or nested too deeply to be read."""
        try:
            return super().to_python(value if len(value or "") < LONGEST_ANSWER else "")
        except RecursionError:
            return None


NO_PASSKEY = _(
    "That passkey does not belong to this account, or it timed out. Try again."
)
NOT_MADE = _("Your browser did not create a passkey. Try again.")


class PasskeyForm(webauthn.AuthenticateWebAuthnForm):
    credential = AnswerField(NO_PASSKEY)

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()
        except Exception as error:
            name = self.user.username
            record(get_adapter().request, "code_failed", user=None, name=name)
            raise refused(error, NO_PASSKEY) from error


class NewPasskeyForm(webauthn.AddWebAuthnForm):
    name = passkey_name()
    credential = AnswerField(NOT_MADE)

    def clean(self) -> dict[str, Any]:
        try:
            return dict(super().clean())
        except Exception as error:
            raise refused(error, NOT_MADE) from error


class PasskeyNameForm(webauthn.EditWebAuthnForm):
    name = passkey_name()

    def save(self) -> Authenticator:
        passkey: Authenticator = super().save()
        request = get_adapter().request
        note(request, "passkey_renamed", passkey.user, passkey=str(passkey))
        told = gettext("The passkey is now called %(name)s.")
        answers.tell(request, told % {"name": passkey})
        return passkey


# Accounts ------------------------------------------------------------------


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
            _("This name contains invisible characters. Type it again."), code="unseen"
        )
    if mixes_alphabets(username):
        raise ValidationError(
            _(
                "This name mixes letters from two alphabets in one word. Use one "
                "alphabet."
            ),
            code="mixed",
        )
    other = User.objects.looking_like(username)
    if other is not None and other != owner:
        is_same = other.username.casefold() == username.casefold()
        raise ValidationError(
            _("This name is taken. Add your surname or choose another name.")
            if is_same
            else _("This name is too similar to another user’s. Add your surname."),
            code="invalid" if is_same else "alike",
        )
    return username


class AccountForm(forms.Form):
    """What a one-time link asks: a name and a password, the first one the club too."""

    club = forms.CharField(
        label=_("Name of your club"),
        max_length=LONGEST_CLUB,
        required=False,
        help_text=_(
            "Shown on every page and sheet. Set town, logo and time zone later under "
            "Club settings on the desk."
        ),
        widget=forms.TextInput(attrs={"autofocus": True}),
        error_messages={
            "max_length": _("This is too long (maximum %(limit_value)d characters).")
        },
    )
    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("You log in with this name, and it appears in the log."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters. A few unrelated words work well."),
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password"}, render_value=True
        ),
    )

    def __init__(self, data: QueryDict | None, *, invitation: Invitation) -> None:
        super().__init__(data)
        self._owner = invitation.for_user
        if invitation.only_first:
            del self.fields["username"].widget.attrs["autofocus"]
        else:
            del self.fields["club"]
        if invitation.is_passwordless:
            del self.fields["password"]
            self.fields["username"].help_text = _("This name appears in the log.")
        if self._owner is not None:
            del self.fields["username"]

    def clean_club(self) -> str:
        return " ".join(self.cleaned_data["club"].split())

    def clean_username(self) -> str:
        return free_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, object]:
        given = self.cleaned_data
        if "password" in given:
            owner = self._owner or User(username=given.get("username", ""))
            check_password_of(self, "password", owner)
        return given


def check_password_of(form: forms.Form, name: str, owner: User) -> None:
    try:
        validate_password(form.cleaned_data[name], owner)
    except ValidationError as error:
        form.add_error(name, error)


class NameForm(forms.Form):
    """The name of an account; with a password it is what its owner signs in with."""

    username = forms.CharField(
        label=_("Your name"),
        max_length=LONGEST_USERNAME,
        help_text=_("You log in with this name, and it appears in the log."),
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )

    def __init__(self, data: QueryDict | None = None, *, owner: User) -> None:
        super().__init__(data)
        self.initial["username"] = owner.username
        self._owner = owner
        if not owner.has_usable_password():
            self.fields["username"].help_text = _("This name appears in the log.")

    def clean_username(self) -> str:
        return free_username(self.cleaned_data["username"], owner=self._owner)


class PasswordForm(forms.Form):
    """A new password; without one only the other browsers are logged out."""

    current = forms.CharField(
        label=_("Current password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = forms.CharField(
        label=_("New password"),
        strip=False,
        required=False,
        help_text=_(
            "At least ten characters; a few unrelated words work well. Leave empty to "
            "keep your password and only log out your other browsers."
        ),
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password"}, render_value=True
        ),
    )

    def __init__(self, data: QueryDict | None = None, *, owner: User) -> None:
        super().__init__(data)
        self._owner = owner

    def clean_current(self) -> str:
        typed: str = self.cleaned_data["current"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self._owner, typed):
            raise adapter.validation_error("incorrect_password")
        return typed

    def clean(self) -> dict[str, object]:
        if self.cleaned_data.get("password"):
            check_password_of(self, "password", self._owner)
        return self.cleaned_data


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

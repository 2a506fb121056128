"""The second factor of one's own account: an app, passkeys, recovery codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts import access as accounts_access
from matches.accounts import passkeys, second_factor
from matches.accounts.models import Passkey, User
from matches.accounts.password_again import password_again
from matches.accounts.roles import Act
from matches.accounts.second_factor_views import (
    LONGEST_CODE,
    refuse_codes_while_waiting,
    wrong_code,
)
from matches.accounts.signing_in import device_words, log
from matches.web import answers, throttle
from matches.web.answers import Page
from matches.web.qr import qr_address

_CHALLENGE: Final = "passkey_challenge"
_LARGEST_KEY: Final = 2**31


class FirstCodeForm(forms.Form):
    """The first code of an app, which shows that it has read the QR code."""

    offer = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=gettext_lazy("Code that the app shows now"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
    )


class PasskeyForm(forms.Form):
    """A passkey made by the browser, and its name."""

    name = forms.CharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=passkeys.NAME_LENGTH,
        help_text=gettext_lazy("So that you know it again, such as: blue key."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    answer = forms.CharField(
        max_length=passkeys.LONGEST_ANSWER, required=False, widget=forms.HiddenInput
    )


class NamedPasskeyForm(forms.Form):
    """A passkey of the account, with its new name."""

    passkey = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)
    name = forms.CharField(max_length=passkeys.NAME_LENGTH)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorPage(Page):
    """The second factor of an account: its app, its passkeys, its recovery codes.

    `form` adds an app, None if there is one; `since` is the day when it was added.
    `options` are the options with which the browser makes a passkey, "" where none can
    be used. `codes` are new recovery codes, which are shown once.
    """

    template = "matches/accounts/second_factor.html"

    form: FirstCodeForm | None
    address: str
    secret: str
    since: datetime | None
    left: int
    codes: Sequence[str]
    passkeys: Sequence[Passkey]
    options: str
    passkey_form: PasskeyForm

    @property
    def has_errors(self) -> bool:
        """Whether one of its forms has errors."""
        return bool(self.passkey_form.errors or (self.form and self.form.errors))

    @property
    def is_on(self) -> bool:
        """Whether a second factor is required."""
        return self.since is not None or bool(self.passkeys)

    @property
    def name_length(self) -> int:
        """The longest name of a passkey, in characters."""
        return passkeys.NAME_LENGTH

    @property
    def qr(self) -> str:
        """The secret as a QR code."""
        return qr_address(self.address, in_capitals=False)

    @property
    def all_codes(self) -> str:
        """The recovery codes, to be copied."""
        return second_factor.as_text(self.codes)


@answers.form_page
@password_again
def second_factor_page(request: HttpRequest) -> HttpResponse:
    """Change the second factor of one's own account; make new recovery codes."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    if not user.has_usable_password():
        return redirect("account")
    acts = {"off": _app_off, "rename": _rename, "remove": _remove}
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    if asked in acts:
        acts[asked](request, user)
        return redirect("second_factor")
    codes = second_factor.renew_codes(user) if asked == "codes" else None
    app = FirstCodeForm(request.POST) if asked == "on" else None
    if app is not None and app.is_valid():
        codes = _switched_on(request, user, app)
    new = PasskeyForm(request.POST) if asked == "add" else None
    if new is not None and new.is_valid():
        codes = _passkey_added(request, user, new)
        if codes == []:
            return redirect("second_factor")
    page = _page(request, user, app=app, new=new, codes=codes or ())
    status = answers.REFUSED if page.has_errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer


def _app_off(request: HttpRequest, user: User) -> None:
    if second_factor.remove_app(user):
        log(request, "app_removed", user=user, name=user.username)
        answers.tell(request, _("Your app is no longer asked."))


def _rename(request: HttpRequest, user: User) -> None:
    form = NamedPasskeyForm(request.POST)
    if not form.is_valid():
        is_long = bool(request.POST.get("name", "").strip())
        told = (
            _("Nothing was changed: type a shorter name.")
            if is_long
            else _("Nothing was changed: type a name.")
        )
        answers.refuse_text(request, told)
        return
    name = form.cleaned_data["name"]
    if passkeys.rename(user, form.cleaned_data["passkey"], name=name):
        told = _("The passkey is now called %(name)s.") % {"name": name}
        answers.tell(request, told)


def _remove(request: HttpRequest, user: User) -> None:
    typed = request.POST.get("passkey", "")
    pk = int(typed) if typed.isascii() and typed.isdecimal() else 0
    name = second_factor.remove_passkey(user, min(pk, _LARGEST_KEY))
    if name:
        log(request, "passkey_removed", user=user, name=user.username)
        told = _("The passkey %(name)s no longer works.") % {"name": name}
        answers.tell(request, told)


def _passkey_added(
    request: HttpRequest, user: User, form: PasskeyForm
) -> list[str] | None:
    """Add the passkey made by the browser, or add an error to the form."""
    given, site = form.cleaned_data, passkeys.site_of(request)
    challenge = str(request.session.pop(_CHALLENGE, ""))
    codes = None
    if site is not None:
        codes = second_factor.add_passkey(
            user,
            site,
            name=given["name"],
            challenge=challenge,
            answer=given["answer"],
        )
    if codes is None:
        form.add_error(None, _("Your browser made no passkey. Try once more."))
        return None
    log(request, "passkey_added", user=user, name=user.username)
    told = _("The passkey %(name)s is added.") % {"name": given["name"]}
    answers.tell(request, told)
    return codes


def _switched_on(
    request: HttpRequest, user: User, form: FirstCodeForm
) -> list[str] | None:
    """Switch the app on with the typed code, or add an error to the form."""
    given = form.cleaned_data
    secret = second_factor.secret_of(user, given["offer"])
    try:
        refuse_codes_while_waiting(request, user.username)
        step = second_factor.step_of(secret, given["code"]) if secret else None
        if step is None:
            throttle.count_wrong_password(request, user.username)
            raise wrong_code()
    except ValidationError as error:
        form.add_error("code", error)
        return None
    log(request, "second_factor_on", user=user, name=user.username)
    return second_factor.switch_on(user, secret=secret, step=step)


def _page(
    request: HttpRequest,
    user: User,
    *,
    app: FirstCodeForm | None,
    new: PasskeyForm | None,
    codes: Sequence[str],
) -> SecondFactorPage:
    known = second_factor.known_of(user)
    secret = ""
    if known is None:
        offer = app.data.get("offer", "") if app is not None else ""
        secret = second_factor.secret_of(user, offer)
        if not secret:
            offer = second_factor.new_offer(user)
            secret = second_factor.secret_of(user, offer)
            app = FirstCodeForm(initial={"offer": offer})
    return SecondFactorPage(
        form=None if known else app,
        address=second_factor.address_of(user, secret) if secret else "",
        secret=second_factor.in_groups(secret),
        since=known.since if known else None,
        left=second_factor.codes_left(user),
        codes=codes,
        passkeys=passkeys.passkeys_of(user),
        options=_options(request, user),
        passkey_form=_passkey_form(request, new),
    )


def _passkey_form(request: HttpRequest, sent: PasskeyForm | None) -> PasskeyForm:
    """Return the submitted form with its errors, else a new one."""
    if sent is not None and sent.errors:
        return sent
    device = device_words(request.META.get("HTTP_USER_AGENT", ""))
    return PasskeyForm(initial={"name": device})


def _options(request: HttpRequest, user: User) -> str:
    """Return the options for a new passkey; their challenge is valid once."""
    site = passkeys.site_of(request)
    if site is None:
        return ""
    request.session[_CHALLENGE] = passkeys.new_challenge()
    return passkeys.creation_options(user, site, request.session[_CHALLENGE])

"""The question for a code after the password, and the page that switches it on."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.accounts import access as accounts_access
from matches.accounts import second_factor
from matches.accounts.models import User
from matches.accounts.password_again import password_again
from matches.accounts.queries import person_at
from matches.accounts.roles import Act
from matches.accounts.signing_in import record
from matches.documents.qr import qr_address
from matches.web import answers, throttle
from matches.web.answers import Page

WAITING_SECONDS: Final = 10 * 60
_WAITING: Final = "waits_for_code"
_LONGEST_CODE: Final = 40


class CodeForm(forms.Form):
    """The code of an app, or a recovery code, of who gave the right password."""

    code = forms.CharField(
        label=gettext_lazy("Code of your app"),
        max_length=_LONGEST_CODE,
        required=False,
        help_text=gettext_lazy("Six digits, new each half minute."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "numeric",
                "autofocus": True,
            }
        ),
    )
    recovery = forms.CharField(
        label=gettext_lazy("Recovery code"),
        max_length=_LONGEST_CODE,
        required=False,
        help_text=gettext_lazy("One of those that you wrote down. It works once."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )

    def __init__(self, request: HttpRequest, owner: User, data: Any = None) -> None:
        super().__init__(data)
        self._request, self._owner = request, owner

    def clean(self) -> dict[str, Any]:
        """Check the code that was typed; wrong ones are slowed as passwords are."""
        given, owner = self.cleaned_data, self._owner
        field = "recovery" if given.get("recovery") else "code"
        if not given.get(field):
            if not self.errors:
                self.add_error("code", _("Type the code that your app shows."))
            return given
        refuse_codes_while_waiting(self._request, owner.username)
        take = {
            "code": second_factor.take_code,
            "recovery": second_factor.take_recovery_code,
        }[field]
        if not take(owner, given[field]):
            throttle.count_wrong_password(self._request, owner.username)
            record(self._request, "code_failed", user=None, name=owner.username)
            self.add_error(field, wrong_code())
        return given


class FirstCodeForm(forms.Form):
    """The first code of an app, which shows that it has read the QR code."""

    offer = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=gettext_lazy("Code that the app shows now"),
        max_length=_LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
    )


def wrong_code() -> ValidationError:
    """Return the error of a code that is wrong, old or used."""
    return ValidationError(
        _("This code is not right, or it was used. Type the next one."), code="wrong"
    )


def refuse_codes_while_waiting(request: HttpRequest, username: str) -> None:
    """Raise ValidationError while a name has to wait after wrong codes."""
    seconds = throttle.seconds_to_wait(request, username)
    if seconds:
        raise ValidationError(
            ngettext(
                "Too many wrong codes. Wait %(seconds)s second, then try again.",
                "Too many wrong codes. Wait %(seconds)s seconds, then try again.",
                seconds,
            )
            % {"seconds": seconds},
            code="wait",
        )


# Signing in ----------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePage(Page):
    """The question for a code; `has_recovery`: the field of recovery codes is open."""

    template = "matches/accounts/login_code.html"

    form: CodeForm
    has_recovery: bool


def ask_for_code(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Keep in the session who gave the right password, and ask for a code."""
    request.session[_WAITING] = {
        "pk": user.pk,
        "mark": user.get_session_auth_hash(),
        "at": int(time.time()),
        "then": then,
    }
    return redirect("login_code")


def _who_waits(request: HttpRequest) -> User | None:
    """Return who gave the right password a short time ago, None if nobody did."""
    kept = request.session.get(_WAITING)
    if not kept or not 0 <= int(time.time()) - kept["at"] < WAITING_SECONDS:
        return None
    person = person_at(kept["pk"])
    if person is None or not person.is_active:
        return None
    return person if person.get_session_auth_hash() == kept["mark"] else None


@answers.form_page
def login_code(request: HttpRequest) -> HttpResponse:
    """Ask who gave the right password for a code, and sign them in with it."""
    person = _who_waits(request)
    if person is None:
        return redirect("login")
    form = CodeForm(request, person, answers.posted(request))
    if form.is_valid():
        then = str(request.session.pop(_WAITING)["then"])
        login(request, person)
        record(request, "signed_in", user=person, name=person.username)
        if form.cleaned_data.get("recovery"):
            answers.tell(request, _left_words(second_factor.codes_left(person)))
        answer: HttpResponse = redirect(then)
        throttle.remember_browser(request, answer, person.username)
        return answer
    typed = form.data.get("recovery", "") if form.is_bound else ""
    page = CodePage(form=form, has_recovery=bool(typed))
    answer = _private(request, page)
    if form.is_bound:
        throttle.slow_wrong_password(request, answer)
    return answer


def _left_words(left: int) -> str:
    return ngettext(
        "You have %(count)s recovery code left. New ones: Your account.",
        "You have %(count)s recovery codes left. New ones: Your account.",
        left,
    ) % {"count": left}


# One's account -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondFactorPage(Page):
    """The second factor of an account: on since when, or the form to switch it on.

    `codes` are recovery codes that were just made: they are shown once.
    """

    template = "matches/accounts/second_factor.html"

    form: FirstCodeForm | None
    address: str
    secret: str
    since: datetime | None
    left: int
    codes: Sequence[str]

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
    """Switch the second factor of one's own account on or off; make new codes."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    if not user.has_usable_password():
        return redirect("account")
    asked = request.POST.get("do", "") if request.method == "POST" else ""
    if asked == "off":
        if second_factor.switch_off(user):
            answers.tell(request, _("The second factor is off."))
        return redirect("account")
    codes = second_factor.renew_codes(user) if asked == "codes" else None
    form = FirstCodeForm(request.POST) if asked == "on" else None
    if form is not None and form.is_valid():
        codes = _switched_on(request, user, form)
    return _private(request, _page(user, form, codes or ()))


def _switched_on(
    request: HttpRequest, user: User, form: FirstCodeForm
) -> list[str] | None:
    """Switch it on with the code that was typed, else add the error to the form."""
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
    return second_factor.switch_on(user, secret=secret, step=step)


def _page(
    user: User, form: FirstCodeForm | None, codes: Sequence[str]
) -> SecondFactorPage:
    known = second_factor.known_of(user)
    secret = ""
    if known is None:
        offer = form.data.get("offer", "") if form is not None else ""
        secret = second_factor.secret_of(user, offer)
        if not secret:
            offer = second_factor.new_offer(user)
            secret = second_factor.secret_of(user, offer)
            form = FirstCodeForm(initial={"offer": offer})
    return SecondFactorPage(
        form=None if known else form,
        address=second_factor.address_of(user, secret) if secret else "",
        secret=second_factor.in_groups(secret),
        since=known.since if known else None,
        left=second_factor.codes_left(user),
        codes=codes,
    )


def _private(request: HttpRequest, page: Page) -> HttpResponse:
    status = answers.REFUSED if page.has_errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer

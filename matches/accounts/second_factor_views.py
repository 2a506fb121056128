"""The question after the password: a code of an app, a passkey, or a recovery code."""

import time
from dataclasses import dataclass
from typing import Final

from django import forms
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.accounts import passkeys, second_factor
from matches.accounts.models import User
from matches.accounts.queries import person_at
from matches.accounts.signing_in import record
from matches.web import answers, throttle
from matches.web.answers import Page

WAITING_SECONDS: Final = 10 * 60
_WAITING: Final = "waits_for_code"
LONGEST_CODE: Final = 40


class CodeForm(forms.Form):
    """The code of an app, the answer of a passkey, or a recovery code.

    The form of a person who gave the right password, with the fields for their second
    factors at this site. `challenge` is what the passkey must sign.
    """

    code = forms.CharField(
        label=gettext_lazy("Code of your app"),
        max_length=LONGEST_CODE,
        required=False,
        help_text=gettext_lazy("Six digits that change every half minute."),
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
        max_length=LONGEST_CODE,
        required=False,
        help_text=gettext_lazy("One of those that you wrote down. It works once."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters"}
        ),
    )
    passkey = forms.CharField(
        max_length=passkeys.LONGEST_ANSWER, required=False, widget=forms.HiddenInput
    )

    def __init__(
        self,
        request: HttpRequest,
        owner: User,
        data: QueryDict | None = None,
        *,
        challenge: str,
    ) -> None:
        super().__init__(data)
        self._request, self._owner, self._challenge = request, owner, challenge
        if second_factor.known_of(owner) is None:
            del self.fields["code"]

    def clean(self) -> dict[str, object]:
        """Check the answer; wrong ones are delayed like wrong passwords."""
        given, owner = self.cleaned_data, self._owner
        names = [name for name in ("recovery", "passkey", "code") if given.get(name)]
        if not names:
            if not self.errors:
                self.add_error(*self._nothing_given())
            return given
        refuse_codes_while_waiting(self._request, owner.username)
        name = names[0]
        if not self._is_right(name, given[name]):
            throttle.count_wrong_password(self._request, owner.username)
            record(self._request, "code_failed", user=None, name=owner.username)
            if name == "passkey":
                self.add_error(None, wrong_passkey())
            else:
                self.add_error(name, wrong_code())
        return given

    def _is_right(self, name: str, typed: str) -> bool:
        if name == "recovery":
            return second_factor.take_recovery_code(self._owner, typed)
        if name == "code":
            return second_factor.take_code(self._owner, typed)
        site, challenge = passkeys.site_of(self._request), self._challenge
        return site is not None and passkeys.take(
            self._owner, site, challenge=challenge, answer=typed
        )

    def _nothing_given(self) -> tuple[str, str]:
        if "code" in self.fields:
            return "code", _("Type the code that your app shows.")
        return "recovery", _("Use your passkey, or type a recovery code.")


def wrong_code() -> ValidationError:
    """Return the error of a code that is wrong, old or used."""
    return ValidationError(
        _("This code is wrong, or it was used already. Type the next one."),
        code="wrong",
    )


def wrong_passkey() -> ValidationError:
    """Return the error of an answer that is not by a passkey of this account."""
    return ValidationError(
        _("That was no passkey of this account, or it came too late. Try once more."),
        code="passkey",
    )


def refuse_codes_while_waiting(request: HttpRequest, username: str) -> None:
    """Raise ValidationError while a name is delayed after wrong codes."""
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
    """The question after the password.

    `passkey` are the options for the browser, "" if no passkey works at this site;
    `elsewhere` are then the hosts where passkeys of this person work. `has_recovery`:
    the field for recovery codes is open.
    """

    template = "matches/accounts/login_code.html"

    form: CodeForm
    passkey: str
    elsewhere: str
    has_recovery: bool

    @property
    def has_app(self) -> bool:
        """Whether the person has an authenticator app."""
        return "code" in self.form.fields


def ask_for_code(request: HttpRequest, user: User, then: str) -> HttpResponse:
    """Store in the session who gave the right password, and ask for a code."""
    request.session[_WAITING] = {
        "pk": user.pk,
        "mark": user.get_session_auth_hash(),
        "at": int(time.time()),
        "then": then,
    }
    return redirect("login_code")


def _who_waits(request: HttpRequest) -> User | None:
    """Return the user who gave the right password a short time ago, else None."""
    kept = request.session.get(_WAITING)
    if not kept or not 0 <= int(time.time()) - kept["at"] < WAITING_SECONDS:
        return None
    person = person_at(kept["pk"])
    if person is None or not person.is_active:
        return None
    return person if person.get_session_auth_hash() == kept["mark"] else None


@answers.form_page
def login_code(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor after the right password, and sign the person in."""
    person = _who_waits(request)
    if person is None:
        return redirect("login")
    kept = request.session[_WAITING]
    challenge = str(kept.get("challenge", ""))
    form = CodeForm(request, person, answers.posted(request), challenge=challenge)
    if form.is_valid():
        then = str(request.session.pop(_WAITING)["then"])
        login(request, person)
        record(request, "signed_in", user=person, name=person.username)
        if form.cleaned_data.get("recovery"):
            answers.tell(request, _left_words(second_factor.codes_left(person)))
        answer: HttpResponse = redirect(then)
        throttle.remember_browser(request, answer, person.username)
        return answer
    # A challenge is valid once, so the page has a new one.
    challenge = passkeys.new_challenge()
    request.session[_WAITING] = {**kept, "challenge": challenge}
    answer = _private(request, _code_page(request, person, form, challenge=challenge))
    if form.is_bound:
        throttle.slow_wrong_password(request, answer)
    return answer


def _code_page(
    request: HttpRequest, person: User, form: CodeForm, *, challenge: str
) -> CodePage:
    site = passkeys.site_of(request)
    asked = passkeys.request_options(person, site, challenge) if site else ""
    typed = form.data.get("recovery", "") if form.is_bound else ""
    return CodePage(
        form=form,
        passkey=asked,
        elsewhere="" if asked else ", ".join(passkeys.hosts_of(person)),
        has_recovery=bool(typed),
    )


def _left_words(left: int) -> str:
    return ngettext(
        "You have %(count)s recovery code left. New ones: Your account.",
        "You have %(count)s recovery codes left. New ones: Your account.",
        left,
    ) % {"count": left}


def _private(request: HttpRequest, page: Page) -> HttpResponse:
    status = answers.REFUSED if page.has_errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer

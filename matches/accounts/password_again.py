"""Asks for the password again before dangerous acts."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from matches.accounts.forms import refuse_while_waiting
from matches.accounts.models import User
from matches.accounts.signing_in import is_trusted, trust
from matches.web import answers, throttle
from matches.web.answers import Page

FIELD: Final = "password_again"


class PasswordAgainForm(forms.Form):
    """The password of the signed-in user."""

    password_again = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(
            attrs={"autocomplete": "current-password", "autofocus": True}
        ),
    )

    def __init__(
        self, request: HttpRequest, owner: User, data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self._request, self._owner = request, owner

    def clean_password_again(self) -> str:
        """Compare it, with the same limit as signing in."""
        typed: str = self.cleaned_data[FIELD]
        refuse_while_waiting(self._request, self._owner.username)
        if not self._owner.check_password(typed):
            throttle.count_wrong_password(self._request, self._owner.username)
            raise ValidationError(_("This is not your password."), code="wrong")
        return typed


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordAgainPage(Page):
    """The question for the password; `sent` is the form to carry out afterwards."""

    template = "matches/accounts/password_again.html"

    form: PasswordAgainForm
    sent: tuple[tuple[str, str], ...]


View = Callable[..., HttpResponse]


def password_again(view: View) -> View:
    """Ask for the password before a POST, unless it was typed a short time ago.

    The submitted form is kept in the page and carried out after the answer.
    """

    @wraps(view)
    def asking(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        user = request.user
        is_safe = request.method in {"GET", "HEAD"} or is_trusted(request)
        if is_safe or not isinstance(user, User) or not user.has_usable_password():
            return view(request, *args, **kwargs)
        typed = request.POST if FIELD in request.POST else None
        form = PasswordAgainForm(request, user, typed)
        if form.is_valid():
            trust(request)
            return view(request, *args, **kwargs)
        page = PasswordAgainPage(form=form, sent=sent_fields(request))
        answer = answers.show_page(request, page, status=answers.REFUSED)
        if form.is_bound:
            throttle.slow_wrong_password(request, answer)
        return answer

    return asking


def sent_fields(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    """Return the submitted fields of a form, without passwords and tokens."""
    return tuple(
        (name, text)
        for name, texts in request.POST.lists()
        for text in map(str, texts)
        if name != "csrfmiddlewaretoken" and "password" not in name
    )

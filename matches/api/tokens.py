"""Tokens for other programs: made, recognised, withdrawn; their page."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar, Final

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts.access import password_again
from matches.accounts.forms import TONIGHT, next_morning
from matches.accounts.models import User
from matches.accounts.roles import Act, Role
from matches.accounts.services import give_role, hashed, may_give
from matches.api.errors import TOKEN_ENDED, TOKEN_UNKNOWN
from matches.api.models import ApiToken
from matches.web import answers, journal

_PREFIX: Final = "crawford_"
"""The prefix by which people and secret scanners recognise a token."""
_HEX_DIGITS: Final = 32
_SALT: Final = "matches.api.tokens"
_NOTED_EACH: Final = timedelta(minutes=1)


def make_token(plan: ApiToken, *, op: str = "", subject: str = "") -> str:
    """Save a token with its account and return it; it cannot be read again.

    `plan` has name, role, maker, end, and the tournament unless it is for all of them.
    `op` is the key of the form: sent twice by the same person, it makes one token.
    `subject` is what the line of the journal is about.
    """
    digits = secrets.token_hex(_HEX_DIGITS // 2)
    if op:
        # It cannot be computed without the secret key, even from the form.
        form = f"{plan.created_by_id} {plan.event} {op}"
        keyed = salted_hmac(_SALT, form, algorithm="sha256")
        digits = keyed.hexdigest()[:_HEX_DIGITS]
    plan.token_hash, role = hashed(_PREFIX + digits), Role(plan.role)
    with transaction.atomic():
        if ApiToken.objects.filter(token_hash=plan.token_hash).exists():
            return _PREFIX + digits
        account = User(username=f"program-{plan.token_hash[:16]}", first_name=plan.name)
        account.role = role if plan.event is None else ""
        account.set_unusable_password()
        account.save()
        if plan.event is not None:
            give_role(account, event=plan.event, role=role, ends_at=plan.ends_at)
        plan.account = account
        plan.save()
        journal.record_act(
            act="token_made",
            by=plan.created_by,
            subject=subject,
            name=plan.name,
            role=role,
        )
    return _PREFIX + digits


def tokens_of(event: int | None) -> Sequence[ApiToken]:
    """Return the tokens that work: for one tournament, or for all. One query."""
    rows = ApiToken.objects.working().filter(event=event)
    return list(rows.select_related("created_by").order_by("name", "pk"))


def withdraw_token(token: ApiToken, *, by: User, subject: str = "") -> bool:
    """Withdraw a token, at once. Return False if that was done before."""
    with transaction.atomic():
        working = ApiToken.objects.filter(pk=token.pk, withdrawn_at=None)
        if working.update(withdrawn_at=timezone.now()) != 1:
            return False
        # The account of the program with it, so that nothing else of it goes on either.
        User.objects.filter(pk=token.account_id).update(is_active=False)
        journal.record_act(
            act="token_withdrawn", by=by, subject=subject, name=token.name
        )
    return True


def token_named(text: str) -> ApiToken:
    """Return the token that a program has sent, and note its use once a minute.

    One query; more where roles are held for single tournaments. Raises TOKEN_UNKNOWN,
    TOKEN_ENDED.
    """
    rows = ApiToken.objects.select_related("account", "created_by")
    token = rows.filter(token_hash=hashed(text.strip())).first()
    if token is None:
        raise TOKEN_UNKNOWN()
    now = timezone.now()
    is_over = token.withdrawn_at or token.ends_at <= now or not token.account.is_active
    if is_over or not may_give(token.created_by, Role(token.role), token.event):
        raise TOKEN_ENDED()
    if token.last_used_at is None or now - token.last_used_at >= _NOTED_EACH:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


_ROLES: Final = (Role.RESULTS, Role.DESK, Role.VIEWER)
"""The roles that programs may have; none of them directs."""
_DAYS: Final = {"week": 7, "month": 31, "year": 366}
_ENDS: Final = {
    TONIGHT: _("Tomorrow at 6:00"),
    "week": _("In a week"),
    "month": _("In a month"),
    "year": _("In a year"),
}


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in stubs only
    role = forms.ChoiceField(
        label=_("Role"), choices=[(role.value, role.label) for role in _ROLES]
    )
    ends = forms.ChoiceField(label=_("Token expires"), choices=list(_ENDS.items()))

    class Meta:
        model = ApiToken
        fields = ("name", "role")
        labels: ClassVar = {"name": _("Name of the program")}
        help_texts: ClassVar = {
            "name": _("The log uses this name for the program’s actions.")
        }
        widgets: ClassVar = {"name": forms.TextInput(attrs={"autocomplete": "off"})}

    def made(
        self, request: HttpRequest, by: User, event: int | None = None, **about: str
    ) -> str:
        """Return the token that was asked for, "" if nothing was sent, or errors."""
        if not self.is_bound or not self.is_valid():
            return ""
        now, days = timezone.now(), _DAYS.get(self.cleaned_data["ends"])
        plan: ApiToken = self.save(commit=False)
        plan.ends_at = next_morning(now) if days is None else now + timedelta(days=days)
        plan.event, plan.created_by = event, by
        return make_token(plan, op=answers.op_of(request), **about)


@answers.form_page
@password_again
def programs(request: HttpRequest) -> HttpResponse:
    """List the tokens for all tournaments; make another one."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    form = TokenForm(answers.posted(request))
    token = form.made(request, user)
    context = {
        "form": TokenForm() if token else form,
        "tokens": tokens_of(None),
        "token": token,
        "op": answers.new_op(),
    }
    status = answers.status_with(form)
    return render(request, "matches/api/programs.html", context, status=status)


@require_POST
def end_program(request: HttpRequest, pk: int) -> HttpResponse:
    user = accounts_access.allowed(request, Act.PEOPLE)
    end_token(request, pk, event=None, by=user)
    return redirect("programs")


def end_token(
    request: HttpRequest, pk: int, *, event: int | None, by: User, subject: str = ""
) -> None:
    """Withdraw a token, which is invalid at once, and say so. Raises Http404."""
    token = get_object_or_404(ApiToken, event=event, pk=pk)
    withdraw_token(token, by=by, subject=subject)
    told = gettext("The token for %(name)s was revoked.")
    answers.tell(request, told % {"name": token.name})

"""The page of the club's tokens, and what it shares with that of a tournament."""

from datetime import timedelta
from typing import ClassVar, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts.invite_form import TONIGHT, next_morning
from matches.accounts.models import User
from matches.accounts.password_again import password_again
from matches.accounts.roles import Act, Role
from matches.api.models import ApiToken
from matches.api.tokens import make_token, tokens_of, withdraw_token
from matches.web import answers

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

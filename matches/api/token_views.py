"""The page of the club's tokens: making, listing and withdrawing them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts.password_again import password_again
from matches.accounts.roles import Act
from matches.api.models import ApiToken
from matches.api.token_form import TokenForm
from matches.api.tokens import make_token, token_at, tokens_of, withdraw_token
from matches.web import answers
from matches.web.answers import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramsPage(Page):
    """The tokens for all tournaments; `token` is the one just made, shown once."""

    template = "matches/api/programs.html"

    form: TokenForm
    tokens: Sequence[ApiToken]
    token: str
    op: str


@answers.form_page
@password_again
def programs(request: HttpRequest) -> HttpResponse:
    """List the tokens for all tournaments; make another one."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    form = TokenForm(answers.posted(request))
    token = ""
    if form.is_bound and form.is_valid():
        token = make_token(form.plan(), by=user, op=answers.op_of(request))
    page = ProgramsPage(
        form=TokenForm() if token else form,
        tokens=tokens_of(None),
        token=token,
        op=answers.new_op(),
    )
    status = answers.REFUSED if form.errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer


@require_POST
def end_program(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw a token; it is invalid at once."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    found = token_at(None, pk)
    if found is None:
        raise Http404
    withdraw_token(found, by=user)
    answers.tell(request, token_ended(found))
    return redirect("programs")


def token_ended(token: ApiToken) -> str:
    """Return the sentence that a token is withdrawn."""
    return _("The token of %(name)s no longer works.") % {"name": token.name}

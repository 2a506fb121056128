"""The page of the tokens of one tournament: made, listed, withdrawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.api.models import ApiToken
from matches.api.token_form import TokenForm
from matches.api.token_views import token_ended
from matches.api.tokens import make_token, token_at, tokens_of, withdraw_token
from matches.web import answers
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class EventProgramsPage(TournamentPage):
    """The tokens for one tournament; `token` is the one just made, shown once."""

    template = "tournaments/api/programs.html"
    tab = "helpers"

    form: TokenForm
    tokens: Sequence[ApiToken]
    token: str
    op: str


@answers.form_page
def event_programs(request: HttpRequest, slug: str) -> HttpResponse:
    """List the tokens for a tournament; make another one."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    form, token = TokenForm(answers.posted(request)), ""
    if form.is_bound and form.is_valid():
        token = make_token(
            form.plan(tournament.pk),
            by=user,
            op=answers.op_of(request),
            subject=tournament.subject,
        )
    page = EventProgramsPage(
        tournament=tournament,
        form=TokenForm() if token else form,
        tokens=tokens_of(tournament.pk),
        token=token,
        op=answers.new_op(),
    )
    status = answers.REFUSED if form.errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer


@require_POST
def end_event_program(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a token of a tournament work no more, at once."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    found = token_at(tournament.pk, pk)
    if found is None:
        raise Http404
    withdraw_token(found, by=user, subject=tournament.subject)
    answers.tell(request, token_ended(found))
    return redirect("event_programs", slug=slug)

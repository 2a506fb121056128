"""The page of the tokens and webhooks of one tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
from tournaments.api.models import Delivery, Webhook
from tournaments.api.webhook_form import WebhookForm
from tournaments.api.webhooks import webhooks_of
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class EventProgramsPage(TournamentPage):
    """The tokens and webhooks of one tournament.

    `token` and `secret` were just made, and are shown once.
    """

    template = "tournaments/api/programs.html"
    tab = "helpers"

    form: TokenForm
    tokens: Sequence[ApiToken]
    token: str
    webhooks: Sequence[tuple[Webhook, Sequence[Delivery]]]
    webhook_form: WebhookForm
    secret: str
    op: str

    @property
    def has_errors(self) -> bool:
        """Whether one of the forms comes back with errors."""
        return bool(self.form.errors or self.webhook_form.errors)


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
        form = TokenForm()
    return show_programs(request, tournament, form=form, token=token)


def show_programs(
    request: HttpRequest, tournament: Tournament, *, status: int = 0, **more: object
) -> HttpResponse:
    """Show the page, with a new token or a refused form."""
    shown: dict[str, Any] = {
        **{"form": TokenForm(), "webhook_form": WebhookForm()},
        **{"token": "", "secret": ""},
        **more,
    }
    page = EventProgramsPage(
        tournament=tournament,
        tokens=tokens_of(tournament.pk),
        webhooks=webhooks_of(tournament),
        op=answers.new_op(),
        **shown,
    )
    refused = page.form.errors or page.webhook_form.errors
    status = status or (answers.REFUSED if refused else 200)
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer


@require_POST
def end_event_program(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a token of a tournament; it is invalid at once."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    found = token_at(tournament.pk, pk)
    if found is None:
        raise Http404
    withdraw_token(found, by=user, subject=tournament.subject)
    answers.tell(request, token_ended(found))
    return redirect("event_programs", slug=slug)
